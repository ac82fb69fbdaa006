import { currencyFor, wholeShares } from '@lonja/core/base/amount'
import type { CheckOrder } from '@lonja/core/orders/state.check'
import type { CheckPrices } from '@lonja/core/orders/tickets.check'
import {
  FORCES,
  exitsFor,
  exitsOnWire,
  maxOne,
  movedPrices,
  onWire,
  pricesFor,
  sharesFor,
} from './model.draws.testing.ts'
import { isCloseOut } from '@lonja/core/orders/orders.rules'
import { answered, count, differ, type World } from './model.world.testing.ts'

/* Cancels and replacements of random orders. */

/** An order of a customer: mostly an open one. */
function orderFor({ dice, model, placed, live, customers }: World): CheckOrder | null {
  const open = [...(live.get(dice.one(customers)) ?? [])]
  const id = open.length > 0 && !dice.once(12) ? dice.one(open) : placed.length > 0 ? dice.one(placed).id : null
  return (id && model.orders.get(id)) ?? null
}

export async function cancelOne(world: World): Promise<void> {
  const { house, model, dice, customers } = world
  const order = orderFor(world)
  if (!order) return
  const customer = dice.once(60) ? dice.one(customers) : order.customer
  const answer = await house.cancel(customer, order.id)
  answered(world, `cancel ${order.id}`, answer, model.cancel(customer, order.id))
}

/** A customer's orders at once: all of them, or those on a listing or a side. */
export async function cancelAll(world: World): Promise<void> {
  const { house, model, dice, customers, market } = world
  // A customer whose buy the events since the last round have filled, if there is one: its exit ends with the others.
  const { attached } = model
  const customer = attached.length > 0 && dice.once(2) ? dice.one(attached).customer : dice.one(customers)
  const which = {
    listing: dice.once(2) ? dice.one(market.listings()) : null,
    side: dice.once(2) ? dice.one(['buy', 'sell'] as const) : null,
  }
  const { listing, side } = which
  const ended = await house.cancelAll(
    customer,
    (order) =>
      !isCloseOut(order) && (listing ?? order.listing) === order.listing && (side ?? order.side) === order.side,
  )
  const cancelled = ended.filter(({ endReason }) => endReason === 'by_customer').map(({ id }) => id)
  const expected = model.cancelAll(customer, which)
  differ(world, `cancel all of ${customer}`, cancelled.toSorted().join(' '), expected.toSorted().join(' '))
  if (expected.length > 1) count(world, 'several cancelled at once')
  if (ended.length > cancelled.length) count(world, 'filled before its cancel with all')
  if (attached.some(({ id }) => cancelled.includes(id))) count(world, 'attached before its cancel with all')
}

/**
 * A replacement of an order. `isLess`: one that needs no more than the order holds, and in the same currency, since fills
 * may still be posted.
 */
export async function replaceOne(world: World, isLess = false): Promise<void> {
  const { house, model, market, dice } = world
  const order = orderFor(world)
  if (!order || (isLess && order.side === 'buy' && order.hold.size > 1)) return
  if (isLess && order.side === 'buy' && !order.hold.has(currencyFor(order.listing))) return
  const { customer, id, side, limit, stop, trail, trailBps, profit } = order
  const last = market.source.quoteAt(order.listing, market.now())?.last ?? 100_000n
  const own: CheckPrices = { limit, stop, trail, trailBps, profit }
  const other = dice.once(12) ? pricesFor(dice, side, last) : movedPrices(dice, own)
  const request = {
    customer,
    id,
    side: dice.once(80) ? ('buy' as const) : side,
    changes: order.changes + dice.one([0, 0, 0, 0, 0, 0, 0, 0, 1, -1].slice(0, order.changes > 0 ? 10 : 9)),
    shares: isLess || dice.once(2) ? maxOne(order.shares - BigInt(dice.below(20))) : order.shares + sharesFor(dice),
    timeInForce: dice.once(3) ? dice.one(dice.once(10) ? FORCES : (['day', 'gtc'] as const)) : order.timeInForce,
    ...(isLess || dice.once(2) ? own : other),
    exits: !isLess && dice.once(side === 'buy' ? 4 : 80) ? exitsFor(dice, order, last) : undefined,
  }
  const { customer: _of, exits, ...rest } = request
  const answer = await house.replace(customer, {
    ...rest,
    shares: wholeShares(request.shares),
    ...onWire(request),
    ...(exits === undefined ? {} : { exits: exitsOnWire(exits) }),
  })
  answered(world, `replace ${id}`, answer, model.replace(request, market.now()))
}
