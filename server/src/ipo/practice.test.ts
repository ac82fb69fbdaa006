import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SECOND, type Day } from '@lonja/core/base/instant'
import { dayNumberOf, dayOf } from '@lonja/core/calendar/days'
import { FIRST_DAY, TEST_CHAIN, hashOf, seedOn } from '@lonja/core/ipo/draw.testing'
import { offeredCompany } from '@lonja/core/universe/universe'
import { openDb, type Db } from '../database/db.ts'
import { sealedChain } from '../market/market.seeds.ts'
import { insertChain, insertRevealed } from '../market/market.store.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { listOffers } from './ipo.store.ts'
import { publishPracticeOffer, type PracticeParts } from './practice.actions.ts'
import { findProspectus, insertPracticeOffer, listPracticeOffers } from './practice.store.ts'
import { checkPracticeOffers } from './practice.verify.ts'

/** The opening of the house of these tests. */
const PRACTICE = {
  functionVersion: 5,
  checkableFrom: null,
  turnsOn: null,
  plansFrom: FIRST_DAY,
  splitsFrom: FIRST_DAY,
  historySeed: hashOf('history'),
  openingDay: FIRST_DAY,
}

let database: TestDatabase
let db: Db
let now: number
let parts: PracticeParts
beforeEach(async () => {
  database = await testDatabase()
  db = openDb(database.url, { max: 4 })
  now = Date.parse(`${FIRST_DAY}T09:00:00Z`)
  const house = { openingDay: FIRST_DAY, hours: 'always', chain: TEST_CHAIN } as const
  parts = { db, clock: { now: () => now }, house, historySeed: PRACTICE.historySeed }
  const chain = sealedChain(
    { firstDay: dayNumberOf(FIRST_DAY), secret: hashOf('secret'), links: 200 },
    randomBytes(32),
    now,
  )
  await db.write((tx) => insertChain(tx, chain))
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

const at = (time: string): void => void (now = Date.parse(time))
const reveal = (day: Day): Promise<void> => db.write((tx) => insertRevealed(tx, [{ day, seed: seedOn(day) }], now))
const publish = () => publishPracticeOffer(parts)
const numbers = async () => (await db.read(listPracticeOffers)).map(({ number }) => number)

describe('an offer of the house', () => {
  test('comes by itself the day before it opens, once, with its prospectus', async () => {
    const terms = await publish()
    const company = offeredCompany(0)
    expect(terms).toMatchObject({
      company: company.name,
      listing: company.listing,
      opens: Date.parse('2026-10-02T08:00:00Z'),
    })
    expect(await db.read((tx) => listOffers(tx, null, 9))).toEqual([{ terms, publishedAt: now, cancelledAt: null }])
    const prospectus = await db.read((tx) => findProspectus(tx, terms!.prospectus))
    expect(prospectus).toContain(company.profile?.fr)
    now += SECOND
    expect([await publish(), await numbers()]).toEqual([null, [0]])
  })

  test('waits for the seed of its day, and is left out if that comes too late', async () => {
    at('2026-10-03T05:00:00Z')
    expect(await publish()).toBeNull()
    await reveal('2026-10-02')
    expect((await publish())?.opens).toBe(Date.parse('2026-10-04T08:00:00Z'))
    at('2026-10-06T08:00:00Z')
    await reveal('2026-10-04')
    expect(await publish()).toBeNull()
    at('2026-10-07T09:00:00Z')
    await reveal('2026-10-06')
    expect(await publish()).not.toBeNull()
    expect(await numbers()).toEqual([1, 3])
  })

  test('is published by one of three servers at once', async () => {
    const others = [openDb(database.url, { max: 2 }), openDb(database.url, { max: 2 })]
    try {
      const published = await Promise.all([db, ...others].map((each) => publishPracticeOffer({ ...parts, db: each })))
      expect(published.filter((terms) => terms !== null)).toHaveLength(1)
      // One that finds the number given leaves the offer to the other.
      const [{ offer } = { offer: '' }] = await db.read(listPracticeOffers)
      expect(await db.write((tx) => insertPracticeOffer(tx, 0, offer))).toBe(false)
      expect([await numbers(), await db.read((tx) => listOffers(tx, null, 9))]).toMatchObject([[0], [{}]])
    } finally {
      for (const other of others) await other.close()
    }
  })

  test('follows from its number and its seed when it is worked out anew, and any other does not', async () => {
    await publish()
    const opening = { hours: 'always', practice: PRACTICE } as const
    const check = () => checkPracticeOffers(db, opening, TEST_CHAIN)
    expect(await check()).toEqual({ checked: 1, breaches: [] })
    const [{ offer } = { offer: '' }] = await db.read(listPracticeOffers)
    const wrong = async () => (await check()).breaches.map(({ code, rows }) => [code, rows[0]?.differs])
    const breach = (...parts: string[]) => [['practice_offers', `offer ${offer}: ${parts.join(', ')}`]]
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    try {
      await owner.query('update ipo_practice_offers set number = 1')
      expect(await wrong()).toEqual(breach('the seed of its day'))
      await reveal('2026-10-02')
      expect(await wrong()).toEqual(breach('terms', 'prospectus', 'published before its seed'))
      await owner.query('update ipo_practice_offers set number = 0')
      await owner.query('alter table ipo_offers disable trigger an_offer_is_only_postponed')
      await owner.query(`update ipo_offers set terms = replace(terms, 'most ', 'most 1'), terms_hash = sha256(convert_to(replace(terms, 'most ', 'most 1'), 'UTF8'))`) // prettier-ignore
      expect(await wrong()).toEqual(breach('terms'))
    } finally {
      await owner.end()
    }
  })

  test('does not come if no published chain has the seeds of a late draw', async () => {
    // The chain has two hundred days; an offer needs the day of its draw, the sixth, and a month after it.
    const first = dayNumberOf(FIRST_DAY)
    for (const [opens, comes] of [
      [first + 161, true],
      [first + 163, false],
    ] as const) {
      at(`${dayOf(opens - 1)}T09:00:00Z`)
      await reveal(dayOf(opens - 2))
      expect([opens, (await publish()) !== null]).toEqual([opens, comes])
    }
  })
})
