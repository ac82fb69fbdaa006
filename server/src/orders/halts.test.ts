import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur, tickerOf, venueOf, type ListingId } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND, type Day, type Instant } from '@lonja/core/base/instant'
import { listMembers, readCompany } from '@lonja/core/discover/company.contract'
import { EARNINGS, listEarnings, listWatched } from '@lonja/core/discover/discover.contract'
import { dayNumberOf } from '@lonja/core/calendar/days'
import { listCandles, readInstrument, searchInstruments } from '@lonja/core/market/market.contract'
import { makeWorld } from '@lonja/core/practice/world'
import { practiceUniverse } from '@lonja/core/universe/universe'
import { FIRST_COMPANIES } from '@lonja/core/universe/first'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { listWatches, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { testPractice } from '../market/market.practice.testing.ts'

/**
 * A listing that is halted in a real session: its description, its refusals, its waiting orders, and the fills when it
 * reopens.
 */

const OPENED = Date.parse('2026-11-19T12:00:00Z')
let house: TestHouse
let opened: OpenedMarket
let who: TestCustomer
let halt: { readonly listing: ListingId; readonly from: Instant; readonly until: Instant }

beforeAll(async () => {
  const practice = testPractice({ hours: 'exchange', openedAt: OPENED })
  house = await openTestHouse({
    start: OPENED,
    grant: eur(100_000_000n),
    market: async (db, clock) => (opened = await practice(db, clock)),
  })
  halt = findHalt()
  house.clock.set(halt.from - 1)
  who = await house.customer()
}, 120_000)
afterAll(() => house.close())

/** The first halt after the opening, found with the house's own seeds. */
function findHalt(): typeof halt {
  const { opening, seeds } = opened
  if (!opening.practice || !seeds) throw new Error('a practice house has seeds')
  const daySeed = (day: Day): Uint8Array => seeds.seedOf(dayNumberOf(day))
  const world = makeWorld({
    universe: practiceUniverse(FIRST_COMPANIES),
    hours: 'exchange',
    ...opening.practice,
    daySeed,
  })
  for (let at = OPENED + 9 * HOUR; ; at += 24 * HOUR) {
    for (const { line } of world.rows.values()) {
      const { listing } = line
      const day = listing.startsWith('XMAD') ? null : line.days.dayAt(at)
      const halt = day && day.open > OPENED && line.halt(day)
      if (day && halt) {
        return { listing, from: day.open + halt.from * MINUTE, until: day.open + halt.to * MINUTE + line.phase }
      }
    }
  }
}

const session = async () => {
  const { data } = await house.ask(readInstrument, { listing: halt.listing })
  return data.session as { state: string; resumesAt: number | null; opensAt: number | null }
}
const order = (limit: string | null) => {
  const id = newId()
  const ticket = { id, listing: halt.listing, side: 'buy', shares: '1', limit, timeInForce: 'day' }
  return house.ask(placeOrder, ticket, { token: who.token, key: id })
}
const stateOf = async (id: string) => (await house.ask(readOrder, { id }, { token: who.token })).data

test('the listing trades before the halt, names its end while halted, and trades again afterwards', async () => {
  expect(await session()).toMatchObject({ state: 'open', resumesAt: null })
  house.clock.set(halt.from)
  expect(await session()).toMatchObject({ state: 'halted', resumesAt: halt.until, opensAt: null })
})

test('lists mark it as halted: the market, the search, the watchlist', async () => {
  const traded = opened.market.instruments.find(
    (one) => one.kind === 'share' && venueOf(one.listing) === venueOf(halt.listing) && one.listing !== halt.listing,
  )!.listing
  for (const listing of [halt.listing, traded])
    await house.ask(toggleWatch, { listing, watched: true }, { token: who.token, key: newId() })
  const isHalted = async (listing: ListingId) => {
    const { data } = await house.ask(searchInstruments, { words: tickerOf(listing) })
    return data.rows.find((one: { listing: string }) => one.listing === listing).halted
  }
  const { data: market } = await house.ask(listWatched, {}, { token: who.token })
  const { data: own } = await house.ask(listWatches, {}, { token: who.token })
  expect(market).toMatchObject({ total: 2, halted: [halt.listing] })
  expect(
    Object.fromEntries(own.rows.map((one: { listing: string; halted: boolean }) => [one.listing, one.halted])),
  ).toEqual({
    [halt.listing]: true,
    [traded]: false,
  })
  expect([await isHalted(halt.listing), await isHalted(traded)]).toEqual([true, false])
})

test('the calendar of reports, similar companies and its index mark it as halted too', async () => {
  const calendar = new Map<ListingId, boolean>()
  for (const which of EARNINGS) {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data } = await house.ask(listEarnings, { which, limit: 50, ...(cursor ? { cursor } : {}) })
      for (const listing of data.listing) calendar.set(listing, data.halted.includes(listing))
      cursor = data.cursor
    }
  }
  const halted = (rows: Iterable<readonly [ListingId, boolean]>) => [...rows].filter(([, is]) => is).map(([of]) => of)
  expect(halted(calendar)).toEqual(calendar.has(halt.listing) ? [halt.listing] : [])

  const pairs = (rows: { listing: ListingId; halted: boolean }[]) =>
    rows.map((row) => [row.listing, row.halted] as const)
  const own = await house.ask(readCompany, { listing: halt.listing })
  expect(halted(pairs(own.data.related))).toEqual([])
  const likes = await Promise.all(
    own.data.related.map(({ listing }: { listing: ListingId }) => house.ask(readCompany, { listing })),
  )
  const named = likes.flatMap(({ data }) => pairs(data.related)).filter(([listing]) => listing === halt.listing)
  expect(named.length).toBeGreaterThan(0)
  expect(named.every(([, is]) => is)).toBe(true)

  // The market decides which indices contain the halted share. Any other index has no halted member.
  for (const { listing, members } of opened.market.instruments.filter(({ kind }) => kind === 'index')) {
    const { data } = await house.ask(listMembers, { listing, limit: 100 })
    expect(data.rows).toHaveLength(members!.length)
    expect(halted(pairs(data.rows))).toEqual(members!.includes(halt.listing) ? [halt.listing] : [])
  }
})

test('an order at market is refused, one with a limit waits and fills in the auction that reopens it', async () => {
  house.clock.set(halt.from + MINUTE)
  const { data: shown } = await house.ask(readInstrument, { listing: halt.listing })
  const last = Number(shown.quote.last)
  expect(await order(null)).toMatchObject({
    status: 422,
    error: 'market_halted',
    msg: expect.stringContaining('halted'),
  })

  // Far above the price: any auction price meets this limit.
  const placed = await order((last * 1.9).toFixed(2))
  expect(placed).toMatchObject({ status: 200 })
  const { id } = placed.data as { id: string }
  house.clock.set(halt.until - 1)
  await house.engine.sweep()
  expect((await stateOf(id)).order.state).toBe('working')

  house.clock.set(halt.until)
  await house.engine.sweep()
  const { order: filled, fills } = await stateOf(id)
  expect(filled.state).toBe('filled')
  const { quote, price } = fills[0]
  expect(quote).toMatchObject({ at: halt.until, bid: price, ask: price })
  expect(quote.bidSize).toBe(quote.askSize)
  expect(await session()).toMatchObject({ state: 'open', resumesAt: null })
  expect(await order(null)).toMatchObject({ status: 200 })
})

test('the minutes of a halt have no candle', async () => {
  house.clock.set(halt.until + SECOND)
  await house.engine.sweep()
  const candles = await house.ask(listCandles, { listing: halt.listing, interval: 'minute', limit: '3' })
  const at = candles.data.at as number[]
  const reopened = Math.floor(halt.until / MINUTE) * MINUTE
  expect(at.slice(-2)).toEqual([halt.from - MINUTE, reopened])
})
