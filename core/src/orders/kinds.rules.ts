import { BPS, divideDown, maxOf, minOf, priceE4, type PriceE4 } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { Quote } from '../market/market.contract.ts'
import type { OrderKind, Ticket, Trigger } from './orders.contract.ts'

/*
 * Orders are told apart by the price that the market must reach before they may fill. A stop that follows the market
 * stands at a distance from the best price so far. A stop order waits; once an event has reached its stop it is a market order, or with a limit a limit
 * order, from the next event on.
 */

/** A price that the market must reach: a fixed one, or one that follows the market at a distance. */
export type Stop =
  | { readonly by: 'price'; readonly price: PriceE4 }
  | { readonly by: 'amount'; readonly distance: PriceE4 }
  | { readonly by: 'share'; readonly bps: number }

/** The prices of an order, told apart by its kind. */
export type KindTerms =
  | { readonly kind: 'market'; readonly limit: null; readonly stop: null; readonly profit: null }
  | { readonly kind: 'limit'; readonly limit: PriceE4; readonly stop: null; readonly profit: null }
  | { readonly kind: 'stop'; readonly limit: null; readonly stop: AtPrice; readonly profit: null }
  | { readonly kind: 'stop_limit'; readonly limit: PriceE4; readonly stop: AtPrice; readonly profit: null }
  | { readonly kind: 'trailing'; readonly limit: null; readonly stop: Following; readonly profit: null }
  | { readonly kind: 'pair'; readonly limit: null; readonly stop: Stop; readonly profit: PriceE4 }

type AtPrice = Stop & { readonly by: 'price' }
type Following = Exclude<Stop, AtPrice>

type Side = Ticket['side']
type Prices = Pick<Ticket, 'limit' | 'stop' | 'trail' | 'trailBps' | 'profit'>

/** The terms that a ticket's prices state, or the refusal of prices that no kind has together. */
export function kindTermsOf(prices: Prices): KindTerms | Refused<'terms_mixed'> {
  const { limit, stop = null, trail = null, trailBps = null, profit = null } = prices
  if (trail !== null && trailBps !== null) return refuse('terms_mixed', {}, 'trail')
  const follows: Following | null =
    trail !== null ? { by: 'amount', distance: trail } : trailBps !== null ? { by: 'share', bps: trailBps } : null
  if (follows && stop !== null) return refuse('terms_mixed', {}, 'stop')
  if (follows && limit !== null) return refuse('terms_mixed', {}, 'limit')
  const at = stop === null ? null : ({ by: 'price', price: stop } as const)
  if (profit !== null) {
    const both = follows ?? at
    if (limit !== null || !both) return refuse('terms_mixed', {}, 'profit')
    return { kind: 'pair', limit: null, stop: both, profit }
  }
  if (follows) return { kind: 'trailing', limit: null, stop: follows, profit }
  if (!at)
    return limit === null ? { kind: 'market', limit, stop: at, profit } : { kind: 'limit', limit, stop: at, profit }
  return limit === null ? { kind: 'stop', limit, stop: at, profit } : { kind: 'stop_limit', limit, stop: at, profit }
}

/** The prices that an order states. */
interface StatedPrices {
  readonly limit: PriceE4 | null
  readonly stop: Stop | null
  readonly profit: PriceE4 | null
}

/** The kind of an order with these prices. */
export function kindOf({ limit, stop, profit }: StatedPrices): OrderKind {
  if (profit !== null) return 'pair'
  if (!stop) return limit === null ? 'market' : 'limit'
  if (stop.by !== 'price') return 'trailing'
  return limit === null ? 'stop' : 'stop_limit'
}

/** The prices of a stop as a ticket states them. */
export const pricesOf = (stop: Stop | null) => ({
  stop: stop?.by === 'price' ? stop.price : null,
  trail: stop?.by === 'amount' ? stop.distance : null,
  trailBps: stop?.by === 'share' ? stop.bps : null,
})

export const sameStop = (a: Stop | null, b: Stop | null): boolean => {
  const [one, other] = [pricesOf(a), pricesOf(b)]
  return one.stop === other.stop && one.trail === other.trail && one.trailBps === other.trailBps
}

/** The price of a quote at which an order of this side would trade: the ask for a buy, the bid for a sell. 0 if there is none. */
export const priceFor = (side: Side, quote: Pick<Quote, 'bid' | 'ask'>): PriceE4 =>
  side === 'buy' ? quote.ask : quote.bid

/** True if the hold of a buy follows from an ask that the quote does not have: at market, or with a stop that follows it. */
export const lacksAsk = (side: Side, { kind }: Pick<KindTerms, 'kind'>, { ask }: Pick<Quote, 'ask'>): boolean =>
  side === 'buy' && (kind === 'market' || kind === 'trailing') && ask <= 0n

/**
 * The best price that a trailing stop has seen: for a sell the highest bid, for a buy the lowest ask. An event without
 * that price changes nothing.
 */
export function bestAfter(side: Side, best: PriceE4, quote: Pick<Quote, 'bid' | 'ask'>): PriceE4 {
  const price = priceFor(side, quote)
  if (price <= 0n) return best
  return side === 'buy' ? minOf(best, price) : maxOf(best, price)
}

/**
 * The price of a stop, of one that follows the market by the best price so far. A share of it is rounded down to a
 * ten-thousandth, and is at least one. Asserts that a trailing stop has a best price, and that a stop to sell is above 0.
 */
export function stopPrice(side: Side, stop: Stop, best: PriceE4 | null): PriceE4 {
  if (stop.by === 'price') return stop.price
  assert(best !== null, 'a trailing stop follows a price')
  const distance = distanceFrom(stop, best)
  return priceE4(side === 'buy' ? best + distance : best - distance)
}

/** The distance of a trailing stop from a price. */
function distanceFrom(stop: Exclude<Stop, { readonly by: 'price' }>, best: PriceE4): bigint {
  if (stop.by === 'amount') return stop.distance
  return maxOf(divideDown(best * BigInt(stop.bps), BPS), 1n)
}

/** True if an event reaches a stop: the ask has risen to a stop to buy, or the bid has fallen to a stop to sell. */
export function reachesStop(side: Side, stop: Stop, best: PriceE4 | null, quote: Pick<Quote, 'bid' | 'ask'>): boolean {
  const price = priceFor(side, quote)
  if (price <= 0n) return false
  const at = stopPrice(side, stop, best)
  return side === 'buy' ? price >= at : price <= at
}

/** The event that has reached a stop, as it is kept. */
export const triggerBy = (side: Side, stop: Stop, best: PriceE4 | null, quote: Quote): Trigger => ({
  at: quote.at,
  bid: quote.bid,
  ask: quote.ask,
  stop: stopPrice(side, stop, best),
  best: stop.by === 'price' ? null : best,
})

/** The refusal of a stop that a quote has reached already, or that is out of its reach; null if it is good. */
export function checkStop(
  side: Side,
  stop: Stop,
  quote: Pick<Quote, 'bid' | 'ask' | 'last'>,
  withinReach: (price: PriceE4, last: PriceE4) => boolean,
): Refused<'stop_on_wrong_side' | 'stop_out_of_range' | 'trail_too_wide' | 'no_price'> | null {
  const price = priceFor(side, quote)
  if (stop.by === 'price') {
    if (price > 0n && reachesStop(side, stop, null, quote)) return refuse('stop_on_wrong_side', {}, 'stop')
    if (!withinReach(stop.price, quote.last)) return refuse('stop_out_of_range', {}, 'stop')
    return null
  }
  if (price <= 0n) return refuse('no_price')
  const field = stop.by === 'amount' ? 'trail' : 'trailBps'
  if (side === 'sell' && distanceFrom(stop, price) >= price) return refuse('trail_too_wide', {}, field)
  if (!withinReach(stopPrice(side, stop, price), quote.last)) return refuse('trail_too_wide', {}, field)
  return null
}

/**
 * The refusal of the profit of a pair that is not above its stop; null if it is good. `best` is the price that a trailing
 * stop has followed.
 */
export function checkProfit(
  { stop, profit }: Pick<KindTerms, 'stop' | 'profit'>,
  best: PriceE4 | null,
): Refused<'profit_below_stop'> | null {
  if (profit === null || !stop) return null
  return profit > stopPrice('sell', stop, best) ? null : refuse('profit_below_stop', {}, 'profit')
}
