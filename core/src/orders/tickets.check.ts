import {
  currencyFor,
  divideDown,
  maxOf,
  minOf,
  otherCurrency,
  venueOf,
  type Asset,
  type Currency,
  type ListingId,
  type Venue,
} from '../base/amount.ts'
import type { CustomerId, OrderId } from '../base/ids.ts'
import { SECOND, type Instant } from '../base/instant.ts'
import { holdOf, needOf, withCollar, NO_SUMS, type Rate, type Side } from './amounts.check.ts'
import { lotNamed, type CheckAccount } from './lots.check.ts'

/* The tickets that a house takes and what they hold, written a second time from `docs/MONEY.md` and the contract. */

export type Force = 'day' | 'gtc' | 'ioc' | 'fok' | 'open' | 'close'

/** One quote event. */
export interface Tick {
  readonly listing: ListingId
  readonly at: Instant
  readonly bid: bigint
  readonly ask: bigint
  readonly bidSize: bigint
  readonly askSize: bigint
  readonly last: bigint
}

export interface CheckSession {
  readonly open: Instant
  readonly close: Instant
}

/** The prices of a ticket: they say its kind. */
export interface CheckPrices {
  readonly limit: bigint | null
  readonly stop: bigint | null
  readonly trail: bigint | null
  readonly trailBps: number | null
  readonly profit: bigint | null
}

/** The prices of an exit that is attached to a buy. Its stop is a price, or follows the market by a share. */
export interface CheckExits {
  readonly stop: bigint | null
  readonly trailBps: number | null
  readonly profit: bigint | null
}

export interface CheckTicket extends CheckPrices {
  readonly customer: CustomerId
  readonly id: OrderId
  readonly listing: ListingId
  readonly side: Side
  readonly shares: bigint
  readonly timeInForce: Force
  readonly leverage: bigint
  readonly exit: boolean
  /** The name of the lot that a sell closes. */
  readonly lot: string | null
  /** The exit that is attached to a buy. */
  readonly exits: CheckExits | null
}

/** The market as the model knows it. Every answer is as of an instant. */
export interface CheckMarket {
  readonly tradable: (listing: ListingId) => 'share' | 'other' | null
  readonly halted: (listing: ListingId, at: Instant) => boolean
  readonly tickAt: (listing: ListingId, at: Instant) => Tick | null
  /** The session that contains an instant, or the next one. */
  readonly session: (venue: Venue, at: Instant) => CheckSession | null
  readonly rateAt: (at: Instant) => Rate | null
}

/** The terms on which a ticket is taken. */
export interface TicketTerms {
  readonly worst: bigint | null
  readonly hold: Map<Asset, bigint>
  readonly session: CheckSession
  /** The price that a trailing stop follows first. */
  readonly best: bigint | null
}

const MOST = 100_000_000_000_000n
const ORDERS_MOST = 200
const STALE_AFTER = 30 * SECOND
const FACTOR = 10n

export const priceOf = (side: Side, tick: Pick<Tick, 'bid' | 'ask'>): bigint => (side === 'buy' ? tick.ask : tick.bid)
export const follows = ({ trail, trailBps }: CheckPrices): boolean => trail !== null || trailBps !== null
export const waitsForStop = (prices: CheckPrices): boolean => prices.stop !== null || follows(prices)
export const isMixed = (prices: CheckPrices): boolean =>
  (prices.trail !== null && prices.trailBps !== null) ||
  (follows(prices) && (prices.stop !== null || prices.limit !== null)) ||
  (prices.profit !== null && (!waitsForStop(prices) || prices.limit !== null))

/** Names the prices that an order has: two orders of one kind have the same. The stop of a pair may follow or not. */
export const kindOfPrices = (prices: CheckPrices): string =>
  prices.profit !== null ? 'pair' : `${prices.limit !== null} ${prices.stop !== null} ${follows(prices)}`

/** The price of a stop. One that follows is at its distance from the best price. */
export function stopAt(side: Side, { stop, trail, trailBps }: CheckPrices, best: bigint | null): bigint {
  if (stop !== null) return stop
  const from = best ?? 0n
  const distance = trail ?? maxOf(divideDown(from * BigInt(trailBps ?? 0), 10_000n), 1n)
  return side === 'buy' ? from + distance : from - distance
}

export const isReached = (side: Side, stop: bigint, tick: Tick): boolean =>
  side === 'buy' ? tick.ask > 0n && tick.ask >= stop : tick.bid > 0n && tick.bid <= stop

export const isNear = (price: bigint, last: bigint): boolean =>
  price > 0n && price <= last * FACTOR && price * FACTOR >= last

/** Why a stop is not taken at a quote; null if it is. */
export function stopRefusal(side: Side, prices: CheckPrices, tick: Tick): string | null {
  const price = priceOf(side, tick)
  if (prices.stop !== null) {
    if (isReached(side, prices.stop, tick)) return 'stop_on_wrong_side'
    return isNear(prices.stop, tick.last) ? null : 'stop_out_of_range'
  }
  if (price === 0n) return 'no_price'
  const at = stopAt(side, prices, price)
  return at <= 0n || !isNear(at, tick.last) ? 'trail_too_wide' : null
}

/** The most that a buy may pay for a share, from the quote at which its prices were stated. */
export function worstOf(side: Side, prices: CheckPrices, tick: Tick): bigint | null {
  if (side === 'sell') return null
  if (prices.limit !== null) return prices.limit
  return withCollar(waitsForStop(prices) ? stopAt('buy', prices, tick.ask) : tick.ask)
}

/** Reasons to refuse a hold besides a lack of money. */
interface Against {
  readonly rate: Rate | null
  readonly isTooMuch: boolean
  readonly isTooMany: boolean
  /** Why the lot that is named cannot be sold. */
  readonly ofLot: string | null
}

/** The hold for what a buy needs or a sell has left, out of what is free; or why there is none. */
export function holdFrom(
  { listing, side }: Pick<CheckTicket, 'listing' | 'side'>,
  need: bigint,
  free: (asset: Asset) => bigint,
  { rate, isTooMuch, isTooMany, ofLot }: Against,
): Map<Asset, bigint> | string {
  const tooMany = isTooMany ? 'too_many_open_orders' : ofLot
  if (side === 'sell') return tooMany ?? (need > free(listing) ? 'insufficient_shares' : new Map([[listing, need]]))
  const currency = currencyFor(listing)
  const hold = holdOf(currency, need, free, rate)
  if (!hold && !rate && free(otherCurrency(currency)) > 0n) return 'no_rate'
  if (isTooMuch) return 'amount_too_large'
  return tooMany ?? hold ?? 'insufficient_balance'
}

/** Why a profit is not taken beside a stop; null if it is. */
export function profitRefusal(stop: bigint, { profit }: CheckPrices): string | null {
  return profit !== null && profit <= stop ? 'profit_below_stop' : null
}

/** Why an exit is not attached to an order with these prices at a quote; null if it is. */
export function attachedRefusal(side: Side, exits: CheckExits | null, prices: CheckPrices, tick: Tick): string | null {
  if (exits === null) return null
  if (side === 'sell') return 'exits_for_buys'
  const { stop, trailBps, profit } = exits
  if (stop === null && trailBps === null && profit === null) return 'exits_empty'
  if (stop !== null && trailBps !== null) return 'terms_mixed'
  const { low, high } = expectedAt(prices, tick)
  if (stop !== null && stop >= low) return 'exit_stop_too_high'
  if (profit !== null && profit <= high) return 'exit_profit_too_low'
  return [stop, profit].some((price) => price !== null && !isNear(price, tick.last)) ? 'exits_out_of_range' : null
}

/** The prices between which a buy is expected to fill. */
function expectedAt(prices: CheckPrices, { bid, ask, last }: Tick): { readonly low: bigint; readonly high: bigint } {
  const { limit } = prices
  if (waitsForStop(prices)) {
    const stop = stopAt('buy', prices, ask)
    return { low: minOf(stop, limit ?? stop), high: maxOf(stop, limit ?? stop) }
  }
  const isMet = ask > 0n && (limit === null || ask <= limit)
  if (limit !== null && !isMet) return { low: limit, high: limit }
  return { low: bid > 0n ? bid : last, high: limit ?? (ask > 0n ? ask : last) }
}

/** Why an order may not be an exit as its ticket says; null if it may. */
function exitRefusal({ side, exit, timeInForce, ...prices }: CheckTicket): string | null {
  const isWaiting = timeInForce === 'day' || timeInForce === 'gtc'
  const isPriced = waitsForStop(prices) ? prices.limit === null : prices.limit !== null
  return exit && (side === 'buy' || !isWaiting || !isPriced) ? 'exit_terms' : null
}

/** Why the lot that a ticket names cannot be sold; null if it can, or if it names none. */
function lotRefusal({ side, listing, lot, shares }: CheckTicket, { account, fromExits }: Ground): string | null {
  if (lot === null) return null
  if (side === 'buy') return 'lot_for_sells'
  const own = lotNamed(account, listing, lot)
  if (!own) return 'unknown_lot'
  return shares > own.left - own.reserved - own.guarded + fromExits.lot ? 'lot_reserved' : null
}

/** The account that a ticket is placed for. */
export interface Ground {
  readonly account: CheckAccount
  /** True if the equity of the account covers its used margin and so much cash more. */
  readonly covers: (currency: Currency, more: bigint) => boolean
  /** Shares that exits give to a sell by hand: in all, and of its own lot. */
  readonly fromExits: { readonly all: bigint; readonly lot: bigint }
}

/** Takes a ticket, or says why not. */
export function take(ticket: CheckTicket, now: Instant, market: CheckMarket, ground: Ground): TicketTerms | string {
  const { listing, side, timeInForce } = ticket
  const kind = market.tradable(listing)
  if (kind === null) return 'unknown_listing'
  if (kind === 'other') return 'not_tradable'
  const tick = market.tickAt(listing, now)
  if (!tick) return 'no_price'
  if (isMixed(ticket)) return 'terms_mixed'
  const isMarket = ticket.limit === null && !waitsForStop(ticket)
  if (isMarket && market.halted(listing, now)) return 'market_halted'
  const session = market.session(venueOf(listing), now)
  const isOpen = session !== null && session.open < now
  const isNext = timeInForce === 'open' && session !== null && session.open <= now
  const own = isNext ? market.session(venueOf(listing), session.close + 1) : session
  if (!own) return 'market_closed_for_good'
  if (isOpen && isMarket && now - tick.at > STALE_AFTER) return 'price_stale'
  if (isMarket && side === 'buy' && tick.ask === 0n) return 'no_ask'
  if (ticket.profit !== null && side === 'buy') return 'terms_mixed'
  if (waitsForStop(ticket) && timeInForce !== 'day' && timeInForce !== 'gtc') return 'force_not_for_stops'
  if (!isOpen && (timeInForce === 'ioc' || timeInForce === 'fok')) return 'market_shut'
  if (ticket.limit !== null && !isNear(ticket.limit, tick.last)) return 'limit_out_of_range'
  if (ticket.profit !== null && !isNear(ticket.profit, tick.last)) return 'limit_out_of_range'
  const wrong = (waitsForStop(ticket) ? stopRefusal(side, ticket, tick) : null) ?? exitRefusal(ticket)
  if (wrong !== null) return wrong
  const low = waitsForStop(ticket) ? profitRefusal(stopAt(side, ticket, priceOf(side, tick)), ticket) : null
  const ofExits = low ?? attachedRefusal(side, ticket.exits, ticket, tick)
  if (ofExits !== null) return ofExits
  if (side === 'sell' && ticket.leverage > 1n) return 'leverage_for_buys'
  const worst = worstOf(side, ticket, tick)
  const hold = holdForTicket(ticket, worst, market.rateAt(now), ground)
  if (typeof hold === 'string') return hold
  return { worst, hold, session: own, best: follows(ticket) ? priceOf(side, tick) : null }
}

function holdForTicket(
  ticket: CheckTicket,
  worst: bigint | null,
  rate: Rate | null,
  ground: Ground,
): Map<Asset, bigint> | string {
  const { listing, shares, leverage } = ticket
  const { account, fromExits, covers } = ground
  const need = worst === null ? shares : needOf(worst, shares, NO_SUMS, leverage)
  const free = (asset: Asset): bigint => (account.free.get(asset) ?? 0n) + (asset === listing ? fromExits.all : 0n)
  const hold = holdFrom(ticket, need, free, {
    rate,
    isTooMuch: need > MOST,
    isTooMany: account.openOrders >= ORDERS_MOST,
    ofLot: lotRefusal(ticket, ground),
  })
  return typeof hold !== 'string' && leverage > 1n && !covers(currencyFor(listing), need) ? 'margin_short' : hold
}
