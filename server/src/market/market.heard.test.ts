import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { NO_ROWS, faultOf, heardOf, type HeardHead, type HeardRow } from '@lonja/core/feed/heard'
import { settableClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { openDb, sql, type Db } from '../database/db.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { listHeard, listHeardOf } from './heard.store.ts'
import { openChains } from './market.heard.chains.ts'

/* The chains of heard events on a database that fails, answers too late, or is written to by two servers. */

const ABC: ListingId = 'XNYS:ABC'
const DEF: ListingId = 'XNAS:DEF'
const START = Date.UTC(2026, 10, 20, 15)
const clock = settableClock(START)
const node = newId()
let database: TestDatabase
let db: Db
let owner: Db

beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 4 })
  owner = openDb(database.ownerUrl, { max: 1 })
})
afterAll(async () => {
  await Promise.all([db.close(), owner.close()])
  await database.drop()
})
beforeEach(() => owner.write((tx) => tx.run(sql('test_truncate_heard', 'truncate heard_events'))))

const quote = (second: number) =>
  heardOf('quote', START + second * SECOND, START + second * SECOND, {
    quote: { nanos: 7, bid: 9_998, ask: 10_000, bidSize: 5, askSize: 6, last: 9_999 },
  })
const quotes = (from: number, count: number) => Array.from({ length: count }, (_each, n) => quote(from + n))

/** The seconds of the events of a chain, which continues from row to row. */
async function storedIn(listing = ABC): Promise<number[]> {
  const rows = await db.read((tx) => listHeardOf(tx, { listing, n: 1 }, 50_000))
  let head: HeardHead = NO_ROWS
  for (const row of rows) {
    expect(faultOf(head, row)).toBeNull()
    head = row
  }
  return rows.map(({ at }) => (at - START) / SECOND)
}
const numbers = (from: number, count: number) => quotes(from, count).map((_quote, n) => from + n)

/** The database, whose next write fails before or after it is committed. */
function failing(when: 'before' | 'after'): Db {
  let isDown = true
  return {
    ...db,
    write: async (work) => {
      if (isDown && when === 'before') throw new Error('the database is away')
      const done = await db.write(work)
      if (isDown) throw new Error('the answer is lost')
      return done
    },
    close: () => {
      isDown = false
      return Promise.resolve()
    },
  }
}

test('every field of each kind comes back as it was written', async () => {
  const chains = openChains(db, clock)
  const gap = { from: START, reason: 'server_away' } as const
  const events = [
    heardOf('begin', START, START),
    quote(1),
    heardOf('rate', START, START, { rate: 1_100_000 }),
    heardOf('halt', START, START),
    heardOf('gap', START + 5, START + 6, { gap, of: newId() }),
  ]
  chains.add(ABC, node, events)
  await chains.store()
  const rows = await db.read((tx) => listHeard(tx, { listing: '', n: 0 }, 10))
  const fields = { listing: ABC, node, writtenAt: START }
  expect(rows).toEqual(events.map((event, n): unknown => ({ ...event, ...fields, n: n + 1, hash: rows[n]?.hash })))
  expect(await storedIn()).toHaveLength(5)
})

test('events that the database did not take are stored by the next call, in order', async () => {
  const away = failing('before')
  const chains = openChains(away, clock)
  chains.add(ABC, node, quotes(0, 2))
  await expect(chains.store()).rejects.toThrow('the database is away')
  chains.add(ABC, node, quotes(2, 1))
  chains.add(DEF, node, quotes(9, 1))
  await away.close()
  await chains.store()
  expect([await storedIn(), await storedIn(DEF)]).toEqual([[0, 1, 2], [9]])
})

test('events whose answer was lost are stored once', async () => {
  const losing = failing('after')
  const chains = openChains(losing, clock)
  chains.add(ABC, node, quotes(0, 2))
  await expect(chains.store()).rejects.toThrow('the answer is lost')
  chains.add(ABC, node, quotes(2, 2))
  await losing.close()
  clock.advance(SECOND)
  await chains.store()
  expect(await storedIn()).toEqual([0, 1, 2, 3])
})

test('two servers write one chain: each row follows the one before', async () => {
  const both = [openChains(db, clock), openChains(db, clock)] as const
  for (let n = 0; n < 5; n++) {
    both[0].add(ABC, node, [quote(2 * n)])
    both[1].add(ABC, newId(), [quote(2 * n + 1)])
    await Promise.all(both.map((chains) => chains.store()))
  }
  expect((await storedIn()).toSorted((one, other) => one - other)).toEqual(numbers(0, 10))
})

test('a call resolves when all that was added before is there, also during a batch', async () => {
  const chains = openChains(db, clock)
  chains.add(ABC, node, quotes(0, 9_000))
  const first = chains.store()
  chains.add(ABC, node, quotes(9_000, 1))
  await chains.store()
  expect(await storedIn()).toEqual(numbers(0, 9_001))
  await first
})

test('quotes that wait for a database that is away for long are given up, and a gap says so', async () => {
  const away = failing('before')
  const chains = openChains(away, clock)
  chains.add(ABC, node, quotes(0, 4_000))
  await expect(chains.store()).rejects.toThrow('the database is away')
  chains.add(ABC, node, [...quotes(4_000, 16_001), heardOf('end', START, START)])
  await away.close()
  await chains.store()
  const rows: HeardRow[] = await db.read((tx) => listHeardOf(tx, { listing: ABC, n: 1 }, 50_000))
  expect(rows).toHaveLength(4_002)
  expect(rows.slice(-2)).toMatchObject([
    { kind: 'end' },
    { kind: 'gap', gap: { from: START + 3_999 * SECOND, reason: 'not_stored' }, at: START + 20_000 * SECOND },
  ])
})
