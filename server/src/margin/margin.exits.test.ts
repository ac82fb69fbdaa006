import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE } from '@lonja/core/base/instant'
import { listClosings } from '../orders/lots.store.ts'
import { listOrdersOf } from '../orders/orders.store.ts'
import { ABC } from '../orders/orders.testing.ts'
import { openMarginFloor, owner, type MarginFloor } from './margin.testing.ts'

/* 100 shares of ABC at 10.00 with leverage 5 and an exit attached to their buy, in an account that is closed out. */

let floor: MarginFloor
beforeAll(async () => {
  floor = await openMarginFloor()
  floor.script.sessions = [{ open: floor.clock.now() - 60 * MINUTE, close: floor.clock.now() + 1_000 * MINUTE }]
})
afterAll(() => floor.checkAndClose())

const openOrders = (customer: CustomerId) =>
  floor.db.read((tx) => listOrdersOf(tx, customer, { which: 'open', listing: null, after: null }, 50))

test('an exit attached to a leveraged buy gives way to a close-out of its lots', async () => {
  const exits = { stop: priceE4(10_000n), profit: priceE4(900_000n) }
  const customer = await owner(floor, { exits })
  expect(await openOrders(customer)).toMatchObject([{ shares: 100n, conditions: { isExit: true } }])
  await floor.minute(ABC, 850n)
  expect((await openOrders(customer)).map(({ conditions }) => conditions?.isCloseOut)).toEqual([true])
  await floor.quote(ABC, 849n, 850n)
  const closings = await floor.db.read((tx) => listClosings(tx, customer, {}, 50))
  expect(closings.map(({ sellType }) => sellType)).toEqual(['close_out'])
})
