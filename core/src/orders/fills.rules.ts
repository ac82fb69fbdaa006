import { cents, currencyFor, maxOf, minOf, negated, otherCurrency, plus } from '../base/amount.ts'
import type { Amount, Cents, Currency, ListingId, PriceE4, RateE6, Shares } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { type CustomerId, type OrderId, type FillId, lotOf } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { freeLine, heldLine, spend, type Line } from '../ledger/ledger.rules.ts'
import type { ExchangeRate, Quote } from '../market/market.contract.ts'
import { postedBetween, withConversion, withFill, type Charges } from './charges.rules.ts'
import { FEE_TABLES, type FeeTableVersion } from './fees.rules.ts'
import { repaymentLines } from './financing.rules.ts'
import { bestAfter, reachesStop, triggerBy } from './kinds.rules.ts'
import { askedOfNew } from './asking.rules.ts'
import { aimOf, closeLots, sellTypeOf, type Closing, type Lot } from './lots.rules.ts'
import { holdLeft, unitsIn } from './holds.rules.ts'
import { isOpen, leverageOf, runOf, type Order } from './orders.rules.ts'

/** A fill with its evidence: the quote event that caused it, the fee table, and the rate of any conversion. */
export interface Fill {
  readonly customer: CustomerId
  readonly order: OrderId
  readonly id: FillId
  /** The number of its posting's first entry among the customer's entries. */
  readonly posting: number
  readonly listing: ListingId
  readonly side: 'buy' | 'sell'
  readonly shares: Shares
  readonly price: PriceE4
  /** Price x shares, rounded as the fee table says, before the fee. */
  readonly cost: Cents
  readonly fee: Cents
  readonly feeTable: FeeTableVersion
  readonly feeBps: number
  readonly quote: Quote
  readonly source: string
  readonly conversion: Conversion | null
  /** For a sell: the result against the cost of its lots. */
  readonly realised: Cents | null
  /** Cents that the house financed of a buy; below zero, cents that a sell paid back. */
  readonly financed: bigint
  readonly at: Instant
}

/** Cash bought with the other currency for a fill. `paid` + `markup` left the account. */
export interface Conversion {
  readonly paid: Amount
  readonly received: Amount
  readonly markup: Amount
  readonly rate: RateE6
  readonly rateAt: Instant
}

export interface FillFacts {
  readonly now: Instant
  readonly quote: Quote
  readonly source: string
  /** The rate known at the quote's instant; null if there is none. */
  readonly rate: ExchangeRate | null
  /** The customer's open lots of the listing, and their free cash in its currency. They are needed for a sell only. */
  readonly lots: readonly Lot[]
  readonly free: bigint
  /** The id of the fill, and of the lot that a buy opens. The caller chooses it and the posting's number. */
  readonly fillId: FillId
  readonly posting: number
  /** The sums over the order's earlier fills. */
  readonly before: Charges
}

export interface FillResult {
  readonly order: Order
  readonly fill: Fill
  readonly lines: readonly Line[]
  readonly lots: readonly Lot[]
  readonly closings: readonly Closing[]
  /** The sums over the order's fills, this one included. */
  readonly charges: Charges
}

/** The effect of a quote event on an order: its stop is reached, it fills, or its time is over without a fill. */
export type Act = 'trigger' | 'fill' | 'end'

/** The facts of the market around an event, besides the event. */
export interface Sight {
  /** The best price that a trailing stop has followed before the event; null for an order without one. */
  readonly best: PriceE4 | null
  /** The instant of the last event of the order's session, once the session is over; null before. */
  readonly closing: Instant | null
}

/** The sight of an order whose events up to `through` are decided. */
export const sightOf = ({ conditions }: Pick<Order, 'conditions'>): Sight => ({
  best: conditions?.best ?? null,
  closing: null,
})

/**
 * The effect of a quote event on an order; null if there is none. The event is newer than the order's last one, and not later than
 * its end. This is the only rule of evidence:
 *
 * - A stop that the event reaches triggers. The order fills on later events alone.
 * - Until then an event that meets the profit of a pair fills it; afterwards its profit no longer counts.
 * - An event fills an order if its price is the limit (for a buy at market, the price that its hold covers) or better.
 * - An order that is for one event alone, fills on it or ends: the first after it was placed (IOC, FOK), or the first of
 *   its session (open). One at the close fills on the last event of its session.
 */
export function actOf(order: Order, quote: Quote, sight: Sight): Act | null {
  const { conditions, timeInForce, endsAt } = order
  if (!isOpen(order) || quote.listing !== order.listing) return null
  if (quote.at <= order.marketAt || quote.at <= order.through || (endsAt !== null && quote.at > endsAt)) return null
  if (conditions) {
    if (conditions.opensAt !== null && quote.at <= conditions.opensAt) return null
    if (timeInForce === 'close' && quote.at !== sight.closing) return null
    if (conditions.stop && !conditions.trigger) {
      if (conditions.profit !== null && quote.bid >= conditions.profit) return 'fill'
      return reachesStop(order.side, conditions.stop, sight.best, quote) ? 'trigger' : null
    }
  }
  if (meetsPrice(order, quote)) return 'fill'
  return isForOneEvent(order) ? 'end' : null
}

/** True if the first event that concerns the order is also its last. */
export const isForOneEvent = ({ timeInForce }: Pick<Order, 'timeInForce'>): boolean =>
  timeInForce === 'ioc' || timeInForce === 'fok' || timeInForce === 'open'

const meetsPrice = ({ side, worst, limit }: Order, { ask, bid }: Quote): boolean =>
  side === 'buy' ? ask > 0n && ask <= (worst ?? 0n) : bid > 0n && bid >= (limit ?? 1n)

/** The best price that an order's stop has followed after one more event; null if it follows none. */
export function bestOf({ side, conditions }: Order, best: PriceE4 | null, quote: Quote): PriceE4 | null {
  if (best === null || !conditions?.stop || conditions.stop.by === 'price' || conditions.trigger) return best
  return bestAfter(side, best, quote)
}

/** An order after an event that did nothing but reach its stop. */
export function triggered(order: Order, quote: Quote, { best }: Sight): Order {
  const { side, conditions } = order
  assert(conditions !== null && conditions.stop !== null && !conditions.trigger, 'only a stop that waits is reached')
  const trigger = triggerBy(side, conditions.stop, best, quote)
  return { ...order, through: quote.at, conditions: { ...conditions, best, trigger } }
}

/**
 * The shares that a customer's orders on one listing and side may fill on an event together: a quarter of the size at its
 * price, rounded down, and at least one share where there is any.
 */
export function roomFor(side: Order['side'], { askSize, bidSize }: Pick<Quote, 'askSize' | 'bidSize'>): bigint {
  const size = side === 'buy' ? askSize : bidSize
  return size > 0n ? maxOf(size / 4n, 1n) : 0n
}

/** The shares that an order fills of the room that older orders left; 0 if none. An order that fills whole takes all or none. */
export function sharesWithin({ fillRule, timeInForce, shares, filled }: Order, room: bigint): bigint {
  const rest = shares - filled
  if (fillRule === 'whole') return rest
  return timeInForce === 'fok' && room < rest ? 0n : minOf(rest, room)
}

/**
 * Fill shares of an order on one quote event, at the ask or the bid. The event must fill it by `actOf`. Null if the fill
 * would cost more than what is left of the hold: the rate has moved too far, or there is none.
 */
export const decideFill = (order: Order, shares: Shares, facts: FillFacts): FillResult | null =>
  order.side === 'buy' ? fillBuy(order, shares, facts) : fillSell(order, shares, facts)

function fillBuy(order: Order, shares: Shares, facts: FillFacts): FillResult | null {
  const { quote, now, before } = facts
  const currency = currencyFor(order.listing)
  const leverage = leverageOf(order)
  const terms = { feeTable: order.feeTable, side: order.side, currency, leverage }
  const without = withFill(terms, before, { price: quote.ask, shares })
  const own = unitsIn(order.held, currency)
  const isShort = without.cost + without.fee - without.financed - before.received > own
  const rate = isShort ? facts.rate : null
  if (isShort && !rate) return null
  const charges = rate ? withConversion(terms, without, own, rate) : without
  const posted = postedBetween(before, charges)
  const { cost, fee, financed } = posted
  const conversion = rate ? conversionOf(currency, posted, rate) : null

  // The missing cash is bought with the other currency. The house's markup is a separate amount.
  const hold = holdLeft(order, before)
  const other = hold.find(({ asset }) => asset !== currency)
  assert(conversion === null || other !== undefined, 'a hold covers its worst price')
  if (other && conversion && spent(conversion) > other.units) return null
  const paid: Line[] = [
    ...(conversion ? conversionLines(conversion) : []),
    heldLine('financing', 'financing', { asset: currency, units: financed }),
    heldLine('buy', 'market', { asset: currency, units: negated(cost) }),
    heldLine('fee', 'fees', { asset: currency, units: negated(fee) }),
  ]
  const after = withShares(order, shares, facts)
  const lines = [
    ...(isOpen(after) ? paid.filter(moves) : spend(hold, paid.filter(moves))),
    freeLine('buy', 'market', { asset: order.listing, units: shares }),
  ]
  const fill = fillFor(order, facts, { shares, price: quote.ask, cost, fee, conversion, realised: null, financed })
  const lot: Lot = {
    customer: order.customer,
    id: lotOf(facts.fillId),
    listing: order.listing,
    order: order.id,
    openedAt: now,
    price: quote.ask,
    shares,
    cost: plus(cost, fee),
    fee,
    left: shares,
    costLeft: plus(cost, fee),
    leverage,
    financedLeft: financed,
    ...askedOfNew(runOf(order), shares),
  }
  return { order: after, fill, lines, lots: [lot], closings: [], charges }
}

function fillSell(order: Order, shares: Shares, facts: FillFacts): FillResult {
  const { quote, now, before } = facts
  const currency = currencyFor(order.listing)
  const terms = { feeTable: order.feeTable, side: order.side, currency, leverage: 1 } as const
  const charges = withFill(terms, before, { price: quote.bid, shares })
  const { cost: proceeds, fee } = postedBetween(before, charges)
  const by = { ...aimOf(order), sellType: sellTypeOf(order) }
  const sale = { fill: facts.fillId, order: order.id, at: now, price: quote.bid, shares, proceeds, fee, ...by }
  const { lots, closings } = closeLots(facts.lots, sale)
  const repaid = closings.reduce((sum, closing) => plus(sum, closing.repaid), cents(0n))
  const lines: Line[] = [
    heldLine('sell', 'market', { asset: order.listing, units: negated(shares) }),
    freeLine('sell', 'market', { asset: currency, units: proceeds }),
    freeLine('fee', 'fees', { asset: currency, units: negated(fee) }),
    ...repaymentLines({ asset: currency, units: repaid }, facts.free + proceeds - fee),
  ]
  const realised = closings.reduce((sum, closing) => plus(sum, closing.realised), cents(0n))
  const fill = fillFor(order, facts, {
    shares,
    price: quote.bid,
    cost: proceeds,
    fee,
    conversion: null,
    realised,
    financed: negated(repaid),
  })
  return { order: withShares(order, shares, facts), fill, lines: lines.filter(moves), lots, closings, charges }
}

const moves = ({ free, held }: Line): boolean => free !== 0n || held !== 0n

/** An order with more of its shares filled. */
function withShares(order: Order, shares: Shares, { quote, now }: FillFacts): Order {
  const filled = plus(order.filled, shares)
  const all = filled === order.shares
  return {
    ...order,
    through: quote.at,
    state: all ? 'filled' : 'part_filled',
    filled,
    endedAt: all ? now : null,
    endReason: null,
  }
}

const conversionOf = (
  currency: Currency,
  { paid, received, markup }: ReturnType<typeof postedBetween>,
  { rate, at }: ExchangeRate,
): Conversion => {
  const other = otherCurrency(currency)
  return {
    paid: { asset: other, units: paid },
    received: { asset: currency, units: received },
    markup: { asset: other, units: markup },
    rate,
    rateAt: at,
  }
}

const spent = ({ paid, markup }: Conversion): bigint => paid.units + markup.units

const conversionLines = ({ paid, received, markup }: Conversion): Line[] => [
  heldLine('conversion', 'conversion', { asset: paid.asset, units: -paid.units }),
  heldLine('conversion', 'markup', { asset: markup.asset, units: -markup.units }),
  heldLine('conversion', 'conversion', received),
]

const fillFor = (
  order: Order,
  { now, quote, source, fillId, posting }: FillFacts,
  figures: Pick<Fill, 'shares' | 'price' | 'cost' | 'fee' | 'conversion' | 'realised' | 'financed'>,
): Fill => ({
  customer: order.customer,
  order: order.id,
  id: fillId,
  posting,
  listing: order.listing,
  side: order.side,
  ...figures,
  feeTable: order.feeTable,
  feeBps: Number(FEE_TABLES[order.feeTable].bps),
  quote,
  source,
  at: now,
})
