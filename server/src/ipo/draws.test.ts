import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Day } from '@lonja/core/base/instant'
import { checkDraw } from '@lonja/core/ipo/draw.check'
import { drawText } from '@lonja/core/ipo/draw.text'
import { markOf } from '@lonja/core/ipo/draw.rules'
import { CHECKED_TEST_CHAIN, TERMS, TEST_CHAIN, seedOn } from '@lonja/core/ipo/draw.testing'
import { roundAfter, roundTime } from '@lonja/core/ipo/beacon.rules'
import { FREEZE_AFTER_MS } from '@lonja/core/ipo/ipo.rules'
import type { Terms } from '@lonja/core/ipo/terms.text'
import { openDb, sql, type Db } from '../database/db.ts'
import { insertRevealed } from '../market/market.store.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { advanceDraw, findDraw, freezeList, publishRoot, storeListRoot, storeWholeRoot, takeBeacon, type DrawParts } from './draws.actions.ts' // prettier-ignore
import { findSteps } from './draws.store.ts'
import { updateOfferCancelled } from './ipo.store.ts'
import { applied, offered } from './ipo.testing.ts'
import { fetchRound } from './relays.actions.ts'
import { TRUE, openRelay, type TestRelay } from './relays.testing.ts'

let database: TestDatabase
let db: Db
let relay: TestRelay
let owner: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 8 })
  relay = await openRelay()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  relay.close()
  await owner.end()
  await db.close()
  await database.drop()
})

/** The clock of the servers. */
let now: number
let parts: DrawParts
beforeEach(async () => {
  await owner.query('delete from revealed_seeds')
  relay.answers = TRUE
  relay.requests.length = 0
  now = CLOSED
  const relays = { chain: TEST_CHAIN, addresses: [relay.address], outside: { alsoAllow: () => true } }
  parts = { db, clock: { now: () => now }, chain: TEST_CHAIN, fetchRound: (round) => fetchRound(relays, round) }
})

const CLOSED = TERMS.closes + FREEZE_AFTER_MS + 1
/** The instant at which the seed of the deadline's day comes out. */
const MORNING = Date.parse('2026-11-29T06:00:00Z')
const ROUND = roundAfter(TEST_CHAIN, TERMS.draws)

const reveal = (day: Day): Promise<void> => db.write((tx) => insertRevealed(tx, [{ day, seed: seedOn(day) }], now))
const stepsOf = ({ offer }: Terms) => db.read((tx) => findSteps(tx, offer))
const advance = (terms: Terms) => advanceDraw(parts, terms)
const fileOf = async ({ offer }: Terms): Promise<string> => {
  const draw = await findDraw(db, offer)
  return draw ? drawText(draw) : ''
}
const checked = async (terms: Terms) => checkDraw(await fileOf(terms), CHECKED_TEST_CHAIN)

/** Brings a draw with the announced round to its end. */
async function drawn(terms: Terms): Promise<string> {
  now = MORNING
  await reveal('2026-11-28')
  await advance(terms)
  now = roundTime(TEST_CHAIN, ROUND)
  expect(await advance(terms)).toBeNull()
  return fileOf(terms)
}

describe('a draw', () => {
  test('goes on as far as it may: after the deadline, the day and the round', async () => {
    const terms = await offered(db)
    const applications = [await applied(db, terms, 3n), await applied(db, terms, 1n), await applied(db, terms, 20n)]
    now = CLOSED - 1
    expect(await advance(terms)).toEqual({ for: 'deadline' })
    expect((await stepsOf(terms)).frozenAt).toBeNull()
    now = CLOSED
    expect(await advance(terms)).toEqual({ for: 'seed' })
    expect(await stepsOf(terms)).toMatchObject({ list: { applications: 3 }, whole: null, publishedAt: null })
    now = MORNING
    await reveal('2026-11-28')
    expect(await advance(terms)).toEqual({ for: 'round' })
    expect((await stepsOf(terms)).publishedAt).toBe(MORNING)
    now = roundTime(TEST_CHAIN, ROUND) - 1
    expect(await advance(terms)).toEqual({ for: 'round' })
    expect(relay.requests).toEqual([])
    expect(await findDraw(db, terms.offer)).toBeNull()
    now += 1
    expect(await advance(terms)).toBeNull()
    const { wrong, file } = await checked(terms)
    expect(wrong).toEqual([])
    expect(file?.beacon).toMatchObject({ round: ROUND })
    const rows = file?.rows.filter(({ mark }) => mark !== 'crowd') ?? []
    expect(rows.map(({ ticket, lots, mark }) => ({ ticket, lots, mark }))).toEqual(
      applications.map(({ ticket, lots, id }) => ({ ticket, lots, mark: markOf(id) })),
    )
  })

  test('without a crowd needs no seed, and one by seeds waits for the first whole day after the root', async () => {
    const terms = await offered(db, { crowd: false, beacon: { kind: 'seeds' } })
    await applied(db, terms, 2n)
    expect(await advance(terms)).toEqual({ for: 'seed' })
    expect(await stepsOf(terms)).toMatchObject({ whole: { crowdSeed: null, applications: 1 }, publishedAt: CLOSED })
    await reveal('2026-11-28')
    expect(await advance(terms)).toEqual({ for: 'seed' })
    await reveal('2026-11-29')
    expect(await advance(terms)).toBeNull()
    expect((await checked(terms)).wrong).toEqual([])
    expect(relay.requests).toEqual([])
  })

  test('without an application of a customer is one of the crowd alone', async () => {
    const terms = await offered(db)
    await drawn(terms)
    expect((await checked(terms)).wrong).toEqual([])
    expect((await stepsOf(terms)).list?.applications).toBe(0)
  })

  test('whose root comes later than a minute before the announced round takes that of the next day', async () => {
    const terms = await offered(db)
    await applied(db, terms, 2n)
    now = roundTime(TEST_CHAIN, ROUND) - 59_999
    await reveal('2026-11-28')
    expect(await advance(terms)).toEqual({ for: 'round' })
    now = roundTime(TEST_CHAIN, ROUND)
    expect(await advance(terms)).toEqual({ for: 'round' })
    now = Date.parse('2026-12-01T12:00:03Z')
    expect(await advance(terms)).toBeNull()
    const { wrong, file } = await checked(terms)
    expect(wrong).toEqual([])
    expect(file?.beacon).toMatchObject({ round: roundAfter(TEST_CHAIN, Date.parse('2026-12-01T12:00:00Z')) })
  })

  test('waits for its relays and says so, and goes on with the same round', async () => {
    const terms = await offered(db)
    now = MORNING
    await reveal('2026-11-28')
    await advance(terms)
    now = roundTime(TEST_CHAIN, ROUND)
    relay.answers = () => ({ status: 425, body: '{}' })
    const faults = [{ relay: relay.address, fault: 'it answers 425' }]
    expect(await advance(terms)).toEqual({ for: 'relays', round: ROUND, faults })
    now += 3 * 24 * 3_600_000
    relay.answers = TRUE
    expect(await advance(terms)).toBeNull()
    expect((await stepsOf(terms)).beacon).toMatchObject({ round: ROUND })
  })

  test('does not begin with terms of another chain', async () => {
    const terms = await offered(db, { beacon: { kind: 'drand', chain: 'ab'.repeat(32), round: ROUND } })
    now = MORNING
    await reveal('2026-11-28')
    await expect(advance(terms)).rejects.toThrow(/the chain of this house/)
    expect((await stepsOf(terms)).beacon).toBeNull()
  })

  test('does not take a crowd from the seed of another chain', async () => {
    const terms = await offered(db, { seeds: { ...TERMS.seeds, end: 'cd'.repeat(32) } })
    now = MORNING
    await reveal('2026-11-28')
    await expect(advance(terms)).rejects.toThrow(/the chain that the terms name/)
  })
})

describe('one draw', () => {
  test('comes of three servers at once, at each of its instants', async () => {
    const others = [openDb(database.url, { max: 2 }), openDb(database.url, { max: 2 })]
    try {
      const terms = await offered(db)
      await applied(db, terms, 7n)
      const atOnce = () => Promise.all([db, ...others].map((each) => advanceDraw({ ...parts, db: each }, terms)))
      const waits = [await atOnce()]
      now = MORNING
      await reveal('2026-11-28')
      waits.push(await atOnce())
      now = roundTime(TEST_CHAIN, ROUND)
      waits.push(await atOnce())
      expect(waits.map((each) => each.map((wait) => wait?.for ?? null))).toEqual(
        ['seed', 'round', null].map((wait) => [wait, wait, wait]),
      )
      const files = await Promise.all([db, ...others].map((each) => findDraw(each, terms.offer)))
      expect(new Set(files.map((draw) => draw && drawText(draw))).size).toBe(1)
      expect((await checked(terms)).wrong).toEqual([])
    } finally {
      for (const other of others) await other.close()
    }
  })

  // prettier-ignore
  const STEPS: [name: string, steps: readonly ((of: DrawParts, terms: Terms) => Promise<unknown>)[]][] = [
    ['the freeze',           [freezeList]],
    ['the root of the list', [freezeList, storeListRoot]],
    ['the whole root',       [freezeList, storeListRoot, storeWholeRoot]],
    ['the publication',      [freezeList, storeListRoot, storeWholeRoot, publishRoot]],
    ['the beacon',           [freezeList, storeListRoot, storeWholeRoot, publishRoot, advanceToRound, takeBeacon]],
  ]
  test.each(STEPS)('is left by a server that is killed after %s', async (_last, steps) => {
    const terms = await offered(db)
    await applied(db, terms, 5n)
    now = MORNING
    await reveal('2026-11-28')
    for (const step of steps) await step(parts, terms)
    const before = await stepsOf(terms)
    const file = await drawn(terms)
    expect(checkDraw(file, CHECKED_TEST_CHAIN).wrong).toEqual([])
    const after = await stepsOf(terms)
    for (const step of ['frozenAt', 'list', 'whole', 'publishedAt', 'beacon'] as const) {
      if (before[step] !== null) expect(after[step]).toEqual(before[step])
    }
    expect(await drawn(terms)).toBe(file)
  })

  function advanceToRound(): Promise<void> {
    now = roundTime(TEST_CHAIN, ROUND)
    return Promise.resolve()
  }

  test('has a root that counts as public from an instant after its row is there', async () => {
    const terms = await offered(db)
    now = MORNING
    await reveal('2026-11-28')
    await freezeList(parts, terms)
    await storeListRoot(parts, terms)
    await publishRoot(parts, terms)
    expect((await stepsOf(terms)).publishedAt).toBeNull()
    await storeWholeRoot(parts, terms)
    now += 5_000
    await publishRoot(parts, terms)
    now += 5_000
    await publishRoot(parts, terms)
    expect((await stepsOf(terms)).publishedAt).toBe(MORNING + 5_000)
  })
})

describe('nobody', () => {
  test('withdraws an offer once its whole root is there; before that the draw ends', async () => {
    const early = await offered(db)
    await freezeList(parts, early)
    await storeListRoot(parts, early)
    await db.write((tx) => updateOfferCancelled(tx, early.offer, now))
    const other = await offered(db)
    await db.write((tx) => updateOfferCancelled(tx, other.offer, now))
    now = MORNING
    await reveal('2026-11-28')
    await advance(early)
    expect((await stepsOf(early)).whole).toBeNull()
    await advance(other)
    expect((await stepsOf(other)).list).toBeNull()
    const late = await offered(db)
    await advance(late)
    await expect(db.write((tx) => updateOfferCancelled(tx, late.offer, now))).rejects.toThrow(/goes to its draw/)
  })

  test('draws another list than the one that was frozen', async () => {
    const terms = await offered(db)
    const { id } = await applied(db, terms, 2n)
    await freezeList(parts, terms)
    await storeListRoot(parts, terms)
    await owner.query('alter table ipo_applications disable trigger an_application_is_in_time')
    await owner.query('update ipo_applications set lots = 3 where id = $1', [id])
    now = MORNING
    await reveal('2026-11-28')
    try {
      await expect(advance(terms)).rejects.toThrow(/the list is the one that was frozen/)
      await owner.query('update ipo_applications set lots = 2 where id = $1', [id])
      await drawn(terms)
      await owner.query('update ipo_applications set lots = 3 where id = $1', [id])
      await expect(fileOf(terms)).rejects.toThrow(/the list is the one that was frozen/)
    } finally {
      await owner.query('alter table ipo_applications enable trigger an_application_is_in_time')
    }
  })

  // prettier-ignore
  test.each([
    'delete from ipo_freezes', 'update ipo_lists set applications = 0', 'update ipo_roots set root = sha256(root)', 'update ipo_publications set published_at = 0',
    'update ipo_beacons set signature = signature', 'delete from ipo_beacons', 'delete from ipo_publications',
  ])('at the server changes a step: %s', async (text) => {
    await expect(db.write((tx) => tx.run(sql(`test_${text.replaceAll(/\W+/g, '_')}`, text)))).rejects.toThrow(/permission denied/)
  })
})
