import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import { listClosings } from './lots.store.ts'
import { matchOn, place } from './orders.actions.ts'
import { findOrder, listOrdersOf } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor } from './orders.testing.ts'

/**
 * Exits of buys that share an event with older sells of their customer, on the real database. The floor checks the books
 * when it closes.
 */

let floor: Floor
beforeAll(async () => {
  floor = await openFloor()
})
afterAll(() => floor.close())
beforeEach(() => {
  calmMarket(floor)
  floor.script.sessions = [{ open: floor.clock.now() - SECOND, close: floor.clock.now() + 3_600_000 }]
})

/** An event of which one side's orders of a customer share a quarter of the size. */
function says(bid: bigint, size = 1_000_000n): Quote {
  floor.clock.advance(SECOND)
  return floor.script.say(ESP, floor.clock.now(), bid, bid + 1n, size)
}

async function placed(customer: CustomerId, change: Partial<Ticket>): Promise<Order> {
  const order = await place(floor, { customer }, ticket(ESP, { timeInForce: 'gtc', ...change }))
  if (isRefused(order)) throw new Error(order.refused)
  return order
}

/** A customer with forty shares, all of which wait to be sold at a price. */
async function seller(limit: bigint): Promise<CustomerId> {
  const customer = await floor.customer({ EUR: 100_000_000n })
  await placed(customer, { side: 'buy', shares: wholeShares(40n), limit: priceE4(50_000n) })
  says(499n)
  await floor.engine.sweep()
  await placed(customer, { side: 'sell', shares: wholeShares(40n), limit: priceE4(limit) })
  floor.clock.advance(1)
  return customer
}

async function exitOf(customer: CustomerId): Promise<Order | undefined> {
  const open = { which: 'open', listing: null, after: null } as const
  return (await floor.db.read((tx) => listOrdersOf(tx, customer, open, 50))).find(({ conditions }) => conditions?.ofBuy)
}

const soldOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listClosings(tx, customer, {}, 20))).map(({ shares, sellType }) => [shares, sellType])
const stateOf = async ({ customer, id }: Order) => {
  const order = await floor.db.read((tx) => findOrder(tx, { customer, id }))
  return [order?.state, order?.filled]
}

test('the exit that an event has placed shares the next one of the same round with older sells', async () => {
  const customer = await seller(60_000n)
  const exits = { stop: null, profit: priceE4(60_000n) }
  const buy = await placed(customer, { shares: wholeShares(20n), limit: priceE4(50_000n), exits })
  says(499n, 20n)
  says(600n, 20n)
  await floor.engine.sweep()
  await floor.engine.sweep()
  expect(await soldOf(customer)).toEqual([[5n, 'customer']])
  expect(await exitOf(customer)).toMatchObject({ shares: 5n, filled: 0n, state: 'working' })
  expect(await stateOf(buy)).toEqual(['part_filled', 5n])
})

test.each(['a round', 'its buy'])(
  'an event of which older sells leave an exit nothing does not end the buy, if %s comes upon it first',
  async (first) => {
    const customer = await seller(50_200n)
    const exits = { stop: null, profit: priceE4(50_200n) }
    // A buy at market may fill up to its collar, above the profit.
    const buy = await placed(customer, { shares: wholeShares(20n), limit: null, exits })
    says(499n, 20n)
    await floor.engine.sweep()
    const event = says(503n, 20n)
    if (first === 'its buy') await matchOn(floor, buy, event)
    await floor.engine.sweep()
    expect(await soldOf(customer)).toEqual([[5n, 'customer']])
    expect(await stateOf(buy)).toEqual(['part_filled', 10n])
    expect(await exitOf(customer)).toMatchObject({ shares: 10n, filled: 0n, state: 'working' })
  },
)

test.each(['the same event', 'an event before it'])(
  'a buy that comes upon an event first lets its exit sell on %s what older sells leave, and ends',
  async (which) => {
    const customer = await seller(50_200n)
    const exits = { stop: null, profit: priceE4(50_200n) }
    const buy = await placed(customer, { shares: wholeShares(20n), limit: null, exits })
    says(499n, 20n)
    await floor.engine.sweep()
    // Forty shares of the older sell, and the five of the exit.
    const reached = says(503n, 180n)
    await matchOn(floor, buy, which === 'the same event' ? reached : says(499n, 180n))
    expect((await soldOf(customer)).toSorted()).toEqual([
      [40n, 'customer'],
      [5n, 'take_profit'],
    ])
    expect(await stateOf(buy)).toEqual(['cancelled', 5n])
  },
)

test('the exit that an event has placed meets the next one of the same round before a later one that older sells share', async () => {
  const customer = await seller(60_000n)
  const exits = { stop: null, profit: priceE4(50_200n) }
  await placed(customer, { shares: wholeShares(20n), limit: priceE4(50_000n), exits })
  says(499n, 20n)
  says(503n, 20n)
  says(600n, 200n)
  await floor.engine.sweep()
  await floor.engine.sweep()
  const sold = await floor.db.read((tx) => listClosings(tx, customer, {}, 20))
  expect(sold.map(({ shares, closePrice, sellType }) => [shares, closePrice, sellType])).toEqual([
    [40n, 60_000n, 'customer'],
    [5n, 50_300n, 'take_profit'],
  ])
})
