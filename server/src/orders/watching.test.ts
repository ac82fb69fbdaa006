import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { Replacement } from '@lonja/core/orders/replacing.contract'
import type { Lane } from '../database/lane.ts'
import { listFillsOf } from './fills.store.ts'
import { cancel, place, replace } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor } from './orders.testing.ts'

/** Up to which event each order is decided while it waits: at the close, behind a trailing stop, and after a replacement. */

let floor: Floor
let customer: CustomerId
let close: number
beforeAll(async () => {
  floor = await openFloor()
})
afterAll(() => floor.close())
beforeEach(async () => {
  calmMarket(floor)
  const now = floor.clock.now()
  close = now + MINUTE
  floor.script.sessions = [
    { open: now - SECOND, close },
    { open: close + MINUTE, close: close + 2 * MINUTE },
  ]
  customer = await floor.customer({ EUR: 100_000_000n })
})

const LIMIT = priceE4(50_000n)
async function placed(change: Partial<Ticket>): Promise<Order> {
  const order = await place(floor, { customer }, { ...ticket(ESP), ...change })
  if (isRefused(order)) throw new Error(order.refused)
  return order
}
const orderOf = (id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))
const sharesOn = async (id: OrderId) =>
  (await floor.db.read((tx) => listFillsOf(tx, customer, [id]))).map(({ quote, shares }) => [quote.at, shares])

async function quote(bid: bigint, ask: bigint, size = 1_000_000n): Promise<number> {
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), bid, ask, size)
  await floor.engine.sweep()
  return floor.clock.now()
}

async function sessionEnds(): Promise<void> {
  floor.clock.set(close + 1)
  await floor.engine.sweep()
}

const asking = (order: Order, change: Partial<Replacement>): Replacement => {
  const { id, side, shares, limit, timeInForce } = order
  return { id, side, changes: 0, shares, limit, stop: null, trail: null, trailBps: null, timeInForce, ...change }
}

describe('an order at the close', () => {
  test('fills on the last event of its session, and on none before', async () => {
    const order = await placed({ shares: wholeShares(5n), limit: LIMIT, timeInForce: 'close' })
    await quote(499n, 500n)
    const last = await quote(498n, 499n)
    await sessionEnds()
    expect(await orderOf(order.id)).toMatchObject({ state: 'filled', filled: 5n })
    expect(await sharesOn(order.id)).toEqual([[last, 5n]])
  })

  test('shares the last event with the orders that it met as it came', async () => {
    const atClose = await placed({ shares: wholeShares(100n), limit: LIMIT, timeInForce: 'close' })
    const day = await placed({ shares: wholeShares(30n), limit: LIMIT })
    const last = await quote(499n, 500n, 200n)
    await sessionEnds()
    expect(await sharesOn(day.id)).toEqual([[last, 30n]])
    expect(await sharesOn(atClose.id)).toEqual([[last, 20n]])
    expect(await orderOf(atClose.id)).toMatchObject({ state: 'expired', endReason: 'auction_over', filled: 20n })
  })

  test('is not cancelled after a close whose last event fills it', async () => {
    const order = await placed({ shares: wholeShares(5n), limit: LIMIT, timeInForce: 'close' })
    await quote(499n, 500n)
    floor.clock.set(close + 1)
    expect(await cancel(floor, { customer }, order.id)).toMatchObject({ refused: 'order_ended' })
    expect(await orderOf(order.id)).toMatchObject({ state: 'filled' })
  })
})

test('a trailing stop keeps what it has followed while another order of its customer is filled', async () => {
  const trailing = await placed({ trail: priceE4(2_000n), timeInForce: 'gtc' })
  await quote(449n, 450n) // The stop follows to 470.
  await placed({ shares: wholeShares(5n), limit: LIMIT })
  await quote(459n, 460n)
  expect(await orderOf(trailing.id)).toMatchObject({ conditions: { trigger: null } })
  const at = await quote(469n, 470n)
  expect(await orderOf(trailing.id)).toMatchObject({
    conditions: { trigger: { at, stop: 47_000n, best: 45_000n } },
  })
})

test('a trailing stop that an event has reached waits for its decision, also if its group is read again', async () => {
  const trailing = await placed({ trail: priceE4(2_000n), timeInForce: 'gtc' })
  await quote(449n, 450n)
  const open = floor.open.find({ customer, id: trailing.id })!
  const [book] = floor.open.books().filter(({ listing }) => listing === trailing.listing)
  const at = floor.clock.now() + SECOND
  const event = { listing: trailing.listing, at, bid: priceE4(46_900n), ask: priceE4(47_000n), bidSize: wholeShares(1n), askSize: wholeShares(1n), last: priceE4(47_000n) } // prettier-ignore
  expect(book?.touched(event)).toEqual([open])
  // The answer to a command on a group that has changed elsewhere: this order stands as before.
  floor.open.take((await orderOf(trailing.id))!)
  expect(floor.open.watched(open)).toMatchObject({ best: 45_000n })
  expect(floor.open.watched(open).through).toBeLessThan(at)
  expect(await quote(469n, 470n)).toBe(at)
  expect(await orderOf(trailing.id)).toMatchObject({ conditions: { trigger: { at, stop: 47_000n, best: 45_000n } } })
})

test('an event between the decision of a replacement and its commit is met under the new terms', async () => {
  const order = await placed({ shares: wholeShares(5n), limit: priceE4(40_000n), timeInForce: 'gtc' })
  await quote(499n, 500n)
  const late: Lane['submit'] = async (command) => {
    const answer = await floor.lane.submit(command)
    await quote(449n, 450n)
    return answer
  }
  const replaced = await replace(
    { ...floor, lane: { ...floor.lane, submit: late } },
    { customer },
    asking(order, { limit: priceE4(45_000n) }),
  )
  expect(replaced).toMatchObject({ limit: 45_000n, state: 'working' })
  const at = floor.clock.now()
  await quote(499n, 500n)
  expect(await sharesOn(order.id)).toEqual([[at, 5n]])
})

test('an order whose time is over is not replaced, also before a round has ended it', async () => {
  const order = await placed({ shares: wholeShares(5n), limit: priceE4(40_000n) })
  floor.clock.set(close + 1)
  const answer = await replace(floor, { customer }, asking(order, { timeInForce: 'gtc' }))
  expect(answer).toMatchObject({ refused: 'order_ended', detail: { state: 'expired' } })
  await floor.engine.sweep()
  expect(await orderOf(order.id)).toMatchObject({ state: 'expired', endReason: 'end_of_day' })
})
