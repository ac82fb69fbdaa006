import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { listMembers, readCompany } from '@lonja/core/discover/company.contract'
import { dayNumberAt, dayOf } from '@lonja/core/calendar/days'
import { readInstrument } from '@lonja/core/market/market.contract'
import { settableClock } from '../base/clock.ts'
import { marketFor, type Market } from '../market/market.quotes.ts'
import { marketRoutes } from '../market/market.routes.ts'
import { openLookDoor } from '../market/market.testing.ts'
import { companyRoutes } from './company.routes.ts'
import { START, watchedSource } from './discover.testing.ts'

const clock = settableClock(START)
let door: Awaited<ReturnType<typeof openLookDoor>>
let market: Market
beforeAll(async () => {
  market = marketFor(watchedSource(clock))
  door = await openLookDoor([...marketRoutes(market), ...companyRoutes(market)], clock)
})
afterAll(() => door.close())
beforeEach(() => clock.set(START))

const SHARE = 'XNYS:LMR' as ListingId

/** A price from the wire, in ten-thousandths. */
const priced = (text: string): bigint => BigInt(Math.round(Number(text) * 10_000))

/** All pages of an index's members. */
async function members(index: ListingId, input: object = {}, pause = 0) {
  const rows = []
  let cursor: string | null = null
  do {
    const more: { cursor?: string } = cursor === null ? {} : { cursor }
    const page = await door.ask(listMembers, { listing: index, limit: 7, ...input, ...more })
    rows.push(...page.rows)
    cursor = page.cursor
    if (cursor === null) expect(page.total).toBe(rows.length)
    clock.advance(pause)
  } while (cursor !== null)
  return rows
}

test('a house opens without the figures of all instruments: the first call that needs them reads them', async () => {
  const board = vi.fn(market.board)
  const opened = await openLookDoor(companyRoutes({ ...market, board }), clock)
  expect(board).not.toHaveBeenCalled()
  await opened.ask(readCompany, { listing: SHARE })
  expect(board).toHaveBeenCalled()
  await opened.close()
})

test('every member of an index comes once, the heaviest first, and the weights sum to at most all', async () => {
  for (const index of market.instruments.filter(({ kind }) => kind === 'index')) {
    const rows = await members(index.listing)
    expect(rows.map(({ listing }) => listing).toSorted()).toEqual([...(index.members ?? [])].toSorted())
    const weights = rows.map(({ weightBps }) => weightBps ?? -1)
    expect(weights).toEqual(weights.toSorted((a, b) => b - a))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    expect(sum).toBeLessThanOrEqual(10_000)
    expect(sum).toBeGreaterThan(10_000 - rows.length)
    const worth = ({ listing, last }: (typeof rows)[number]) =>
      Number(last ?? 0n) * Number(market.find(listing)?.sharesInIssue ?? 0n)
    const whole = rows.reduce((total, row) => total + worth(row), 0)
    for (const row of rows)
      expect(Math.abs((row.weightBps ?? 0) - (worth(row) / whole) * 10_000)).toBeLessThanOrEqual(1)
  }
})

test('a walk through members that move meanwhile still lists each once', async () => {
  const [index] = market.instruments.filter(({ kind }) => kind === 'index')
  const listing = index?.listing ?? SHARE
  for (const sort of ['change', 'code'] as const) {
    for (const direction of ['up', 'down'] as const) {
      clock.set(START)
      const rows = await members(listing, { sort, direction }, 20 * SECOND)
      expect(new Set(rows.map((row) => row.listing)).size).toBe(index?.members?.length)
    }
  }
  const codes = (await members(listing, { sort: 'code' })).map((row) => row.listing.slice(5))
  expect(codes).toEqual(codes.toSorted())
})

test('an invalid cursor, or one of the future, begins now; one long past continues', async () => {
  const [index] = market.instruments.filter(({ kind }) => kind === 'index')
  const listing = index?.listing ?? SHARE
  const first = await door.ask(listMembers, { listing, limit: 3 })
  const minute = Math.floor(START / MINUTE)
  for (const cursor of ['x', `${minute + 1}.3`, '-1.3', '1.2.3']) {
    expect((await door.ask(listMembers, { listing, limit: 3, cursor })).rows).toEqual(first.rows)
  }
  const later = await door.ask(listMembers, { listing, limit: 3, cursor: `${minute - 90}.3` })
  expect(later.rows.map((row: { listing: string }) => row.listing)).not.toEqual(
    first.rows.map((row: { listing: string }) => row.listing),
  )
  expect(await door.ask(listMembers, { listing: SHARE })).toBe('unknown_listing')
})

test('a report’s move equals the change between its day’s candle and the one before', async () => {
  const { reports } = await door.ask(readCompany, { listing: SHARE })
  expect(reports.length).toBeGreaterThanOrEqual(4)
  const days = market.candles(SHARE, 'day', { from: 0, to: Infinity, most: 400 })
  const labels = days.at.map((at) => dayOf(dayNumberAt('America/New_York', at + 1)))
  for (const { day, before, after } of reports) {
    const place = labels.indexOf(day)
    expect([days.close[place - 1], days.close[place]]).toEqual([before, after].map(priced))
    expect(market.reportDays(SHARE, day, day)).toEqual([day])
  }
  expect(reports.map(({ day }: { day: string }) => day)).toEqual(
    reports
      .map(({ day }: { day: string }) => day)
      .toSorted()
      .reverse(),
  )
})

test('related companies are of the same industry, then of the same sector, never the company itself', async () => {
  const own = await door.ask(readInstrument, { listing: SHARE })
  const { related } = await door.ask(readCompany, { listing: SHARE })
  expect(related).toHaveLength(6)
  const isOwn = related.map(({ sameIndustry }: { sameIndustry: boolean }) => sameIndustry)
  expect(isOwn).toEqual([...isOwn].sort((a, b) => Number(b) - Number(a)))
  for (const { listing, sameIndustry } of related) {
    const other = await door.ask(readInstrument, { listing })
    expect([other.sector, other.industry === own.industry]).toEqual([own.sector, sameIndustry])
    expect(listing).not.toBe(SHARE)
  }
  const [index] = market.instruments.filter(({ kind }) => kind === 'index')
  expect(await door.ask(readCompany, { listing: index?.listing })).toEqual({ reports: [], related: [] })
  expect(await door.ask(readCompany, { listing: 'XNYS:NONE' })).toBe('unknown_listing')
})

test('the usual volume is that of the twenty days before today', async () => {
  const { averageVolume } = await door.ask(readInstrument, { listing: SHARE })
  const { volume } = market.candles(SHARE, 'day', { from: 0, to: Infinity, most: 21 })
  expect(BigInt(averageVolume)).toBe(volume.slice(0, 20).reduce((sum, each) => sum + each, 0n) / 20n)
})

test('the year of an index is marked as pending until it is made', async () => {
  const [index] = market.instruments
    .filter(({ kind }) => kind === 'index')
    .toSorted((a, b) => (a.members?.length ?? 0) - (b.members?.length ?? 0))
  const ask = () => door.ask(readInstrument, { listing: index?.listing })
  expect(await ask()).toMatchObject({ yearPending: true, yearLow: null, yearHigh: null })
  await vi.waitFor(async () => expect(await ask()).toMatchObject({ yearPending: false }), {
    timeout: 60_000,
    interval: 200,
  })
  const { yearLow, yearHigh } = await ask()
  expect(priced(yearLow)).toBeLessThan(priced(yearHigh))
  expect(await door.ask(readInstrument, { listing: SHARE })).toMatchObject({ yearPending: false })
}, 90_000)
