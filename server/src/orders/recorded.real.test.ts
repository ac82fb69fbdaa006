import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { TIMES_IN_FORCE, type Ticket } from '@lonja/core/orders/orders.contract'
import type { Order } from '@lonja/core/orders/orders.rules'
import { settableClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { CHECKOUT } from '../config/config.ts'
import { openDb, type Db } from '../database/db.ts'
import { everythingOf } from '../database/everything.ts'
import { openLane } from '../database/lane.ts'
import { insertCustomerLock } from '../database/locks.ts'
import { postGrant } from '../ledger/ledger.actions.ts'
import { NOTHING_HEARD } from '../market/market.heard.ts'
import { findRealBars, recordedMarket, testGuard } from '../market/market.testing.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openFeeTables } from './fees.actions.ts'
import { cancel, place, replace, type TradingParts } from './orders.actions.ts'
import { openFillEngine, type FillEngine } from './orders.jobs.ts'
import { openOrders } from './orders.open.ts'
import { ticket } from './orders.testing.ts'

const folder = findRealBars()
const hasPython = spawnSync('python3', ['--version']).status === 0
if (!folder) console.info('The week of recorded fills is skipped: LONJA_BARS names no folder with bars.')
else if (!hasPython) console.info('The week of recorded fills is skipped: there is no python3 to check it.')

const TICKERS = ['IBM', 'SPY', 'BAC'] as const
type Row = Readonly<Record<string, string>>
const SIDES = ['buy', 'sell'] as const
/** The kinds of which a day has fills, as the script names them. */
const KINDS = [
  'market',
  'limit',
  'stop',
  'stop-limit',
  'trailing by amount',
  'trailing by share',
  'pair, stop',
  'pair, trailing by amount',
  'pair, trailing by share',
  'stop, attached to a buy',
  'pair, stop, attached to a buy',
  'pair, trailing by share, attached to a buy',
  'limit, leverage 5',
  'market, leverage 2',
]
/** Friday to Friday: six sessions of New York. */
const DAYS = ['2013-10-04', '2013-10-07', '2013-10-08', '2013-10-09', '2013-10-10', '2013-10-11']
const LONG = process.env['LONJA_LONG'] === '1'
/** At each such interval tickets are placed, and others cancelled and replaced. The short run has one day of the week. */
const EVERY = (LONG ? 5 : 10) * MINUTE
const PLAYED = LONG ? DAYS : DAYS.slice(0, 1)

describe.skipIf(!folder || !hasPython)('a week of recorded bars', () => {
  const clock = settableClock(Date.parse(`${DAYS[0]}T13:25:00Z`))
  let database: TestDatabase
  let db: Db
  let trading: TradingParts
  let engine: FillEngine
  let customer: CustomerId
  beforeAll(async () => {
    database = await testDatabase()
    db = openDb(database.url, { max: 4 })
    const textOf = (ticker: string): string => readFileSync(join(folder as string, `${ticker}.minute.csv`), 'utf8')
    const recordings = Object.fromEntries(TICKERS.map((ticker) => [`XNYS:${ticker}`, { minutes: textOf(ticker) }]))
    const now = clock.now()
    trading = {
      db,
      lane: openLane(db, { clock, newId, publish: () => {} }),
      market: recordedMarket(clock, recordings),
      fees: await openFeeTables(db, { openedAt: now, now }),
      heardEvents: NOTHING_HEARD,
      open: openOrders(),
      guard: testGuard(db, clock),
      doubtful: [],
    }
    engine = openFillEngine(trading, { clock, log: openLog('silent') })
    await engine.catchUp()
    customer = newId()
    await db.write(async (begun) => {
      const tx = await insertCustomerLock(begun, customer, now)
      await postGrant(tx, customer, { asset: 'USD', units: 10_000_000_000_00n }, now)
    })
  })
  afterAll(async () => {
    await engine.stop()
    await trading.lane.close()
    await db.close()
    await database.drop()
  })

  /** The prices of the nth ticket: each kind in turn, near the last price. */
  function pricesFor(n: number, side: Ticket['side'], last: bigint): Partial<Ticket> {
    const step = last / 2_000n
    const [towards, away] = side === 'buy' ? [last - step, last + step] : [last + step, last - step]
    const [profit, stop] = [priceE4(last + 3n * step), priceE4(last - 3n * step)]
    const kinds: readonly Partial<Ticket>[] = [
      {},
      { limit: priceE4(towards) },
      { stop: priceE4(away) },
      { stop: priceE4(away), limit: priceE4(side === 'buy' ? away + step : away - step) },
      { trail: priceE4(step) },
      { trailBps: 3 },
      side === 'buy'
        ? { limit: priceE4(away), exits: { stop, profit }, leverage: 5 }
        : { stop: priceE4(away), profit: priceE4(towards), exit: true },
      side === 'buy'
        ? { exits: { stop: null, trailBps: 8, profit }, leverage: 2 }
        : { trailBps: 3, profit: priceE4(towards), exit: true },
      side === 'buy'
        ? { stop: priceE4(away), exits: { stop, profit: null } }
        : { trail: priceE4(step), profit: priceE4(towards), exit: true },
    ]
    return kinds[n % kinds.length] ?? {}
  }

  /** The words and the status of the script on an archive. */
  function check(archive: string): [words: string, status: number | null] {
    const script = join(CHECKOUT, 'tools', 'check-fills.py')
    const { stdout, stderr, status } = spawnSync('python3', [script, archive, folder as string], { encoding: 'utf8' })
    console.info(LONG ? stdout : stdout.slice(-200))
    return [`${stdout}${stderr}`.slice(0, 4_000), status]
  }

  /** Changes cells of the first row of a table that is meant. */
  function forge(archive: string, table: string, isMeant: (row: Row) => boolean, cells: Row): void {
    const file = join(archive, `${table}.csv`)
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split(','))
    const [names = []] = lines
    const rowOf = (line: readonly string[]): Row => Object.fromEntries(names.map((name, n) => [name.trim(), line[n]!]))
    const place = lines.findIndex((line, n) => n > 0 && line.length === names.length && isMeant(rowOf(line)))
    const forged = lines[place]!.map((cell, n) => cells[names[n]!.trim()] ?? cell)
    writeFileSync(
      file,
      lines
        .with(place, forged)
        .map((line) => line.join(','))
        .join('\n'),
    )
  }

  async function placeNext(n: number): Promise<Order | null> {
    const listing: ListingId = `XNYS:${TICKERS[n % TICKERS.length] ?? 'IBM'}`
    const side = SIDES[Math.floor(n / 4) % 2] ?? 'buy'
    const quote = trading.market.quote(listing)
    if (!quote) return null
    const prices = pricesFor(Math.floor(n / 3), side, quote.last)
    const waits = 'stop' in prices || 'trail' in prices || 'trailBps' in prices
    const forces = waits ? (['day', 'gtc'] as const) : TIMES_IN_FORCE
    const timeInForce = forces[Math.floor(n / 5) % forces.length] ?? 'day'
    const shares = wholeShares(BigInt([1, 40, 700, 3_000][n % 4] ?? 1))
    const order = await place(trading, { customer }, ticket(listing, { side, shares, timeInForce, ...prices }))
    return isRefused(order) ? null : order
  }

  async function replaceWith(order: Order, n: number): Promise<void> {
    const { id, side, shares, limit, timeInForce, conditions } = order
    const stop = conditions?.stop ?? null
    const moved = limit === null || n % 2 === 0 ? limit : priceE4(limit + (side === 'buy' ? 500n : -500n))
    await replace(trading, { customer }, {
      id,
      side,
      changes: conditions?.changes ?? 0,
      shares: n % 3 === 0 ? wholeShares(shares + 100n) : shares,
      limit: moved,
      stop: stop?.by === 'price' ? stop.price : null,
      trail: stop?.by === 'amount' ? priceE4(stop.distance + 100n) : null,
      trailBps: stop?.by === 'share' ? stop.bps + 1 : null,
      profit: conditions?.profit ?? null,
      timeInForce: n % 5 === 0 ? 'gtc' : timeInForce,
    }) // prettier-ignore
  }

  test('every fill is the one that a script of its own works out from the bars', async () => {
    let placed = 0
    const orders: Order[] = []
    for (const day of PLAYED) {
      const open = Date.parse(`${day}T13:30:00Z`)
      for (let at = open - 5 * MINUTE; at <= open + 6.5 * HOUR + 5 * MINUTE; at += MINUTE) {
        clock.set(at)
        await engine.sweep()
        if ((at - open) % EVERY !== 0) continue
        for (let n = 0; n < 3; n++) {
          const order = await placeNext(placed++)
          if (order) orders.push(order)
        }
        const [older, other] = [orders.at(-7), orders.at(-11)]
        if (older && placed % 2 === 0) await replaceWith(trading.open.find(older)?.order ?? older, placed)
        if (other && placed % 5 === 0) await cancel(trading, { customer }, other.id)
      }
    }
    const archive = mkdtempSync(join(tmpdir(), 'lonja-fills-'))
    try {
      const file = join(archive, 'everything.zip')
      const pieces: Uint8Array[] = []
      await db.read(async (tx) => {
        for await (const piece of await everythingOf(tx, customer, { mark: '', now: clock.now() })) pieces.push(piece)
      })
      const packed = Buffer.concat(pieces)
      writeFileSync(file, packed)
      expect(check(file)).toEqual([
        expect.stringMatching(/^(.+: .+\n)+\d{2,} orders, \d{3,} fills, 0 differences, 0 groups left out\n$/),
        0,
      ])
      const rows = [...check(file)[0].matchAll(/^(.+), \w+: \d+ orders, (\d+) fills/gm)]
      const hasFills = (kind: string): boolean => rows.some(([, of, fills]) => of === kind && fills !== '0')
      expect(KINDS.filter((kind) => !hasFills(kind))).toEqual([])
      for (const [name, bytes] of Object.entries(unzipSync(packed)))
        if (name.startsWith('csv/')) writeFileSync(join(archive, name.slice(4)), bytes)
      // A fill of a buy that made no exit larger is named.
      const changes = readFileSync(join(archive, 'order_changes.csv'), 'utf8')
      forge(archive, 'order_changes', ({ fill }) => fill !== '', { fill: '' })
      expect(check(archive)).toEqual([expect.stringMatching(/^without its exit.*\n(.+: .+\n)+.* 1 differences, /), 1])
      writeFileSync(join(archive, 'order_changes.csv'), changes)
      // A fill at another price is named, with the one that the bars give.
      forge(archive, 'fills', () => true, { price_e4: '1' })
      expect(check(archive)).toEqual([
        expect.stringMatching(/^missing in the house.*\nnot worked out: .* at 1, .*\n(.+: .+\n)+.* 2 differences, /),
        1,
      ])
    } finally {
      rmSync(archive, { recursive: true })
    }
  }, 600_000)
})
