import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import { OPEN_ORDERS_MOST } from '@lonja/core/orders/placing.rules'
import { writeFor } from '../database/locks.ts'
import { listClosings, listOpenLots } from './lots.store.ts'
import { cancel, cancelAllNow, place, replace } from './orders.actions.ts'
import { findOrder, listOrdersOf } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor, type TestServer } from './orders.testing.ts'
import { placeOrTakeOver } from './taking.actions.ts'

/** Exits attached to buys, on the real database. The floor checks the books when it closes. */

let floor: Floor
beforeAll(async () => {
  floor = await openFloor()
})
afterAll(() => floor.close())
beforeEach(() => {
  calmMarket(floor)
  floor.script.sessions = [{ open: floor.clock.now() - SECOND, close: floor.clock.now() + 3_600_000 }]
})

function says(bid: bigint, size = 1_000_000n): void {
  floor.clock.advance(SECOND)
  floor.script.say(ESP, floor.clock.now(), bid, bid + 1n, size)
}

async function quote(bid: bigint, size?: bigint): Promise<void> {
  says(bid, size)
  await floor.engine.sweep()
}

const EXITS = { stop: priceE4(45_000n), profit: priceE4(60_000n) }
const buyOf = (change: Partial<Ticket> = {}): Ticket =>
  ticket(ESP, { shares: wholeShares(20n), limit: priceE4(50_000n), timeInForce: 'gtc', exits: EXITS, ...change })

/** A customer whose buy of twenty shares at 5.00 or less waits, with an exit at 4.50 and 6.00. */
async function buyer(change: Partial<Ticket> = {}): Promise<{ customer: CustomerId; buy: OrderId }> {
  const customer = await floor.customer({ EUR: 100_000_000n })
  const order = await place(floor, { customer }, buyOf(change))
  if (isRefused(order)) throw new Error(order.refused)
  return { customer, buy: order.id }
}

async function orderOf(customer: CustomerId, id: OrderId): Promise<Order> {
  const order = await floor.db.read((tx) => findOrder(tx, { customer, id }))
  if (!order) throw new Error('the order is there')
  return order
}

/** The exits of a customer's buys, oldest first. */
async function exitsOf(customer: CustomerId): Promise<Order[]> {
  const all = await floor.db.read(async (tx) => [
    ...(await listOrdersOf(tx, customer, { which: 'open', listing: null, after: null }, 50)),
    ...(await listOrdersOf(tx, customer, { which: 'ended', listing: null, after: null }, 50)),
  ])
  return all.filter(({ conditions }) => conditions?.ofBuy).toSorted((a, b) => a.marketAt - b.marketAt)
}

async function exitOf(customer: CustomerId): Promise<Order> {
  const [exit, ...others] = await exitsOf(customer)
  if (!exit || others.length > 0) throw new Error(`there is one exit, and ${others.length} more`)
  return exit
}

const soldOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listClosings(tx, customer, {}, 20))).map(
    ({ shares, closePrice, sellType }) => [shares, closePrice, sellType] as const,
  )
const lotsOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listOpenLots(tx, customer))).map((lot) => [lot.left, lot.reserved, lot.guarded])
const byHand = (customer: CustomerId, change: Partial<Ticket>, server: TestServer = floor) =>
  placeOrTakeOver(server, { customer }, ticket(ESP, { side: 'sell', ...change }))

describe('the exit of a buy', () => {
  test('is placed by its first fill, on the event of that, and grows with each further one', async () => {
    const { customer, buy } = await buyer()
    expect(await exitsOf(customer)).toEqual([])
    await quote(499n, 20n)
    const at = floor.clock.now()
    expect(await exitOf(customer)).toMatchObject({
      side: 'sell', shares: 5n, limit: null, timeInForce: 'gtc', marketAt: at, through: at, held: [{ asset: ESP, units: 5n }],
      conditions: { stop: { by: 'price', price: 45_000n }, profit: 60_000n, isExit: true, ofBuy: buy, lot: null, changes: 0 },
    }) // prettier-ignore
    await quote(499n, 40n)
    const exit = await exitOf(customer)
    expect(exit).toMatchObject({ shares: 15n, marketAt: at, conditions: { changes: 1, rankAt: at } })
    expect((await orderOf(customer, buy)).conditions).toMatchObject({ exits: EXITS, exitOrder: exit.id })
    expect(await lotsOf(customer)).toEqual([[5n, 0n, 5n], [10n, 0n, 10n]]) // prettier-ignore
    await quote(499n, 400n)
    expect(await orderOf(customer, buy)).toMatchObject({ state: 'filled' })
    expect(await exitOf(customer)).toMatchObject({ shares: 20n, state: 'working' })
  })

  test.each<[string, Ticket['exits'], bigint[], string]>([
    ['takes its profit', EXITS, [600n], 'take_profit'],
    ['cuts the loss', EXITS, [450n, 449n], 'stop_loss'],
    ['with a profit alone is a limit', { stop: null, profit: EXITS.profit }, [600n], 'take_profit'],
    ['with a stop alone is a stop', { stop: EXITS.stop, profit: null }, [450n, 449n], 'stop_loss'],
  ])('%s', async (_what, exits, bids, sellType) => {
    const { customer } = await buyer({ exits })
    await quote(499n)
    for (const bid of bids) await quote(bid)
    expect((await soldOf(customer)).map(([shares, , way]) => [shares, way])).toEqual([[20n, sellType]])
    expect(await exitOf(customer)).toMatchObject({ state: 'filled' })
  })

  test('closes the lots of its buy, and leaves older ones', async () => {
    const { customer } = await buyer({ exits: null })
    await quote(499n)
    floor.clock.advance(1)
    await place(floor, { customer }, buyOf({ shares: wholeShares(10n) }))
    await quote(499n)
    await quote(600n)
    expect(await soldOf(customer)).toEqual([[10n, 60_000n, 'take_profit']])
    expect(await lotsOf(customer)).toEqual([[20n, 0n, 0n]])
  })

  test('is left alone by sells of the oldest lots', async () => {
    const { customer } = await buyer({ shares: wholeShares(10n) })
    await quote(499n)
    floor.clock.advance(1)
    await place(floor, { customer }, buyOf({ exits: null, shares: wholeShares(10n) }))
    await quote(499n)
    await byHand(customer, { shares: wholeShares(10n) })
    await quote(499n)
    expect(await lotsOf(customer)).toEqual([[10n, 0n, 10n]])
    expect(await exitOf(customer)).toMatchObject({ state: 'working', shares: 10n })
  })

  test.each([450n, 600n])(
    'that an event with the bid %s reaches ends the rest of its buy, with a reason',
    async (bid) => {
      const { customer, buy } = await buyer()
      await quote(499n, 20n)
      await quote(bid)
      expect(await orderOf(customer, buy)).toMatchObject({
      state: 'cancelled', endReason: 'exit_reached', filled: 5n, through: floor.clock.now(),
    }) // prettier-ignore
      await quote(440n)
      expect((await soldOf(customer)).map(([shares]) => shares)).toEqual([5n])
      expect(await lotsOf(customer)).toEqual([])
    },
  )

  test('meets every event after its fill and none before, also those that its server missed', async () => {
    const { customer, buy } = await buyer()
    says(499n, 20n)
    says(450n, 20n)
    says(499n, 20n)
    await floor.engine.sweep()
    await floor.engine.sweep()
    // The second event reached the exit, so the buy took nothing of it, and the third sells.
    expect(await orderOf(customer, buy)).toMatchObject({ endReason: 'exit_reached', filled: 5n, through: floor.clock.now() - SECOND }) // prettier-ignore
    expect(await soldOf(customer)).toEqual([[5n, 49_900n, 'stop_loss']])
  })

  test('goes on after a restart, and grows there', async () => {
    const { customer } = await buyer()
    await quote(499n, 20n)
    await floor.restart()
    await quote(499n, 40n)
    expect(await exitOf(customer)).toMatchObject({ shares: 15n })
    await floor.restart()
    await quote(600n)
    expect((await soldOf(customer)).map(([shares, , way]) => [shares, way])).toEqual([[10n, 'take_profit'], [5n, 'take_profit']]) // prettier-ignore
  })

  test('is the customer’s once it is placed: moved, and taken away for good', async () => {
    const { customer, buy } = await buyer()
    await quote(499n, 20n)
    const { id } = await exitOf(customer)
    const request = { id, side: 'sell', changes: 0, shares: wholeShares(5n), limit: null, stop: priceE4(44_000n), profit: priceE4(61_000n), trail: null, trailBps: null, timeInForce: 'gtc' } as const // prettier-ignore
    expect(isRefused(await replace(floor, { customer }, request))).toBe(false)
    await quote(499n, 20n)
    expect(await exitOf(customer)).toMatchObject({ shares: 10n, conditions: { profit: 61_000n, changes: 2 } })
    await cancel(floor, { customer }, id)
    await quote(499n)
    expect(await orderOf(customer, buy)).toMatchObject({ state: 'filled' })
    expect(await exitOf(customer)).toMatchObject({ state: 'cancelled', endReason: 'by_customer' })
    expect((await lotsOf(customer)).every(([, , guarded]) => guarded === 0n)).toBe(true)
  })
})

describe('a sell by hand', () => {
  test('takes from the exit, of the lot that it names first', async () => {
    const { customer } = await buyer()
    await quote(499n, 20n)
    await quote(499n, 400n)
    const [first, second] = await floor.db.read((tx) => listOpenLots(tx, customer))
    await byHand(customer, { shares: wholeShares(3n), limit: priceE4(70_000n), timeInForce: 'gtc', lot: first!.id })
    expect(await lotsOf(customer)).toEqual([[5n, 3n, 2n], [15n, 0n, 15n]]) // prettier-ignore
    await byHand(customer, { shares: wholeShares(4n), limit: priceE4(70_000n), timeInForce: 'gtc', lot: second!.id })
    expect(await lotsOf(customer)).toEqual([[5n, 3n, 2n], [15n, 4n, 11n]]) // prettier-ignore
    await byHand(customer, { shares: wholeShares(2n) })
    expect(await exitOf(customer)).toMatchObject({ shares: 11n })
    await quote(600n)
    expect((await soldOf(customer)).reduce((sum, [shares]) => sum + shares, 0n)).toBe(13n)
  })

  test('of all that was bought ends the exit, and the next fill places another', async () => {
    const { customer, buy } = await buyer()
    await quote(499n, 20n)
    await byHand(customer, { shares: wholeShares(5n) })
    await quote(499n, 40n)
    const [first, second] = await exitsOf(customer)
    expect(first).toMatchObject({ state: 'cancelled', endReason: 'closed_by_hand' })
    expect(second).toMatchObject({ state: 'working', shares: 10n, marketAt: floor.clock.now() })
    expect((await orderOf(customer, buy)).conditions?.exitOrder).toBe(second?.id)
  })
})

describe('the account', () => {
  test('that is closed ends an exit which a fill on the way has placed', async () => {
    const { customer } = await buyer()
    says(499n, 20n)
    const terms = { now: floor.clock.now(), reason: 'by_customer', isNoticed: false, which: () => true } as const
    const ended = await writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
    ended.forEach((order) => floor.open.take(order))
    expect(await exitOf(customer)).toMatchObject({ state: 'cancelled', shares: 5n })
    expect(ended).toHaveLength(2)
  })

  test('that is restricted keeps its exits, and one that a fill on the way has placed', async () => {
    const { customer, buy } = await buyer()
    says(499n, 20n)
    const which = ({ side }: Order): boolean => side === 'buy'
    const terms = { now: floor.clock.now(), reason: 'restricted', isNoticed: true, which } as const
    const ended = await writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, terms))
    ended.forEach((order) => floor.open.take(order))
    expect(await orderOf(customer, buy)).toMatchObject({ state: 'cancelled', filled: 5n })
    await quote(600n)
    expect(await soldOf(customer)).toEqual([[5n, 60_000n, 'take_profit']])
  })

  test('that has all the open orders that it may have gets its exit, and none of its fills fails', async () => {
    const { customer, buy } = await buyer({ shares: wholeShares(10n) })
    const others = Array.from({ length: OPEN_ORDERS_MOST - 1 }, () =>
      place(floor, { customer }, buyOf({ shares: wholeShares(1n), limit: priceE4(10_000n), exits: null })),
    )
    expect((await Promise.all(others)).filter(isRefused)).toEqual([])
    await quote(499n, 20n)
    expect(await exitOf(customer)).toMatchObject({ state: 'working', shares: 5n })
    expect(await place(floor, { customer }, buyOf())).toMatchObject({ refused: 'too_many_open_orders' })
    await quote(499n, 20n)
    expect(await orderOf(customer, buy)).toMatchObject({ state: 'filled' })
    const all = { now: floor.clock.now(), reason: 'by_customer', isNoticed: false, which: () => true } as const
    const ended = await writeFor(floor.db, customer, (tx) => cancelAllNow(tx, customer, floor, all))
    ended.forEach((order) => floor.open.take(order))
    expect(ended).toHaveLength(OPEN_ORDERS_MOST)
  })

  test('with leverage pays back what was financed', async () => {
    const { customer } = await buyer({ leverage: 5 })
    await quote(499n)
    await quote(600n)
    expect(await exitOf(customer)).toMatchObject({ state: 'filled' })
    const [closing] = await floor.db.read((tx) => listClosings(tx, customer, {}, 20))
    expect(closing?.repaid).toBeGreaterThan(0n)
  })
})

describe('until the first fill', () => {
  const asking = (id: OrderId, exits?: Ticket['exits'], limit = 50_000n) => ({
    id, side: 'buy', changes: 0, shares: wholeShares(20n), limit: priceE4(limit), stop: null, trail: null, trailBps: null, timeInForce: 'gtc', ...(exits === undefined ? {} : { exits }),
  }) as const // prettier-ignore

  test('the attached exit is changed, removed, or stays as it is', async () => {
    const { customer, buy } = await buyer()
    const moved = { stop: priceE4(44_000n), profit: null }
    expect(await replace(floor, { customer }, asking(buy, moved))).toMatchObject({ conditions: { exits: moved, changes: 1 } }) // prettier-ignore
    expect(await replace(floor, { customer }, { ...asking(buy, undefined, 49_000n), changes: 1 })).toMatchObject({ conditions: { exits: moved } }) // prettier-ignore
    expect(await replace(floor, { customer }, { ...asking(buy, undefined, 43_000n), changes: 2 })).toMatchObject({ refused: 'exit_stop_too_high', field: 'exits.stop' }) // prettier-ignore
    expect(await replace(floor, { customer }, { ...asking(buy, null, 49_000n), changes: 2 })).toMatchObject({ conditions: { exits: null, changes: 3 } }) // prettier-ignore
    await quote(489n)
    expect(await exitsOf(customer)).toEqual([])
  })

  test('and not after it', async () => {
    const { customer, buy } = await buyer()
    await quote(499n, 20n)
    expect(await replace(floor, { customer }, asking(buy, null))).toMatchObject({ refused: 'exits_placed' })
    expect(await replace(floor, { customer }, asking(buy, undefined, 49_000n))).toMatchObject({ conditions: { exits: EXITS } }) // prettier-ignore
  })

  test('a repeat of the ticket is the same order, and one with another exit is not', async () => {
    const customer = await floor.customer({ EUR: 100_000_000n })
    const order = buyOf()
    await place(floor, { customer }, order)
    expect(isRefused(await place(floor, { customer }, order))).toBe(false)
    const other = { ...order, exits: { ...EXITS, profit: null } }
    expect(await place(floor, { customer }, other)).toMatchObject({ refused: 'key_reused' })
  })
})
