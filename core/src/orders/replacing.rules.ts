import { currencyFor, isCurrency, otherCurrency, type Amount, type Asset, type PriceE4 } from '../base/amount.ts'
import { E4_PER_CENT, cents, divideUp } from '../base/amount.ts'
import type { RefusalOf } from '../base/contract.ts'
import { formatDate } from '../base/dates.ts'
import type { Instant } from '../base/instant.ts'
import { isRefused, refuse, type Refused } from '../base/refusal.ts'
import type { Line } from '../ledger/ledger.rules.ts'
import type { ExchangeRate, Quote, Session } from '../market/market.contract.ts'
import type { OldTerms } from './changes.rules.ts'
import type { Charges } from './charges.rules.ts'
import { feeFor } from './fees.rules.ts'
import { checkProfit, checkStop, kindTermsOf, priceFor, sameStop, type KindTerms } from './kinds.rules.ts'
import type { Exits } from './orders.contract.ts'
import type { Replacement, replaceOrder } from './replacing.contract.ts'
import type { Lot } from './lots.rules.ts'
import { checkAttached, exitsAfter, hasExits } from './reattaching.rules.ts'
import { COST_MOST, holdLeft, linesBetween, splitHold, unitsIn, worstFor } from './holds.rules.ts'
import { ownPart } from './financing.rules.ts'
import {
  NO_CONDITIONS,
  isCloseOut,
  runOf,
  isOpen,
  kindOfOrder,
  leverageOf,
  rankOf,
  samePrices,
  type Conditions,
  type Order,
} from './orders.rules.ts'
import { lotFallsShort, withinReach } from './placing.rules.ts'

/*
 * Replacing the terms of an open order. The order stays one order, with its fills, its fee table and its kind. Its hold is
 * worked out anew for the shares that are left: what was held more is released, what is needed more is held.
 */

export type ReplaceRefusal = RefusalOf<typeof replaceOrder>

/** The facts at the instant of a replacement. The order's events up to `marketNow` are decided, and did nothing to it. */
export interface ReplaceFacts extends HoldFacts {
  readonly now: Instant
  readonly marketNow: Instant
  /** The best price that a trailing stop has followed up to then. */
  readonly best: PriceE4 | null
  readonly pausedSince: Instant | null
  /** True while a split or a new ticker of the listing has taken effect and is not carried out. */
  readonly isBetween?: boolean
  readonly publicUntil: Instant | null
  readonly session: Session | null
  readonly quote: Quote | null
}

/** The facts that the hold of a replaced order follows from. */
export interface HoldFacts {
  /** The sums over the order's fills. */
  readonly charges: Charges
  readonly rate: Pick<ExchangeRate, 'rate' | 'markupBps'> | null
  readonly hasRates: boolean
  readonly free: (asset: Asset) => bigint
  /** The open lot of a sell that names one; null for any other. */
  readonly lot: Pick<Lot, 'left' | 'reserved'> | null
}

type ChangeFacts = Pick<ReplaceFacts, 'best' | 'pausedSince' | 'isBetween' | 'publicUntil'> & {
  readonly quote: Pick<Quote, 'bid' | 'ask' | 'last'> | null
}

/** The terms of an open order from which a replacement is decided. */
export type OpenTerms = Pick<Order, 'side' | 'shares' | 'filled' | 'limit' | 'timeInForce'> & {
  readonly conditions:
    (Pick<Conditions, 'stop' | 'trigger' | 'profit' | 'leverage'> & Partial<Pick<Conditions, 'exits'>>) | null
}

/** The hold of an open order, and what it follows from. */
export type OpenHold = Pick<Order, 'side' | 'listing' | 'asset' | 'filled' | 'held' | 'feeTable'> & {
  readonly conditions: Pick<Conditions, 'leverage'> | null
}

/** The place of a replaced order among its customer's orders: kept, or lost by its new price or its further shares. */
export type Place = 'kept' | 'new_price' | 'more_shares'

export interface ReplaceResult {
  readonly order: Order
  readonly lines: readonly Line[]
  /** The terms until now; null if a repeat changes nothing. */
  readonly old: OldTerms | null
}

/**
 * Replace the terms of an open order, or refuse it. Only an order that waits for the day or until it is cancelled is
 * replaced. It keeps its place if its prices stay and its shares become no more.
 */
export function decideReplace(
  order: Order | undefined,
  replacement: Replacement,
  facts: ReplaceFacts,
): ReplaceResult | Refused<ReplaceRefusal> {
  if (!order || order.side !== replacement.side) return refuse('unknown_order')
  const terms = kindTermsOf(replacement)
  if (isRefused(terms)) return terms
  const changes = order.conditions?.changes ?? 0
  const stays = sameTerms(order, replacement, terms)
  if (stays && changes === replacement.changes + 1) return { order, lines: [], old: null }
  if (!isOpen(order)) return refuse('order_ended', { state: order.state })
  if (isCloseOut(order)) return refuse('order_of_house')
  if (runOf(order) !== null) return refuse('order_of_run')
  if (changes !== replacement.changes) return refuse('order_changed')
  if (stays) return { order, lines: [], old: null }
  const wrong = checkChange(order, replacement, terms, facts)
  if (wrong) return wrong
  const { quote, session } = facts
  if (!quote) return refuse('no_price')
  const ofExits = checkAttached(order, replacement, { terms, quote, isPriced: isPriced(order, terms) })
  if (ofExits) return ofExits
  if (!session) return refuse('market_closed_for_good')

  const worst = worstAfter(order, terms, quote)
  const short = facts.lot && lotFallsShort(order.listing, replacement.shares - order.shares, facts.lot)
  if (short) return short
  const hold = holdAnew(order, { shares: replacement.shares, worst }, facts)
  if (isRefused(hold)) return hold
  const after: Order = {
    ...order,
    shares: replacement.shares,
    limit: terms.limit,
    timeInForce: replacement.timeInForce,
    endsAt: endsAt(order, replacement, session),
    worst,
    held: hold.held,
    conditions: conditionsAfter(order, terms, {
      ...facts,
      quote,
      exits: exitsAfter(order, replacement),
      keepsPlace: placeAfter(order, replacement, terms) === 'kept',
    }),
    through: facts.marketNow,
  }
  return { order: after, lines: hold.lines, old: { change: changes + 1, until: facts.marketNow, order } }
}

type RequestTerms = Omit<Replacement, 'id' | 'side' | 'changes'>

/** True if a replacement changes the prices of an order. */
export const isPriced = (order: Omit<OpenTerms, 'side'>, terms: KindTerms): boolean =>
  order.limit !== terms.limit || !samePrices(order, terms)

/** The highest price at which a buy may fill after a replacement: anew if its prices change. */
export const worstAfter = (
  order: OpenTerms & Pick<Order, 'worst'>,
  terms: KindTerms,
  quote: Pick<Quote, 'ask'>,
): PriceE4 | null => (isPriced(order, terms) ? worstFor({ side: order.side, ...terms }, quote) : order.worst)

export const placeAfter = (order: OpenTerms, { shares }: Pick<RequestTerms, 'shares'>, terms: KindTerms): Place =>
  isPriced(order, terms) ? 'new_price' : shares > order.shares ? 'more_shares' : 'kept'

/** True if a replacement asks for the terms that the order has. */
export const sameTerms = (order: OpenTerms, replacement: RequestTerms, terms: KindTerms): boolean =>
  order.shares === replacement.shares &&
  order.limit === terms.limit &&
  samePrices(order, terms) &&
  hasExits(order, replacement) &&
  order.timeInForce === replacement.timeInForce

/** The refusal of terms that an open order cannot be given, whatever they hold; null if there is none. */
export function checkChange(
  order: OpenTerms,
  replacement: RequestTerms,
  terms: KindTerms,
  { quote, best, pausedSince, isBetween = false, publicUntil }: ChangeFacts,
): Refused<ReplaceRefusal> | null {
  const stop = order.conditions?.stop ?? null
  if (pausedSince !== null || isBetween) return refuse('trading_paused')
  if (publicUntil !== null) return refuse('day_public', { until: formatDate(publicUntil) })
  if (!isWaiting(order.timeInForce) || !isWaiting(replacement.timeInForce))
    return refuse('force_stays', {}, 'timeInForce')
  if (kindOfOrder(order) !== terms.kind) return refuse('kind_stays', {}, 'limit')
  if (order.conditions?.trigger && !samePrices(order, terms)) return refuse('already_triggered', {}, 'stop')
  if (replacement.shares <= order.filled) return refuse('shares_filled', {}, 'shares')
  if (!quote) return refuse('no_price')
  if (terms.limit !== null && terms.limit !== order.limit && !withinReach(terms.limit, quote.last))
    return refuse('limit_out_of_range', {}, 'limit')
  const isNewProfit = terms.profit !== (order.conditions?.profit ?? null)
  if (terms.profit !== null && isNewProfit && !withinReach(terms.profit, quote.last))
    return refuse('limit_out_of_range', {}, 'profit')
  const isNew = !sameStop(stop, terms.stop)
  const wrong = terms.stop && isNew ? checkStop(order.side, terms.stop, quote, withinReach) : null
  if (wrong || samePrices(order, terms)) return wrong
  return checkProfit(terms, isNew ? priceFor(order.side, quote) : best)
}

const isWaiting = (timeInForce: Order['timeInForce']): boolean => timeInForce === 'day' || timeInForce === 'gtc'

const endsAt = (order: Order, { timeInForce }: Replacement, session: Session): Instant | null =>
  timeInForce === order.timeInForce ? order.endsAt : timeInForce === 'gtc' ? null : session.close

interface AfterFacts extends ReplaceFacts {
  readonly quote: Quote
  readonly keepsPlace: boolean
  readonly exits: Exits | null
}

function conditionsAfter(
  order: Order,
  { stop, profit }: KindTerms,
  { quote, best, marketNow, keepsPlace, exits }: AfterFacts,
): Conditions {
  const before = order.conditions
  const isNew = !sameStop(before?.stop ?? null, stop)
  const follows = stop !== null && stop.by !== 'price'
  return {
    ...(before ?? NO_CONDITIONS),
    stop,
    profit,
    best: follows ? (isNew ? priceFor(order.side, quote) : (best ?? before?.best ?? null)) : null,
    rankAt: keepsPlace ? rankOf(order) : marketNow,
    changes: (before?.changes ?? 0) + 1,
    exits,
  }
}

/** The hold of an order for its shares and price after a replacement, and the lines that lead to it. */
export function holdAnew(
  order: OpenHold,
  { shares, worst }: Pick<Order, 'shares' | 'worst'>,
  { charges, free, rate, hasRates }: HoldFacts,
): { readonly held: readonly Amount[]; readonly lines: readonly Line[] } | Refused<ReplaceRefusal> {
  const before = holdLeft(order, charges)
  const freeIn = (asset: Asset): bigint => free(asset) + unitsIn(before, asset)
  const need = needFor(order, { shares, worst }, charges)
  const shortage = { needed: need, free: { asset: need.asset, units: freeIn(need.asset) } }
  if (!isCurrency(need.asset)) {
    if (need.units > freeIn(need.asset)) return refuse('insufficient_shares', shortage, 'shares')
    return { held: [{ asset: need.asset, units: shares }], lines: linesBetween(before, [need]) }
  }
  if (need.units * BigInt(leverageOf(order)) + charges.cost + charges.fee > COST_MOST)
    return refuse('amount_too_large', {}, 'shares')
  const left = splitHold(need, freeIn, rate)
  if (!left) {
    const lacksRate = !rate && freeIn(otherCurrency(need.asset)) > 0n
    if (lacksRate) return refuse(hasRates ? 'no_rate' : 'no_rate_recorded')
    return refuse('insufficient_balance', shortage, 'shares')
  }
  return { held: withSpent(order, left, charges), lines: linesBetween(before, left) }
}

/** The amount that the shares which are left need: the worst cost of all shares with its fee, less what the fills cost. */
function needFor(order: OpenHold, { shares, worst }: Pick<Order, 'shares' | 'worst'>, charges: Charges): Amount {
  const rest = shares - order.filled
  if (worst === null) return { asset: order.listing, units: rest }
  const currency = currencyFor(order.listing)
  const cost = cents(divideUp(charges.valueE4 + worst * rest, E4_PER_CENT))
  const fee = feeFor(order.feeTable, 'buy', cost, currency)
  const own = ownPart(cents(cost + fee), leverageOf(order))
  return { asset: currency, units: own - charges.cost - charges.fee + charges.financed }
}

/** The hold that is left, with what the fills have spent of it: what `Order.held` says. */
function withSpent(order: OpenHold, left: readonly Amount[], charges: Charges): Amount[] {
  const currency = currencyFor(order.listing)
  const spent: Amount[] = [
    { asset: currency, units: charges.cost + charges.fee - charges.financed - charges.received },
    { asset: otherCurrency(currency), units: charges.paid + charges.markup },
  ]
  return spent
    .map(({ asset, units }) => ({ asset, units: units + unitsIn(left, asset) }))
    .filter(({ units }) => units > 0n)
}
