import { afterEach, expect, test } from 'vitest'
import { wholeShares } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Db } from '../database/db.ts'
import { place } from '../orders/orders.actions.ts'
import { ABC, ticket } from '../orders/orders.testing.ts'
import {
  codesOf,
  dividendOf,
  freeOf,
  onlyAction,
  openHolder,
  RECORD,
  splitOf,
  type ActionFloor,
} from './corporate.testing.ts'

/** An action is carried out once for each customer, on however many servers, and whenever one of them is killed. */

let floor: ActionFloor
afterEach(() => floor.checkAndClose())

async function withHolder(...of: Parameters<typeof openHolder>): Promise<CustomerId> {
  const opened = await openHolder(...of)
  floor = opened.floor
  return opened.customer
}

test('however often and on however many servers rounds run', async () => {
  const customer = await withHolder([splitOf(4n, 1n)], 10n)
  floor.pastClose()
  const others = [floor.otherActions(), floor.otherActions()]
  await Promise.all([floor.actions, ...others].map((each) => each.round()))
  await Promise.all([floor.actions, ...others].map((each) => each.round()))
  expect(await freeOf(floor, customer, ABC)).toBe(40n)
  expect(others.map((each) => each.heldAt())).toEqual([Infinity, Infinity])
})

/** A database that fails at one of its writes, counted from 1. */
const failingAt = (expected: number): Db => {
  let writes = 0
  const write: Db['write'] = (work) =>
    ++writes === expected ? Promise.reject(new Error('the server is killed')) : floor.db.write(work)
  return { ...floor.db, write }
}

test.each([
  ['the record of the action', 1, [10n, 2n]],
  ['the mark that its notices are sent', 2, [10n, 2n]],
  ['its close', 3, [10n, 2n]],
  ['the first customer', 4, [10n, 8n]],
  ['the second customer', 5, [40n, 2n]],
  ['the mark that it is done', 6, [40n, 8n]],
])('also after a crash before %s is written', async (_what, write, between) => {
  const customers = [await withHolder([splitOf(4n, 1n)], 10n), await floor.customer({ USD: 1_000_000n })]
  await place(floor, { customer: customers[1]! }, ticket(ABC, { shares: wholeShares(2n) }))
  await floor.quote(ABC, 999n, 1_000n)
  floor.pastClose()
  const sharesOf = () => Promise.all(customers.map((customer) => freeOf(floor, customer, ABC)))
  await expect(floor.otherActions(failingAt(write)).round()).rejects.toThrow('the server is killed')
  expect(await sharesOf()).toEqual(between)
  expect(floor.market.settled()).toBe(RECORD)
  await floor.actions.round()
  expect(await sharesOf()).toEqual([40n, 8n])
  expect((await onlyAction(floor)).doneAt).not.toBeNull()
  expect(floor.market.settled()).toBe(floor.clock.now())
})

test('a notice of an announcement comes once', async () => {
  const customer = await withHolder([dividendOf(10_000n)], 1n)
  await Promise.all([floor.actions.round(), floor.otherActions().round()])
  await floor.otherActions().round()
  expect((await codesOf(floor, customer)).filter((code) => code === 'dividend_announced')).toHaveLength(1)
})
