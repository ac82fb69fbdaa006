import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR, type Day } from '@lonja/core/base/instant'
import { dayNumberOf } from '@lonja/core/calendar/days'
import { practiceMarket } from '@lonja/core/practice/practice'
import { practiceUniverse } from '@lonja/core/universe/universe'
import { checkPrice } from '@lonja/core/proof/price.proof'
import { NEWEST_FEE_TABLE } from '@lonja/core/orders/fees.rules'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { settableClock } from '../base/clock.ts'
import { openLog } from '../base/log.ts'
import { openDb, type Db } from '../database/db.ts'
import { keyFor } from '../secrets/secret.ts'
import { houseIn } from '../proof/proof.price.ts'
import { proofRoutes } from '../proof/proof.routes.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { revealSeeds } from './market.jobs.ts'
import { openMarket, type OpenMarketOptions, type OpenedMarket } from './market.opening.ts'
import { newChain, type DaySeeds } from './market.seeds.ts'
import { insertChain, insertOpening } from './market.store.ts'
import { openLookDoor } from './market.testing.ts'

/** A house of an earlier version of the practice function moves to this one. */

const FEES = [{ version: NEWEST_FEE_TABLE, announcedAt: 0, from: 0 }]

/** The actions of all companies are worked out twice. */
const PATIENCE = { timeout: 180_000 }

const OPENED = Date.parse('2026-11-20T10:00:00Z')
const SECRET = Buffer.alloc(32, 7)

let database: TestDatabase
let db: Db
const clock = settableClock(OPENED)
beforeEach(async () => {
  database = await testDatabase()
  db = openDb(database.url)
  clock.set(OPENED)
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

type Settings = OpenMarketOptions['config']
const PRACTICE: Settings = { source: 'practice', practiceHours: 'always', replay: null, feed: null }
const open = (config: Settings = PRACTICE, secret = SECRET): Promise<OpenedMarket> =>
  openMarket({ db, config, clock, secret, log: openLog('silent') })
test('a house of version 2 announces versions 3 to 5 a week ahead, and every price goes on from where it was', async () => {
  const openedAt = OPENED - 30 * 24 * HOUR
  const practice = {
    functionVersion: 2,
    checkableFrom: null,
    turnsOn: null,
    plansFrom: null,
    splitsFrom: null,
    openingDay: '2026-10-21' as const,
    historySeed: Buffer.alloc(32, 3),
  }
  await db.write(async (tx) => {
    await insertOpening(tx, { openedAt, source: 'practice', hours: 'always', practice, replay: null, feed: null })
    await insertChain(tx, newChain(dayNumberOf(practice.openingDay), keyFor(SECRET, 'day seeds'), openedAt))
  })
  const { market, opening, seeds } = await open()
  expect(opening.practice).toMatchObject({
    functionVersion: 5,
    checkableFrom: null,
    turnsOn: '2026-11-28',
    plansFrom: '2026-11-28',
    splitsFrom: '2026-11-28',
  })
  const house = {
    universe: practiceUniverse(),
    hours: 'always' as const,
    openingDay: practice.openingDay,
    historySeed: practice.historySeed,
    daySeed: (day: Day) => seeds?.seedOf(dayNumberOf(day)) ?? null,
  }
  const before = practiceMarket({ ...house, turnsOn: '9999-01-01' })
  for (const listing of ['XNYS:LMR', 'XMAD:LGM'] as const) {
    expect(market.quoteAt(listing, clock.now())).toEqual(before.quoteAt(listing, clock.now()))
  }
  clock.set(Date.parse('2026-11-28T12:00:00Z'))
  const turned = await open()
  expect(turned.opening).toEqual(opening)
  for (const [listing, midnight] of [
    ['XNYS:LMR', '2026-11-28T05:00:00Z'],
    ['XMAD:LGM', '2026-11-27T23:00:00Z'],
  ] as const) {
    const last = before.quoteAt(listing, Date.parse(midnight))
    const [first] = turned.market.nextQuotes(listing, Date.parse(midnight), Date.parse(midnight) + 2_000)
    expect(first?.last).toBe(last?.last)
    expect(turned.market.quoteAt(listing, clock.now())).not.toEqual(before.quoteAt(listing, clock.now()))
  }
})

test(
  'a house of version 4 announces version 5 a week ahead, and its dividends stay as they were',
  PATIENCE,
  async () => {
    const openedAt = OPENED - 30 * 24 * HOUR
    const openingDay = '2026-10-21'
    const historySeed = Buffer.alloc(32, 3)
    const practice = { functionVersion: 4, checkableFrom: null, turnsOn: null, plansFrom: openingDay, splitsFrom: null, openingDay, historySeed } as const // prettier-ignore
    await db.write(async (tx) => {
      await insertOpening(tx, { openedAt, source: 'practice', hours: 'always', practice, replay: null, feed: null })
      await insertChain(tx, newChain(dayNumberOf(openingDay), keyFor(SECRET, 'day seeds'), openedAt))
    })
    const { market, opening, seeds } = await open()
    expect(opening.practice).toMatchObject({ functionVersion: 5, turnsOn: null, plansFrom: openingDay, splitsFrom: '2026-11-28' }) // prettier-ignore
    const daySeed = (day: Day) => seeds?.seedOf(dayNumberOf(day)) ?? null
    const house = { universe: practiceUniverse(), hours: 'always', openingDay, historySeed, daySeed } as const
    const before = practiceMarket({ ...house, plansFrom: openingDay })
    expect(market.actions()).toEqual(before.actionsBy?.(clock.now()))
    expect(market.quote('XNYS:LMR')).toEqual(before.quoteAt('XNYS:LMR', clock.now()))
    // A week and a year on each company has looked at its price once: no split is before the announced day and its week. Some
    // hundred companies are enough for it, all of them take half a minute.
    const some = { ...house, universe: practiceUniverse(600), plansFrom: openingDay, splitsFrom: '2026-11-28' } as const
    const later = practiceMarket(some)
    const splits = (later.actionsBy?.(clock.now() + 375 * 24 * HOUR) ?? []).filter(({ kind }) => kind === 'split')
    expect(splits.length).toBeGreaterThan(0)
    expect(splits.filter(({ exDay }) => exDay < '2026-12-05')).toEqual([])
    expect((await open()).opening).toEqual(opening)
  },
)

test('a house of version 1 changes to version 2 at once, announces the later ones, and says from when prices can be checked', async () => {
  const openedAt = OPENED - 30 * 24 * HOUR
  const practice = {
    functionVersion: 1,
    checkableFrom: null,
    turnsOn: null,
    plansFrom: null,
    splitsFrom: null,
    openingDay: '2026-10-21' as const,
    historySeed: Buffer.alloc(32, 3),
  }
  const chain = newChain(dayNumberOf(practice.openingDay), keyFor(SECRET, 'day seeds'), openedAt)
  await db.write(async (tx) => {
    await insertOpening(tx, { openedAt, source: 'practice', hours: 'always', practice, replay: null, feed: null })
    await insertChain(tx, chain)
  })
  // Two nodes start the new release at once. Later starts change nothing.
  const [one, other] = await Promise.all([open(), open()])
  const goesOn = {
    functionVersion: 5,
    checkableFrom: '2026-11-21',
    turnsOn: '2026-11-28',
    plansFrom: '2026-11-28',
    splitsFrom: '2026-11-28',
    openingDay: '2026-10-21',
  }
  expect(one.opening.practice).toMatchObject(goesOn)
  expect(other.opening).toEqual(one.opening)
  clock.advance(50 * HOUR)
  const later = await open()
  expect(later.opening).toEqual(one.opening)
  // Shares held since version 1 have prices, and so do shares listed since.
  expect(later.market.instruments.length).toBeGreaterThan(9_000)
  for (const listing of ['XNYS:LMR', 'XASE:ZPH', 'XMAD:LGM', 'XMAD:MNM'] as const) {
    expect(later.market.quote(listing)).not.toBeNull()
  }
  expect(later.market.quote(later.market.instruments[5_000]?.listing ?? 'XNYS:NONE')).not.toBeNull()
  const about = await openLookDoor(
    proofRoutes(later, { secret: Buffer.alloc(32), grant: null, off: new Set(), fees: FEES }),
    clock,
    db,
  )
  expect(await about.ask(readAbout)).toMatchObject({ seeds: goesOn, listings: later.market.instruments.length })
  await about.close()

  await revealSeeds(db, later.seeds as DaySeeds, clock.now())
  const revealed = await houseIn(db)
  const checkOf = (day: string) => checkPrice(revealed.proof, 'XNYS:LMR', Date.parse(`${day}T15:00:00Z`))
  expect(checkOf('2026-11-20')).toEqual({ result: 'earlier_version', from: '2026-11-21' })
  expect(checkOf('2026-11-21')).toMatchObject({
    result: 'computed',
    quote: later.market.quoteAt('XNYS:LMR', Date.parse('2026-11-21T15:00:00Z')),
  })
})
