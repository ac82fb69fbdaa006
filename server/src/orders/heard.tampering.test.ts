import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { hashAfter, type HeardRow } from '@lonja/core/feed/heard'
import { newId } from '../base/ids.ts'
import { sql, type Db, type Tx } from '../database/db.ts'
import { insertHeard, listHeard } from '../market/heard.store.ts'
import { closeDay, rootKeysOf } from '../proof/roots.actions.ts'
import { checkRoots } from '../proof/roots.verify.ts'
import { TEST_SECRET } from '../testing/house.ts'
import { cancel } from './orders.actions.ts'
import { ABC, limitOf, openFeedHouse, type FeedHouse } from './heard.testing.ts'

/*
 * A day of orders on a feed, in which row after row is changed by the tables' owner, or added by the server's own role.
 * The check names each. All changes are rolled back.
 */

let house: FeedHouse
let ana: CustomerId
const of = { bought: newId(), rested: newId(), cancelled: newId(), waiting: newId() } satisfies Record<string, OrderId>

beforeAll(async () => {
  house = await openFeedHouse()
  ana = await house.customer()
  await house.quote(1_000, 1_002)
  await house.pass(10)
  await house.placed(ana, { id: of.bought })
  await house.placed(ana, { id: of.rested, limit: limitOf(995), timeInForce: 'gtc' })
  await house.placed(ana, { id: of.cancelled, limit: limitOf(900), timeInForce: 'gtc' })
  await house.placed(ana, { id: of.waiting, limit: limitOf(800), timeInForce: 'gtc' })
  for (const bid of [1_000, 999, 997, 993, 994, 996]) {
    await house.pass(SECOND)
    await house.quote(bid, bid + 2)
  }
  await house.pass(SECOND)
  await cancel(house, { customer: ana }, of.cancelled)
  for (let n = 0; n < 3; n++) await house.pass(MINUTE)
})
afterAll(() => house.close())

/** The broken laws with the orders and the figures of their rows, after changes that are rolled back. */
async function brokenAfter(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<[string, string | null, string][]> {
  let broken: [string, string | null, string][] = []
  const undone = new Error('taken back')
  const run = db.write(async (tx) => {
    await work(tx)
    const { breaches } = await house.verify({ ...db, read: (work) => work(tx) })
    broken = breaches.flatMap(({ code, rows }) => rows.map(({ cause, differs }): [string, string | null, string] => [code, cause, differs])) // prettier-ignore
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return broken
}
let statements = 0
const brokenBy = (...texts: string[]) =>
  brokenAfter(house.owner, async (tx) => {
    for (const text of texts) await tx.run(sql(`test_heard_fault_${(statements += 1)}`, text))
  })

/** The rows of the chain, with a change to some, and all hashes and numbers computed anew as by somebody who can. */
const rewritten = (change: (rows: HeardRow[]) => HeardRow[]) =>
  brokenAfter(house.owner, async (tx) => {
    const rows = await listHeard(tx, { listing: '', n: 0 }, 10_000)
    await tx.run(sql('test_delete_all_heard', 'delete from heard_events'))
    let hash = '0'.repeat(64)
    const anew = change(rows).map((row, at) => {
      const numbered = { ...row, n: at + 1 }
      hash = hashAfter(hash, numbered)
      return { ...numbered, hash }
    })
    await insertHeard(tx, anew)
  })

/** The number of the row with the quote of a bid in cents. */
async function rowOf(bidCents: number): Promise<number> {
  const rows = await house.db.read((tx) => listHeard(tx, { listing: '', n: 0 }, 10_000))
  return rows.findLast(({ quote }) => quote?.bid === bidCents * 100)?.n ?? 0
}

test('the day follows from the chain', async () => {
  expect(await house.verify()).toEqual({ checked: 4, unchecked: {}, breaches: [] })
})

describe('a broken chain is named with its listing and row', () => {
  test('a row in the middle is deleted', async () => {
    const n = await rowOf(997)
    expect(await brokenBy(`delete from heard_events where n = ${n}`)).toEqual([
      ['heard_events', null, `row ${n} of ${ABC}: it is missing`],
    ])
  })

  test.each([
    ['a bid', 'bid_e4 = bid_e4 - 100'],
    ['a size', 'ask_size = ask_size + 1'],
    ['the instant of a quote', 'event_at = event_at + 1'],
    ['the instant at which it was heard', 'heard_at = heard_at + 5000'],
    ['the server that heard it', 'node = gen_random_uuid()'],
  ])('%s is changed', async (_what, change) => {
    const n = await rowOf(999)
    expect(await brokenBy(`update heard_events set ${change} where n = ${n}`)).toContainEqual([
      'heard_events',
      null,
      `row ${n} of ${ABC}: it was changed, or is not the one that followed`,
    ])
  })

  test('two rows change places', async () => {
    const [n, m] = [await rowOf(999), await rowOf(997)]
    const swap = `update heard_events set n = case n when ${n} then ${m} when ${m} then ${n} else n end + 1000`
    const broken = await brokenBy(swap, 'update heard_events set n = n - 1000')
    expect(broken[0]).toEqual(['heard_events', null, expect.stringContaining(`row ${Math.min(n, m)} of ${ABC}`)])
  })

  test('the server’s own role changes and deletes nothing', async () => {
    for (const [name, text] of [
      ['test_role_update', 'update heard_events set bid_e4 = 1'],
      ['test_role_delete', 'delete from heard_events'],
    ] as const)
      await expect(house.db.write((tx) => tx.run(sql(name, text)))).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a chain that was computed anew, with all hashes right', () => {
  test('without the event of a fill: the fill has none', async () => {
    const broken = await rewritten((rows) => rows.filter(({ quote }) => quote?.bid !== 993_00))
    expect(broken).toEqual([['order_fills', of.rested, expect.stringContaining('no event up to it fills the order')]])
  })

  test('with an event before it that met the order: it was passed over', async () => {
    const broken = await rewritten(
      (rows) =>
      rows.map((row) => (row.quote?.bid === 997_00 ? { ...row, quote: { ...row.quote, bid: 992_00, ask: 994_00 } } : row)), // prettier-ignore
    )
    expect(broken).toContainEqual(['order_fills', of.rested, expect.stringContaining('worked out anew event')])
  })

  test('with an event that met the cancelled order and the one that waits: each is named', async () => {
    const broken = await rewritten(
      (rows) =>
      rows.map((row) => (row.quote?.bid === 994_00 ? { ...row, quote: { ...row.quote, bid: 790_00, ask: 792_00 } } : row)), // prettier-ignore
    )
    expect(broken.map(([law, order]) => [law, order])).toEqual([
      ['order_ends', of.cancelled],
      ['order_ends', of.waiting],
    ])
  })

  test('the same event in a gap decides nothing', async () => {
    const broken = await rewritten((rows) => {
      const at = rows.findIndex(({ quote }) => quote?.bid === 994_00)
      const row = rows[at]
      if (!row?.quote) return rows
      const gap = { from: row.at - 1, reason: 'disconnected' } as const
      const bad = { ...row, quote: { ...row.quote, bid: 790_00, ask: 792_00 } }
      return rows.toSpliced(at, 1, bad, { ...row, kind: 'gap', quote: null, gap })
    })
    expect(broken).toEqual([])
  })

  test('with another quote at the order: its collar does not follow', async () => {
    const broken = await rewritten((rows) =>
      rows.map((row) => (row.n === 2 && row.quote ? { ...row, quote: { ...row.quote, ask: 990_00 } } : row)),
    )
    expect(broken.map(([law, order]) => [law, order])).toEqual([['order_terms', of.bought]])
  })
})

// prettier-ignore
const TERMS = 'node, customer, listing, side, shares, limit_e4, in_force, placed_at, market_at, ends_at, worst_e4, held_asset, held_units, other_units, fee_table, fill_rule, through_at, state, filled, ended_at'
// prettier-ignore
const EVIDENCE = 'customer, quote_at, posting, listing, side, shares, cost, fee, fee_table, fee_bps, bid_e4, ask_size, bid_size, source, paid, received, markup, rate_e6, rate_at, realised, made_at'

test('a whole invented purchase, with rows that the server’s own role may add, has no event', async () => {
  const id = newId()
  const broken = await brokenBy(
    `insert into orders (id, ${TERMS}) select '${id}', ${TERMS} from orders where id = '${of.bought}'`,
    `insert into fills (id, order_id, price_e4, ask_e4, last_e4, ${EVIDENCE}) select '${id}', '${id}', 1, 1, 1, ${EVIDENCE} from fills where order_id = '${of.bought}'`, // prettier-ignore
  )
  expect(broken).toEqual([['order_fills', id, expect.stringContaining('ask 1 x')]])
})

test('a purchase after the end of the chain has no event, also where nothing was heard', async () => {
  const id = newId()
  const later = (columns: string): string =>
    columns.replace(/\b(\w+_at)\b/g, (name) => (name === 'ends_at' || name === 'rate_at' ? name : `${name} + 3600000`))
  const broken = await brokenBy(
    `insert into orders (id, ${TERMS}) select '${id}', ${later(TERMS)} from orders where id = '${of.bought}'`,
    `insert into fills (id, order_id, price_e4, ask_e4, last_e4, ${EVIDENCE}) select '${id}', '${id}', price_e4, ask_e4, last_e4, ${later(EVIDENCE)} from fills where order_id = '${of.bought}'`, // prettier-ignore
  )
  expect(broken).toContainEqual(['order_fills', id, expect.stringContaining('no event up to it fills the order')])
})

test('the tail that is cut off is missed by the signed root of its day', async () => {
  const keys = rootKeysOf(TEST_SECRET)
  const midnight = Date.UTC(2026, 10, 21)
  expect(await closeDay(house.db, keys, midnight + HOUR)).toMatchObject({ day: '2026-11-20' })
  expect((await checkRoots(house.db, keys, null)).wrong).toEqual([])
  let wrong: readonly { day: string }[] = []
  const broken = await brokenAfter(house.owner, async (tx) => {
    await tx.run(sql('test_cut_heard_tail', 'delete from heard_events where n = (select max(n) from heard_events)'))
    wrong = (await checkRoots({ ...house.owner, read: (work) => work(tx) }, keys, null)).wrong
  })
  // The last row met no order, so nothing but the root misses it.
  expect([broken, wrong.map(({ day }) => day)]).toEqual([[], ['2026-11-20']])
})
