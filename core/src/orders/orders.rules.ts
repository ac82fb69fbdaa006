import {
  BPS,
  E4_PER_CENT,
  currencyFor,
  divideHalfEven,
  divideUp,
  isCurrency,
  minOf,
  otherCurrency,
  basisPoints,
  cents,
  wholeShares,
  type Amount,
  type Asset,
  type ListingId,
  type PriceE4,
  type RateE6,
  type Shares,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { RefusalOf } from '../base/contract.ts'
import { formatDate } from '../base/dates.ts'
import type { CustomerId, OrderId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { hold, release, type Line } from '../ledger/ledger.rules.ts'
import type { InstrumentKind } from '../market/instruments.ts'
import type { ExchangeRate, Quote, Session } from '../market/market.contract.ts'
import { isWithin } from '../market/market.rules.ts'
import { feeFor, type FeeTableVersion } from './fees.rules.ts'
import type { CancelReason, EndReason, OrderState, Ticket, cancelOrder, placeOrder } from './orders.contract.ts'

/** The most by which a market buy may fill above the ask it was placed at. Its hold covers this price. */
export const COLLAR_BPS = basisPoints(200n)
/** The most by which the exchange rate may move against the customer between hold and fill. */
export const RATE_COLLAR_BPS = basisPoints(100n)
/** A limit further from the last price than this factor is taken for a typing error. */
export const LIMIT_FACTOR = 10n
/** One trillion: keeps every figure far inside what the ledger stores. */
export const COST_MOST = 100_000_000_000_000n
export const OPEN_ORDERS_MOST = 200
const RATE_UNIT = 1_000_000n

export interface Order {
  /** The server that took the order, by the id of one start of it. It fills the order until another takes it over. */
  readonly node: string
  readonly customer: CustomerId
  readonly id: OrderId
  readonly listing: ListingId
  readonly side: 'buy' | 'sell'
  readonly shares: Shares
  readonly limit: PriceE4 | null
  readonly timeInForce: Ticket['timeInForce']
  /** The server's clock, and the clock of the price source. They differ in a replay. */
  readonly placedAt: Instant
  readonly marketAt: Instant
  /** The instant at which the order expires, by the source's clock as the sessions are; null for GTC. */
  readonly endsAt: Instant | null
  /** The highest price at which a buy may fill; its hold covers it. Null for a sell. */
  readonly worst: PriceE4 | null
  /** The asset it holds: cash in the listing's currency for a buy, the shares for a sell. */
  readonly asset: Asset
  /** The amounts held when the order was placed: of that asset, and possibly of the other currency. */
  readonly held: readonly Amount[]
  /** The fee table that it was placed under, which also says how its fills are rounded. */
  readonly feeTable: FeeTableVersion
  /**
   * The instant of the source's clock up to which its quote events are decided: when it was placed, the event of its
   * last fill, or the decision of its end. 0 for an order of a release that did not store it.
   */
  readonly through: Instant
  readonly state: OrderState
  readonly filled: Shares
  readonly endedAt: Instant | null
  readonly endReason: EndReason | null
}

/** The facts that the rule needs besides the ticket. `free` answers for any asset of the customer. */
export interface OrderFacts {
  /** The server that takes the order. */
  readonly node: string
  readonly now: Instant
  readonly marketNow: Instant
  readonly kind: InstrumentKind | null
  readonly halted: boolean
  /** Since when no order is taken, because the server's clock is in doubt; null while trading is open. */
  readonly pausedSince: Instant | null
  /** Until when no order is taken, because the seed of the session's day is public; null if it is not. */
  readonly publicUntil: Instant | null
  /** The market's current session, or the next one; null once the market is closed for good. */
  readonly session: Session | null
  readonly quote: Quote | null
  /** True if the listing has no quotes in this house, so that no order in it can fill. */
  readonly isUnquoted: boolean
  readonly staleAfterMs: number
  readonly rate: ExchangeRate | null
  /** False if the source has no exchange rate at any time. */
  readonly hasRates: boolean
  readonly free: (asset: Asset) => bigint
  readonly openOrders: number
  /** The fee table in force. */
  readonly feeTable: FeeTableVersion
}

export type OrderRefusal = RefusalOf<typeof placeOrder>
export type CancelRefusal = RefusalOf<typeof cancelOrder>

/**
 * Accept an order with its hold, or refuse it. Refusals are tried in the contract's order, so the customer reads first
 * the one to correct first. A closed market is not a refusal: the order waits for the open. While a listing is halted,
 * a limit order waits for the auction that reopens it; a market order is refused, because nobody can tell at what price
 * it would fill.
 */
export function decideOrder(
  customer: CustomerId,
  ticket: Ticket,
  facts: OrderFacts,
): { order: Order; lines: readonly Line[] } | Refused<OrderRefusal> {
  const { now, marketNow, kind, quote, session, rate, free, feeTable } = facts
  if (!kind) return refuse('unknown_listing', {}, 'listing')
  if (kind !== 'share') return refuse('not_tradable', {}, 'listing')
  if (facts.pausedSince !== null) return refuse('trading_paused')
  if (facts.publicUntil !== null) return refuse('day_public', { until: formatDate(facts.publicUntil) })
  if (facts.isUnquoted) return refuse('never_quoted')
  if (!quote) return refuse('no_price')
  if (facts.halted && ticket.limit === null) return refuse('market_halted')
  if (!session) return refuse('market_closed_for_good')
  const open = isWithin(session, marketNow)
  if (open && ticket.limit === null && marketNow - quote.at > facts.staleAfterMs) return refuse('price_stale')
  if (ticket.limit !== null && !withinReach(ticket.limit, quote.last)) return refuse('limit_out_of_range', {}, 'limit')

  const need = holdFor(ticket, quote, feeTable)
  const held = ticket.side === 'sell' ? [need] : splitHold(need, free, rate)
  if (isCurrency(need.asset)) {
    if (!held && !rate && free(otherCurrency(need.asset)) > 0n)
      return refuse(facts.hasRates ? 'no_rate' : 'no_rate_recorded')
    if (need.units > COST_MOST) return refuse('amount_too_large', {}, 'shares')
  }
  if (facts.openOrders >= OPEN_ORDERS_MOST) return refuse('too_many_open_orders', { most: String(OPEN_ORDERS_MOST) })
  const shortage = { needed: need, free: { asset: need.asset, units: free(need.asset) } }
  if (!held) return refuse('insufficient_balance', shortage, 'shares')
  if (ticket.side === 'sell' && need.units > free(need.asset)) return refuse('insufficient_shares', shortage, 'shares')

  // From here on the order must be accepted.
  const { id, listing, side, shares, limit, timeInForce } = ticket
  const order: Order = {
    node: facts.node,
    customer,
    id,
    listing,
    side,
    shares,
    limit,
    timeInForce,
    placedAt: now,
    marketAt: marketNow,
    endsAt: ticket.timeInForce === 'day' ? session.close : null,
    worst: worstFor(ticket, quote),
    asset: need.asset,
    held,
    feeTable,
    through: marketNow,
    state: 'working',
    filled: wholeShares(0n),
    endedAt: null,
    endReason: null,
  }
  return { order, lines: hold(held) }
}

const withinReach = (limit: PriceE4, last: PriceE4): boolean =>
  limit > 0n && limit <= last * LIMIT_FACTOR && limit * LIMIT_FACTOR >= last

/** The highest price at which a buy may fill: its limit, or the ask plus the collar, rounded up. Null for a sell. */
export function worstFor({ side, limit }: Pick<Ticket, 'side' | 'limit'>, quote: Pick<Quote, 'ask'>): PriceE4 | null {
  if (side === 'sell') return null
  return limit ?? (divideUp(quote.ask * (BPS + COLLAR_BPS), BPS) as PriceE4)
}

/**
 * The amount to hold until the order fills or ends; the phone shows it before the ticket is sent. A buy: worst price x
 * shares + fee, rounded up to the cent. A sell: the shares, so that none is sold twice. Asserts `shares` > 0.
 */
export function holdFor(
  ticket: Omit<Ticket, 'id' | 'timeInForce'>,
  quote: Pick<Quote, 'ask'>,
  feeTable: FeeTableVersion,
): Amount {
  const { shares, listing } = ticket
  assert(shares > 0n, 'an order has at least one share')
  const worst = worstFor(ticket, quote)
  if (worst === null) return { asset: listing, units: shares }
  const currency = currencyFor(listing)
  const cost = cents(divideUp(worst * shares, E4_PER_CENT))
  return { asset: currency, units: cost + feeFor(feeTable, 'buy', cost, currency) }
}

/**
 * Split a buy's hold: its own currency first, then the other currency at the rate, with markup and collar, rounded up.
 * Null if both together fall short, or if a conversion is needed and there is no rate.
 */
export function splitHold(
  need: Amount,
  free: (asset: Asset) => bigint,
  rate: Pick<ExchangeRate, 'rate' | 'markupBps'> | null,
): readonly Amount[] | null {
  assert(isCurrency(need.asset), 'a buy is paid in cash')
  const ownPart = minOf(need.units, free(need.asset))
  if (ownPart === need.units) return [need]
  if (!rate) return null
  const other = otherCurrency(need.asset)
  const units = conversionHold({ asset: need.asset, units: need.units - ownPart }, rate)
  if (units > free(other)) return null
  return [...(ownPart > 0n ? [{ asset: need.asset, units: ownPart }] : []), { asset: other, units }]
}

/**
 * The amount to hold in the other currency for an amount that may have to be bought with it. Rounded up at each step.
 */
export function conversionHold(amount: Amount, { rate, markupBps }: Pick<ExchangeRate, 'rate' | 'markupBps'>): bigint {
  const plain =
    amount.asset === 'USD' ? divideUp(amount.units * RATE_UNIT, rate) : divideUp(amount.units * rate, RATE_UNIT)
  return divideUp(divideUp(plain * (BPS + markupBps), BPS) * (BPS + RATE_COLLAR_BPS), BPS)
}

/** An amount of one currency in the other, to be shown: rounded half to even. `rate` is USD for one EUR. */
export function converted({ asset, units }: Amount, rate: RateE6): Amount {
  assert(isCurrency(asset), 'only cash is converted')
  return asset === 'USD'
    ? { asset: 'EUR', units: divideHalfEven(units * RATE_UNIT, rate) }
    : { asset: 'USD', units: divideHalfEven(units * rate, RATE_UNIT) }
}

/** True if a ticket sent again under the same id has the same terms. */
export const sameTicket = (order: Order, ticket: Ticket): boolean =>
  order.listing === ticket.listing &&
  order.side === ticket.side &&
  order.shares === ticket.shares &&
  order.limit === ticket.limit &&
  order.timeInForce === ticket.timeInForce

/** Whether an order may still fill. Every other state is final. */
export const isOpen = ({ state }: Pick<Order, 'state'>): boolean => state === 'working'

/**
 * Cancel an order for its customer, or because the account is restricted, and release its hold. A repeat finds the order
 * cancelled.
 */
export function decideCancel(
  order: Order | undefined,
  now: Instant,
  reason: CancelReason = 'by_customer',
): { order: Order; lines: readonly Line[] } | Refused<CancelRefusal> {
  if (!order) return refuse('unknown_order')
  if (order.state === 'cancelled') return { order, lines: [] }
  if (!isOpen(order)) return refuse('order_ended', { state: order.state })
  return ended(order, 'cancelled', reason, now)
}

/**
 * The facts that expiry needs: the source's current time, and the newest quote event that the order could have filled
 * on.
 */
export interface ExpiryFacts {
  readonly now: Instant
  readonly marketNow: Instant
  readonly closedForGood: boolean
  readonly lastQuoteAt: Instant | null
}

/**
 * Expire an order whose time is over and release its hold; null if it has time left or has already ended. A fill at the
 * last instant takes precedence: the order expires only after that instant. A market buy that saw a quote ends as
 * beyond its collar.
 */
export function decideExpiry(order: Order, facts: ExpiryFacts): { order: Order; lines: readonly Line[] } | null {
  if (!isOpen(order)) return null
  const over = order.endsAt !== null && facts.marketNow > order.endsAt
  if (!over && !facts.closedForGood) return null
  const sawQuote = facts.lastQuoteAt !== null && facts.lastQuoteAt > order.marketAt
  const beyond = order.side === 'buy' && order.limit === null && sawQuote
  return ended(order, 'expired', beyond ? 'beyond_collar' : over ? 'end_of_day' : 'market_closed_for_good', facts.now)
}

const ended = (order: Order, state: OrderState, endReason: EndReason, now: Instant) => ({
  order: { ...order, state, endReason, endedAt: now },
  lines: release(order.held),
})
