import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeShares } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { sql } from '../database/db.ts'
import { listFillsOf } from './fills.store.ts'
import { place, replace } from './orders.actions.ts'
import { findOrder } from './orders.store.ts'
import { ticket } from './orders.testing.ts'
import { ABC, limitOf, openFeedHouse, type FeedHouse, type SecondServer } from './heard.testing.ts'

/*
 * Orders on a live feed that two servers fill one after the other. Each test ends with the check of all orders so far. Which
 * of the two made a fill is not kept: the quote of it is one that either had heard.
 */

let house: FeedHouse
let other: SecondServer
let ana: CustomerId

beforeAll(async () => {
  house = await openFeedHouse()
  other = await house.beside()
  ana = await house.customer()
  await house.quote(1_000, 1_002)
  await house.pass(SECOND)
})
afterAll(() => house.close())

const orderOf = (id: OrderId) => house.db.read((tx) => findOrder(tx, { customer: ana, id }))
const filledOf = async (id: OrderId) => (await house.db.read((tx) => listFillsOf(tx, ana, [id]))).map(({ shares }) => shares) // prettier-ignore

const RESTS = { shares: wholeShares(20n), limit: limitOf(995), timeInForce: 'gtc' } as const

/** Places an order at the second server, which claims the others of the listing. */
async function claims(): Promise<void> {
  const order = await place(other, { customer: ana }, ticket(ABC, { ...RESTS, limit: limitOf(100) }))
  if (isRefused(order)) throw new Error(order.refused)
}

/** A quote of which an order may have ten shares, and a round of both servers. */
async function reached(): Promise<void> {
  await house.pass(100)
  await house.quote(990, 992, { size: 40 })
  await house.pass(2 * SECOND)
  await other.engine.sweep()
}

const COUNT = sql('test_count_orders', 'select count(*) as orders from orders')

async function holds(): Promise<void> {
  // A round stores the events that were heard.
  await house.pass(0)
  await other.engine.sweep()
  const [row] = await house.db.read((tx) => tx.run<{ orders: bigint }>(COUNT))
  expect(await house.verify()).toEqual({ checked: Number(row?.orders), unchecked: {}, breaches: [] })
}

test('an order that is claimed between two of its fills follows from what the two servers heard', async () => {
  const { id } = await house.placed(ana, RESTS)
  await reached()
  expect(await filledOf(id)).toEqual([10n])
  await holds()
  await claims()
  expect((await orderOf(id))?.node).toBe(other.open.node())
  await holds()
  await reached()
  expect(await filledOf(id)).toEqual([10n, 10n])
  await holds()
})

const SIZE = sql(
  'test_forge_first_size',
  `update fills set ask_size = ask_size + $2 where order_id = $1
   and quote_at = (select min(quote_at) from fills where order_id = $1)`,
)

test('a forged quote of the fill before the claim is found', async () => {
  const { id } = await house.placed(ana, RESTS)
  await reached()
  await claims()
  await reached()
  await house.owner.write((tx) => tx.run(SIZE, [id, 1n]))
  expect((await house.verify()).breaches).toMatchObject([{ code: 'order_fills', cases: 1 }])
  await house.owner.write((tx) => tx.run(SIZE, [id, -1n]))
  await holds()
})

test('an order that was replaced before its claim follows from the quote of that instant', async () => {
  const { id } = await house.placed(ana, { ...RESTS, limit: limitOf(900) })
  await house.pass(100)
  await house.quote(1_001, 1_003)
  await house.pass(2 * SECOND)
  const terms = { id, side: 'buy', changes: 0, stop: null, trail: null, trailBps: null, ...RESTS } as const
  expect(await replace(house, { customer: ana }, terms)).toMatchObject({ limit: RESTS.limit })
  await reached()
  await claims()
  await reached()
  expect(await filledOf(id)).toEqual([10n, 10n])
  await holds()
})
