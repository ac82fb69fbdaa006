import { cents, currencyFor, negated, otherCurrency, plus } from '../base/amount.ts'
import type { Amount, Cents, Currency, ListingId, PriceE4, RateE6, Shares } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { type CustomerId, type OrderId, type FillId, lotOf } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { freeLine, heldLine, spend, type Line } from '../ledger/ledger.rules.ts'
import type { ExchangeRate, Quote } from '../market/market.contract.ts'
import { NO_CHARGES, postedBetween, withConversion, withFill } from './charges.rules.ts'
import { FEE_TABLES, type FeeTableVersion } from './fees.rules.ts'
import { closeLots, type Closing, type Lot } from './lots.rules.ts'
import { isOpen, type Order } from './orders.rules.ts'

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
  /** The customer's open lots of the listing. They are needed for a sell only. */
  readonly lots: readonly Lot[]
  /** The id of the fill, and of the lot that a buy opens. The caller chooses it and the posting's number. */
  readonly fillId: FillId
  readonly posting: number
}

export interface FillResult {
  readonly order: Order
  readonly fill: Fill
  readonly lines: readonly Line[]
  readonly lots: readonly Lot[]
  readonly closings: readonly Closing[]
}

/**
 * True if this quote event fills the order: it is newer than the order, not later than the order's end, and its price
 * is the limit (for a market buy, the price that its hold covers) or better. This is the only rule of evidence.
 */
export function meets(order: Order, quote: Quote): boolean {
  if (!isOpen(order) || quote.listing !== order.listing) return false
  if (quote.at <= order.marketAt || (order.endsAt !== null && quote.at > order.endsAt)) return false
  if (order.side === 'buy') return quote.ask > 0n && quote.ask <= (order.worst ?? 0n)
  return quote.bid > 0n && quote.bid >= (order.limit ?? 1n)
}

/**
 * Fill an order on one quote event, at the ask or the bid. Null if the event does not meet the order or the fill would
 * cost more than the hold.
 */
export function decideFill(order: Order, facts: FillFacts): FillResult | null {
  if (!meets(order, facts.quote)) return null
  return order.side === 'buy' ? fillBuy(order, facts) : fillSell(order, facts)
}

function fillBuy(order: Order, facts: FillFacts): FillResult | null {
  const { quote, now } = facts
  const currency = currencyFor(order.listing)
  const terms = { feeTable: order.feeTable, side: order.side, currency }
  const charges = withFill(terms, NO_CHARGES, { price: quote.ask, shares: order.shares })
  const { cost, fee } = postedBetween(NO_CHARGES, charges)
  const ownHold = order.held.find(({ asset }) => asset === currency)?.units ?? 0n
  const other = order.held.find(({ asset }) => asset !== currency)
  const isShort = cost + fee > ownHold
  assert(!isShort || other !== undefined, 'a hold covers its worst price')

  // The missing cash is bought with the other currency. The house's markup is a separate amount.
  if (isShort && !facts.rate) return null
  const conversion =
    isShort && facts.rate
      ? conversionOf(
          currency,
          postedBetween(NO_CHARGES, withConversion(terms, charges, ownHold, facts.rate)),
          facts.rate,
        )
      : null
  if (other && conversion && spent(conversion) > other.units) return null
  const paid: Line[] = [
    ...(conversion ? conversionLines(conversion) : []),
    heldLine('buy', 'market', { asset: currency, units: negated(cost) }),
    heldLine('fee', 'fees', { asset: currency, units: negated(fee) }),
  ]
  const lines = [
    ...spend(order.held, paid.filter(moves)),
    freeLine('buy', 'market', { asset: order.listing, units: order.shares }),
  ]
  const fill = fillFor(order, facts, { price: quote.ask, cost, fee, conversion, realised: null })
  const lot: Lot = {
    customer: order.customer,
    id: lotOf(facts.fillId),
    listing: order.listing,
    order: order.id,
    openedAt: now,
    price: quote.ask,
    shares: order.shares,
    cost: plus(cost, fee),
    fee,
    left: order.shares,
    costLeft: plus(cost, fee),
  }
  return { order: whole(order, facts), fill, lines, lots: [lot], closings: [] }
}

function fillSell(order: Order, facts: FillFacts): FillResult {
  const { quote, now } = facts
  const currency = currencyFor(order.listing)
  const terms = { feeTable: order.feeTable, side: order.side, currency }
  const charges = withFill(terms, NO_CHARGES, { price: quote.bid, shares: order.shares })
  const { cost: proceeds, fee } = postedBetween(NO_CHARGES, charges)
  const sale = { fill: facts.fillId, order: order.id, at: now, price: quote.bid, shares: order.shares, proceeds, fee }
  const { lots, closings } = closeLots(facts.lots, sale)
  const lines: Line[] = [
    ...spend(order.held, [heldLine('sell', 'market', { asset: order.listing, units: negated(order.shares) })]),
    freeLine('sell', 'market', { asset: currency, units: proceeds }),
    freeLine('fee', 'fees', { asset: currency, units: negated(fee) }),
  ]
  const realised = closings.reduce((sum, closing) => plus(sum, closing.realised), cents(0n))
  const fill = fillFor(order, facts, { price: quote.bid, cost: proceeds, fee, conversion: null, realised })
  return { order: whole(order, facts), fill, lines: lines.filter(moves), lots, closings }
}

const moves = ({ free, held }: Line): boolean => free !== 0n || held !== 0n

const whole = (order: Order, { quote, now }: FillFacts): Order => ({
  ...order,
  through: quote.at,
  state: 'filled',
  filled: order.shares,
  endedAt: now,
  endReason: null,
})

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
  figures: Pick<Fill, 'price' | 'cost' | 'fee' | 'conversion' | 'realised'>,
): Fill => ({
  customer: order.customer,
  order: order.id,
  id: fillId,
  posting,
  listing: order.listing,
  side: order.side,
  shares: order.shares,
  ...figures,
  feeTable: order.feeTable,
  feeBps: Number(FEE_TABLES[order.feeTable].bps),
  quote,
  source,
  at: now,
})
