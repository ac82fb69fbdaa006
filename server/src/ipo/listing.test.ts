import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { assert } from '@lonja/core/base/assert'
import { tickerOf } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { TEST_CHAIN } from '@lonja/core/ipo/draw.testing'
import { listFirstDays } from '@lonja/core/ipo/firstdays.contract'
import { readOffer } from '@lonja/core/ipo/ipo.contract'
import { practiceDates } from '@lonja/core/ipo/practice.rules'
import { listCandles, readInstrument, searchInstruments } from '@lonja/core/market/market.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { listPositions, readDayCurve, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { checkPrice, proofFrom } from '@lonja/core/proof/price.proof'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { offeredCompany } from '@lonja/core/universe/universe'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { openDb, type Db } from '../database/db.ts'
import { revealSeeds } from '../market/market.jobs.ts'
import { openMarket, type OpenedMarket } from '../market/market.opening.ts'
import { openPast } from '../market/market.past.ts'
import { TEST_SECRET, testPractice } from '../market/market.practice.testing.ts'
import { checkCourses } from '../orders/courses.verify.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { offersInRounds } from './ipo.jobs.ts'
import { subscribe } from './ipo.testing.ts'
import { listOffered } from './listing.actions.ts'
import { listPracticeOffers } from './practice.store.ts'
import { checkPracticeOffers } from './practice.verify.ts'

/*
 * The whole way of an offer of a practice house on two servers: it comes by itself, takes applications, is drawn, settled and
 * listed, and the won shares are sold. The laws of the books are checked when the house closes.
 */

const OPENED = Date.parse('2026-11-18T10:00:00Z')
/** The second offer is one of Madrid, in euros. */
const NUMBER = 1
const COMPANY = offeredCompany(NUMBER)
const { listing } = COMPANY
const HOUSE = { openingDay: '2026-11-18', hours: 'always' } as const
const DATES = practiceDates(NUMBER, 'XMAD', HOUSE)
const CONFIG = { source: 'practice', practiceHours: 'always', replay: null, feed: null } as const

let house: TestHouse
let one: OpenedMarket
let other: OpenedMarket
let otherDb: Db
let rounds: (() => Promise<void>)[]
let who: TestCustomer
let rival: TestCustomer
let offer: string
const lines: string[] = []

const openAnother = (db: Db): Promise<OpenedMarket> =>
  openMarket({ db, config: CONFIG, clock: house.clock, secret: TEST_SECRET, log: openLog('silent'), offered: listOffered }) // prettier-ignore

beforeAll(async () => {
  const practice = testPractice({ hours: 'always', openedAt: OPENED, offered: listOffered, chains: [{ secret: Buffer.alloc(32, 9), links: 200 }] }) // prettier-ignore
  house = await openTestHouse({ start: OPENED, market: async (db, clock) => (one = await practice(db, clock)) })
  otherDb = openDb(house.ownerUrl, { max: 4 })
  other = await openAnother(otherDb)
  rounds = [roundsOf(house.db, one), roundsOf(otherDb, other)]
  who = await house.customer()
  rival = await house.customer()
}, 120_000)
afterAll(async () => {
  await otherDb.close()
  await house.close()
})

function roundsOf(db: Db, { opening, takeListings }: OpenedMarket): () => Promise<void> {
  assert(opening.practice !== null && takeListings !== null, 'it is a practice house')
  const { openingDay, historySeed } = opening.practice
  const fetchRound = () => Promise.reject(new Error('no round is due'))
  const { clock, events } = house
  const parts = { db, clock, events, historySeed, chain: TEST_CHAIN, fetchRound, takeListings, house: { openingDay, hours: opening.hours, chain: null } } // prettier-ignore
  return offersInRounds(parts, openLog('info', { write: (line: string) => void lines.push(line) }))
}

/** A round of both servers at an instant, with the seeds revealed by then. */
async function roundAt(at: Instant): Promise<void> {
  house.clock.set(at)
  await revealSeeds(house.db, one.seeds!, at)
  await Promise.all(rounds.map((round) => round()))
}

async function roundsUntil(until: Instant): Promise<void> {
  for (let at = house.clock.now(); at < until; at = Math.min(until, at + 6 * HOUR)) await roundAt(at)
  await roundAt(until)
}

const tokenOf = (of: TestCustomer) => signInAgain(house, of)
const detail = async () => (await house.ask(readOffer, { id: offer }, { token: await tokenOf(who) })).data
const figures = async () => {
  const { byCurrency } = (await house.ask(readFigures, {}, { token: await tokenOf(who) })).data
  const own = byCurrency.find(({ currency }: { currency: string }) => currency === 'EUR')
  return { free: Number(own.free), held: Number(own.held), realised: Number(own.accumulated) }
}
/** The number of notices to a customer that won shares trade. */
async function noticesOf(of: TestCustomer): Promise<number> {
  const { data } = await house.ask(listNotices, {}, { token: await tokenOf(of) })
  return (data.data as { code: string }[]).filter(({ code }) => code === 'application_listed').length
}
async function sell(shares: string) {
  const ticket = { id: newId(), listing, side: 'sell', shares, limit: null, timeInForce: 'day' }
  return house.ask(placeOrder, ticket, { token: await tokenOf(who), key: ticket.id })
}
const listingsFor = async (words: string): Promise<string[]> =>
  (await house.ask(searchInstruments, { words }, { token: await tokenOf(who) })).data.rows.map((row: { listing: string }) => row.listing) // prettier-ignore
const totalOf = async (list: string) =>
  (await house.ask(listInstruments, { list, venue: 'XMAD', limit: '1' }, { token: await tokenOf(who) })).data.total

test(
  'an offer that came by itself takes applications, is drawn with its crowd and settled, once on two servers',
  { timeout: 120_000 },
  async () => {
    await roundsUntil(DATES.opens)
    offer = (await house.db.read(listPracticeOffers)).find(({ number }) => number === NUMBER)!.offer
    for (const of of [who, rival]) {
      const token = await tokenOf(of)
      expect((await subscribe(house, { token }, offer, { wish: { lots: '20' } })).status).toBe(200)
    }
    await roundsUntil(DATES.delivers - HOUR)
    const { state, application, crowdLots, money } = await detail()
    expect([state, application.state]).toEqual(['drawn', 'won'])
    expect(Number(crowdLots)).toBeGreaterThan(0)
    // Each step of the money once: the hold, what was paid and brought in, and the rest of the hold.
    expect(money.map(({ kind }: { kind: string }) => kind)).toEqual(['hold', 'allotment', 'allotment', 'release'])
    const published = lines.map((line) => JSON.parse(line) as { msg: string; offer: string })
    expect(published.filter(({ msg, offer: of }) => msg === 'an offer is published' && of === offer)).toHaveLength(1)
    expect((await figures()).held).toBe(0)
    expect(await checkPracticeOffers(house.db, one.opening)).toMatchObject({ breaches: [] })
  },
)

/** The lines of the total: through the day, and over a week. */
async function linesOfTotal(): Promise<string[][]> {
  const token = await tokenOf(who)
  const day = (await house.ask(readDayCurve, {}, { token })).data as { total: string[] }
  const week = (await house.ask(readResults, { span: 'week' }, { token })).data as { total: string[] }
  return [day.total, week.total]
}

test('won shares that do not trade yet are worth what they cost: no line of the total falls', async () => {
  for (const line of await linesOfTotal()) {
    expect(line.length).toBeGreaterThan(1)
    expect(new Set(line)).toEqual(new Set(['100000.00']))
  }
})

test('until the shares are delivered nobody finds the company, and until its first session it has no price', async () => {
  expect([one.market.find(listing), (await sell('1')).error]).toEqual([null, 'unknown_listing'])
  expect(await listingsFor(tickerOf(listing))).not.toContain(listing)
  const before = await totalOf('all')
  await roundAt(DATES.delivers)
  expect([one.market.find(listing), other.market.find(listing)]).toEqual([COMPANY, COMPANY])
  expect([one.market.quote(listing), one.market.dayFigures(listing), (await sell('1')).error]).toEqual([null, null, 'no_price']) // prettier-ignore
  const token = await tokenOf(who)
  expect((await house.ask(readInstrument, { listing }, { token })).data).toMatchObject({ name: COMPANY.name, quote: null, day: null, marketCap: null }) // prettier-ignore
  expect((await house.ask(listCandles, { listing, interval: 'day' }, { token })).data.at).toEqual([])
  await vi.waitFor(async () => expect(await listingsFor(tickerOf(listing))).toContain(listing), { timeout: 20_000 })
  expect(await totalOf('all')).toBe(before + 1)
})

test(
  'with its first session it trades around the price of its offer on each server, and the won shares are sold',
  { timeout: 60_000 },
  async () => {
    await roundAt(DATES.lists + 10 * MINUTE)
    const quote = one.market.quote(listing)
    assert(quote !== null, 'it is quoted')
    expect([await noticesOf(who), await noticesOf(rival)]).toEqual([1, 1])
    const { state, price, market, application } = await detail()
    expect([state, Number(market) > 0]).toEqual(['listed', true])
    expect(Math.abs(Number(quote.last) / 10_000 / Number(price) - 1)).toBeLessThan(0.25)
    const third = await openAnother(house.db)
    expect([other.market.quote(listing), third.market.quote(listing)]).toEqual([quote, quote])
    const board = one.market.board()
    expect(board.last[board.listings.indexOf(listing)]).toBeGreaterThan(0)
    const token = await tokenOf(who)
    const candles = (await house.ask(listCandles, { listing, interval: 'minute', limit: '5' }, { token })).data
    expect(candles.at).toHaveLength(5)
    expect((await house.ask(listCandles, { listing, interval: 'day' }, { token })).data.at).toHaveLength(1)

    const [position] = (await house.ask(listPositions, {}, { token })).data.rows
    expect(position).toMatchObject({ listing, shares: application.result.won, cost: application.result.payable.amount })
    // Before the first price of the day they count at their cost.
    for (const line of await linesOfTotal()) expect(line[0]).toBe('100000.00')
    const before = await figures()
    const placed = await sell(position.shares)
    expect(placed.status).toBe(200)
    for (let n = 0; n < 600 && (await house.ask(listPositions, {}, { token })).data.rows.length > 0; n++) {
      house.clock.advance(SECOND)
      await house.engine.sweep()
    }
    expect((await house.ask(listPositions, {}, { token })).data.rows).toEqual([])
    const after = await figures()
    const proceeds = after.free - before.free
    expect(after.realised - before.realised).toBeCloseTo(proceeds - Number(position.cost), 2)
  },
)

test('once its first day is over, its close against the price of the offer is public and stays', async () => {
  // The first offer of the house, one of New York, listed two days before.
  const rowsAt = async (at: Instant) => {
    house.clock.set(at)
    const { rows } = (await house.ask(listFirstDays, {}, { token: await tokenOf(who) })).data
    return (rows as { offer: string; bps: number }[]).filter((row) => row.offer === offer)
  }
  const over = DATES.lists + 25 * HOUR
  expect(await rowsAt(over - 1)).toEqual([])
  const rows = await rowsAt(over)
  const [close = 0n] = one.market.candles(listing, 'day', { from: 0, to: Infinity, most: 9 }, 'raw').close
  const bps = (Number(close) / 10_000 / Number((await detail()).price) - 1) * 10_000
  expect(rows.map((row) => Math.abs(row.bps - bps) <= 0.5)).toEqual([true])
  expect(await rowsAt(DATES.lists + 30 * HOUR)).toEqual(rows)
})

test('a checker works the price and the sale out anew from the revealed seeds', { timeout: 60_000 }, async () => {
  const at = DATES.lists + 20 * MINUTE
  await roundAt(DATES.lists + 32 * HOUR)
  const shown = one.market.quoteAt(listing, at)
  const proof = proofFrom((await house.ask(readAbout)).data)
  assert(proof !== null, 'a practice house has a proof')
  expect(checkPrice(proof, listing, at)).toMatchObject({ result: 'computed', quote: shown })
  expect(checkPrice(proof, listing, DATES.lists - MINUTE)).toEqual({ result: 'too_early' })
  expect(checkPrice(proof, 'XMAD:NONE', at)).toEqual({ result: 'unknown_listing' })
  for (const secret of [TEST_SECRET, null]) {
    const past = await openPast({ db: house.db, config: { replay: null }, secret, offered: listOffered })
    assert(past !== null, 'the house has opened')
    expect(past.quoteAt(listing, at)).toEqual(shown)
    const { checked, breaches } = await checkCourses(house.db, past, () => {})
    expect([checked, breaches]).toEqual([1, []])
  }
})
