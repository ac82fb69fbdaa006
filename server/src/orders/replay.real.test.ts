import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { priceE4, wholeShares, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import { settableClock } from '../base/clock.ts'
import { openDb, type Db } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { openLane } from '../database/lane.ts'
import { openLog } from '../base/log.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { postGrant } from '../ledger/ledger.actions.ts'
import { insertCustomerLock } from '../database/locks.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { NOTHING_HEARD } from '../market/market.heard.ts'
import { findRealBars, recordedMarket, testGuard } from '../market/market.testing.ts'
import { openFeeTables } from './fees.actions.ts'
import { listFillsOf } from './fills.store.ts'
import { place, type TradingParts } from './orders.actions.ts'
import { openFillEngine, type FillEngine } from './orders.jobs.ts'
import { openOrders } from './orders.open.ts'
import { ticket } from './orders.testing.ts'
import { ORDER_BOOKS } from './orders.verify.ts'

const folder = findRealBars()
if (!folder) console.info('The tests of fills on real bars are skipped: LONJA_BARS names no folder with them.')

const TICKERS = ['IBM', 'SPY', 'BAC'] as const
const OPEN = Date.parse('2013-10-08T13:30:00Z')
const CLOSE = Date.parse('2013-10-08T20:00:00Z')

/** A row of the file, parsed here independently. `ends` is the instant of the quote. */
interface Row {
  readonly ends: Instant
  readonly high: number
  readonly low: number
  readonly bid: number | null
  readonly ask: number | null
}

const textOf = (ticker: string): string => readFileSync(join(folder as string, `${ticker}.minute.csv`), 'utf8')
const rowsOf = (ticker: string): Row[] =>
  textOf(ticker)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [time = '', , high, low, , , bid, , ask] = line.split(',')
      const price = (text = ''): number | null => (text === '' ? null : Number(text))
      return { ends: Date.parse(time) + MINUTE, high: Number(high), low: Number(low), bid: price(bid), ask: price(ask) }
    })

const e4 = (price: number): PriceE4 => priceE4(BigInt(Math.round(price * 10_000)))

describe.skipIf(!folder)('orders while recorded bars are replayed', () => {
  const clock = settableClock(OPEN)
  let database: TestDatabase
  let db: Db
  let trading: TradingParts
  let engine: FillEngine
  let customer: CustomerId
  beforeAll(async () => {
    database = await testDatabase()
    db = openDb(database.url, { max: 4 })
    const recordings = Object.fromEntries(TICKERS.map((ticker) => [`XNYS:${ticker}`, { minutes: textOf(ticker) }]))
    const lane = openLane(db, { clock, newId, publish: () => {} })
    const fees = await openFeeTables(db, { openedAt: OPEN, now: OPEN })
    trading = {
      db,
      lane,
      market: recordedMarket(clock, recordings),
      fees,
      heardEvents: NOTHING_HEARD,
      open: openOrders(),
      guard: testGuard(db, clock),
      doubtful: [],
    }
    engine = openFillEngine(trading, { clock, log: openLog('silent') })
    await engine.catchUp()
    customer = newId()
    await db.write(async (begun) => {
      const tx = await insertCustomerLock(begun, customer, OPEN)
      await postGrant(tx, customer, { asset: 'USD', units: 100_000_000_00n }, OPEN)
    })
  })
  afterAll(async () => {
    await engine.stop()
    await trading.lane.close()
    await db.close()
    await database.drop()
  })

  /** Places an order at an instant and goes on minute by minute until it fills. Returns the fill's quote and price. */
  async function fillAfter(at: Instant, listing: ListingId, change: Partial<Ticket>) {
    clock.set(at)
    await engine.sweep()
    const order = await place(trading, { customer }, ticket(listing, { shares: wholeShares(5n), ...change }))
    if (isRefused(order)) throw new Error(`${order.refused} at ${new Date(at).toISOString()}`)
    for (let now = Math.floor(at / MINUTE) * MINUTE; now <= CLOSE; now += MINUTE) {
      clock.set(Math.max(now, at))
      await engine.sweep()
      const [fill] = await db.read((tx) => listFillsOf(tx, customer, [order.id]))
      if (fill) return { seenAt: clock.now(), quoteAt: fill.quote.at, price: fill.price }
    }
    return null
  }

  // Some moments of the day: on the minute, a millisecond to each side of it, and in between.
  const moments = [31, 47, 90, 155, 201, 278, 333].flatMap((minute) =>
    [-1, 0, 1, 30_000].map((millis) => OPEN + minute * MINUTE + millis),
  )

  test.each(TICKERS)('a market order on %s fills at the first closing quote that ends after it', async (ticker) => {
    const rows = rowsOf(ticker)
    let filled = 0
    for (const [n, at] of moments.entries()) {
      const side = n % 2 === 0 ? 'buy' : 'sell'
      const first = rows.find(({ ends, bid, ask }) => ends > at && bid !== null && ask !== null)
      const price = e4((side === 'buy' ? first?.ask : first?.bid) ?? NaN)
      const fill = await fillAfter(at, `XNYS:${ticker}`, { side })
      expect(fill).toEqual({ seenAt: first?.ends, quoteAt: first?.ends, price })
      filled++
    }
    expect(filled).toBe(moments.length)
  })

  /**
   * Moments after which trades passed through the limit before the closing quote reached it. They show that lows and
   * highs fill nothing.
   */
  function tradedThrough(rows: readonly Row[], side: 'buy' | 'sell'): { at: Instant; limit: number; fills: Row }[] {
    const cases: { at: Instant; limit: number; fills: Row }[] = []
    const day = rows.filter(({ ends }) => ends > OPEN + 5 * MINUTE && ends <= CLOSE)
    const reached = (row: Row, limit: number): boolean =>
      side === 'buy' ? row.ask !== null && row.ask <= limit : row.bid !== null && row.bid >= limit
    const traded = (row: Row, limit: number): boolean => (side === 'buy' ? row.low <= limit : row.high >= limit)
    for (let n = 0; n < day.length - 60 && cases.length < 5; n += 7) {
      const ahead = day.slice(n + 1, n + 60)
      const limit =
        side === 'buy'
          ? Math.min(...ahead.map(({ ask }) => ask ?? Infinity))
          : Math.max(...ahead.map(({ bid }) => bid ?? -Infinity))
      const fills = ahead.find((row) => reached(row, limit))
      const through = ahead.find((row) => traded(row, limit))
      const here = day[n]
      if (here && fills && through && through.ends < fills.ends && !reached(here, limit)) {
        cases.push({ at: here.ends, limit, fills })
      }
    }
    return cases
  }

  test.each(TICKERS)(
    'a limit order on %s waits for the closing quote, also when a trade went through it',
    async (ticker) => {
      const rows = rowsOf(ticker)
      for (const side of ['buy', 'sell'] as const) {
        const cases = tradedThrough(rows, side)
        expect(cases.length).toBeGreaterThanOrEqual(2)
        for (const { at, limit, fills } of cases) {
          const fill = await fillAfter(at, `XNYS:${ticker}`, { side, limit: e4(limit), shares: wholeShares(1n) })
          const price = e4((side === 'buy' ? fills.ask : fills.bid) ?? NaN)
          expect(fill).toEqual({ seenAt: fills.ends, quoteAt: fills.ends, price })
        }
      }
    },
  )

  test('and after all of them the ledger law holds', async () => {
    expect(await db.read((tx) => checkLaws(tx, [LEDGER_BOOKS, ORDER_BOOKS]))).toEqual([])
  })
})
