import { maxOf, minOf, priceE4, type PriceE4, type Shares } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { OrderId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { hold, type Line } from '../ledger/ledger.rules.ts'
import type { Quote } from '../market/market.contract.ts'
import type { FeeTableVersion } from './fees.rules.ts'
import { stopPrice, type KindTerms, type Stop } from './kinds.rules.ts'
import type { Exits } from './orders.contract.ts'
import { FIRST_STATE, NO_CONDITIONS, type Order } from './orders.rules.ts'

/*
 * The exit attached to a buy. The first fill of the buy places it as one order, on that fill's event, and each further fill
 * makes it larger. So it meets every event after a fill and none before. It closes the lots of its buy alone. Once an event
 * has reached it, the rest of the buy ends: what that bought would be without protection.
 */

/**
 * The refusal of an exit attached to an order; null if it is good. `isTriggered`: the buy's own stop was reached. A stop that
 * follows the market is below it wherever that stands, so its share alone decides, and the contract has its range.
 */
export function checkExits(
  exits: Exits | null,
  { side, ...buy }: { readonly side: Order['side'] } & Buying,
  withinReach: (price: PriceE4, last: PriceE4) => boolean,
): Refused<
  'exits_for_buys' | 'exits_empty' | 'terms_mixed' | 'exit_stop_too_high' | 'exit_profit_too_low' | 'exits_out_of_range'
> | null {
  if (exits === null) return null
  if (side === 'sell') return refuse('exits_for_buys', {}, 'exits')
  const { stop, trailBps = null, profit } = exits
  const { last } = buy.quote
  if (stop === null && trailBps === null && profit === null) return refuse('exits_empty', {}, 'exits')
  if (stop !== null && trailBps !== null) return refuse('terms_mixed', {}, 'exits.trailBps')
  // A price on the wrong side stays wrong when it is nearer, so that is said first.
  const { lowest, highest } = pricesExpected(buy)
  if (stop !== null && stop >= lowest) return refuse('exit_stop_too_high', {}, 'exits.stop')
  if (profit !== null && profit <= highest) return refuse('exit_profit_too_low', {}, 'exits.profit')
  if (stop !== null && !withinReach(stop, last)) return refuse('exits_out_of_range', {}, 'exits.stop')
  if (profit !== null && !withinReach(profit, last)) return refuse('exits_out_of_range', {}, 'exits.profit')
  return null
}

interface Buying {
  readonly terms: KindTerms
  readonly quote: Pick<Quote, 'bid' | 'ask' | 'last'>
  readonly isTriggered?: boolean
}

/**
 * The prices between which a buy is expected to fill. A buy that waits fills at its limit or its stop. One that the market
 * meets now fills at once, and its stop-loss would be reached at once if the bid is there already.
 */
export function pricesExpected({ terms, quote, isTriggered = false }: Buying): {
  readonly lowest: PriceE4
  readonly highest: PriceE4
} {
  const { limit } = terms
  const { bid, ask, last } = quote
  if (terms.stop && !isTriggered) {
    const stop = stopPrice('buy', terms.stop, ask)
    return { lowest: minOf(stop, limit ?? stop), highest: maxOf(stop, limit ?? stop) }
  }
  if (limit !== null && (ask <= 0n || limit < ask)) return { lowest: limit, highest: limit }
  return { lowest: bid > 0n ? bid : last, highest: limit ?? (ask > 0n ? ask : last) }
}

export const sameExits = (one: Exits | null, other: Exits | null): boolean =>
  one?.stop === other?.stop && (one?.trailBps ?? null) === (other?.trailBps ?? null) && one?.profit === other?.profit

/** The server that places an exit, and the fee table then. */
export interface ExitHead {
  readonly id: OrderId
  readonly node: string
  readonly placedAt: Instant
  readonly feeTable: FeeTableVersion
}

/** A fill of a buy as its exit needs it: its shares, and its event. */
export interface BuyFill {
  readonly shares: Shares
  readonly quote: Pick<Quote, 'at' | 'bid' | 'ask'>
}

/** The lowest price that a stop may follow: any share of it leaves a stop above zero. */
const LEAST_FOLLOWED = priceE4(2n)

/** The price that the stop of an exit follows first: the bid of the fill's event, or where nobody bids its ask. */
export const followedFirst = ({ bid, ask }: Pick<Quote, 'bid' | 'ask'>): PriceE4 =>
  maxOf(bid > 0n ? bid : ask, LEAST_FOLLOWED)

/** The stop of an attached exit; null for one that takes a profit alone. */
function stopOf({ stop, trailBps = null }: Exits): Stop | null {
  if (stop !== null) return { by: 'price', price: stop }
  return trailBps === null ? null : { by: 'share', bps: trailBps }
}

/** The exit that a fill of a buy places, for the shares of that fill. Asserts that one is attached to the buy. */
export function exitOrderFor(
  buy: Pick<Order, 'customer' | 'id' | 'listing' | 'conditions'>,
  { shares, quote }: BuyFill,
  { id, node, placedAt, feeTable }: ExitHead,
): { readonly order: Order; readonly lines: readonly Line[] } {
  const exits = buy.conditions?.exits
  assert(exits !== null && exits !== undefined, 'an exit is attached to the buy')
  const { profit } = exits
  const stop = stopOf(exits)
  const held = [{ asset: buy.listing, units: shares }]
  const order: Order = {
    node,
    customer: buy.customer,
    id,
    listing: buy.listing,
    side: 'sell',
    shares,
    limit: stop === null ? profit : null,
    timeInForce: 'gtc',
    placedAt,
    marketAt: quote.at,
    endsAt: null,
    worst: null,
    asset: buy.listing,
    held,
    feeTable,
    fillRule: 'shared',
    conditions: {
      ...NO_CONDITIONS,
      stop,
      best: stop?.by === 'share' ? followedFirst(quote) : null,
      profit: stop === null ? null : profit,
      isExit: true,
      ofBuy: buy.id,
    },
    through: quote.at,
    ...FIRST_STATE,
  }
  return { order, lines: hold(held) }
}
