import { eur, venueOf } from '@lonja/core/base/amount'
import type { InputOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { dayNumberAt } from '@lonja/core/calendar/days'
import { hold } from '@lonja/core/ledger/ledger.rules'
import { isWithin } from '@lonja/core/market/market.rules'
import { noticeOfRecord } from '@lonja/core/notices/records.rules'
import type { NewNotice } from '@lonja/core/notices/notices.rules'
import type { enterOption, sellOption } from '@lonja/core/options/options.contract'
import { priceSale, type Sale, type SaleFacts, type SaleRefusal } from '@lonja/core/options/model.rules'
import {
  OPTION_TERMS,
  OPTION_TERMS_VERSION,
  USUAL_LIMIT,
  decideEntry,
  decideLimit,
  endLines,
  leftOf,
  limitAt,
  offReason,
  type Bet,
  type DayLimit,
} from '@lonja/core/options/options.rules'
import type { Refused } from '@lonja/core/base/refusal'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { isNamedBySeat } from '../staff/seats.store.ts'
import { saleFactsOf, sessionOf } from './events.actions.ts'
import { stored, type Evidence } from './evidence.ts'
import { findLatest, findLimit, insertLimit } from './limits.store.ts'
import {
  findOption,
  insertOption,
  saveOptionEnd,
  sumStaked,
  type NewOption,
  type OptionEnding,
  type OptionRow,
} from './options.store.ts'

/** The parts that options need. */
export interface OptionParts {
  readonly market: Market
}

/** The topics of a customer that a step of an option changes. */
export const TOLD = ['options', 'balances', 'notices'] as const

/** The caller of a write. */
interface Asker {
  readonly customer: CustomerId
  readonly now: Instant
}

/** The limit of a day, the stakes of that day, and the rest. */
export interface LimitNow {
  readonly limit: DayLimit
  readonly staked: bigint
  readonly left: bigint
}

/** Stakes are counted by the day of Madrid. */
export const limitDayAt = (now: Instant): number => dayNumberAt('Europe/Madrid', now)

export async function limitNow(tx: Tx, customer: CustomerId, now: Instant): Promise<LimitNow> {
  const limit = limitAt((await findLimit(tx, customer)) ?? USUAL_LIMIT, now)
  const staked = await sumStaked(tx, customer, limitDayAt(now))
  return { limit, staked, left: leftOf(limit.units, staked) }
}

/** The free cents of EUR of a customer. */
export const freeEurOf = async (tx: Tx, customer: CustomerId): Promise<bigint> =>
  (await listBalances(tx, customer)).find(({ asset }) => asset === 'EUR')?.free ?? 0n

export const betOf = ({ side, stake, terms }: NewOption): Bet => ({ side, stake, terms: OPTION_TERMS[terms] })

/** Enters an option: its row, and the hold of its stake. */
export async function enter(
  tx: LockedTx,
  { market }: OptionParts,
  asker: Asker,
  { id, listing, side, life, stake }: InputOf<typeof enterOption>,
) {
  const { customer } = asker
  // The customer has used the id for an option whose stored answer is purged.
  if (await findOption(tx, customer, id)) return refuse('key_reused')
  // A call that began before a limit was set, and waited for it, is entered after it.
  const now = Math.max(asker.now, (await findLatest(tx, customer)) ?? 0)
  const venue = venueOf(listing)
  const marketAt = market.now()
  const session = market.session(venue)
  const quote = market.quote(listing)
  const decision = decideEntry(
    { stake, life },
    {
      off: offReason(market.name),
      isOfSeat: await isNamedBySeat(tx, customer),
      kind: market.find(listing)?.kind ?? null,
      isUnquoted: market.unquoted(listing) !== null,
      pausedSince: market.pausedSince(),
      publicUntil: market.publicUntil(venue),
      state: market.stateOf(listing),
      session: session && isWithin(session, marketAt) ? session : null,
      now: marketAt,
      quote,
      isStale: quote !== null && market.isStale(quote),
      left: (await limitNow(tx, customer, now)).left,
      free: await freeEurOf(tx, customer),
    },
  )
  if (isRefused(decision)) return decision
  const { expiresAt } = decision
  const terms = OPTION_TERMS_VERSION
  const head = { customer, id, listing, side, life, stake, terms }
  const option: NewOption = { ...head, day: limitDayAt(now), at: now, marketAt, expiresAt }
  await postNow(tx, { customer, cause: { kind: 'option', id }, at: now, lines: hold([decision.hold]) })
  await insertOption(tx, option)
  return option
}

/** The notice of an end. A win says what it paid, the others the stake. */
export function noticeOfEnd({ customer, id, stake }: NewOption, { how, paid, at }: OptionEnding): NewNotice {
  const amount = eur(how === 'won' || how === 'sold' ? paid : stake)
  return noticeOfRecord({ customer, id: newId(), at }, `option_${how}`, { kind: 'option', id, amount })
}

/** The price at which an option would be sold back now. While the clocks disagree nobody knows which quote is the newest. */
export function saleOf(market: Market, option: OptionRow): Sale | Refused<SaleRefusal | 'trading_paused'> {
  if (market.pausedSince() !== null) return refuse('trading_paused')
  return priceSale(betOf(option), saleFactsOf(market, option, market.now(), sessionOf(market, option)))
}

/** Sells an option back for at least what its customer has read. */
export async function sell(
  tx: LockedTx,
  { market }: OptionParts,
  { customer, now: calledAt }: Asker,
  { id, least }: InputOf<typeof sellOption>,
) {
  const option = await findOption(tx, customer, id)
  if (!option) return refuse('unknown_option')
  if (option.end !== null) return refuse('option_ended')
  if (market.pausedSince() !== null) return refuse('trading_paused')
  const now = Math.max(calledAt, option.at)
  const facts = saleFactsOf(market, option, market.now(), sessionOf(market, option))
  const sale = priceSale(betOf(option), facts)
  if (isRefused(sale)) return sale
  if (sale.paid < least) return refuse('option_price_lower', { price: eur(sale.paid) })
  const end: OptionEnding = { how: 'sold', at: now, paid: sale.paid, evidence: saleEvidence(sale, facts) }
  const lines = endLines(option.stake, { end: 'sold', paid: sale.paid })
  await postNow(tx, { customer, cause: { kind: 'option', id }, at: now, lines })
  await saveOptionEnd(tx, option, end)
  await insertNotices(tx, [noticeOfEnd(option, end)])
  return { id, paid: sale.paid, at: now }
}

const saleEvidence = (sale: Sale, { now, twiceMids }: SaleFacts): Evidence => ({
  strike: stored(sale.strike),
  events: [stored(sale.quote)],
  model: {
    at: now,
    twiceMids: twiceMids.map(Number),
    variance: sale.variance,
    chance: Number(sale.chance),
    value: Number(sale.value),
  },
})

/** Sets the own limit of stakes a day. */
export async function setLimit(tx: LockedTx, asker: Asker, limit: bigint) {
  const { customer } = asker
  // A limit takes effect after every option entered under the limit before it, even if its call began sooner.
  const latest = await findLatest(tx, customer)
  const now = latest === null ? asker.now : Math.max(asker.now, latest + 1)
  const decision = decideLimit(limit, (await findLimit(tx, customer)) ?? USUAL_LIMIT, now)
  if (isRefused(decision)) return decision
  await insertLimit(tx, { customer, id: newId(), at: now }, decision)
  return limitNow(tx, customer, now)
}
