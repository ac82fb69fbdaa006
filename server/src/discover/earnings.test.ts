import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { changeBps } from '@lonja/core/base/formats'
import { HOUR, SECOND, type Day } from '@lonja/core/base/instant'
import { EARNINGS, listEarnings } from '@lonja/core/discover/discover.contract'
import { settableClock } from '../base/clock.ts'
import { marketFor, type Market } from '../market/market.quotes.ts'
import { openLookDoor } from '../market/market.testing.ts'
import { discoverRoutes } from './discover.routes.ts'
import { START, watchedSource } from './discover.testing.ts'

const clock = settableClock(START)
let door: Awaited<ReturnType<typeof openLookDoor>>
let market: Market
beforeAll(async () => {
  market = marketFor(watchedSource(clock))
  const routes = discoverRoutes(
    market,
    () => Promise.resolve(new Map()),
    () => Promise.resolve([]),
  )
  door = await openLookDoor(routes, clock)
})
afterAll(() => door.close())
beforeEach(() => clock.set(START))

/** All pages of a calendar. */
async function earnings(input: Readonly<Record<string, unknown>>) {
  const rows: { listing: ListingId; day: Day; ofDay: number; move: number | null }[] = []
  let cursor: string | null = null
  do {
    const page = await door.ask(listEarnings, { limit: 30, ...input, ...(cursor === null ? {} : { cursor }) })
    page.listing.forEach((listing: ListingId, n: number) =>
      rows.push({ listing, day: page.day[n], ofDay: page.ofDay[n], move: page.move[n] }),
    )
    cursor = page.cursor
    if (cursor === null) expect(rows).toHaveLength(page.total)
    clock.advance(7 * SECOND)
  } while (cursor !== null)
  return rows
}

test('the calendar lists every report of its days once, day by day, with the count of each day', async () => {
  for (const which of EARNINGS) {
    const rows = await earnings({ which })
    const days = rows.map(({ day }) => day)
    expect(days).toEqual(which === 'upcoming' ? days.toSorted() : days.toSorted().reverse())
    const [first, last] = which === 'upcoming' ? ['2026-11-20', '2027-01-04'] : ['2026-11-06', '2026-11-20']
    const due = market.instruments.flatMap(({ listing }) =>
      market.reportDays(listing, first as Day, last as Day).map((day) => `${day} ${listing}`),
    )
    expect(rows.map(({ day, listing }) => `${day} ${listing}`).toSorted()).toEqual(due.toSorted())
    for (const { day, ofDay } of rows) expect(ofDay).toBe(days.filter((each) => each === day).length)
  }
})

test('a past report says how the price changed, a future one says nothing', async () => {
  const came = await earnings({ which: 'reported' })
  const over = came.filter(({ day }) => day < '2026-11-20')
  expect(over.length).toBeGreaterThan(5)
  for (const { listing, day, move } of over) {
    const { close, at } = market.candles(listing, 'day', { from: 0, to: Date.parse(day) + 12 * HOUR, most: 2 })
    expect([listing, day, move]).toEqual([listing, day, Number(changeBps(close[0] ?? 0n, close[1] ?? 0n))])
    expect(at).toHaveLength(2)
  }
  const today = came.filter(({ day }) => day === '2026-11-20')
  for (const { day, move } of await earnings({ which: 'upcoming' })) {
    expect(move === null).toBe(day !== '2026-11-20')
  }
  expect((await earnings({ which: 'upcoming' })).slice(0, today.length).map(({ listing }) => listing)).toEqual(
    today.map(({ listing }) => listing),
  )
})

test('the calendar filters by venue and sector', async () => {
  const rows = await earnings({ which: 'upcoming', venue: 'XMAD', sector: 'energy' })
  const all = await earnings({ which: 'upcoming' })
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ listing }) => listing).toSorted()).toEqual(
    all
      .map(({ listing }) => listing)
      .filter((listing) => listing.startsWith('XMAD') && market.find(listing)?.sector === 'energy')
      .toSorted(),
  )
})
