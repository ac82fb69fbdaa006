import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { CannotOpen } from '../base/cannot.ts'
import { SERVER } from '../cluster/cluster.ts'
import { configFrom, type Config } from '../config/config.ts'
import { readDotEnv } from '../config/dotenv.ts'
import { openDb, type Db, type DbOptions } from './db.ts'
import { openLog, type Log } from '../base/log.ts'
import { migrate } from './migrate.ts'
import { openFolder, usualFolder } from '../cluster/folder.ts'
import { findUrl, openPostgres } from '../cluster/postgres.ts'

/** The database of the house: the built-in one, or one by address. */
export interface Database {
  /** The address for the server's own sessions. */
  readonly url: string
  /** The role that those sessions step down to, if `url` names the owner; otherwise null. */
  readonly role: string | null
  readonly ownerUrl: string
  /** The role that migrations grant rights to. */
  readonly serverRole: string
  /** A description for the operator. */
  readonly what: string
  stop(): Promise<void>
}

const OLDEST_MAJOR = 15

/**
 * Opens the database that the settings name. `say` gets lines for the operator. Aborting `signal` stops the start of a
 * built-in database.
 */
export async function openDatabase(
  config: Config,
  folder: string,
  log: Log,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<Database> {
  if (config.databaseUrl) return openAt(config.databaseUrl, config.databaseOwnerUrl, say)
  const postgres = await openPostgres({ folder, log, say, ...(signal ? { signal } : {}) })
  const { url, ownerUrl, version, stop } = postgres
  return { url, ownerUrl, role: null, serverRole: SERVER, what: `PostgreSQL ${version} in ${folder}`, stop }
}

/**
 * Opens the house's database for a command: the running one, or, if the house is closed, one that runs as long as the
 * command.
 */
export async function visitDatabase(config: Config, log: Log): Promise<Database> {
  if (config.databaseUrl) return openAt(config.databaseUrl, config.databaseOwnerUrl, () => {})
  const path = config.dataDir ?? usualFolder(true, () => {})
  const url = findUrl(path)
  if (url) {
    const stop = () => Promise.resolve()
    return { url, role: null, ownerUrl: url, serverRole: SERVER, what: `the open house in ${path}`, stop }
  }
  if (!existsSync(join(path, 'pg'))) throw new CannotOpen(`There is no house in ${path} yet: npm start opens one.`)
  const folder = openFolder(path, true, () => {})
  const { stop, ...opened } = await openDatabase(config, folder.path, log, () => {})
  return {
    ...opened,
    stop: async () => {
      await stop()
      folder.release()
    },
  }
}

/**
 * Runs a command on the database of an open or closed house, by the settings of this machine, and closes the database
 * in every case. `command` becomes part of the application name in PostgreSQL.
 */
export async function withHouseDatabase<T>(
  command: string,
  work: (db: Db, database: Database) => Promise<T>,
  options: DbOptions = {},
): Promise<T> {
  readDotEnv()
  const config = configFrom(process.env)
  const database = await visitDatabase(config, openLog(config.logLevel))
  const role = database.role ? { role: database.role } : {}
  const db = openDb(database.url, { max: 1, applicationName: `lonja ${command}`, ...role, ...options })
  try {
    return await work(db, database)
  } finally {
    await db.close()
    await database.stop()
  }
}

/** Refuses a database that the house cannot work with. Makes nothing. */
export async function checkDatabase(url: string): Promise<{ readonly user: string; readonly version: string }> {
  const { user, version, major, isStandby } = await visit(url, whoIsThere)
  if (major < OLDEST_MAJOR) {
    throw new CannotOpen(
      `The database at ${placeOf(url)} is PostgreSQL ${version}: Lonja needs ${OLDEST_MAJOR} or newer.`,
    )
  }
  if (isStandby) {
    throw new CannotOpen(
      `The database at ${placeOf(url)} is a standby, which takes no writes: give the address of its primary, or promote it.`,
    )
  }
  await checkPooler(url)
  return { user, version }
}

async function openAt(url: string, ownerUrl: string | null, say: (line: string) => void): Promise<Database> {
  const { user, version } = await checkDatabase(url)
  const common = { url, what: `PostgreSQL ${version} at ${placeOf(url)}`, stop: () => Promise.resolve() }
  if (ownerUrl) {
    await visit(ownerUrl, whoIsThere)
    say(`The database's tables belong to the user of DATABASE_OWNER_URL; the server works as ${user}.`)
    return { ...common, ownerUrl, role: null, serverRole: user }
  }
  if (await visit(url, canStepDown)) {
    say(
      `The server's sessions step down from ${user} to the role ${SERVER} (SET ROLE), which cannot rewrite what is booked.`,
    )
    return { ...common, ownerUrl: url, role: SERVER, serverRole: SERVER }
  }
  say(
    `The server works as ${user}, who owns the tables: set DATABASE_OWNER_URL, so that the database itself keeps what is booked from being rewritten.`,
  )
  return { ...common, ownerUrl: url, role: null, serverRole: user }
}

/** Runs the migrations as the owner. An error of the database becomes one line for the operator. */
export const migrateHouse = ({ ownerUrl, serverRole }: Database): Promise<string[]> =>
  migrate(ownerUrl, serverRole).catch((error: unknown) => {
    throw problemAt(ownerUrl, error)
  })

async function visit<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // The running query rejects with the error itself.
  try {
    await client.connect()
    return await ask(client)
  } catch (error) {
    throw problemAt(url, error)
  } finally {
    await client.end().catch(() => {}) // The client never connected, or is already closed.
  }
}

interface There {
  readonly user: string
  readonly version: string
  readonly major: number
  readonly isStandby: boolean
}

async function whoIsThere(client: pg.Client): Promise<There> {
  const { rows } = await client.query<There>(
    `select current_user::text as user, current_setting('server_version') as version,
            current_setting('server_version_num')::int / 10000 as major, pg_is_in_recovery() as "isStandby"`,
  )
  return rows[0] ?? { user: '', version: 'unknown', major: 0, isStandby: false }
}

const PROBE = { name: 'lonja_pooler_probe', text: 'select 1' }
/** SQLSTATE of a prepared statement that does not exist, and of one that exists already. */
const STATEMENT_LOST = new Set(['26000', '42P05'])

/**
 * Refuses a connection pooler that gives each transaction another connection: a prepared statement must still be there
 * in the next transaction. A second connection holds one open in between, so that the first cannot get its own back by
 * chance.
 */
export const checkPooler = (url: string): Promise<void> =>
  visit(url, async (first) => {
    await first.query(PROBE)
    await visit(url, async (second) => {
      await second.query('begin')
      const seen = await second.query('select from pg_prepared_statements where name = $1', [PROBE.name])
      const isKept =
        seen.rowCount === 0 &&
        (await first.query(PROBE).then(
          () => true,
          (error: unknown) => {
            if (error instanceof pg.DatabaseError && STATEMENT_LOST.has(error.code ?? '')) return false
            throw error
          },
        ))
      if (isKept) return
      throw new CannotOpen(
        `The database at ${placeOf(url)} is behind a pooler that forgets prepared statements: set it to session mode (PgBouncer: pool_mode = session), or give the address of the database itself.`,
      )
    })
  })

/** True if the user may act as the server's role. Creates the role if it is missing and the user may create roles. */
async function canStepDown(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean; maker: boolean }>(
    `select exists (select from pg_roles where rolname = '${SERVER}') as there,
            (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as maker`,
  )
  if (!rows[0]?.there && rows[0]?.maker) await client.query(`create role ${SERVER} nologin role current_user`)
  return client.query(`set role ${SERVER}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof pg.DatabaseError) return false // The role is missing, or this user may not take it.
      throw error
    },
  )
}

/** The address of a database without user and password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'its socket'
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? hostname}${port && `:${port}`}${pathname}`
}

/** The reason why the database cannot be used, in one line with the remedy. */
function problemAt(url: string, error: unknown): unknown {
  if (error instanceof CannotOpen || error instanceof TypeError) return error
  const { code = '', message } = error as { code?: string; message: string }
  const remedy = REMEDIES[code] ?? 'see that it runs and that the address is right'
  return new CannotOpen(`The database at ${placeOf(url)} cannot be used (${message || code}): ${remedy}.`, {
    cause: error,
  })
}

const REMEDIES: Partial<Record<string, string>> = {
  '28P01': 'put the right user and password into its address',
  '28000': 'let this user in (pg_hba.conf)',
  '3D000': 'create this database first',
  '42501': "give the owner's user the right to make tables there",
  '53100': 'make room on its disk',
  '53300': 'let it take more connections',
  '57P03': 'wait until it has started, then start again',
}
