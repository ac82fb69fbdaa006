import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ListingId } from '@lonja/core/base/amount'
import type { Candles } from '@lonja/core/market/market.contract'
import { systemClock } from '@lonja/server/base/clock'
import { openDb, sql, type Line } from '@lonja/server/database/db'
import { openLog } from '@lonja/server/base/log'
import { migrate } from '@lonja/server/database/migrate'
import { openPostgres } from '@lonja/server/cluster/postgres'
import { openMarket } from '@lonja/server/market/market.opening'
import type { Market } from '@lonja/server/market/market.quotes'
import { median } from './quantiles.ts'

/**
 * The time for 500 day candles of the practice market, beside reading 500 candle rows from PostgreSQL: for an
 * instrument asked before, and for one asked for the first time. Floors must be reached; aims may be missed.
 */

const DAYS = 500
const COLD = 120
const AGAIN = 10
const ASKED_FLOOR = 3
const ASKED_AIM = 8
const COLD_FLOOR = 30
const COLD_AIM = 10

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-bench-'))
  chmodSync(folder, 0o711)
  const log = openLog('error')
  const postgres = await openPostgres({ folder, log })
  await migrate(postgres.ownerUrl, new URL(postgres.url.replace('@/', '@socket/')).username)
  const db = openDb(postgres.url)
  const config = { source: 'practice', practiceHours: 'always', replay: null, feed: null } as const
  const { market } = await openMarket({ db, config, clock: systemClock, secret: randomBytes(32), log })
  const listings = market.instruments.filter(({ kind }) => kind === 'share').map(({ listing }) => listing)
  const line = await db.connect()
  try {
    console.log(`\n${DAYS} day candles beside ${DAYS} rows of PostgreSQL ${postgres.version}`)
    // The trading days that all instruments share are cached in a running house; the first few requests fill that
    // cache.
    const [warmers, cold] = [listings.slice(0, 10), listings.slice(10, 10 + COLD)]
    for (const listing of warmers) candlesOf(market, listing)
    const coldMs = cold.map((listing) => timed(() => candlesOf(market, listing)))
    await keepRows(postgres.ownerUrl, market, cold)
    const rowMs: number[] = []
    const askedMs: number[] = []
    for (let n = 0; n < AGAIN; n++) {
      for (const listing of cold) {
        rowMs.push(await timedAsync(() => readRows(line, listing)))
        askedMs.push(timed(() => candlesOf(market, listing)))
      }
    }
    print(median(rowMs), median(askedMs), median(coldMs))
  } finally {
    line.close()
    await db.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function print(row: number, warm: number, cold: number): void {
  const [faster, slower] = [row / warm, cold / row]
  const verdict = (bad: boolean): string => (bad ? '   BELOW THE FLOOR' : '')
  console.log(`rows from PostgreSQL   ${row.toFixed(3).padStart(8)} ms`)
  console.log(
    `asked before           ${warm.toFixed(3).padStart(8)} ms   ${faster.toFixed(1)} times faster   floor ${ASKED_FLOOR}   aim ${ASKED_AIM}${verdict(faster < ASKED_FLOOR)}`,
  )
  console.log(
    `cold                   ${cold.toFixed(3).padStart(8)} ms   ${slower.toFixed(1)} times the row read   floor ${COLD_FLOOR}   aim ${COLD_AIM}${verdict(slower > COLD_FLOOR)}`,
  )
  if (faster < ASKED_FLOOR || slower > COLD_FLOOR) process.exitCode = 1
}

const candlesOf = (market: Market, listing: ListingId): Candles =>
  market.candles(listing, 'day', { from: 0, to: Infinity, most: DAYS })

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

async function timedAsync(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const READ_ROWS = sql(
  'bench_read_candles',
  `select day_at, open_e4, high_e4, low_e4, close_e4, volume from bench_candles where listing = $1 order by day_at desc limit ${DAYS}`,
)

const readRows = (line: Line, listing: ListingId): Promise<unknown> =>
  line.trip([{ statement: READ_ROWS, values: [listing] }])

/** The same candles as rows, as a house that stores candles would have them. */
async function keepRows(ownerUrl: string, market: Market, listings: readonly ListingId[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`
    create table bench_candles (
      listing text collate "C", day_at int8, open_e4 int8, high_e4 int8, low_e4 int8, close_e4 int8, volume int8,
      primary key (listing, day_at)
    )`)
  await client.query('grant select on bench_candles to public')
  for (const listing of listings) {
    const { at, open, high, low, close, volume } = candlesOf(market, listing)
    const text = (column: readonly (bigint | number)[]): string[] => column.map(String)
    await client.query(
      `insert into bench_candles
       select $1, * from unnest($2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::int8[])`,
      [listing, text(at), text(open), text(high), text(low), text(close), text(volume)],
    )
  }
  await client.query('analyze bench_candles')
  await client.end()
}
