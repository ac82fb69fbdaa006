import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE, type Day, type Instant } from '@lonja/core/base/instant'
import { dayNumberOf, dayOf } from '@lonja/core/calendar/days'
import { PRACTICE_VERSION, practiceMarket } from '@lonja/core/practice/practice'
import { CHAIN_LINKS, NEXT_CHAIN_DAYS, isSeedOn } from '@lonja/core/practice/seeds'
import { practiceUniverse } from '@lonja/core/universe/universe'
import { settableClock } from '../base/clock.ts'
import { openLog } from '../base/log.ts'
import { openDb, type Db } from '../database/db.ts'
import { keyFor } from '../secrets/secret.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { publishChains, revealSeeds } from './market.jobs.ts'
import { openMarket, type OpenedMarket } from './market.opening.ts'
import type { Market } from './market.quotes.ts'
import { newChain } from './market.seeds.ts'
import { insertChain, insertOpening, listChains, listRevealed, type SeedChain } from './market.store.ts'

const OPENED = Date.parse('2026-11-20T10:00:00Z')
const OPENING_DAY: Day = '2026-11-20'
const SECRET = Buffer.alloc(32, 7)
const KEY = keyFor(SECRET, 'day seeds')

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

const open = (): Promise<OpenedMarket> =>
  openMarket({
    db,
    config: { source: 'practice', practiceHours: 'always', replay: null, feed: null },
    clock,
    secret: SECRET,
    log: openLog('silent'),
  })

/** A house that opened with this chain and with a history seed that the test knows. */
async function opened(
  chain: SeedChain,
  historySeed: Uint8Array = Buffer.alloc(32, 1),
  version = PRACTICE_VERSION,
): Promise<void> {
  const practice = {
    functionVersion: version,
    checkableFrom: null,
    turnsOn: null,
    plansFrom: null,
    splitsFrom: null,
    historySeed,
    openingDay: OPENING_DAY,
  }
  await db.write(async (tx) => {
    await insertOpening(tx, {
      openedAt: OPENED,
      source: 'practice',
      hours: 'always',
      practice,
      replay: null,
      feed: null,
    })
    await insertChain(tx, chain)
  })
}
const first = dayNumberOf(OPENING_DAY)
const noonOf = (day: number): Instant => Date.parse(`${dayOf(day)}T12:00:00Z`)
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function digestOf(market: Market): string {
  const hash = createHash('sha256')
  for (const { listing } of market.instruments.filter((_instrument, n) => n % 1_000 === 0)) {
    for (const interval of ['day', 'minute'] as const) {
      const candles = market.candles(listing, interval, { from: 0, to: Infinity, most: 100 })
      const series = { listing, interval, ...candles }
      hash.update(JSON.stringify(series, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    }
  }
  return hash.digest('hex')
}

test('a house that opened before there was a second chain keeps its candles', async () => {
  // A chain as version 1 stored it, and the prices that version 2 of the function makes of its seeds.
  await opened(
    {
      firstDay: OPENING_DAY,
      links: CHAIN_LINKS,
      end: Buffer.from('39bdaa13558557fc3c6907cf920ed64b764d2b70663541a28767fa74bcfe8dd7', 'hex'),
      sealedSecret: Buffer.from(
        '7fb4764e9744a6c95a4b492ec3848f4ac79dc302f82958b3e462cf6d9c6867ce1bc92dbe3912600dfc49ab66e7cb0587d608df2eed29e3a74ced1e19',
        'hex',
      ),
      publishedAt: OPENED,
    },
    Buffer.from('e50488b9646660612289480fb22c3167ee2cfd0dc58c0aae40784165500b1d5d', 'hex'),
    1,
  )
  clock.set(Date.parse('2027-02-01T12:34:56Z'))
  const { market, seeds } = await open()
  expect(seeds?.chains()).toHaveLength(1)
  expect(digestOf(market)).toBe('14a02a2c4b6dadba7e2889dc2966454c692a37b75a3933c4cb05137c01748116')
})

test('the next chain is published sixty days before the last one ends, once, also by two nodes', async () => {
  const links = NEXT_CHAIN_DAYS + 3
  await opened(newChain(first, KEY, OPENED, links))
  const [one, other] = await Promise.all([open(), open()])
  const both = [one, other].flatMap(({ seeds }) => seeds ?? [])
  expect(both).toHaveLength(2)
  const published = (): Promise<number[]> => Promise.all(both.map((seeds) => publishChains(db, seeds, clock.now())))
  clock.set(noonOf(first + 2))
  expect(await published()).toEqual([0, 0])
  clock.set(noonOf(first + 3))
  expect(await published()).toEqual([1, 1])
  const chains = await db.read(listChains)
  expect(chains.map(({ firstDay }) => firstDay)).toEqual([OPENING_DAY, dayOf(first + links)])
  expect(chains[1]).toMatchObject({ links: CHAIN_LINKS, publishedAt: clock.now() })
  for (const seeds of both) expect(seeds.chains()).toEqual(chains)
  expect(await published()).toEqual([0, 0])
})

test('the market goes on into the next chain, and past prices are checked on both sides of the seam', async () => {
  const links = NEXT_CHAIN_DAYS + 1
  const historySeed = Buffer.alloc(32, 9)
  await opened(newChain(first, KEY, OPENED, links), historySeed)
  clock.set(noonOf(first + 1))
  const { market, seeds } = await open()
  if (!seeds) throw new Error('a practice house has seeds')
  expect(seeds.chains()).toHaveLength(2)

  // A minute candle that began before the seam, and the quotes around it, are as the function gives them.
  const seam = first + links
  clock.set(noonOf(seam + 3))
  const again = await open()
  await revealSeeds(db, seeds, clock.now())
  const revealed = await db.read((tx) => listRevealed(tx, 1_000))
  expect(revealed).toHaveLength(links + 3)
  for (const { day, seed } of revealed)
    expect({ day, fits: isSeedOn(seeds.chains(), day, seed) }).toEqual({ day, fits: true })
  const known = new Map(revealed.map(({ day, seed }) => [day, seed]))
  expect(isSeedOn(seeds.chains(), dayOf(seam), known.get(dayOf(seam - 1)) ?? SECRET)).toBe(false)

  const universe = practiceUniverse()
  const anyones = practiceMarket({
    plansFrom: OPENING_DAY,
    splitsFrom: OPENING_DAY,
    universe,
    hours: 'always',
    openingDay: OPENING_DAY,
    historySeed,
    daySeed: (day) => known.get(day) ?? null,
  })
  for (const listing of ['XNYS:LMR', 'XMAD:LGM', 'XNAS:LUS'] as const) {
    const minutes = { from: noonOf(seam - 40), to: noonOf(seam + 1), most: 2_000 }
    for (const interval of ['minute', '5minutes', 'day', 'week', 'month', 'year'] as const) {
      const shown = market.candles(listing, interval, minutes)
      expect(shown.at.length).toBeGreaterThan(0)
      expect(again.market.candles(listing, interval, minutes)).toEqual(shown)
      if (interval === 'week' || interval === 'month' || interval === 'year') continue // These days are not over yet.
      expect(anyones.candlesAt(listing, interval, minutes, noonOf(seam + 2))).toEqual(shown)
    }
    const around = market.nextQuotes(listing, noonOf(seam - 1), noonOf(seam) + 12 * HOUR)
    expect(around.length > 0).toBe(listing !== 'XNAS:LUS')
    expect(market.quoteAt(listing, noonOf(seam) + MINUTE)).toEqual(anyones.quoteAt(listing, noonOf(seam) + MINUTE))
  }
  expect(hexOf(seeds.chains()[1]?.end ?? SECRET)).not.toBe(hexOf(seeds.chains()[0]?.end ?? SECRET))
})

test('a house that was down past the end of its chain continues with the next one', async () => {
  await opened(newChain(first, KEY, OPENED, 2))
  clock.set(noonOf(first + 40))
  const { market, seeds } = await open()
  expect(seeds?.chains()).toHaveLength(2)
  expect(market.quote('XNYS:LMR')).not.toBeNull()
  const { market: next } = await open()
  expect(next.quote('XNYS:LMR')).toEqual(market.quote('XNYS:LMR'))
})
