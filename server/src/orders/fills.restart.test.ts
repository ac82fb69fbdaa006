import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { outage } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { listFillsOf } from './fills.store.ts'
import { place } from './orders.actions.ts'
import { openFillEngine } from './orders.jobs.ts'
import { openOrders } from './orders.open.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, waitingBuyOf, type Floor } from './orders.testing.ts'
import { findProgress } from './progress.store.ts'

let floor: Floor

beforeAll(async () => {
  floor = await openFloor()
  const [session] = floor.said.sessions
  floor.said.sessions = [{ open: session?.open ?? 0, close: (session?.close ?? 0) + 100 * HOUR }]
})

afterAll(async () => {
  await floor.close()
})

const orderOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))
const fillOf = async (customer: CustomerId, id: OrderId) =>
  (await floor.db.read((tx) => listFillsOf(tx, customer, [id])))[0]
const calm = () => calmMarket(floor)
const waitingBuy = (change?: Partial<Ticket>) => waitingBuyOf(floor, change)

/** Runs rounds until progress is stored and the progress of earlier starts is deleted. */
async function settled(): Promise<void> {
  await floor.engine.sweep()
  floor.clock.advance(11 * MINUTE)
  await floor.engine.sweep()
}

describe('a restart', () => {
  test('processes every missed event in order before it takes new orders', async () => {
    calm()
    const [customer, id] = await waitingBuy({ limit: priceE4(49_000n) })
    const [seller, bought] = await waitingBuy()
    const events = [491n, 489n, 470n].map((ask) => {
      floor.clock.advance(SECOND)
      return floor.said.say(ESP, floor.clock.now(), ask - 1n, ask)
    })
    await floor.restart()
    expect(await fillOf(customer, id)).toMatchObject({ price: 48_900n, quote: events[1] })
    expect(await fillOf(seller, bought)).toMatchObject({ price: 49_100n, quote: events[0] })
    expect(floor.open.find({ customer, id })).toBeUndefined()
  })

  test('resumes where the last start stopped, and requests nothing earlier', async () => {
    calm()
    const [customer, id] = await waitingBuy({ limit: priceE4(49_000n) })
    floor.clock.advance(SECOND)
    const through = floor.clock.now()
    await settled()
    floor.said.say(ESP, through, 480n, 485n) // No round has seen it, but progress is past its instant.
    await floor.restart()
    expect(await orderOf(customer, id)).toMatchObject({ state: 'working' })
    expect(floor.open.find({ customer, id })).toBeDefined()
    await floor.quote(ESP, 480n, 486n)
    expect(await fillOf(customer, id)).toMatchObject({ price: 48_600n })
  })

  test('reads progress that is stored a minute late, when nothing under way can be older', async () => {
    await settled()
    calm()
    await floor.engine.sweep()
    const early = floor.clock.now()
    floor.clock.advance(MINUTE - 1)
    await floor.engine.sweep()
    expect(await floor.db.read(findProgress)).toBeLessThan(early)
    floor.clock.advance(5 * SECOND)
    await floor.engine.sweep()
    expect(await floor.db.read(findProgress)).toBe(early)
  })

  test('skips no event because of another server, which does not know its orders', async () => {
    await settled()
    calm()
    const [customer, id] = await waitingBuy({ limit: priceE4(49_000n) })
    const { clock, db, lane, market, guard } = floor
    const other = openFillEngine(
      { db, lane, market, open: openOrders(), guard, doubtful: [] },
      { clock, log: openLog('silent') },
    )
    clock.advance(SECOND)
    const missed = floor.said.say(ESP, clock.now(), 480n, 485n)
    await other.sweep()
    clock.advance(MINUTE)
    await other.sweep()
    floor.said.say(ESP, clock.now(), 498n, 499n)
    await floor.restart()
    expect(await fillOf(customer, id)).toMatchObject({ quote: missed })
  })

  test('ignores the progress of an earlier start after ten minutes', async () => {
    await floor.restart()
    await settled()
    const through = await floor.db.read(findProgress)
    await floor.restart()
    floor.clock.advance(10 * MINUTE)
    await floor.engine.sweep()
    floor.clock.advance(MINUTE)
    await floor.engine.sweep()
    expect(await floor.db.read(findProgress)).toBeGreaterThan(through ?? Infinity)
  })

  test('an order whose answer was lost is found again and fills', async () => {
    calm()
    const customer = await floor.customer({ EUR: 100_000n })
    const lost = ticket(ESP)
    await place(floor, { customer }, lost)
    floor.open.drop({ customer, id: lost.id })
    floor.doubtful.push({ customer, id: lost.id }, { customer, id: newId() })
    await floor.quote(ESP, 499n, 500n)
    expect(await orderOf(customer, lost.id)).toMatchObject({ state: 'filled' })
    expect(floor.doubtful).toEqual([])
  })

  test('orders in doubt are kept while the database is still away', async () => {
    calm()
    const customer = await floor.customer({ EUR: 100_000n })
    const lost = [ticket(ESP), ticket(ESP), ticket(ESP)]
    for (const one of lost) {
      await place(floor, { customer }, one)
      floor.open.drop({ customer, id: one.id })
      floor.doubtful.push({ customer, id: one.id })
    }
    vi.spyOn(floor.db, 'read').mockRejectedValueOnce(outage('away'))
    await expect(floor.engine.sweep()).rejects.toThrow('away')
    await floor.quote(ESP, 499n, 500n)
    for (const { id } of lost) expect(await orderOf(customer, id)).toMatchObject({ state: 'filled' })
  })
})
