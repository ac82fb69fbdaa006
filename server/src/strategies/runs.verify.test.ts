import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopRun } from '@lonja/core/strategies/runs.contract'
import { openDb, sql, type Db } from '../database/db.ts'
import { START } from '../orders/orders.testing.ts'
import { ORDER_BOOKS } from '../orders/orders.verify.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { moneyIn, reverseByTwo } from '../reversals/reversals.testing.ts'
import type { TestHouse } from '../testing/house.ts'
import { gridOf, hear, openRunHouse, serverOf } from '../testing/runs.ts'
import { RUN_BOOKS } from './runs.verify.ts'

/* Forged rows beside runs that have traded: each is found by the law that it breaks. */

let house: TestHouse
let owner: Db
/** Runs by what has become of them: one holds shares and has open orders, the other has sold and stopped. */
let open: string
let over: string
let traded: readonly unknown[]

beforeAll(async () => {
  house = await openRunHouse()
  owner = openDb(house.ownerUrl, { max: 1 })
  const server = serverOf(house)
  const [one, other] = [await gridOf(house), await gridOf(house)]
  open = one.id
  over = other.id
  for (const bid of [1_000n, 988n, 988n]) await hear(house, server, bid, bid + 2n)
  await house.ask(stopRun, { id: over, sells: true }, { token: other.who.token })
  for (const bid of [988n, 988n, 1_003n]) await hear(house, server, bid, bid + 2n)
  traded = [await one.read(), await other.read()]
  await server.stop()
})
afterAll(async () => {
  await owner.close()
  await house.close()
})

test('one run goes on with shares and an open sell, the other has bought, sold and stopped', () => {
  expect(traded).toMatchObject([
    { run: { state: 'running', shares: '49' }, open: [{ side: 'sell' }] },
    { run: { state: 'stopped', fills: 2 }, open: [] },
  ])
})

let faults = 0

/** The laws that are broken after statements of the tables' owner, with the runs or orders that they name. All is rolled back. */
async function brokenBy(...texts: string[]): Promise<[law: string, cause: string | null][]> {
  const undone = new Error('taken back')
  const broken: [string, string | null][] = []
  const forging = owner.write(async (tx) => {
    for (const text of texts) await tx.run(sql(`run_fault_${(faults += 1)}`, text))
    for (const { code, rows } of await checkLaws(tx, [RUN_BOOKS, ORDER_BOOKS]))
      broken.push(...rows.map(({ cause }): [string, string | null] => [code, cause]))
    throw undone
  })
  await expect(forging).rejects.toBe(undone)
  return broken
}

test('runs that have traded and stopped break no law', async () => {
  expect(await brokenBy()).toEqual([])
})

// prettier-ignore
test.each<[string, () => string[], string, () => string | null]>([
  ['a cent more in a purse',               () => [`update purses set cash = cash + 1 where id = '${open}'`], 'run_money', () => open],
  ['a share more in a purse',              () => [`update purses set shares = shares + 1 where id = '${open}'`], 'run_money', () => open],
  ['a cent that no order holds',           () => [`update purses set cash = cash - 1, cash_held = cash_held + 1 where id = '${open}'`], 'run_money', () => open],
  ['a share that its order holds',          () => [`update purses set shares = shares + 1, shares_held = shares_held - 1 where id = '${open}'`], 'run_money', () => open],
  ['a purse without its run',              () => [`delete from runs where id = '${open}'`], 'run_purses', () => open],
  ['a run without its purse',              () => [`delete from purses where id = '${open}'`], 'run_purses', () => open],
  ['a purse of a run that is over',        () => [`insert into purses select customer, id, listing, 0, 0, 0, 0, 0, 1 from runs where id = '${over}'`], 'run_purses', () => over],
  ['a lot of a run that is over',          () => [`update runs set state = 'stopped', reason = 'by_customer', ended_at = made_at, end_fees = 0 where id = '${open}'`], 'run_orders', () => open],
  ['a lot of another run',                 () => [`update lots set run = '${over}' where run = '${open}'`], 'run_orders', () => over],
  ['a lot that the run lost',              () => [`update lots set run = null, shares_reserved = 0 where run = '${open}'`], 'run_orders', () => open],
  ['fees that no fill has',                () => [`update runs set end_fees = end_fees + 1 where id = '${over}'`], 'run_ends', () => over],
  ['a fill of after the end',              () => [`update runs set ended_at = made_at where id = '${over}'`], 'run_ends', () => over],
  ['entries of no run',                    () => ['alter table purses disable trigger user', `delete from runs where id = '${over}'`], 'run_entries', () => over],
  ['an order that lost its run',           () => [`update order_conditions set run = null where run = '${open}'`], 'run_money', () => open],
  ['a sell of a run by its customer',      () => ["update closings set sell_type = 'customer'"], 'sell_types', () => null],
])('%s is found', async (_what, texts, law, cause) => {
  const broken = await brokenBy(...texts())
  if (cause() === null) expect(broken.map(([code]) => code)).toContain(law)
  else expect(broken).toContainEqual([law, cause()])
})

test('what a run releases pays a debt of its customer first, and breaks no law', async () => {
  const { who, id } = await gridOf(house)
  const seat = () => house.seat({ roles: ['treasurer'], claimedAt: START })
  await reverseByTwo(house, [await seat(), await seat(), await seat()], who.id, '10000.00')
  expect(await moneyIn(house, who)).toMatchObject({ free: '0.00', held: '1000.00', owed: '1000.00' })
  await house.ask(stopRun, { id, sells: false }, { token: who.token })
  expect(await moneyIn(house, who)).toMatchObject({ free: '0.00', held: '0.00', owed: '0.00' })
  expect(await brokenBy()).toEqual([])
})
