import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE } from '@lonja/core/base/instant'
import { sql } from '../database/db.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import type { PastMarket } from '../market/market.past.shape.ts'
import { ABC } from '../orders/orders.testing.ts'
import { ORDER_BOOKS } from '../orders/orders.verify.ts'
import { REVERSAL_BOOKS } from '../reversals/reversals.verify.ts'
import { openDb, type Db } from '../database/db.ts'
import { testDatabase } from '../testing/database.ts'
import { checkCloseOuts } from './closeouts.verify.ts'
import { openMarginFloor, owner, type MarginFloor } from './margin.testing.ts'
import { MARGIN_BOOKS } from './margin.verify.ts'

/** Forged rows are found: by a law of the books, or by working a close-out out anew from its market. */

let floor: MarginFloor
let tables: Db
let database: Awaited<ReturnType<typeof testDatabase>>
let [customer, gone]: CustomerId[] = []

beforeAll(async () => {
  database = await testDatabase()
  floor = await openMarginFloor(database.url)
  tables = openDb(database.ownerUrl, { max: 1 })
  floor.script.sessions = [{ open: floor.clock.now() - 60 * MINUTE, close: floor.clock.now() + 1_000 * MINUTE }]
  gone = await owner(floor)
  await floor.minute(ABC, 600n)
  await floor.quote(ABC, 600n, 601n)
  floor.clock.advance(MINUTE)
  await floor.margin.round()
  customer = await owner(floor)
  await floor.minute(ABC, 850n)
  await floor.quote(ABC, 850n, 851n)
})
afterAll(async () => {
  await tables.close()
  await floor.close()
  await database.drop()
})

let forged = 0

/** The codes of the broken laws after a statement of the tables' owner, and the differences; it is rolled back. */
async function after(statement: string): Promise<{ codes: string[]; differs: string[] }> {
  const result = { codes: [] as string[], differs: [] as string[] }
  const undone = new Error('taken back')
  const run = tables.write(async (tx) => {
    await tx.run(sql(`test_forge_margin_${(forged += 1)}`, statement))
    result.codes = (await checkLaws(tx, [LEDGER_BOOKS, ORDER_BOOKS, REVERSAL_BOOKS, MARGIN_BOOKS])).map(
      ({ code }) => code,
    )
    const { breaches } = await checkCloseOuts({ ...tables, read: (work) => work(tx) }, past)
    result.differs = breaches.flatMap(({ rows }) => rows.map(({ differs }) => differs))
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return result
}

/** The market of the test as it was. */
const past = {
  unchecked: () => null,
  quoteAt: (listing, at) => floor.market.quoteAt(listing, at),
  viewsAt: (listing, at) => [{ quote: floor.market.quoteAt(listing, at), rate: null, halted: false }],
  rateAt: (at) => floor.market.rateAt(at),
} as Partial<PastMarket> as PastMarket

const own = () => `customer = '${customer}'`

test('what happened breaks no law and follows from its market', async () => {
  expect(await after('select 1')).toEqual({ codes: [], differs: [] })
  expect(await checkCloseOuts(floor.db, past)).toEqual({ checked: 2, unchecked: 0, breaches: [] })
})

describe('a close-out does not follow from its market', () => {
  test.each<[string, () => string, RegExp]>([
    [
      'at another price',
      () => `update close_out_quotes set last_e4 = last_e4 - 1 where ${own()}`,
      /the market has 85000/,
    ],
    ['at another event', () => `update close_out_quotes set quote_at = quote_at - 1 where ${own()}`, /the market has/],
    ['at a rate', () => `update close_outs set rate_e6 = 1100000, rate_at = 1 where ${own()}`, /null by the market/],
    [
      'of another minute',
      () => `update close_outs set minute_at = minute_at + 600000 where ${own()}`,
      /the market has/,
    ],
    [
      'with another equity',
      () => `update close_outs set equity = equity - 1 where ${own()}`,
      /worked out anew USD: equity 5900/,
    ],
    [
      'beside a loan that its equity leaves out',
      () => `update postings set account_1 = 'loans' where ${own()} and first = 1`,
      /worked out anew/,
    ],
    ['with another used margin', () => `update close_outs set used = used + 1 where ${own()}`, /worked out anew/],
    [
      'of too many shares',
      () => `update close_out_lots set shares_closed = shares_closed + 1 where ${own()}`,
      /closes 43 of lot .*; worked out anew 42/,
    ],
    [
      'of too few shares',
      () => `update close_out_lots set shares_closed = shares_closed - 1 where ${own()}`,
      /closes 41 of lot .*; worked out anew 42/,
    ],
  ])('%s', async (_what, statement, differs) => {
    expect((await after(statement())).differs).toEqual([expect.stringMatching(differs)])
  })
})

test('quotes that the market does not know are not checked', async () => {
  const unknown = { ...past, unchecked: () => 'not_revealed' as const }
  expect(await checkCloseOuts(floor.db, unknown)).toEqual({ checked: 0, unchecked: 2, breaches: [] })
  expect(await checkCloseOuts(floor.db, { ...past, viewsAt: () => [] })).toMatchObject({ checked: 0, unchecked: 2 })
})

test('an order of a close-out is one of its lot’s listing, also after a new ticker has moved it', async () => {
  const of = `(select customer, order_id as id from close_out_lots where ${own()} and order_id is not null)`
  const moved = `update orders o set listing = 'XNYS:NEW' from ${of} as c where o.customer = c.customer and o.id = c.id`
  // The orders are filled here, and the tables keep those from changing.
  const unguarded = (statement: string) =>
    `do $do$ begin alter table orders disable trigger an_order_goes_forward; ${statement}; end $do$`
  expect((await after(unguarded(moved))).codes).toContain('close_out_orders')
  const recorded = `with action as (
      insert into corporate_actions (id, listing, kind, ex_day, announced_at, record_at, ex_at, successor, made_at)
      values (gen_random_uuid(), '${ABC}', 'symbol', '2026-11-21', 0, 1, 2, 'XNYS:NEW', 0) returning id
    ), change as (
      insert into order_changes (customer, id, change, market_at, made_at, shares, in_force, held_units, other_units, action, listing)
      select o.customer, o.id, 1, 1, 1, o.shares, o.in_force, o.held_units, 0, action.id, o.listing
      from action, orders o join ${of} as c on c.customer = o.customer and c.id = o.id
    ), conditions as (
      update order_conditions o set changes = 1, rank_at = 1 from ${of} as c where o.customer = c.customer and o.id = c.id
    ) ${moved}`
  expect((await after(unguarded(recorded))).codes).not.toContain('close_out_orders')
})

describe('the laws see', () => {
  test.each<[string, () => string, string[]]>([
    [
      'a lot that had more shares',
      () => `update close_out_lots set shares_left = shares_left + 1 where ${own()}`,
      ['close_out_lots'],
    ],
    [
      'a lot that cost less',
      () => `update close_out_lots set cost_left = cost_left - 1 where ${own()}`,
      ['close_out_lots'],
    ],
    [
      'a lot that is left out',
      () => `delete from close_out_lots where ${own()}`,
      ['close_out_lots', 'close_out_orders'],
    ],
    [
      'shares that nobody was closing',
      () => `update close_out_lots set shares_closing = 1 where ${own()}`,
      ['close_out_lots'],
    ],
    [
      'an order of the house without a record',
      () => `update close_out_lots set order_id = null, shares_closed = 0 where ${own()}`,
      ['close_out_orders'],
    ],
    [
      'an order of the house that is said to be its customer’s',
      () => `update order_conditions set is_close_out = false where ${own()} and is_close_out`,
      ['sell_types', 'close_out_orders'],
    ],
    [
      'a closing that is said to be its customer’s',
      () => `update closings set sell_type = 'customer' where ${own()}`,
      ['sell_types'],
    ],
    [
      'an order placed before its minute',
      () => `update close_outs set minute_at = minute_at + 600000 where ${own()}`,
      ['close_out_orders'],
    ],
    [
      'more forgiven than the entries say',
      () => `update settlements set units = units + 1 where customer = '${gone}'`,
      ['settlements', 'forgiven'],
    ],
    ['a settlement without a record', () => `delete from settlements where customer = '${gone}'`, ['settlements']],
    [
      'a debt forgiven while shares were left',
      () => `update settlements set posting = 4 where customer = '${gone}'`,
      ['settlements', 'forgiven'],
    ],
  ])('%s', async (_what, statement, codes) => {
    expect((await after(statement())).codes).toEqual(codes)
  })
})

test.each<[string, () => string, RegExp]>([
  [
    'more than half of the margin left',
    () => `update close_outs set equity = used where ${own()}`,
    /half_the_margin_is_lost/,
  ],
  [
    'an instant that is no whole minute',
    () => `update close_outs set minute_at = minute_at + 1 where ${own()}`,
    /minute_at_check/,
  ],
])('the table refuses %s', async (_what, statement, constraint) => {
  const run = tables.write((tx) => tx.run(sql(`test_forge_margin_${(forged += 1)}`, statement())))
  await expect(run).rejects.toThrow(constraint)
})
