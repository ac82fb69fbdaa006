import { priceE4, usd, wholeShares, type ListingId, type PriceE4 } from '../base/amount.ts'
import { aCustomer, anOrder } from '../base/ids.testing.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import type { Quote } from '../market/market.contract.ts'
import { pricesOf, type Stop } from './kinds.rules.ts'
import { NO_CONDITIONS, type Conditions, type Order } from './orders.rules.ts'

/** 2026-11-20 at 15:00 UTC, when the orders of these tests are placed. */
export const NOW: Instant = Date.UTC(2026, 10, 20, 15)
export const ABC: ListingId = 'XNYS:ABC'

/** An event some milliseconds after `NOW`, with a bid and an ask in whole cents, and sizes of 1,000 shares. */
export const event = (ms: number, bid: bigint, ask: bigint, size = 1_000n): Quote => ({
  listing: ABC,
  at: NOW + ms,
  bid: priceE4(bid * 100n),
  ask: priceE4(ask * 100n),
  bidSize: size,
  askSize: size,
  last: priceE4((ask || bid) * 100n),
})

export const dollars = (cents: bigint): PriceE4 => priceE4(cents * 100n)

/** A buy of ten shares at 10.00 at most, which holds 100.10 dollars. */
export const buy: Order = {
  node: 'one',
  id: anOrder('o'),
  customer: aCustomer('c'),
  listing: ABC,
  side: 'buy',
  shares: wholeShares(10n),
  limit: dollars(1_000n),
  timeInForce: 'day',
  placedAt: NOW,
  marketAt: NOW,
  endsAt: NOW + HOUR,
  worst: dollars(1_000n),
  asset: 'USD',
  held: [usd(10_010n)],
  feeTable: 2,
  fillRule: 'shared',
  conditions: null,
  through: NOW,
  state: 'working',
  filled: wholeShares(0n),
  endedAt: null,
  endReason: null,
}

/** A sell of ten shares at 10.00 at least. */
export const sell: Order = { ...buy, side: 'sell', worst: null, asset: ABC, held: [{ asset: ABC, units: 10n }] }

export const withConditions = (order: Order, conditions: Partial<Conditions>): Order => ({
  ...order,
  conditions: { ...NO_CONDITIONS, ...order.conditions, ...conditions },
})

/** An order at market once the market has reached a stop. */
export const stopped = (order: Order, stop: Stop, best: PriceE4 | null = null): Order =>
  withConditions({ ...order, limit: null }, { stop, best })

/** A ticket that states the terms of an order again. */
export const ticketOf = ({ id, listing, side, shares, limit, timeInForce, conditions }: Order) => ({
  id,
  listing,
  side,
  shares,
  limit,
  timeInForce,
  leverage: conditions?.leverage ?? 1,
  ...pricesOf(conditions?.stop ?? null),
})
