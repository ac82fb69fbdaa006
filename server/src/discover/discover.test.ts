import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { currencyFor, venueOf, type ListingId } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { LANGUAGES } from '@lonja/core/base/language'
import { LISTS, SORTS, listEarnings, listInstruments } from '@lonja/core/discover/discover.contract'
import {
  INTERVALS,
  listCandles,
  readExchangeRate,
  readIndex,
  readInstrument,
  searchInstruments,
} from '@lonja/core/market/market.contract'
import { settableClock } from '../base/clock.ts'
import { marketFor, type Market } from '../market/market.quotes.ts'
import { openLookDoor } from '../market/market.testing.ts'
import { marketRoutes } from '../market/market.routes.ts'
import { discoverRoutes } from './discover.routes.ts'
import { START, watchedSource } from './discover.testing.ts'

const LONG = process.env['LONJA_LONG'] === '1'
const clock = settableClock(START)

let door: Awaited<ReturnType<typeof openLookDoor>>
let market: Market
let counted: [number, number][]
let orders: Map<ListingId, number>
beforeAll(async () => {
  market = marketFor(watchedSource(clock))
  const countOrders = (after: number, until: number) => {
    counted.push([after, until])
    return Promise.resolve(orders)
  }
  door = await openLookDoor(
    [...marketRoutes(market), ...discoverRoutes(market, countOrders, () => Promise.resolve([]))],
    clock,
  )
})
afterAll(() => door.close())
beforeEach(() => {
  clock.set(START)
  counted = []
  orders = new Map()
})

/** All pages of a list, some seconds apart. */
async function walk(input: Readonly<Record<string, unknown>>): Promise<string[]> {
  const all: string[] = []
  let cursor: string | null = null
  do {
    const page = await door.ask(listInstruments, { limit: 40, ...input, ...(cursor === null ? {} : { cursor }) })
    // On some days the radar is empty.
    expect(page.total).toBeGreaterThanOrEqual(input['list'] === 'radar' ? 0 : 1)
    all.push(...page.listing)
    cursor = page.cursor
    clock.advance(7 * SECOND)
  } while (cursor !== null)
  return all
}

test('walking every list by every column repeats and omits no row, while prices move', async () => {
  for (const list of LISTS) {
    for (const sort of SORTS) {
      clock.advance(MINUTE)
      const first = await door.ask(listInstruments, { list, sort })
      const rows = await walk({ list, sort })
      expect(new Set(rows).size, `${list} by ${sort}`).toBe(rows.length)
      expect(rows.length).toBe(first.total)
    }
  }
})

test('a row has the same figures as the listing’s own page', async () => {
  const list = await door.ask(listInstruments, { list: 'all', limit: 5, lines: '1' })
  for (const [n, listing] of list.listing.entries()) {
    const one = await door.ask(readInstrument, { listing })
    expect(one).toMatchObject({ name: list.name[n], venue: list.venue[n], currency: list.currency[n] })
    expect(one.day).toMatchObject({ last: list.last[n], previousClose: list.previousClose[n], volume: list.volume[n] })
    expect(one.marketCap).toBe(list.marketCap[n])
    const line = list.line[n].split(' ')
    expect(line.length).toBeGreaterThan(1)
    expect(line.length).toBeLessThanOrEqual(30)
    expect(line.at(-1)).toBe(one.day.last)
    expect([list.venue[n], list.currency[n]]).toEqual([venueOf(listing), currencyFor(listing)])
  }
  const plain = await door.ask(listInstruments, { list: 'all', limit: 5 })
  expect(plain.line).toEqual(['', '', '', '', ''])
})

test('gainers have risen, losers have fallen, the largest first', async () => {
  const changes = async (list: string): Promise<number[]> => {
    const page = await door.ask(listInstruments, { list, limit: 100 })
    return page.listing.map((_listing: string, n: number) => Number(page.last[n]) / Number(page.previousClose[n]) - 1)
  }
  const [up, down] = [await changes('gainers'), await changes('losers')]
  expect(up).toEqual(up.toSorted((a, b) => b - a))
  expect(down).toEqual(down.toSorted((a, b) => a - b))
  expect(up.at(-1)).toBeGreaterThan(0)
  expect(down.at(-1)).toBeLessThan(0)
})

test('lists are of one venue, of the United States, or of all', async () => {
  const venues = async (venue?: string): Promise<Set<string>> =>
    new Set((await walk({ list: 'all', ...(venue ? { venue } : {}) })).map((listing) => listing.slice(0, 4)))
  expect(await venues('XMAD')).toEqual(new Set(['XMAD']))
  expect(await venues('XNYS')).toEqual(new Set(['XNYS']))
  expect((await venues('us')).has('XMAD')).toBe(false)
  expect(await venues()).toEqual(new Set([...(await venues('us')), 'XMAD']))
})

test('lists are of one sector, and of one sector of one venue', async () => {
  const sectorOf = (listing: string) => market.find(listing as ListingId)?.sector
  const all = await walk({ list: 'all', sector: 'energy' })
  const madrid = await walk({ list: 'all', sector: 'energy', venue: 'XMAD' })
  expect(new Set(all.map(sectorOf))).toEqual(new Set(['energy']))
  expect(madrid).toEqual(expect.arrayContaining(all.filter((listing) => listing.startsWith('XMAD'))))
  expect(madrid.length).toBeLessThan(all.length)
  const gainers = await door.ask(listInstruments, { list: 'gainers', sector: 'energy', limit: 100 })
  expect(all).toEqual(expect.arrayContaining(gainers.listing))
})

test('the radar lists unusual moves and volumes, the most unusual first, and says how unusual they are', async () => {
  const page = await door.ask(listInstruments, { list: 'radar', limit: 100 })
  expect(page.total).toBeGreaterThan(0)
  expect(page.total).toBeLessThan(market.instruments.length / 4)
  for (const [n, { move, volume }] of page.unusual.entries()) {
    expect(Math.min(move / 2, volume / 1.5)).toBeGreaterThanOrEqual(1)
    expect(Math.abs(Number(page.last[n]) / Number(page.previousClose[n]) - 1)).toBeGreaterThanOrEqual(0.02)
  }
  const scores = page.unusual.map(({ move, volume }: { move: number; volume: number }) => move * volume)
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
  expect((await door.ask(listInstruments, { list: 'active', limit: 2 })).unusual).toEqual([null, null])
})

test('popular sorts by the orders of the last day, counted at most twice a minute', async () => {
  const [one, other] = market.instruments.map(({ listing }) => listing) as [ListingId, ListingId]
  orders = new Map([
    [one, 2],
    [other, 5],
  ])
  clock.set(Math.ceil(START / (30 * SECOND)) * 30 * SECOND)
  for (let n = 0; n < 5; n++) {
    const page = await door.ask(listInstruments, { list: 'popular' })
    expect(page.listing.slice(0, 2)).toEqual([other, one])
    expect(page.total).toBe(50)
    clock.advance(SECOND)
  }
  expect(counted).toEqual([[clock.now() - 5 * SECOND - 24 * HOUR, clock.now() - 5 * SECOND]])
})

test.each(['', 'x', '1.2', '9999999999999.1.5', '-1.0.0', '1.1.999999', `${START}.${START + HOUR}.0`])(
  'an invalid cursor is not refused, and the list is answered: %s',
  async (cursor) => {
    const page = await door.ask(listInstruments, { list: 'all', cursor })
    expect(page.total).toBeGreaterThan(300)
  },
)

// prettier-ignore
test.each<[string, begunBefore: number, shownBefore: number, isKept: boolean]>([
  ['as it was given',                   10 * MINUTE, 10 * MINUTE,          true],
  ['read a second apart',               10 * MINUTE, 10 * MINUTE + SECOND, true],
  ['more than that apart',              10 * MINUTE, 10 * MINUTE + 1_001,  false],
  ['with a day that is long over',      10 * MINUTE, 24 * HOUR,            false],
  ['a millisecond less than an hour',   HOUR - 1,    HOUR - 1,             true],
  ['from an hour ago',                  HOUR,        HOUR,                 false],
])('a walk keeps its order only for a cursor that the house gave out: %s', async (_what, begun, shown, isKept) => {
  // The list was read at those instants, so its orders are cached.
  for (const before of [shown, begun]) {
    clock.set(START - before)
    await door.ask(listInstruments, { list: 'all', limit: 3 })
  }
  clock.set(START)
  const cursor = `${START - begun}.${START - shown}.3`
  const page = await door.ask(listInstruments, { list: 'all', limit: 3, cursor })
  expect(page.cursor).toBe(isKept ? `${START - begun}.${START - shown}.6` : `${START}.${START}.6`)
})

test('a past order that is not cached is sorted at a limited rate: beyond it a walk continues in the current order', async () => {
  const at = START + 5 * HOUR
  clock.set(at)
  const goOn = async (ago: number): Promise<boolean> => {
    const cursor = `${clock.now() - ago}.${clock.now() - ago}.3`
    const page = await door.ask(listInstruments, { list: 'all', limit: 3, cursor })
    expect(page.listing).toHaveLength(3)
    return page.cursor === `${clock.now() - ago}.${clock.now() - ago}.6`
  }
  expect([await goOn(20 * SECOND), await goOn(30 * SECOND), await goOn(40 * SECOND)]).toEqual([true, false, false])
  clock.advance(10 * SECOND)
  expect([await goOn(50 * SECOND), await goOn(60 * SECOND)]).toEqual([true, false])
})

test('names and profiles come in the language of the caller', async () => {
  const [share] = market.instruments
  const listing = share?.listing ?? 'XNYS:NONE'
  const names = new Map<string, string>()
  for (const language of LANGUAGES) {
    const one = await door.ask(readInstrument, { listing }, language)
    expect(one.profile.length).toBeGreaterThan(10)
    names.set(language, one.profile)
    const { rows } = await door.ask(searchInstruments, { words: one.name }, language)
    expect(rows.map((row: { listing: string }) => row.listing)).toContain(listing)
  }
  expect(new Set(names.values()).size).toBe(LANGUAGES.length)
})

test('an index has members and no quote; a share has no members', async () => {
  const index = market.instruments.find(({ kind }) => kind === 'index')
  const one = await door.ask(readIndex, { listing: index?.listing })
  expect(one.members.length).toBe(index?.members?.length)
  expect(one.members[0].last).toMatch(/^\d+\.\d{2}/)
  expect(await door.ask(readInstrument, { listing: index?.listing })).toMatchObject({
    kind: 'index',
    quote: null,
    marketCap: null,
  })
  expect(await door.ask(readIndex, { listing: market.instruments[0]?.listing })).toBe('unknown_listing')
  expect(await door.ask(readInstrument, { listing: 'XNYS:NADA' })).toBe('unknown_listing')
  expect(await door.ask(listCandles, { listing: 'XNYS:NADA', interval: 'day' })).toBe('unknown_listing')
})

test('the rate has a markup, a time and a source', async () => {
  const rate = await door.ask(readExchangeRate)
  expect(rate).toMatchObject({ base: 'EUR', quoted: 'USD', markupBps: 20, source: 'practice' })
  expect(rate.at).toBeLessThanOrEqual(START)
})

test('no call asks the source for anything later than the clock, or answers with it', async () => {
  const listings = market.instruments.map(({ listing }) => listing)
  const request = fc.record({
    at: fc.integer({ min: START - 30 * HOUR, max: START + 48 * HOUR }),
    listing: fc.constantFrom(...listings),
    interval: fc.constantFrom(...INTERVALS),
    from: fc.option(fc.integer({ min: 0, max: START + 99 * HOUR }), { nil: undefined }),
    to: fc.option(fc.integer({ min: START - 99 * HOUR, max: START + 99 * HOUR }), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 300 }),
    list: fc.constantFrom(...LISTS),
    ahead: fc.integer({ min: 0, max: 48 * HOUR }),
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ at, listing, interval, from, to, limit, list, ahead }) => {
      clock.set(at)
      const range = Object.fromEntries(Object.entries({ from, to }).filter(([, value]) => value !== undefined))
      const candles = await door.ask(listCandles, { listing, interval, limit, ...range })
      expect(Math.max(0, ...candles.at)).toBeLessThanOrEqual(at)
      expect(candles.at).toEqual(candles.at.toSorted((a: number, b: number) => a - b))
      const one = await door.ask(readInstrument, { listing })
      for (const when of [one.quote?.at, one.day?.at]) expect(when ?? 0).toBeLessThanOrEqual(at)
      if (one.quote) expect(one.quote.last).toBe(one.day.last)
      const cursor = `${at}.${at + ahead}.0`
      const page = await door.ask(listInstruments, { list, cursor, lines: '1', limit: 3 })
      expect(page.cursor === null || Number(page.cursor.split('.')[1]) <= at).toBe(true)
      const reported = await door.ask(listEarnings, { which: 'reported', cursor, limit: 3 })
      for (const day of reported.day) expect(Date.parse(day) - 2 * HOUR).toBeLessThanOrEqual(at)
      expect((await door.ask(readExchangeRate)).at).toBeLessThanOrEqual(at)
      expect((await door.ask(searchInstruments, { words: listing })).rows).toHaveLength(1)
    }),
    { numRuns: LONG ? 40 : 5 },
  )
  // The years of the indices that the calls ask for are computed meanwhile.
}, 90_000)

test('cached candles equal candles that were just computed', async () => {
  const request = fc.record({
    place: fc.nat(20),
    interval: fc.constantFrom(...INTERVALS.filter((each) => each !== 'minute' && each !== '5minutes')),
    most: fc.integer({ min: 1, max: 15 }),
    from: fc.option(fc.integer({ min: START - 60 * 24 * HOUR, max: START }), { nil: 0 }),
    to: fc.option(fc.integer({ min: START - 40 * 24 * HOUR, max: START + 9 * 24 * HOUR }), { nil: Infinity }),
    later: fc.nat(9 * 24 * HOUR),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 5, maxLength: 8 }), async (many) => {
      const market = marketFor(watchedSource(clock))
      let at = START
      for (const { place, interval, most, from, to, later } of many) {
        const { listing } = market.instruments[place % 2] ?? { listing: 'XNYS:NONE' as ListingId }
        clock.set(at)
        const range = { from, to, most }
        expect(market.candles(listing, interval, range)).toEqual(
          source.candlesAt(listing, interval, { ...range, to: Math.min(to, at + 1) }, at),
        )
        at += later
      }
    }),
    { numRuns: 8 },
  )
})
const source = watchedSource(clock)
