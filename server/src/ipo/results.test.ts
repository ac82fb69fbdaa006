import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roundAfter, roundTime } from '@lonja/core/ipo/beacon.rules'
import { checkDraw } from '@lonja/core/ipo/draw.check'
import { allottedOf } from '@lonja/core/ipo/draw.rules'
import { CHECKED_TEST_CHAIN, TERMS, TEST_CHAIN, seedOn, signRound } from '@lonja/core/ipo/draw.testing'
import { drawText } from '@lonja/core/ipo/draw.text'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { openDb, sql, type Db } from '../database/db.ts'
import { insertRevealed } from '../market/market.store.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { advanceDraw, findDraw, type DrawParts } from './draws.actions.ts'
import { listByTicket, listUndrawn } from './ipo.store.ts'
import { applied, offered } from './ipo.testing.ts'
import { findDrawFile, hasResultsOf, storeDraw } from './results.actions.ts'
import { findDrawn, insertResults, listResults } from './results.store.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 8 })
  await db.write((tx) => insertRevealed(tx, [{ day: '2026-11-28', seed: seedOn('2026-11-28') }], MORNING))
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** The instant at which the seed of the deadline's day comes out. */
const MORNING = Date.parse('2026-11-29T06:00:00Z')
const ROUND = roundAfter(TEST_CHAIN, TERMS.draws)

let now: number
let parts: DrawParts
beforeEach(() => {
  const fetchRound = (round: number) => Promise.resolve({ signature: signRound(round), faults: [] })
  parts = { db, clock: { now: () => now }, chain: TEST_CHAIN, fetchRound }
})

/** Brings a draw to its beacon. Returns the text of its file. */
async function drawn(terms: Terms): Promise<string> {
  for (const at of [MORNING, roundTime(TEST_CHAIN, ROUND)]) {
    now = at
    await advanceDraw(parts, terms)
  }
  return drawText((await findDraw(db, terms.offer))!)
}

describe('a drawn offer', () => {
  const resultsOf = ({ offer }: Terms) => db.read((tx) => listResults(tx, offer, 0, 10))

  test('has the place and the lots of each application, and the file that is published', async () => {
    const terms = await offered(db)
    const applications = [await applied(db, terms, 3n), await applied(db, terms, 1n), await applied(db, terms, 20n)]
    expect([await storeDraw(parts, terms.offer), await findDrawFile(db, terms.offer)]).toEqual([false, null])
    const file = await drawn(terms)
    expect(await findDrawFile(db, terms.offer)).toBeNull()
    expect(await storeDraw(parts, terms.offer)).toBe(true)
    expect(await findDrawFile(db, terms.offer)).toBe(file)
    const results = await resultsOf(terms)
    expect(results.map(({ application, ticket }) => ({ id: application, ticket }))).toEqual(
      applications.map(({ id, ticket }) => ({ id, ticket })),
    )
    // The second implementation has read the same from the file.
    const rows = checkDraw(file, CHECKED_TEST_CHAIN).file?.rows.slice(0, 3)
    expect(results.map(({ place, allotment }) => ({ place, won: allottedOf(allotment) }))).toEqual(
      rows?.map(({ place, won }) => ({ place, won })),
    )
  })

  test('is drawn once by three servers at once, and what a killed one left is as the next one finds it', async () => {
    const others = [openDb(database.url, { max: 2 }), openDb(database.url, { max: 2 })]
    try {
      const terms = await offered(db)
      for (const lots of [2n, 9n, 4n]) await applied(db, terms, lots)
      const file = await drawn(terms)
      // A server that was killed has stored one result, and said nothing of the draw.
      const draw = await findDraw(db, terms.offer)
      const [first] = await db.read((tx) => listByTicket(tx, terms.offer, 0, 1))
      const { place, allotment } = draw!.drawn[0]!
      await db.write((tx) => insertResults(tx, terms.offer, [{ customer: first!.customer, application: first!.id, place, allotment }])) // prettier-ignore
      expect(await findDrawFile(db, terms.offer)).toBeNull()
      const before = await db.read((tx) => listUndrawn(tx, now))
      expect(before.map(({ offer }) => offer)).toContain(terms.offer)
      await Promise.all([db, ...others].map((each) => storeDraw({ ...parts, db: each }, terms.offer)))
      const results = await resultsOf(terms)
      expect(results).toMatchObject([{ application: first!.id, place }, {}, {}])
      expect(await hasResultsOf(db, draw!)).toBe(true)
      expect(await findDrawFile(db, terms.offer)).toBe(file)
      const drawnAt = (await db.read((tx) => findDrawn(tx, terms.offer)))?.drawnAt
      now += 60_000
      await storeDraw(parts, terms.offer)
      expect((await db.read((tx) => findDrawn(tx, terms.offer)))?.drawnAt).toBe(drawnAt)
      const after = await db.read((tx) => listUndrawn(tx, now))
      expect(after.map(({ offer }) => offer)).not.toContain(terms.offer)
    } finally {
      for (const other of others) await other.close()
    }
  })
})

// prettier-ignore
test.each(['update ipo_results set place = 1', 'delete from ipo_results', 'update ipo_draws set file = file', 'delete from ipo_draws'])(
  'nobody at the server changes a result: %s', async (text) => {
    await expect(db.write((tx) => tx.run(sql(`test_${text.replaceAll(/\W+/g, '_')}`, text)))).rejects.toThrow(/permission denied/)
  })
