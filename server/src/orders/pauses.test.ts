import { afterEach, beforeEach, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { openLog } from '../base/log.ts'
import { marketFor } from '../market/market.quotes.ts'
import { listFillsOf } from './fills.store.ts'
import { cancel, place } from './orders.actions.ts'
import { openFillEngine } from './orders.jobs.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, waitingBuyOf, type Floor } from './orders.testing.ts'

let floor: Floor
beforeEach(async () => {
  floor = await openFloor()
  calmMarket(floor)
})
afterEach(() => floor.close())

const fillsOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => listFillsOf(tx, customer, [id]))
const stateOf = async (customer: CustomerId, id: OrderId) =>
  (await floor.db.read((tx) => findOrder(tx, { customer, id })))?.state

test.each([
  ['forward', 20 * MINUTE],
  ['back', -20 * MINUTE],
])('while the clock has jumped %s no order is taken and none is filled; a cancel is', async (_case, byMs) => {
  const [customer, id] = await waitingBuyOf(floor, { limit: priceE4(49_000n) })
  const stood = floor.market.now()
  floor.clock.jump(byMs)
  for (const limit of [null, priceE4(49_000n)]) {
    expect(await place(floor, { customer }, ticket(ESP, { limit }))).toMatchObject({ refused: 'trading_paused' })
  }
  floor.script.say(ESP, stood + MINUTE, 480n, 485n)
  floor.clock.advance(30 * SECOND)
  await floor.engine.sweep()
  expect(await fillsOf(customer, id)).toEqual([])
  expect(await cancel(floor, { customer }, id)).toMatchObject({ state: 'cancelled' })
})

test('afterwards the missed quotes are worked through in order before new orders are taken', async () => {
  const [customer, id] = await waitingBuyOf(floor, { limit: priceE4(49_000n) })
  const stood = floor.market.now()
  floor.clock.jump(20 * MINUTE)
  const missed = floor.script.say(ESP, stood + MINUTE, 480n, 485n)
  floor.script.say(ESP, stood + 2 * MINUTE, 470n, 475n)
  expect(floor.market.pausedSince()).toBe(stood)
  floor.clock.advance(MINUTE)
  expect(floor.market.now()).toBe(stood + 21 * MINUTE)
  const early = await place(floor, { customer }, ticket(ESP, { limit: priceE4(49_000n) }))
  expect(early, 'the engine has not caught up').toMatchObject({ refused: 'trading_paused' })
  await floor.engine.sweep()
  expect(await fillsOf(customer, id)).toMatchObject([{ quote: missed }])
  expect(await place(floor, { customer }, ticket(ESP, { limit: priceE4(49_000n) }))).toMatchObject({ state: 'working' })
})

test('an order does not expire while the clocks disagree', async () => {
  const [customer, id] = await waitingBuyOf(floor, { limit: priceE4(40_000n) })
  floor.clock.jump(2 * HOUR)
  await floor.engine.sweep()
  expect(await stateOf(customer, id)).toBe('working')
  floor.clock.advance(MINUTE)
  floor.market.now()
  await floor.engine.sweep()
  expect(await stateOf(customer, id)).toBe('expired')
})

test('a sleeping machine misses nothing and pauses nothing', async () => {
  const [customer, id] = await waitingBuyOf(floor, { limit: priceE4(49_000n) })
  const missed = floor.script.say(ESP, floor.market.now() + MINUTE, 480n, 485n)
  floor.clock.advance(20 * MINUTE)
  await floor.engine.sweep()
  expect(await fillsOf(customer, id)).toMatchObject([{ quote: missed }])
  floor.script.say(ESP, floor.clock.now(), 499n, 500n)
  expect(await place(floor, { customer }, ticket(ESP))).toMatchObject({ state: 'working' })
})

test('a source on a clock of its own, as a feed is, fills nothing meanwhile', async () => {
  const [customer, id] = await waitingBuyOf(floor, { limit: priceE4(49_000n) })
  const { clock, script, guard } = floor
  const market = marketFor({ ...script.source, now: clock.now }, guard)
  const engine = openFillEngine({ ...floor, market }, { clock, log: openLog('silent') })
  clock.jump(20 * MINUTE)
  script.say(ESP, clock.now(), 480n, 485n)
  await engine.sweep()
  expect(await fillsOf(customer, id)).toEqual([])
  clock.advance(MINUTE)
  expect(guard.agrees()).toBe(true)
  await engine.sweep()
  expect(await fillsOf(customer, id)).toHaveLength(1)
})
