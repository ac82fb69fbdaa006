import {
  BPS,
  E4_PER_CENT,
  currencyFor,
  divideHalfEven,
  divideUp,
  isCurrency,
  maxOf,
  minOf,
  otherCurrency,
  type Amount,
  type Asset,
  type Currency,
  type ListingId,
  type PriceE4,
  type RateE6,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { RefusalOf } from '../base/contract.ts'
import type { Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { holdLine, releaseLine, type Line } from '../ledger/ledger.rules.ts'
import type { InstrumentKind } from '../market/instruments.ts'
import type { ExchangeRate, Quote, Session } from '../market/market.contract.ts'
import { isWithin } from '../market/market.rules.ts'
import type { EndReason, OrderState, Ticket, cancelOrder, placeOrder } from './orders.contract.ts'

/** The fee table in force. A fill names its version; a change is a new version, never an edit of this one. */
export const FEES = { table: 1, bps: 10n, least: { EUR: 0n, USD: 0n } } as const

/** How far above the ask a market buy may fill: what its hold is made for. */
export const COLLAR_BPS = 200n
/** How far the rate may move against the customer between the hold and the fill. */
export const RATE_COLLAR_BPS = 100n
/** A limit further from the last price than this factor is a slip of the finger. */
export const LIMIT_FACTOR = 10n
/** One trillion: keeps every figure far inside what the ledger stores. */
export const COST_MOST = 100_000_000_000_000n
export const OPEN_ORDERS_MOST = 200
const RATE_UNIT = 1_000_000n

export interface Order {
  readonly customer: string
  readonly id: string
  readonly listing: ListingId
  readonly side: 'buy' | 'sell'
  readonly shares: bigint
  readonly limit: PriceE4 | null
  readonly timeInForce: Ticket['timeInForce']
  /** The server's clock, and the clock of the source of prices: in a replay they differ. */
  readonly placedAt: Instant
  readonly marketAt: Instant
  /** In the source's clock, as the sessions are; null for GTC. */
  readonly endsAt: Instant | null
  /** The highest price a buy may fill at: what its hold was made for. Null for a sell. */
  readonly worst: PriceE4 | null
  /** What it holds from: the cash a buy pays with, the shares a sell sells. */
  readonly asset: Asset
  /** What was set aside when it was placed: at most of that asset itself and of the other currency. */
  readonly held: readonly Amount[]
  readonly state: OrderState
  readonly filled: bigint
  readonly endedAt: Instant | null
  readonly endReason: EndReason | null
}

/** What the rule must know besides the ticket. `free` answers for any asset of the customer. */
export interface OrderFacts {
  readonly now: Instant
  readonly marketNow: Instant
  readonly kind: InstrumentKind | null
  readonly halted: boolean
  /** The session that holds the market's now, else the next one; null once the market is closed for good. */
  readonly session: Session | null
  readonly quote: Quote | null
  readonly staleAfterMs: number
  readonly rate: ExchangeRate | null
  readonly free: (asset: Asset) => bigint
  readonly openOrders: number
}

export type OrderRefusal = RefusalOf<typeof placeOrder>
export type CancelRefusal = RefusalOf<typeof cancelOrder>

/**
 * Accept an order with what it must hold, or refuse it. Refusals are tried in the contract's order, so the customer
 * hears first what must be mended first. A shut market is not a refusal: the order waits for the open. While a listing is
 * halted an order with a limit waits for the auction that reopens it; one at market is refused, since nobody can say at what price.
 */
export function decideOrder(
  customer: string,
  ticket: Ticket,
  facts: OrderFacts,
): { order: Order; lines: readonly Line[] } | Refused<OrderRefusal> {
  const { now, marketNow, kind, quote, session, rate, free } = facts
  if (!kind) return refuse('unknown_listing', {}, 'listing')
  if (kind !== 'share') return refuse('not_tradable', {}, 'listing')
  if (!quote) return refuse('no_price')
  if (facts.halted && ticket.limit === null) return refuse('market_halted')
  if (!session) return refuse('market_closed_for_good')
  const open = isWithin(session, marketNow)
  if (open && ticket.limit === null && marketNow - quote.at > facts.staleAfterMs) return refuse('price_stale')
  if (ticket.limit !== null && !withinReach(ticket.limit, quote.last)) return refuse('limit_out_of_range', {}, 'limit')

  const need = holdFor(ticket, quote)
  const held = ticket.side === 'sell' ? [need] : splitHold(need, free, rate)
  if (isCurrency(need.asset)) {
    if (!held && !rate && free(otherCurrency(need.asset)) > 0n) return refuse('no_rate')
    if (need.units > COST_MOST) return refuse('amount_too_large', {}, 'shares')
  }
  if (facts.openOrders >= OPEN_ORDERS_MOST) return refuse('too_many_open_orders', { most: String(OPEN_ORDERS_MOST) })
  const shortage = { needed: need, free: { asset: need.asset, units: free(need.asset) } }
  if (!held) return refuse('insufficient_balance', shortage, 'shares')
  if (ticket.side === 'sell' && need.units > free(need.asset)) return refuse('insufficient_shares', shortage, 'shares')

  // From here on the order must be accepted.
  const { id, listing, side, shares, limit, timeInForce } = ticket
  const order: Order = {
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
    state: 'working',
    filled: 0n,
    endedAt: null,
    endReason: null,
  }
  return { order, lines: held.map(holdLine) }
}

const withinReach = (limit: PriceE4, last: PriceE4): boolean =>
  limit > 0n && limit <= last * LIMIT_FACTOR && limit * LIMIT_FACTOR >= last

/** The highest price a buy may fill at: its limit, or the ask with the collar, rounded up. Null for a sell. */
export function worstFor({ side, limit }: Pick<Ticket, 'side' | 'limit'>, quote: Pick<Quote, 'ask'>): PriceE4 | null {
  if (side === 'sell') return null
  return limit ?? (divideUp(quote.ask * (BPS + COLLAR_BPS), BPS) as PriceE4)
}

/**
 * What must be set aside until the order fills or ends; the phone shows it before the tap. A buy: worst price x shares
 * + fee, rounded up to the cent. A sell: the shares, so that none is sold twice. Asserts `shares` > 0.
 */
export function holdFor(ticket: Omit<Ticket, 'id' | 'timeInForce'>, quote: Pick<Quote, 'ask'>): Amount {
  const { shares, listing } = ticket
  assert(shares > 0n, 'an order has at least one share')
  const worst = worstFor(ticket, quote)
  if (worst === null) return { asset: listing, units: shares }
  const currency = currencyFor(listing)
  const cost = divideUp(worst * shares, E4_PER_CENT)
  return { asset: currency, units: cost + feeFor(cost, currency) }
}

/** What the house takes for a fill of this cost: the table's share of it, half even, at least its least. */
export const feeFor = (cost: bigint, currency: Currency): bigint =>
  maxOf(divideHalfEven(cost * FEES.bps, BPS), FEES.least[currency])

/**
 * How a buy is held: its own cash first, then the other currency at the rate, with markup and collar, rounded up. Null
 * where both together fall short, or a conversion would be needed and there is no rate.
 */
export function splitHold(
  need: Amount,
  free: (asset: Asset) => bigint,
  rate: Pick<ExchangeRate, 'rate' | 'markupBps'> | null,
): readonly Amount[] | null {
  assert(isCurrency(need.asset), 'a buy is paid in cash')
  const own = minOf(need.units, free(need.asset))
  if (own === need.units) return [need]
  if (!rate) return null
  const other = otherCurrency(need.asset)
  const units = conversionHold({ asset: need.asset, units: need.units - own }, rate)
  if (units > free(other)) return null
  return [...(own > 0n ? [{ asset: need.asset, units: own }] : []), { asset: other, units }]
}

/** What must be held in the other currency for an amount that may have to be bought with it. Rounded up at each step. */
export function conversionHold(wanted: Amount, { rate, markupBps }: Pick<ExchangeRate, 'rate' | 'markupBps'>): bigint {
  const plain =
    wanted.asset === 'USD' ? divideUp(wanted.units * RATE_UNIT, rate) : divideUp(wanted.units * rate, RATE_UNIT)
  return divideUp(divideUp(plain * (BPS + markupBps), BPS) * (BPS + RATE_COLLAR_BPS), BPS)
}

/** What an amount of one currency comes to in the other, half even. `rate` is USD for one EUR. */
export function converted({ asset, units }: Amount, rate: RateE6): Amount {
  assert(isCurrency(asset), 'only cash is converted')
  return asset === 'USD'
    ? { asset: 'EUR', units: divideHalfEven(units * RATE_UNIT, rate) }
    : { asset: 'USD', units: divideHalfEven(units * rate, RATE_UNIT) }
}

/** True if an order sent again under the same id says the same thing. */
export const sameTicket = (order: Order, ticket: Ticket): boolean =>
  order.listing === ticket.listing &&
  order.side === ticket.side &&
  order.shares === ticket.shares &&
  order.limit === ticket.limit &&
  order.timeInForce === ticket.timeInForce

/** Whether an order may still fill. Every other state is final. */
export const isOpen = ({ state }: Pick<Order, 'state'>): boolean => state === 'working'

/** End an order that the customer no longer wants, and release what it held. A repeat finds it cancelled. */
export function decideCancel(
  order: Order | undefined,
  now: Instant,
): { order: Order; lines: readonly Line[] } | Refused<CancelRefusal> {
  if (!order) return refuse('unknown_order')
  if (order.state === 'cancelled') return { order, lines: [] }
  if (!isOpen(order)) return refuse('order_ended', { state: order.state })
  return ended(order, 'cancelled', 'by_customer', now)
}

/** What the clock knows of an order: the source's now, and the newest quote event it could have filled on. */
export interface ExpiryFacts {
  readonly now: Instant
  readonly marketNow: Instant
  readonly closedForGood: boolean
  readonly lastQuoteAt: Instant | null
}

/**
 * End an order whose time is over, and release what it held; null where it has time left or has ended already. A fill at
 * its last instant comes before: the order ends only after that instant. A market buy that saw a quote was above its collar.
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
  lines: order.held.map(releaseLine),
})
