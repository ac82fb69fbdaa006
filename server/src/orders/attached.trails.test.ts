import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import { listClosings } from './lots.store.ts'
import { place, replace } from './orders.actions.ts'
import { listOrdersOf } from './orders.store.ts'
import { ESP, calmMarket, openFloor, ticket, type Floor } from './orders.testing.ts'

/** Exits of buys whose stop follows the market, on the real database. The floor checks the books when it closes. */

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

const TRAIL = { stop: null, trailBps: 1_000, profit: null }
const PROFIT = priceE4(60_000n)

/** A customer whose buy of twenty shares at 5.00 or less waits, with these exits. */
async function buyer(exits: Ticket['exits']): Promise<{ customer: CustomerId; buy: OrderId }> {
  const customer = await floor.customer({ EUR: 100_000_000n })
  const terms = { shares: wholeShares(20n), limit: priceE4(50_000n), timeInForce: 'gtc', exits } as const
  const order = await place(floor, { customer }, ticket(ESP, terms))
  if (isRefused(order)) throw new Error(order.refused)
  return { customer, buy: order.id }
}

/** The one exit of a customer's buy. */
async function exitOf(customer: CustomerId): Promise<Order> {
  const all = await floor.db.read(async (tx) => [
    ...(await listOrdersOf(tx, customer, { which: 'open', listing: null, after: null }, 50)),
    ...(await listOrdersOf(tx, customer, { which: 'ended', listing: null, after: null }, 50)),
  ])
  const [exit, ...others] = all.filter(({ conditions }) => conditions?.ofBuy)
  if (!exit || others.length > 0) throw new Error(`there is one exit, and ${others.length} more`)
  return exit
}

const soldOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listClosings(tx, customer, {}, 20))).map(
    ({ shares, sellType }) => [shares, sellType] as const,
  )

// prettier-ignore
test.each<[string, Ticket['exits'], bigint[], string]>([
  ['cuts the loss below the highest bid', TRAIL,                       [550n, 495n, 494n], 'stop_loss'],
  ['with a profit takes it first',        { ...TRAIL, profit: PROFIT }, [560n, 600n],       'take_profit'],
])('an exit whose stop follows %s', async (_what, exits, bids, sellType) => {
  const { customer } = await buyer(exits)
  await quote(499n)
  for (const bid of bids) await quote(bid)
  expect(await soldOf(customer)).toEqual([[20n, sellType]])
  expect(await exitOf(customer)).toMatchObject({ state: 'filled' })
})

test('it follows from the bid of the first fill, goes on when it grows, and over a restart', async () => {
  const { customer } = await buyer(TRAIL)
  await quote(499n, 20n)
  expect((await exitOf(customer)).conditions).toMatchObject({ stop: { by: 'share', bps: 1_000 }, best: 49_900n })
  says(520n, 20n)
  says(499n, 40n)
  await floor.engine.sweep()
  await floor.engine.sweep()
  expect(await exitOf(customer)).toMatchObject({
    shares: 15n,
    limit: null,
    conditions: { best: 52_000n, profit: null },
  })
  await floor.restart()
  await quote(469n)
  expect((await exitOf(customer)).conditions?.trigger).toBeNull()
  await quote(468n)
  expect((await exitOf(customer)).conditions?.trigger).toMatchObject({ stop: 46_800n, best: 52_000n })
  await quote(467n)
  expect((await soldOf(customer)).reduce((sum, [shares]) => sum + shares, 0n)).toBe(await filledOf(customer))
})

const filledOf = async (customer: CustomerId): Promise<bigint> => (await exitOf(customer)).filled

describe('until the first fill', () => {
  const asking = (id: OrderId, changes: number, exits: Ticket['exits']) =>
    ({ id, side: 'buy', changes, shares: wholeShares(20n), limit: priceE4(50_000n), stop: null, trail: null, trailBps: null, timeInForce: 'gtc', exits }) as const // prettier-ignore

  test('a stop that follows takes the place of a fixed one and back, and both together are refused', async () => {
    const fixed = { stop: priceE4(45_000n), profit: PROFIT }
    const { customer, buy } = await buyer(fixed)
    const both = await replace(floor, { customer }, asking(buy, 0, { ...fixed, trailBps: 500 }))
    expect(both).toMatchObject({ refused: 'terms_mixed', field: 'exits.trailBps' })
    const follows = { ...TRAIL, profit: PROFIT }
    for (const [changes, exits] of [follows, fixed, follows].entries())
      expect(await replace(floor, { customer }, asking(buy, changes, exits))).toMatchObject({ conditions: { exits } })
    await quote(499n)
    expect((await exitOf(customer)).conditions).toMatchObject({ stop: { bps: 1_000 }, best: 49_900n, profit: PROFIT })
  })

  test('the same ticket is the same order, and one of another share is not', async () => {
    const customer = await floor.customer({ EUR: 100_000_000n })
    const order = ticket(ESP, { limit: priceE4(40_000n), timeInForce: 'gtc', exits: TRAIL })
    await place(floor, { customer }, order)
    expect(isRefused(await place(floor, { customer }, order))).toBe(false)
    const other = { ...order, exits: { ...TRAIL, trailBps: 999 } }
    expect(await place(floor, { customer }, other)).toMatchObject({ refused: 'key_reused' })
  })
})
