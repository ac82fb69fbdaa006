import { priceE4, type ListingId } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { MINUTE, type Instant } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import type { Quote, Session } from '../market/market.contract.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import {
  bookOf,
  cancelOrders,
  expireOrders,
  meetQuote,
  openAccount,
  placeTicket,
  type Account,
} from './account.rules.ts'
import {
  NO_ORDERS,
  keep,
  type BarEvent,
  type Json,
  type Own,
  type Parameters,
  type QuoteEvent,
  type SessionSpan,
  type Setup,
  type Step,
  type Strategy,
} from './events.ts'
import {
  decideHearing,
  isCalm,
  type Hearing,
  type HearingFacts,
  type HearingRun,
  type StepOn,
} from './hearing.rules.ts'
import { standingOf, type OrderCause } from './passing.rules.ts'
import { BEGUN, decideStep, type RunAct, type RunTerms } from './running.rules.ts'

/*
 * A run over past minutes, one after the other. A minute first fills the orders that wait, on its closing quote; then the
 * strategy hears it, as a bar and as a quote, and what it asks for can fill from the next minute's quote on.
 */

/**
 * The minutes of a listing as columns, oldest first. `at` is the end of each. Prices are ten-thousandths in shares of one
 * kind over all minutes, sizes and volumes are shares; a minute without a quote has 0 for it. Every minute is in a session.
 */
export interface Minutes extends BarColumns, QuoteColumns {
  readonly listing: ListingId
  readonly sessions: readonly Session[]
}

/** Ended minutes, each known at its end. */
export interface BarColumns {
  readonly at: ArrayLike<Instant>
  readonly open: ArrayLike<number>
  readonly high: ArrayLike<number>
  readonly low: ArrayLike<number>
  readonly close: ArrayLike<number>
  readonly volume: ArrayLike<number>
}

export interface QuoteColumns {
  readonly at: ArrayLike<Instant>
  readonly bid: ArrayLike<number>
  readonly ask: ArrayLike<number>
  readonly bidSize: ArrayLike<number>
  readonly askSize: ArrayLike<number>
}

type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] }

export interface Simulation {
  readonly minutes: Minutes
  readonly account: Account
  readonly run: Mutable<HearingRun>
  readonly facts: Mutable<HearingFacts>
  /** The place of the session of the last minute, and of the newest minute with a quote; -1 for none. */
  session: number
  quote: number
  /** The events that its strategy hears, each in its turn. */
  readonly bar: OwnBar
  readonly quoted: OwnQuote
}

export function openSimulation({
  strategy,
  terms,
  minutes,
  feeTable,
}: {
  readonly strategy: Strategy
  readonly terms: RunTerms
  readonly minutes: Minutes
  readonly feeTable: FeeTableVersion
}): Simulation {
  const account = openAccount(terms, feeTable)
  const setup: Setup = { parameters: terms.parameters }
  const standing = standingOf(bookOf(account), terms)
  const simulation: Simulation = {
    minutes,
    account,
    run: { strategy, setup, terms, phase: BEGUN, memory: strategy.begin(setup), standing },
    facts: { marketNow: 0, wallAt: 0, bid: 0, quote: () => quoteAt(minutes, simulation.quote), feeTable },
    session: 0,
    quote: -1,
    bar: emptyBar(),
    quoted: emptyQuote(),
  }
  return simulation
}

const NO_SESSION: SessionSpan = { open: 0, close: 0 }
const NO_OWN: Own = { shares: 0, buying: 0, selling: 0, room: 0 }

/** Events that are overwritten for each minute. New ones for the half million minutes of a year would cost memory. */
export type OwnBar = Mutable<BarEvent>
export type OwnQuote = Mutable<QuoteEvent>

export const emptyBar = (): OwnBar => ({
  at: 0,
  session: NO_SESSION,
  own: NO_OWN,
  open: 0,
  high: 0,
  low: 0,
  close: 0,
  volume: 0,
})

export const emptyQuote = (): OwnQuote => ({
  at: 0,
  session: NO_SESSION,
  own: NO_OWN,
  bid: 0,
  ask: 0,
  bidSize: 0,
  askSize: 0,
})

/** The closing quote of a minute; null for none. */
export const quoteAt = (minutes: Minutes, n: number): Quote | null =>
  n < 0 ? null : quoteIn(minutes, minutes.close, n, minutes.listing)

/** A quote from the columns, in the units of the house. */
export const quoteIn = (
  { at, bid, ask, bidSize, askSize }: QuoteColumns,
  last: ArrayLike<number>,
  row: number,
  listing: ListingId,
): Quote => ({
  listing,
  at: at[row] ?? 0,
  bid: priceOf(bid[row]),
  ask: priceOf(ask[row]),
  bidSize: BigInt(bidSize[row] ?? 0),
  askSize: BigInt(askSize[row] ?? 0),
  last: priceOf(last[row]),
})

const priceOf = (price = 0) => priceE4(BigInt(price))

/** True if a minute has a closing quote. */
export const isQuoted = ({ bid, ask }: QuoteColumns, n: number): boolean => (bid[n] ?? 0) > 0 || (ask[n] ?? 0) > 0

/** Writes a minute into an event, as a strategy hears it. */
export function barInto(bar: OwnBar, bars: BarColumns, n: number, session: SessionSpan, own: Own): BarEvent {
  bar.at = bars.at[n] ?? 0
  bar.session = session
  bar.own = own
  bar.open = bars.open[n] ?? 0
  bar.high = bars.high[n] ?? 0
  bar.low = bars.low[n] ?? 0
  bar.close = bars.close[n] ?? 0
  bar.volume = bars.volume[n] ?? 0
  return bar
}

/** Writes a quote into an event, as a strategy hears it. */
export function quoteInto(
  quote: OwnQuote,
  quotes: QuoteColumns,
  n: number,
  session: SessionSpan,
  own: Own,
): QuoteEvent {
  quote.at = quotes.at[n] ?? 0
  quote.session = session
  quote.own = own
  quote.bid = quotes.bid[n] ?? 0
  quote.ask = quotes.ask[n] ?? 0
  quote.bidSize = quotes.bidSize[n] ?? 0
  quote.askSize = quotes.askSize[n] ?? 0
  return quote
}

/**
 * The minute with which the history of a strategy begins that may ask for orders from the nth on: so many bars before the
 * open of its session as it needs, or the first there is.
 */
export function historyFrom(minutes: Minutes, n: number, strategy: Strategy, parameters: Parameters): number {
  const at = minutes.at[n] ?? 0
  const open = minutes.sessions.find((session) => at <= session.close)?.open ?? 0
  let first = n
  while (first > 0 && (minutes.at[first - 1] ?? 0) > open) first--
  return Math.max(first - strategy.warmUp(parameters), 0)
}

/** Goes through a minute. Of history the strategy hears the events alone. */
export function passMinute(simulation: Simulation, n: number, isHistory: boolean): void {
  const { minutes, account, run, facts } = simulation
  const at = minutes.at[n] ?? 0
  const session = sessionAt(simulation, at)
  const bid = minutes.bid[n] ?? 0
  const hasQuote = isQuoted(minutes, n)
  if (account.orders.length > 0) {
    const quote = hasQuote ? quoteAt(minutes, n) : null
    if (quote) meetQuote(account, quote)
    // An order expires on the first minute after its session, so the quote before is the last that concerned it.
    expireOrders(account, at, minutes.at[simulation.quote] ?? null)
    refresh(simulation)
  }
  if (hasQuote) simulation.quote = n
  facts.marketNow = isHistory ? at + MINUTE : at
  facts.wallAt = at
  facts.bid = bid
  const { strategy, setup, standing } = run
  if (strategy.onBar) {
    const bar = barInto(simulation.bar, minutes, n, session, standing.own)
    const step = strategy.onBar(run.memory, bar, setup)
    take(simulation, bar, 'bar', step)
  }
  if (hasQuote && strategy.onQuote) {
    const quote = quoteInto(simulation.quoted, minutes, n, session, run.standing.own)
    const step = strategy.onQuote(run.memory, quote, setup)
    take(simulation, quote, 'quote', step)
  }
}

/** Takes a strategy's step on an event; null if it takes none. */
function take(simulation: Simulation, event: StepOn['event'], cause: OrderCause, step: Step<Json> | null): void {
  const { run, facts } = simulation
  if (isCalm(run, event, step?.orders ?? NO_ORDERS, facts)) {
    if (step) run.memory = step.state
    return
  }
  const hearing = decideHearing(run, { event, cause, step: step ?? keep(run.memory) }, facts)
  carryOut(simulation, hearing, event.at)
}

function sessionAt(simulation: Simulation, at: Instant): Session {
  const { sessions } = simulation.minutes
  let session = sessions[simulation.session]
  while (session && at > session.close) session = sessions[++simulation.session]
  assert(session !== undefined && at > session.open, 'a minute is in a session')
  return session
}

function carryOut(simulation: Simulation, hearing: Hearing, at: Instant): void {
  const { account, run, minutes } = simulation
  run.memory = hearing.memory
  const { stop, cancels, tickets } = hearing
  if (stop !== null) step(run, { act: 'stop', reason: stop })
  if (cancels) cancelOrders(account, at)
  const session = sessionAt(simulation, at)
  const next = minutes.sessions[simulation.session + 1] ?? null
  for (const ticket of tickets) {
    const quote = quoteAt(minutes, simulation.quote)
    placeTicket(account, ticket, { marketNow: at, quote, session, sessionAfter: () => next })
  }
  if (cancels || tickets.length > 0) refresh(simulation)
  const { book } = run.standing
  if (run.phase.state === 'stopping' && account.orders.length === 0 && (!run.phase.sells || book.shares === 0n))
    step(run, { act: 'end' })
}

function step(run: Mutable<HearingRun>, act: RunAct): void {
  const phase = decideStep(run.phase, act)
  assert(!isRefused(phase), 'a run that hears an event can stop')
  run.phase = phase
}

/** The standing after a change of the account. Between two changes it is the same object. */
function refresh({ account, run }: Simulation): void {
  run.standing = standingOf(bookOf(account), run.terms)
}
