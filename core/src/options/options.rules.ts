import { formatDate } from '../base/dates.ts'
import { BPS, divideDown, divideHalfEven, eur, minOf, type Amount, type ListingId } from '../base/amount.ts'
import { HOUR, MINUTE, SECOND, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { freeLine, heldLine, release, type Line } from '../ledger/ledger.rules.ts'
import type { InstrumentKind } from '../market/instruments.ts'
import type { Quote, Session, SessionState, SourceName } from '../market/market.contract.ts'
import type { OptionEnd, OptionLife, OptionSide, OptionsOff } from './options.contract.ts'

/** The terms of an option, by version: an option keeps those that it was entered under. */
export const OPTION_TERMS_VERSION = 1 as const
export const OPTION_TERMS = {
  1: {
    /** The addition of a right guess to the stake, 88 %. */
    payoutBps: 8_800,
    /** The part of the model's value that the house keeps when an option is sold back, 6 %. */
    sellEdgeBps: 600,
  },
} as const
export type OptionTermsVersion = keyof typeof OPTION_TERMS
export interface OptionTerms {
  readonly payoutBps: number
  readonly sellEdgeBps: number
}

/** The least stake of one option, in cents of EUR. The most is what the limit of the day leaves. */
export const STAKE_LEAST = 1_00n
/** The limit of stakes a day, in cents of EUR, until a customer sets an own one, and the highest that can be set. */
export const DAY_LIMIT_USUAL = 100_00n
export const DAY_LIMIT_MOST = 1_000_00n
/** A higher limit takes effect so long after the customer has set it, a lower one at once. */
export const LIMIT_RAISE_MS = 24 * HOUR

/** The quote events that settle an option: the last ten of the 20 seconds that end with its expiry. */
export const SETTLING_EVENTS = 10
export const SETTLING_MS = 20 * SECOND
/** The strike is made by the first event within 20 seconds after the entry. */
export const STRIKE_MS = 20 * SECOND

/** The rows of a page, if the caller names no other number. */
export const OPTIONS_PAGE = 30

/** The loss of 100 on average, in basis points, if either side is as likely: half of what a win pays less than the stake. */
export const expectedLossBps = ({ payoutBps }: Pick<OptionTerms, 'payoutBps'>): number => (Number(BPS) - payoutBps) / 2

/** The part of a stake that is lost on average, in cents, rounded down. `lossBps` is that of its terms. */
export const averageLoss = (stake: bigint, lossBps: number): bigint => divideDown(stake * BigInt(lossBps), BPS)

/** The cents that a right guess pays: the stake with the payout, rounded down. */
export const winOf = (stake: bigint, { payoutBps }: Pick<OptionTerms, 'payoutBps'>): bigint =>
  stake + divideDown(stake * BigInt(payoutBps), BPS)

/** The reason why a source has no options: where the prices of later are known to others, or come from outside. */
export function offReason(source: SourceName): OptionsOff | null {
  if (source === 'practice') return null
  return source === 'replay' ? 'replay' : 'feed'
}

/** The times that are counted from the entry. */
export const LIFE_MS = { minute: MINUTE, '5minutes': 5 * MINUTE, '15minutes': 15 * MINUTE } as const
/** The shortest rest of a session in which an option until its end can be entered. */
export const DAY_LIFE_LEAST_MS = MINUTE

/** The expiry of an option that is entered now, by the market's clock; null if the session ends sooner. */
export function expiryFor(life: OptionLife, now: Instant, session: Pick<Session, 'close'>): Instant | null {
  if (life === 'day') return session.close - now < DAY_LIFE_LEAST_MS ? null : session.close
  const expiresAt = now + LIFE_MS[life]
  return expiresAt > session.close ? null : expiresAt
}

/** The facts that decide an entry. */
export interface EntryFacts {
  readonly off: OptionsOff | null
  /** True if a seat of staff names this customer as its own account. */
  readonly isOfSeat: boolean
  /** Null for a listing that the market does not have. */
  readonly kind: InstrumentKind | null
  readonly isUnquoted: boolean
  /** As of an order: the clocks disagree, or the prices of the session are public. */
  readonly pausedSince: Instant | null
  readonly publicUntil: Instant | null
  readonly state: SessionState
  /** The present session; null once the market is closed for good. */
  readonly session: Pick<Session, 'close'> | null
  /** The market's clock. */
  readonly now: Instant
  readonly quote: Pick<Quote, 'bid' | 'ask'> | null
  readonly isStale: boolean
  /** The cents that the limit of the day leaves. */
  readonly left: bigint
  /** The customer's free cents of EUR. */
  readonly free: bigint
}

export type EntryRefusal =
  | 'options_off'
  | 'option_of_seat'
  | 'unknown_listing'
  | 'not_tradable'
  | 'never_quoted'
  | 'trading_paused'
  | 'day_public'
  | 'market_halted'
  | 'option_market_closed'
  | 'option_session_ends'
  | 'no_price'
  | 'price_stale'
  | 'option_stake'
  | 'option_limit'
  | 'insufficient_balance'

/** Accept an entry with its expiry and its hold, or refuse it. Refusals are tried in this order. */
export function decideEntry(
  { stake, life }: { readonly stake: bigint; readonly life: OptionLife },
  facts: EntryFacts,
): { readonly expiresAt: Instant; readonly hold: Amount } | Refused<EntryRefusal> {
  const { off, kind, state, session, quote, left, free } = facts
  if (off !== null) return refuse('options_off')
  if (facts.isOfSeat) return refuse('option_of_seat')
  if (kind === null) return refuse('unknown_listing', {}, 'listing')
  if (kind !== 'share') return refuse('not_tradable', {}, 'listing')
  if (facts.isUnquoted) return refuse('never_quoted', {}, 'listing')
  if (facts.pausedSince !== null) return refuse('trading_paused')
  if (facts.publicUntil !== null) return refuse('day_public', { until: formatDate(facts.publicUntil) })
  if (state === 'halted') return refuse('market_halted')
  if (state === 'closed' || session === null) return refuse('option_market_closed')
  const expiresAt = expiryFor(life, facts.now, session)
  if (expiresAt === null) return refuse('option_session_ends', {}, 'life')
  if (quote === null || !hasMid(quote)) return refuse('no_price')
  if (facts.isStale) return refuse('price_stale')
  const hold = eur(stake)
  if (stake < STAKE_LEAST) return refuse('option_stake', { least: eur(STAKE_LEAST) }, 'stake')
  if (stake > left) return refuse('option_limit', { left: eur(left) }, 'stake')
  if (stake > free) return refuse('insufficient_balance', { needed: hold, free: eur(free) }, 'stake')
  return { expiresAt, hold }
}

/** A quote event, as the evidence of an option keeps it. */
export interface OptionEvent {
  readonly at: Instant
  readonly bid: bigint
  readonly ask: bigint
}

export const eventOf = ({ at, bid, ask }: OptionEvent): OptionEvent => ({ at, bid, ask })

/** An event with both sides has a mid. */
export const hasMid = ({ bid, ask }: Pick<OptionEvent, 'bid' | 'ask'>): boolean => bid > 0n && ask > 0n

/** Twice the mid, which is a whole number of ten-thousandths. */
export const twiceMid = ({ bid, ask }: Pick<OptionEvent, 'bid' | 'ask'>): bigint => bid + ask

/** The facts of an option that its events are found by. */
export interface OptionTimes {
  /** The market's clock at the entry. */
  readonly marketAt: Instant
  readonly expiresAt: Instant
}

/** The stretch (after, until] in which the first event makes the strike. */
export const strikeStretch = ({ marketAt, expiresAt }: OptionTimes) => ({
  after: marketAt,
  until: Math.min(marketAt + STRIKE_MS, expiresAt - SETTLING_MS),
})

/** The stretch (after, until] whose last ten events settle it. */
export const settlingStretch = ({ expiresAt }: Pick<OptionTimes, 'expiresAt'>) => ({
  after: expiresAt - SETTLING_MS,
  until: expiresAt,
})

/** The event that makes the strike, among those of its stretch in order; null without one. */
export const strikeAmong = (events: readonly OptionEvent[]): OptionEvent | null => {
  const event = events.find(hasMid)
  return event ? eventOf(event) : null
}

/** The events that settle, among those of the stretch in order: the last ten with a mid, or fewer where there are no more. */
export const settlingAmong = (events: readonly OptionEvent[]): OptionEvent[] =>
  events.filter(hasMid).slice(-SETTLING_EVENTS).map(eventOf)

/** The bet that is settled. */
export interface Bet {
  readonly side: OptionSide
  /** Cents of EUR. */
  readonly stake: bigint
  readonly terms: OptionTerms
}

/** The end of an option at its expiry, with the cents that its customer receives. */
export interface Settlement {
  readonly end: Exclude<OptionEnd, 'sold'>
  readonly paid: bigint
}

/** Settle an option by its strike and its last events: it is refunded without a strike or with fewer than ten of them. */
export function settle(bet: Bet, strike: OptionEvent | null, events: readonly OptionEvent[]): Settlement {
  if (strike === null || events.length < SETTLING_EVENTS) return { end: 'refunded', paid: bet.stake }
  return settleAbove(bet, aboveStrike(strike, events))
}

/** Settle an option by the distance of its end above the strike, in any unit: below it is negative. */
export function settleAbove(bet: Bet, above: bigint): Settlement {
  if (above === 0n) return { end: 'tied', paid: bet.stake }
  return above > 0n === (bet.side === 'up')
    ? { end: 'won', paid: winOf(bet.stake, bet.terms) }
    : { end: 'lost', paid: 0n }
}

/** The mean of the mids less the strike, in parts of a ten-thousandth: exact, and of the sign of the difference. */
export const aboveStrike = (strike: OptionEvent, events: readonly OptionEvent[]): bigint =>
  events.reduce((sum, event) => sum + twiceMid(event), 0n) - BigInt(events.length) * twiceMid(strike)

/**
 * The lines that end an option which holds its stake. Nothing else moves when a stake is given back; else the stake goes to
 * the house, and what is paid comes from it.
 */
export function endLines(stake: bigint, { end, paid }: { readonly end: OptionEnd; readonly paid: bigint }): Line[] {
  if (end === 'tied' || end === 'refunded') return release([eur(stake)])
  const lost = heldLine('option', 'options', eur(-stake))
  return paid > 0n ? [lost, freeLine('option', 'options', eur(paid))] : [lost]
}

/** A customer's limit of stakes a day in cents of EUR: the one in force, and a higher one with the instant of its effect. */
export interface DayLimit {
  readonly units: bigint
  readonly next: { readonly units: bigint; readonly from: Instant } | null
}

export const USUAL_LIMIT: DayLimit = { units: DAY_LIMIT_USUAL, next: null }

/** The limit as it is at an instant. */
export const limitAt = ({ units, next }: DayLimit, now: Instant): DayLimit =>
  next !== null && next.from <= now ? { units: next.units, next: null } : { units, next }

/** Set another limit: a lower one at once, a higher one a day later. Setting the one in force drops a higher one. */
export function decideLimit(limit: bigint, before: DayLimit, now: Instant): DayLimit | Refused<'option_day_limit'> {
  if (limit < 0n || limit > DAY_LIMIT_MOST) return refuse('option_day_limit', { most: eur(DAY_LIMIT_MOST) }, 'limit')
  const { units } = limitAt(before, now)
  return limit <= units ? { units: limit, next: null } : { units, next: { units: limit, from: now + LIMIT_RAISE_MS } }
}

/** The fewest ended options of a house, and their fewest customers, that its result is stated for: of fewer, single customers could be told. */
export const HOUSE_OPTIONS_LEAST = 100
export const HOUSE_CUSTOMERS_LEAST = 5

/** The ended options of a house with their sums in cents. */
export interface HouseSums {
  readonly count: number
  readonly customers: number
  readonly staked: bigint
  readonly paid: bigint
}

/** The result of a house's options in basis points of their stakes, rounded half to even; null where there are too few. */
export const houseResult = ({
  count,
  customers,
  staked,
  paid,
}: HouseSums): { readonly count: number; readonly resultBps: number } | null =>
  count < HOUSE_OPTIONS_LEAST || customers < HOUSE_CUSTOMERS_LEAST
    ? null
    : { count, resultBps: Number(divideHalfEven((paid - staked) * BPS, staked)) }

/** The cents of a limit that the stakes of the day leave. */
export const leftOf = (limit: bigint, staked: bigint): bigint => (staked >= limit ? 0n : limit - staked)

/** The most that one option can be entered with. */
export const stakeMost = (left: bigint, free: bigint): bigint => minOf(left, free)

/** The running options of one listing, expiry and terms together. */
export interface OpenOptions {
  readonly listing: ListingId
  readonly expiresAt: Instant
  readonly terms: OptionTermsVersion
  readonly count: number
  /** Cents of EUR. */
  readonly staked: bigint
}
