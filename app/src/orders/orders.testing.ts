import { eur, priceE4, wholeShares } from '@lonja/core/base/amount'
import type { OrderRow } from '@lonja/core/orders/orders.contract'
import { newId } from '@lonja/kit/ids'
import { BVE } from './market.testing.ts'
import type { OrderStory } from './story.ts'

/* Orders on the small market of screens, and the page of one. */

const NOW = Date.now()

/** A buy of 10 shares at 17.00 or less, that waits. */
export const openOrder = (more: Partial<OrderRow> = {}): OrderRow => ({
  id: newId(),
  listing: BVE,
  name: 'Bahía Verde',
  currency: 'EUR',
  side: 'buy',
  shares: wholeShares(10n),
  filled: 0n,
  leverage: 1,
  financed: null,
  kind: 'limit',
  stop: null,
  trail: null,
  trailBps: null,
  profit: null,
  exit: false,
  lot: null,
  exits: null,
  exitOrder: null,
  ofBuy: null,
  run: null,
  stopNow: null,
  triggered: null,
  changes: 0,
  heldNow: [eur(170_17n)],
  limit: priceE4(170_000n),
  timeInForce: 'gtc',
  state: 'working',
  endReason: null,
  placedAt: NOW - 60_000,
  marketAt: NOW - 60_000,
  endsAt: null,
  endedAt: null,
  held: [eur(170_17n)],
  fillPrice: null,
  filledAt: null,
  fee: null,
  total: null,
  realised: null,
  ...more,
})

/** A sell of 40 shares at 18.00 or more, that waits. */
export const openSale = (more: Partial<OrderRow> = {}): OrderRow =>
  openOrder({
    side: 'sell',
    shares: wholeShares(40n),
    limit: priceE4(180_000n),
    held: [{ asset: BVE, units: 40n }],
    heldNow: [{ asset: BVE, units: 40n }],
    ...more,
  })

/** A stop at 15.00 on 30 shares, as an exit. */
export const openExit = (more: Partial<OrderRow> = {}): OrderRow =>
  openSale({
    kind: 'stop',
    limit: null,
    stop: priceE4(150_000n),
    stopNow: priceE4(150_000n),
    exit: true,
    shares: wholeShares(30n),
    held: [{ asset: BVE, units: 30n }],
    heldNow: [{ asset: BVE, units: 30n }],
    ...more,
  })

/** The answer to the page of an order without fills. */
export const storyOf = (order: OrderRow, more: Partial<OrderStory> = {}): OrderStory => ({
  order,
  fills: [],
  feeTable: 2,
  worst: order.side === 'buy' ? order.limit : null,
  former: [],
  opened: [],
  closed: [],
  ...more,
})

/** A fill of an order in part, at a price, with its fee by table 2. */
export const partOf = (shares: bigint, price: bigint, cost: bigint): OrderStory['fills'][number] => ({
  id: newId(),
  shares: wholeShares(shares),
  price: priceE4(price),
  at: NOW - 30_000,
  cost: eur(cost),
  fee: eur((cost + 999n) / 1000n),
  financed: null,
  feeTable: 2,
  feeBps: 10,
  quote: {
    at: NOW - 30_100,
    bid: priceE4(price - 100n),
    ask: priceE4(price),
    bidSize: 100n,
    askSize: 100n,
    source: 'practice',
  },
  conversion: null,
  posting: 3,
})
