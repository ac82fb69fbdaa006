import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { outage } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { listFillsOf } from './fills.store.ts'
import { place } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, waitingBuyOf, type Floor } from './orders.testing.ts'
import { listFilledBy } from './progress.store.ts'

let floor: Floor

beforeAll(async () => {
  floor = await openFloor()
  const [session] = floor.script.sessions
  floor.script.sessions = [{ open: session?.open ?? 0, close: (session?.close ?? 0) + 100 * HOUR }]
})

afterAll(async () => {
  await floor.close()
})

const orderOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))
const fillOf = async (customer: CustomerId, id: OrderId) =>
  (await floor.db.read((tx) => listFillsOf(tx, customer, [id])))[0]
const calm = () => calmMarket(floor)
const waitingBuy = (change?: Partial<Ticket>) => waitingBuyOf(floor, change)

/** Runs rounds until progress is stored. */
async function settled(): Promise<void> {
  await floor.engine.sweep()
  floor.clock.advance(2 * MINUTE)
  await floor.engine.sweep()
}

/** The instant up to which this server's own orders are stored as processed. */
async function storedThrough(): Promise<number> {
  const node = floor.open.node()
  const rows = await floor.db.read((tx) => listFilledBy(tx, node))
  return rows.find((row) => row.node === node)?.through ?? NaN
}

describe('a restart', () => {
  test('processes every missed event in order before it takes new orders', async () => {
    calm()
    const [customer, id] = await waitingBuy({ limit: priceE4(49_000n) })
    const [seller, bought] = await waitingBuy()
    const events = [491n, 489n, 470n].map((ask) => {
      floor.clock.advance(SECOND)
      return floor.script.say(ESP, floor.clock.now(), ask - 1n, ask)
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
    floor.script.say(ESP, through, 480n, 485n) // No round has seen it, but progress is past its instant.
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
    expect(await storedThrough()).toBeLessThan(early)
    floor.clock.advance(5 * SECOND)
    await floor.engine.sweep()
    expect(await storedThrough()).toBe(early)
  })

  test('a server that takes orders over skips no event that they have missed, and stores that once they are processed', async () => {
    await settled()
    calm()
    const [customer, id] = await waitingBuy({ limit: priceE4(49_000n) })
    const before = floor.open.node()
    await floor.restart()
    const through = async () =>
      (await floor.db.read((tx) => listFilledBy(tx, floor.open.node()))).find(({ node }) => node === before)?.through
    const first = await through()
    floor.clock.advance(2 * MINUTE)
    await floor.engine.sweep()
    expect(await through()).toBeGreaterThan(first ?? Infinity)
    await floor.quote(ESP, 480n, 485n)
    expect(await orderOf(customer, id)).toMatchObject({ state: 'filled', node: before })
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

  test('an order found again fills on the event that the round of its listing passed without it', async () => {
    calm()
    // Another order of the listing, with which the rounds go on meanwhile.
    await waitingBuy({ limit: priceE4(10_000n) })
    await floor.quote(ESP, 499n, 500n)
    const [customer, id] = await waitingBuy({ limit: priceE4(49_000n) })
    floor.open.drop({ customer, id })
    await floor.quote(ESP, 480n, 485n)
    await floor.quote(ESP, 499n, 500n)
    expect(await orderOf(customer, id)).toMatchObject({ state: 'working' })
    floor.doubtful.push({ customer, id })
    await floor.engine.sweep()
    expect(await fillOf(customer, id)).toMatchObject({ price: 48_500n })
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
