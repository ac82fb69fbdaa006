import { currencyFor, isCurrency, otherCurrency, type Amount, type Asset, type PriceE4 } from '../base/amount.ts'
import { E4_PER_CENT, cents, divideUp } from '../base/amount.ts'
import type { RefusalOf } from '../base/contract.ts'
import { formatDate } from '../base/dates.ts'
import type { Instant } from '../base/instant.ts'
import { isRefused, refuse, type Refused } from '../base/refusal.ts'
import { holdLine, releaseLine, type Line } from '../ledger/ledger.rules.ts'
import type { ExchangeRate, Quote, Session } from '../market/market.contract.ts'
import type { Charges } from './charges.rules.ts'
import { feeFor } from './fees.rules.ts'
import { checkStop, kindOf, kindTermsOf, priceFor, sameStop, type KindTerms } from './kinds.rules.ts'
import type { Replacement, replaceOrder } from './replacing.contract.ts'
import type { Lot } from './lots.rules.ts'
import { COST_MOST, holdLeft, splitHold, worstFor } from './holds.rules.ts'
import { ownPart } from './financing.rules.ts'
import { NO_CONDITIONS, isCloseOut, isOpen, leverageOf, rankOf, type Conditions, type Order } from './orders.rules.ts'
import { lotFallsShort, withinReach } from './placing.rules.ts'

/*
 * Replacing the terms of an open order. The order stays one order, with its fills, its fee table and its kind. Its hold is
 * worked out anew for the shares that are left: what was held more is released, what is needed more is held.
 */

export type ReplaceRefusal = RefusalOf<typeof replaceOrder>

/** The facts at the instant of a replacement. The order's events up to `marketNow` are decided, and did nothing to it. */
export interface ReplaceFacts {
  readonly now: Instant
  readonly marketNow: Instant
  /** The best price that a trailing stop has followed up to then. */
  readonly best: PriceE4 | null
  /** The sums over the order's fills. */
  readonly charges: Charges
  readonly pausedSince: Instant | null
  readonly publicUntil: Instant | null
  readonly session: Session | null
  readonly quote: Quote | null
  readonly rate: ExchangeRate | null
  readonly hasRates: boolean
  readonly free: (asset: Asset) => bigint
  /** The open lot of a sell that names one; null for any other. */
  readonly lot: Pick<Lot, 'left' | 'reserved'> | null
}

/** The terms of an order that a replacement may change, as they were until an instant of the source's clock. */
export interface OldTerms {
  /** The number of the replacement that ended them, from 1. */
  readonly change: number
  readonly until: Instant
  readonly order: Order
}

export interface Replaced {
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
  asked: Replacement,
  facts: ReplaceFacts,
): Replaced | Refused<ReplaceRefusal> {
  if (!order || order.side !== asked.side) return refuse('unknown_order')
  const terms = kindTermsOf(asked)
  if (isRefused(terms)) return terms
  const changes = order.conditions?.changes ?? 0
  const stays = sameTerms(order, asked, terms)
  if (stays && changes === asked.changes + 1) return { order, lines: [], old: null }
  if (!isOpen(order)) return refuse('order_ended', { state: order.state })
  if (isCloseOut(order)) return refuse('order_of_house')
  if (changes !== asked.changes) return refuse('order_changed')
  if (stays) return { order, lines: [], old: null }
  const wrong = checkChange(order, asked, terms, facts)
  if (wrong) return wrong
  const { quote, session } = facts
  if (!quote) return refuse('no_price')
  if (!session) return refuse('market_closed_for_good')

  const isPriced = order.limit !== terms.limit || !sameStop(order.conditions?.stop ?? null, terms.stop)
  const worst = isPriced ? worstFor({ side: order.side, ...terms }, quote) : order.worst
  const short = facts.lot && lotFallsShort(order.listing, asked.shares - order.shares, facts.lot)
  if (short) return short
  const hold = holdAnew(order, { shares: asked.shares, worst }, facts)
  if (isRefused(hold)) return hold
  const after: Order = {
    ...order,
    shares: asked.shares,
    limit: terms.limit,
    timeInForce: asked.timeInForce,
    endsAt: endsAt(order, asked, session),
    worst,
    held: hold.held,
    conditions: conditionsAfter(order, terms, {
      ...facts,
      quote,
      keepsPlace: !isPriced && asked.shares <= order.shares,
    }),
    through: facts.marketNow,
  }
  return { order: after, lines: hold.lines, old: { change: changes + 1, until: facts.marketNow, order } }
}

const sameTerms = (order: Order, asked: Replacement, { limit, stop }: KindTerms): boolean =>
  order.shares === asked.shares &&
  order.limit === limit &&
  sameStop(order.conditions?.stop ?? null, stop) &&
  order.timeInForce === asked.timeInForce

function checkChange(
  order: Order,
  asked: Replacement,
  terms: KindTerms,
  { quote, pausedSince, publicUntil }: ReplaceFacts,
): Refused<ReplaceRefusal> | null {
  const stop = order.conditions?.stop ?? null
  if (pausedSince !== null) return refuse('trading_paused')
  if (publicUntil !== null) return refuse('day_public', { until: formatDate(publicUntil) })
  if (!isWaiting(order.timeInForce) || !isWaiting(asked.timeInForce)) return refuse('force_stays', {}, 'timeInForce')
  if (kindOf({ limit: order.limit, stop }) !== terms.kind) return refuse('kind_stays', {}, 'limit')
  if (order.conditions?.trigger && !sameStop(stop, terms.stop)) return refuse('already_triggered', {}, 'stop')
  if (asked.shares <= order.filled) return refuse('shares_filled', {}, 'shares')
  if (!quote) return refuse('no_price')
  if (terms.limit !== null && terms.limit !== order.limit && !withinReach(terms.limit, quote.last))
    return refuse('limit_out_of_range', {}, 'limit')
  if (terms.stop && !sameStop(stop, terms.stop)) return checkStop(order.side, terms.stop, quote, withinReach)
  return null
}

const isWaiting = (timeInForce: Order['timeInForce']): boolean => timeInForce === 'day' || timeInForce === 'gtc'

const endsAt = (order: Order, { timeInForce }: Replacement, session: Session): Instant | null =>
  timeInForce === order.timeInForce ? order.endsAt : timeInForce === 'gtc' ? null : session.close

function conditionsAfter(
  order: Order,
  { stop }: KindTerms,
  { quote, best, marketNow, keepsPlace }: ReplaceFacts & { readonly quote: Quote; readonly keepsPlace: boolean },
): Conditions {
  const before = order.conditions
  const isNew = !sameStop(before?.stop ?? null, stop)
  const follows = stop !== null && stop.by !== 'price'
  return {
    ...(before ?? NO_CONDITIONS),
    stop,
    best: follows ? (isNew ? priceFor(order.side, quote) : best) : null,
    rankAt: keepsPlace ? rankOf(order) : marketNow,
    changes: (before?.changes ?? 0) + 1,
  }
}

/** The hold of an order for its shares and price after a replacement, and the lines that lead to it. */
function holdAnew(
  order: Order,
  { shares, worst }: Pick<Order, 'shares' | 'worst'>,
  { charges, free, rate, hasRates }: ReplaceFacts,
): { readonly held: readonly Amount[]; readonly lines: readonly Line[] } | Refused<ReplaceRefusal> {
  const before = holdLeft(order, charges)
  const heldIn = (asset: Asset): bigint => before.find((amount) => amount.asset === asset)?.units ?? 0n
  const freeIn = (asset: Asset): bigint => free(asset) + heldIn(asset)
  const need = needFor(order, { shares, worst }, charges)
  const shortage = { needed: need, free: { asset: need.asset, units: freeIn(need.asset) } }
  if (!isCurrency(need.asset)) {
    if (need.units > freeIn(need.asset)) return refuse('insufficient_shares', shortage, 'shares')
    return { held: [{ asset: need.asset, units: shares }], lines: between(before, [need]) }
  }
  if (need.units * BigInt(leverageOf(order)) + charges.cost + charges.fee > COST_MOST)
    return refuse('amount_too_large', {}, 'shares')
  const left = splitHold(need, freeIn, rate)
  if (!left) {
    const lacksRate = !rate && freeIn(otherCurrency(need.asset)) > 0n
    if (lacksRate) return refuse(hasRates ? 'no_rate' : 'no_rate_recorded')
    return refuse('insufficient_balance', shortage, 'shares')
  }
  return { held: withSpent(order, left, charges), lines: between(before, left) }
}

/** The amount that the shares which are left need: the worst cost of all shares with its fee, less what the fills cost. */
function needFor(order: Order, { shares, worst }: Pick<Order, 'shares' | 'worst'>, charges: Charges): Amount {
  const rest = shares - order.filled
  if (worst === null) return { asset: order.listing, units: rest }
  const currency = currencyFor(order.listing)
  const cost = cents(divideUp(charges.valueE4 + worst * rest, E4_PER_CENT))
  const fee = feeFor(order.feeTable, 'buy', cost, currency)
  const own = ownPart(cents(cost + fee), leverageOf(order))
  return { asset: currency, units: own - charges.cost - charges.fee + charges.financed }
}

/** The hold that is left, with what the fills have spent of it: what `Order.held` says. */
function withSpent(order: Order, left: readonly Amount[], charges: Charges): Amount[] {
  const currency = currencyFor(order.listing)
  const spent: Amount[] = [
    { asset: currency, units: charges.cost + charges.fee - charges.financed - charges.received },
    { asset: otherCurrency(currency), units: charges.paid + charges.markup },
  ]
  return spent
    .map(({ asset, units }) => ({
      asset,
      units: units + (left.find((amount) => amount.asset === asset)?.units ?? 0n),
    }))
    .filter(({ units }) => units > 0n)
}

/** The lines from one hold to another: what is held more, and what is released. */
function between(before: readonly Amount[], after: readonly Amount[]): Line[] {
  const assets = [...new Set([...before, ...after].map(({ asset }) => asset))]
  const unitsIn = (amounts: readonly Amount[], asset: Asset): bigint =>
    amounts.find((amount) => amount.asset === asset)?.units ?? 0n
  return assets.flatMap((asset) => {
    const units = unitsIn(after, asset) - unitsIn(before, asset)
    if (units === 0n) return []
    return [units > 0n ? holdLine({ asset, units }) : releaseLine({ asset, units: -units })]
  })
}
