import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { roundAfter, roundTime } from '@lonja/core/ipo/beacon.rules'
import { CHECKED_TEST_CHAIN, TERMS, TEST_CHAIN, seedOn, signRound } from '@lonja/core/ipo/draw.testing'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { printDraws } from '../commands/verify.ts'
import { openDb, type Db } from '../database/db.ts'
import { insertRevealed } from '../market/market.store.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { advanceDraw } from './draws.actions.ts'
import { checkDraws } from './draws.verify.ts'
import { applied, offered } from './ipo.testing.ts'
import { storeDraw } from './results.actions.ts'

let database: TestDatabase
let db: Db
let owner: pg.Client
let terms: Terms
const ROUND = roundAfter(TEST_CHAIN, TERMS.draws)

/** A house with two draws, one of them by the announced round. */
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 4 })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('alter table ipo_applications disable trigger an_application_is_in_time')
  let now = Date.parse('2026-11-29T06:00:00Z')
  const fetchRound = (round: number) => Promise.resolve({ signature: signRound(round), faults: [] })
  const parts = { db, clock: { now: () => now }, chain: TEST_CHAIN, fetchRound }
  terms = await offered(db)
  const seeded = await offered(db, { crowd: false, beacon: { kind: 'seeds' } })
  // So many that another draw does not give all of them the same places by chance.
  for (const each of [...Array.from({ length: 8 }, () => terms), seeded]) await applied(db, each, 3n)
  await db.write((tx) => insertRevealed(tx, (['2026-11-28', '2026-11-30'] as const).map((day) => ({ day, seed: seedOn(day) })), now)) // prettier-ignore
  for (const at of [now, roundTime(TEST_CHAIN, ROUND)]) {
    now = at
    for (const each of [terms, seeded]) await advanceDraw(parts, each)
  }
  // The other one has its beacon, and is not drawn yet.
  await storeDraw(parts, terms.offer)
})
afterAll(async () => {
  await owner.end()
  await db.close()
  await database.drop()
})

const check = () => checkDraws(db, CHECKED_TEST_CHAIN)

describe('draws worked out anew', () => {
  test('follow from what is stored', async () => {
    expect(await check()).toEqual({ checked: 2, breaches: [] })
  })

  // prettier-ignore
  test.each<[what: string, column: string, table: string, value: Uint8Array | bigint, steps: string]>([
    ['an application',          'lots',         'ipo_applications', 4n,                    'frozen list, whole list, results, published file'],
    ['the root of the list',    'root',         'ipo_lists',        Buffer.alloc(32),      'frozen list'],
    ['the root of the whole',   'root',         'ipo_roots',        Buffer.alloc(32),      'whole list'],
    ['the seed of the crowd',   'crowd_seed',   'ipo_roots',        seedOn('2026-11-27'),  'whole list, crowd, results, published file'],
    ['the signature of a round', 'signature',   'ipo_beacons',      signRound(ROUND + 1),  'beacon, results, published file'],
    ['the time of the root',    'published_at', 'ipo_publications', BigInt(TERMS.draws),   'beacon, published file'],
    ['the place of a result',   'place',        'ipo_results',      999_999n,              'results'],
    ['the lots of a result',    'pro_rata',     'ipo_results',      77n,                   'results'],
    ['the file of the draw',    'file',         'ipo_draws',        gzipSync('another'),   'published file'],
  ])('do not if somebody changes %s', async (_what, column, table, value, steps) => {
    const change = typeof value === 'bigint' ? value.toString() : Buffer.from(value)
    await owner.query('begin')
    const { rows: [row] } = await owner.query<{ before: unknown; key: string }>(`select ${column} as before, ctid::text as key from ${table} where offer = $1 limit 1`, [terms.offer])
    await owner.query(`update ${table} set ${column} = $1 where ctid = $2::tid`, [change, row?.key])
    await owner.query('commit')
    try {
      const differs = `offer ${terms.offer}: ${steps}`
      expect(await check()).toMatchObject({ checked: 2, breaches: [{ code: 'draws', cases: 1, rows: [{ differs }] }] })
    } finally {
      await owner.query(`update ${table} set ${column} = $1 where offer = $2 and ${column} = $3`, [row?.before, terms.offer, change])
    }
    expect(await check()).toMatchObject({ breaches: [] })
  })
})

test('the command line runs the draws again, and names one by another chain than the house follows', async () => {
  const lines: string[] = []
  const errors = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  const exit = process.exitCode
  try {
    const { laws, breaches } = await printDraws(db)
    expect([laws, breaches.map(({ code, cases }) => [code, cases])]).toEqual([2, [['draws', 1]]])
    expect(process.exitCode).toBe(1)
  } finally {
    process.exitCode = exit
    errors.mockRestore()
  }
  expect(lines).toEqual([expect.stringMatching(/^ {2}BROKEN: a draw follows from the terms/), `    the house: offer ${terms.offer}: beacon`]) // prettier-ignore
})
