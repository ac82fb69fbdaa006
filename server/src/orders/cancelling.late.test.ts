import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { writeFor } from '../database/locks.ts'
import { cancel, cancelAllNow, expire, place } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor } from './orders.testing.ts'

/**
 * Orders end while the market has moved, and no round has gone through its events yet. A stop that follows it triggers
 * from the price that it has followed since its row was written, and a buy that stays has been filled.
 */

let floor: Floor
beforeAll(async () => {
  floor = await openFloor()
  calmMarket(floor)
  floor.script.sessions = [{ open: floor.clock.now() - SECOND, close: floor.clock.now() + 3_600_000 }]
})
afterAll(() => floor.close())

function says(bid: bigint): void {
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), bid, bid + 1n, 1_000_000n)
}

async function placed(customer: CustomerId, terms: Partial<Ticket>): Promise<OrderId> {
  const order = await place(floor, { customer }, ticket(ESP, { timeInForce: 'gtc', ...terms }))
  if (isRefused(order)) throw new Error(order.refused)
  return order.id
}

test('a stop that follows the market triggers by the newest price before it is cancelled with all others', async () => {
  const customer = await floor.customer({ EUR: 100_000_000n })
  says(500n)
  await floor.engine.sweep()
  const trail = await placed(customer, { trail: priceE4(1_000n), limit: null })
  const resting = await placed(customer, { limit: priceE4(10_000n) })
  // Nothing happens to an order here, so only memory follows.
  says(450n)
  await floor.engine.sweep()
  says(465n)
  const terms = { now: floor.clock.now(), reason: 'by_customer', isNoticed: true, which: () => true } as const
  const ended = await writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
  ended.forEach((order) => floor.open.take(order))
  expect(ended.map(({ id }) => id).toSorted()).toEqual([trail, resting].toSorted())
  const stopped = await floor.db.read((tx) => findOrder(tx, { customer, id: trail }))
  expect(stopped).toMatchObject({ state: 'cancelled', endReason: 'by_customer' })
  expect(stopped?.conditions?.trigger).toMatchObject({ stop: 46_100n, best: 45_100n, ask: 46_600n })
})

test('a cancel of all sells ends the exit that a buy has placed by an event that no round has gone through', async () => {
  const customer = await floor.customer({ EUR: 100_000_000n })
  says(500n)
  await floor.engine.sweep()
  const exits = { stop: priceE4(40_000n), profit: priceE4(60_000n) }
  const buy = await placed(customer, { limit: priceE4(49_000n), exits })
  const far = await placed(customer, { limit: priceE4(10_000n) })
  says(480n)
  const which = ({ side }: { readonly side: string }): boolean => side === 'sell'
  const terms = { now: floor.clock.now(), reason: 'by_customer', isNoticed: true, which } as const
  const ended = await writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
  ended.forEach((order) => floor.open.take(order))
  await floor.engine.sweep()
  const read = (id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))
  const filled = await read(buy)
  expect([filled?.state, (await read(far))?.state]).toEqual(['filled', 'working'])
  const exit = filled?.conditions?.exitOrder ?? null
  expect(exit && (await read(exit))).toMatchObject({ side: 'sell', state: 'cancelled', endReason: 'by_customer' })
})

/** A stop that follows the market from 501; it falls to 451 and rises to 516 before a round has gone through either event. */
async function followedLate(terms: Partial<Ticket> = {}) {
  const customer = await floor.customer({ EUR: 100_000_000n })
  says(500n)
  await floor.engine.sweep()
  const [trail, other] = [await placed(customer, { trail: priceE4(1_000n) }), await placed(customer, terms)]
  return { customer, trail, other, read: (id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id })) }
}

const FOLLOWED = { stop: 46_100n, best: 45_100n, ask: 51_600n }

test('a stop of a feed triggers by events that have come and are not settled, before it is cancelled', async () => {
  const { customer, trail, read } = await followedLate({ limit: priceE4(10_000n) })
  const settled = floor.market.settled()
  says(450n)
  says(515n)
  const feed = { ...floor, market: { ...floor.market, settled: () => settled } }
  const ended = await cancel(feed, { customer }, trail)
  expect(ended).toMatchObject({ state: 'cancelled', endReason: 'by_customer' })
  expect((await read(trail))?.conditions?.trigger).toMatchObject(FOLLOWED)
})

test('a stop triggers by events since the last round before an order beside it expires', async () => {
  const [first] = floor.script.sessions
  const close = floor.clock.now() + 2 * SECOND
  floor.script.sessions = [
    { open: first?.open ?? 0, close },
    { open: close + 1, close: close + 3_600_000 },
  ]
  const { trail, other, read } = await followedLate({ limit: priceE4(10_000n), timeInForce: 'day' })
  const waiting = await read(other)
  if (!waiting) throw new Error('the order is there')
  says(499n)
  says(450n)
  says(515n)
  expect(await expire(floor, waiting)).toMatchObject({ state: 'expired', endReason: 'end_of_day' })
  expect((await read(trail))?.conditions?.trigger).toMatchObject(FOLLOWED)
})
