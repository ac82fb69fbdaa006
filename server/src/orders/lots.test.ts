import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { lotOf, type CustomerId, type LotId, type OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Replacement } from '@lonja/core/orders/replacing.contract'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { listClosings, listOpenLots } from './lots.store.ts'
import { cancel, cancelAllNow, place, replace } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor } from './orders.testing.ts'

/** Sells of a lot on the real database. The floor checks the books when it closes: what is reserved is what is asked for. */

let floor: Floor
beforeAll(async () => {
  floor = await openFloor()
})
afterAll(() => floor.close())
beforeEach(() => {
  calmMarket(floor)
  floor.script.sessions = [{ open: floor.clock.now() - SECOND, close: floor.clock.now() + 3_600_000 }]
})

async function quote(bid: bigint, ask: bigint, size = 1_000_000n): Promise<void> {
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), bid, ask, size)
  await floor.engine.sweep()
}

const sell = (customer: CustomerId, change: Partial<Ticket>) =>
  place(floor, { customer }, ticket(ESP, { side: 'sell', timeInForce: 'gtc', ...change }))

async function sold(customer: CustomerId, change: Partial<Ticket>) {
  const order = await sell(customer, change)
  if (isRefused(order)) throw new Error(order.refused)
  return order
}

/** A customer with two lots: ten shares at 5.00, and twenty at 6.00. */
async function holder(): Promise<{ customer: CustomerId; first: LotId; second: LotId }> {
  const customer = await floor.customer({ EUR: 100_000_000n })
  await place(floor, { customer }, ticket(ESP, { shares: wholeShares(10n) }))
  await quote(499n, 500n)
  await place(floor, { customer }, ticket(ESP, { shares: wholeShares(20n), limit: priceE4(60_000n) }))
  await quote(599n, 600n)
  const [first, second] = await floor.db.read((tx) => listOpenLots(tx, customer))
  if (!first || !second) throw new Error('there are two lots')
  return { customer, first: first.id, second: second.id }
}

const lotsOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listOpenLots(tx, customer))).map(({ left, reserved }) => [left, reserved])
const closedOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listClosings(tx, customer, {}, 10))).map(({ lot, shares }) => [lot, shares])
const orderOf = (customer: CustomerId, id: OrderId) => floor.db.read((tx) => findOrder(tx, { customer, id }))

const asking = (id: OrderId, shares: bigint, changes = 0): Replacement => ({
  id,
  side: 'sell',
  changes,
  shares: wholeShares(shares),
  limit: priceE4(70_000n),
  stop: null,
  trail: null,
  trailBps: null,
  timeInForce: 'gtc',
})

describe('a sell of a lot', () => {
  test('closes that lot in parts, and leaves the older one', async () => {
    const { customer, second } = await holder()
    await sold(customer, { shares: wholeShares(15n), lot: second })
    expect(await lotsOf(customer)).toEqual([[10n, 0n], [20n, 15n]]) // prettier-ignore
    await quote(599n, 600n, 40n)
    expect(await lotsOf(customer)).toEqual([[10n, 0n], [10n, 5n]]) // prettier-ignore
    await quote(599n, 600n, 40n)
    expect(await lotsOf(customer)).toEqual([[10n, 0n], [5n, 0n]]) // prettier-ignore
    expect(await closedOf(customer)).toEqual([[second, 5n], [second, 10n]]) // prettier-ignore
  })

  test('keeps its shares from a sell of the oldest, whichever fills first', async () => {
    const { customer, first, second } = await holder()
    const own = await sold(customer, { shares: wholeShares(8n), limit: priceE4(70_000n), lot: first })
    await sold(customer, { shares: wholeShares(12n) })
    await quote(599n, 600n)
    expect(await lotsOf(customer)).toEqual([[8n, 8n], [10n, 0n]]) // prettier-ignore
    expect((await closedOf(customer)).toSorted()).toEqual([[first, 2n], [second, 10n]].toSorted()) // prettier-ignore
    await quote(700n, 701n)
    expect(await lotsOf(customer)).toEqual([[10n, 0n]])
    expect(await orderOf(customer, own.id)).toMatchObject({ state: 'filled', conditions: { lot: first } })
  })

  test.each<[string, bigint, (own: { first: LotId; second: LotId }) => LotId, string]>([
    ['more than the lot has', 11n, ({ first }) => first, 'lot_reserved'],
    ['a lot that is not there', 1n, () => lotOf(newId<'fill'>()), 'unknown_lot'],
  ])('is refused for %s', async (_what, shares, named, refused) => {
    const own = await holder()
    expect(await sell(own.customer, { shares: wholeShares(shares), lot: named(own) })).toMatchObject({ refused })
  })

  test('is refused for what another sell of the lot asks for, and for shares that others hold', async () => {
    const { customer, first, second } = await holder()
    await sold(customer, { shares: wholeShares(6n), limit: priceE4(70_000n), lot: first })
    expect(await sell(customer, { shares: wholeShares(5n), lot: first })).toMatchObject({
      refused: 'lot_reserved',
      detail: { needed: { units: 5n }, free: { units: 4n } },
    })
    await sold(customer, { shares: wholeShares(23n), limit: priceE4(70_000n) })
    expect(await sell(customer, { shares: wholeShares(2n), lot: second })).toMatchObject({
      refused: 'insufficient_shares',
    })
  })

  test('gives back what it reserves when it is cancelled, expires, or ends at once', async () => {
    const { customer, first, second } = await holder()
    const waits = { shares: wholeShares(5n), limit: priceE4(70_000n), lot: first } as const
    const cancelled = await sold(customer, waits)
    await sold(customer, { ...waits, timeInForce: 'day' })
    await sold(customer, { shares: wholeShares(20n), lot: second, timeInForce: 'ioc' })
    expect(await lotsOf(customer)).toEqual([[10n, 10n], [20n, 20n]]) // prettier-ignore
    await quote(599n, 600n, 40n)
    expect(await lotsOf(customer)).toEqual([[10n, 10n], [10n, 0n]]) // prettier-ignore
    await cancel(floor, { customer }, cancelled.id)
    expect(await lotsOf(customer)).toEqual([[10n, 5n], [10n, 0n]]) // prettier-ignore
    floor.clock.advance(3_700_000)
    floor.script.sessions = [{ open: floor.clock.now(), close: floor.clock.now() + 3_600_000 }]
    await quote(599n, 600n)
    expect(await lotsOf(customer)).toEqual([[10n, 0n], [10n, 0n]]) // prettier-ignore
  })

  test('gives it back where all orders are cancelled in one write', async () => {
    const { customer, first } = await holder()
    await sold(customer, { shares: wholeShares(5n), limit: priceE4(70_000n), lot: first })
    await sold(customer, { shares: wholeShares(5n), limit: priceE4(70_000n) })
    const terms = { now: floor.clock.now(), reason: 'restricted', isNoticed: true, which: () => true } as const
    const ended = await writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
    ended.forEach((order) => floor.open.take(order))
    expect(await lotsOf(customer)).toEqual([[10n, 0n], [20n, 0n]]) // prettier-ignore
  })

  test('reserves more or less when it is replaced, and no more than there is', async () => {
    const { customer, first } = await holder()
    const { id } = await sold(customer, { shares: wholeShares(5n), limit: priceE4(70_000n), lot: first })
    await replace(floor, { customer }, asking(id, 10n))
    expect((await lotsOf(customer))[0]).toEqual([10n, 10n])
    expect(await replace(floor, { customer }, asking(id, 11n, 1))).toMatchObject({ refused: 'lot_reserved' })
    await replace(floor, { customer }, asking(id, 3n, 1))
    expect((await lotsOf(customer))[0]).toEqual([10n, 3n])
  })

  test('goes on after a restart, and on another server', async () => {
    const { customer, first, second } = await holder()
    await sold(customer, { shares: wholeShares(10n), limit: priceE4(70_000n), lot: first })
    await floor.restart()
    const beside = await floor.beside()
    // The other server claims the first order with its own, and its own leaves the lot alone.
    const own = ticket(ESP, { side: 'sell', shares: wholeShares(20n), timeInForce: 'gtc' })
    expect(isRefused(await place(beside, { customer }, own))).toBe(false)
    floor.clock.advance(SECOND)
    floor.script.say(ESP, floor.clock.now(), 599n, 600n)
    await beside.engine.sweep()
    expect(await closedOf(customer)).toEqual([[second, 20n]])
    await quote(700n, 701n)
    await beside.engine.sweep()
    expect(await lotsOf(customer)).toEqual([])
  })

  test('and sells of the oldest at once: no share is promised twice', async () => {
    for (let round = 0; round < 25; round++) {
      const { customer, first, second } = await holder()
      const ask = (shares: bigint, lot: LotId | null) => sell(customer, { shares: wholeShares(shares), lot })
      const requests = [ask(7n, first), ask(7n, first), ask(12n, null), ask(9n, second), ask(9n, null)]
      floor.clock.advance(SECOND)
      floor.script.say(ESP, floor.clock.now(), 599n, 600n, BigInt(40 + round))
      const [answers] = await Promise.all([Promise.all(requests), floor.engine.sweep()])
      for (let event = 0; event < 4; event++) await quote(599n, 600n, 40n)
      const orders = answers.flatMap((order) => (isRefused(order) ? [] : [order]))
      expect(orders.length).toBeGreaterThanOrEqual(3)
      for (const { id, conditions } of orders) {
        expect(await orderOf(customer, id)).toMatchObject({ state: 'filled' })
        const closed = await floor.db.read((tx) => listClosings(tx, customer, { order: id }, 10))
        if (conditions?.lot) expect(new Set(closed.map(({ lot }) => lot))).toEqual(new Set([conditions.lot]))
      }
      expect((await lotsOf(customer)).every(([, reserved]) => reserved === 0n)).toBe(true)
    }
  })
})
