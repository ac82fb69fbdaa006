import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { openLog } from '@lonja/server/base/log'
import { openPostgres, type Postgres } from '@lonja/server/cluster/postgres'
import { openDb, sql, type Db } from '@lonja/server/database/db'
import { CARELESS } from '@lonja/server/testing/database'
import { findListings } from '../customers.ts'
import { openHouse, type House } from '../house.ts'
import { signUp, type LoggedRequest, type Client } from './kill.ts'

/** One house of several servers, each a process with a data folder of its own, on a PostgreSQL that the drill has started. */
export interface Several {
  readonly folder: string
  readonly postgres: Postgres
  readonly settings: Readonly<Record<string, string>>
  readonly db: Db
  readonly servers: House[]
  customers: readonly Customer[]
  readonly listings: readonly ListingId[]
  readonly log: ServerRequest[]
  /** The first instant whose fills the next check looks at. */
  checkedUntil: Instant
}

/** A customer whose phone is connected to one of the servers, and tries the next one when it gets no answer. */
export interface Customer extends Client {
  readonly home: number
}

/** One request in the log of the customers, with the server that it was sent to. */
export interface ServerRequest extends LoggedRequest {
  readonly at: number
}

const CUSTOMERS_OF_EACH = 4
/** No drill ends PostgreSQL, so nothing waits for the disk. Three servers have more connections than one. */
const DATABASE = { ...CARELESS, max_connections: '300' }

/** Opens a house of so many servers. */
export async function openSeveral(count: number): Promise<Several> {
  const folder = mkdtempSync(join(tmpdir(), 'lonja-servers-'))
  chmodSync(folder, 0o711)
  const postgres = await openPostgres({ folder, log: openLog('error'), settings: DATABASE })
  const settings = {
    DATABASE_URL: postgres.url,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
  }
  const first = await openServer({ folder, settings, servers: [] })
  const servers = [first]
  while (servers.length < count) servers.push(await openServer({ folder, settings, servers }))
  const listings = await findListings(first, 'XMAD', 5)
  const db = openDb(postgres.url, { max: 2, statementMs: 120_000 })
  return { folder, postgres, settings, db, servers, customers: [], listings, log: [], checkedUntil: 0 }
}

/** Signs up customers of each server, who place the orders from now on: twenty rounds cost most of what one has. */
export async function changeCustomers(several: Several): Promise<void> {
  const { servers } = several
  const [first] = servers
  assert(first !== undefined, 'a server is open')
  const customers: Customer[] = []
  for (let n = 0; n < servers.length * CUSTOMERS_OF_EACH; n += 1) {
    customers.push({ ...(await signUp(first)), home: n % servers.length })
  }
  several.customers = customers
}

/** Opens one more server, or the one of this number again in its own folder. */
export function openServer(
  { folder, settings, servers }: Pick<Several, 'folder' | 'settings' | 'servers'>,
  number = servers.length,
): Promise<House> {
  const dataDir = join(folder, `server-${number}`)
  mkdirSync(dataDir, { recursive: true })
  const [first] = servers
  if (!first) return openHouse({ dataDir, settings })
  const { invitation, demo, links } = first
  return openHouse({ dataDir, settings, beside: { invitation, demo, links } })
}

export async function closeSeveral({ db, servers, postgres, folder }: Several): Promise<void> {
  await db.close()
  for (const server of servers) await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The row of one start of a server. Its renewal is an instant of the database's clock. */
export interface Row {
  readonly node: string
  readonly name: string
  readonly filledBy: string
  readonly renewedAt: Instant
}

const LIST_ROWS = sql('drill_servers', 'select node, name, filled_by, renewed_at from fill_progress order by node')

export async function rowsOf({ db }: Several): Promise<Row[]> {
  const rows = await db.read((tx) =>
    tx.run<{ node: string; name: string; filled_by: string; renewed_at: bigint }>(LIST_ROWS, []),
  )
  return rows.map(({ node, name, filled_by: filledBy, renewed_at }) => ({
    node,
    name,
    filledBy,
    renewedAt: Number(renewed_at),
  }))
}

/** The row under which the process of a server fills its own orders; null if it has none. */
export const ownRow = (rows: readonly Row[], { pid }: House): Row | null =>
  rows.find(({ node, name, filledBy }) => node === filledBy && name.endsWith(`process ${pid}`)) ?? null

/** The row under which a server fills its own orders. */
export async function rowOf(several: Several, server: House): Promise<Row> {
  const row = ownRow(await rowsOf(several), server)
  assert(row !== null, `server ${server.pid} fills its own orders`)
  return row
}

/** Whether another server fills the orders of a row, or has filled all of them and deleted it. */
export async function isClaimed(several: Several, { node }: Row): Promise<boolean> {
  const row = (await rowsOf(several)).find((each) => each.node === node)
  return row === undefined || row.filledBy !== node
}

const LOOK_EVERY_MS = 50

/** Waits until something is so, for a minute and a half at most. Returns the instant at which it was seen. */
export async function until(is: () => boolean | Promise<boolean>, what: string, mostMs = 90_000): Promise<Instant> {
  for (const end = performance.now() + mostMs; performance.now() < end; await sleep(LOOK_EVERY_MS)) {
    if (await is()) return Date.now()
  }
  throw new Error(`${what}: not within ${mostMs / 1000} s`)
}
