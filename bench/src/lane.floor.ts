import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { priceE4, rateE6, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Source } from '@lonja/core/market/market.source'
import { systemClock } from '@lonja/server/base/clock'
import { openDb, type Db } from '@lonja/server/database/db'
import { newId } from '@lonja/server/base/ids'
import { openLane, type Lane } from '@lonja/server/database/lane'
import { openLog } from '@lonja/server/base/log'
import { migrate } from '@lonja/server/database/migrate'
import { openPostgres } from '@lonja/server/cluster/postgres'
import { onDatabase } from '@lonja/server/testing/database'
import { postGrant } from '@lonja/server/ledger/ledger.actions'
import { insertCustomerLock } from '@lonja/server/database/locks'
import { insertServer } from '@lonja/server/orders/progress.store'
import { marketFor, type Market } from '@lonja/server/market/market.quotes'

/** A durable PostgreSQL of the bench's own, with a lane, a market and customers with cash. */
export interface Floor {
  readonly db: Db
  readonly lane: Lane
  readonly market: Market
  readonly customers: readonly CustomerId[]
  /** The server that its orders name. */
  readonly node: string
  readonly listings: readonly ListingId[]
  /** As the database administrator. */
  readonly adminUrl: string
  readonly version: string
  pid(): number | null
  close(): Promise<void>
}

const LISTINGS = 50
const CASH = 1_000_000_000_00n

export async function openFloor(customerCount: number, connections: number): Promise<Floor> {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-bench-'))
  chmodSync(folder, 0o711)
  const postgres = await openPostgres({ folder, log: openLog('error') })
  await migrate(postgres.ownerUrl, new URL(postgres.url.replace('@/', '@socket/')).username)
  // The law over a million orders of a fast machine takes longer than a statement of the house may.
  const db = openDb(postgres.url, { max: connections, connectMs: 60_000, statementMs: 10 * MINUTE })
  const listings = Array.from({ length: LISTINGS }, (_none, at): ListingId => `XNYS:B${at}`)
  const market = marketFor(sourceOf(listings))
  const customers = await makeCustomers(db, customerCount)
  const node = newId()
  const at = systemClock.now()
  await db.write((tx) => insertServer(tx, { node, name: 'bench', through: at, at }))
  const lane = openLane(db, { clock: systemClock, newId, publish: () => {} })
  return {
    db,
    lane,
    market,
    customers,
    node,
    listings,
    adminUrl: postgres.adminUrl,
    version: postgres.version,
    pid: postgres.pid,
    close: async () => {
      await lane.close()
      await db.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new database on the same server; returns its address. */
export async function makeDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return onDatabase(adminUrl, name)
}

async function makeCustomers(db: Db, count: number): Promise<CustomerId[]> {
  const customers = Array.from({ length: count }, newId<'customer'>)
  const now = systemClock.now()
  const make = (customer: CustomerId): Promise<void> =>
    db.write(async (begun) => {
      const tx = await insertCustomerLock(begun, customer, now)
      for (const asset of ['EUR', 'USD'] as const) await postGrant(tx, customer, { asset, units: CASH }, now)
    })
  for (let at = 0; at < count; at += 100) await Promise.all(customers.slice(at, at + 100).map(make))
  return customers
}

const ASK = priceE4(100_000n)

/** A current quote of every listing: the bench measures the lane, not a market. */
export const quoteOf = (listing: ListingId, at: number): Quote => ({
  listing,
  at,
  bid: priceE4(99_900n),
  ask: ASK,
  bidSize: 8_000_000n,
  askSize: 8_000_000n,
  last: ASK,
})

function sourceOf(listings: readonly ListingId[]): Source {
  const begun = systemClock.now()
  return {
    name: 'practice',
    label: 'bench',
    instruments: listings.map((listing) => ({
      listing,
      kind: 'share',
      name: listing,
      sector: 'none',
      sharesInIssue: 1_000_000n,
      profile: {},
    })),
    now: systemClock.now,
    intervalMs: SECOND,
    quoteAt: quoteOf,
    quotesIn: () => [],
    dayFiguresAt: () => null,
    candlesAt: () => ({ at: [], open: [], high: [], low: [], close: [], volume: [] }),
    sessionAt: (venue) => ({ venue, day: '2026-11-20', open: begun - HOUR, close: begun + 12 * HOUR }),
    rateAt: (at) => ({ rate: rateE6(1_080_000n), at, source: 'practice' }),
    reportDays: () => [],
    wallTimeOf: (at) => at,
  }
}
