import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { assert } from '@lonja/core/base/assert'
import { embeddedBinaries, binariesIn, type Binaries } from '../cluster/binaries.ts'
import { openLog } from '../base/log.ts'
import type { Db } from '../database/db.ts'
import { readSecret } from '../secrets/secret.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../cluster/postgres.ts'
import { endLeftover, findPostmaster, isAlive } from '../cluster/postmaster.ts'

/**
 * A real PostgreSQL for tests: one for the whole run, opened by `testing.setup.ts`, with a template database that has
 * all migrations. A test file gets a copy of it: `const { url, ownerUrl, drop } = await testDatabase()`.
 */

export interface TestDatabase {
  /** The address for the server's own role. */
  readonly url: string
  /** The address for the owner of the tables. */
  readonly ownerUrl: string
  /** The address for the administrator of the server. */
  readonly adminUrl: string
  drop(): Promise<void>
}

/** The facts about the run's PostgreSQL that test files need. They are passed in the environment. */
interface Engine {
  readonly adminUrl: string
  readonly url: string
  readonly ownerUrl: string
  readonly owner: string
  readonly template: string
  /** `embedded PostgreSQL 18.4`, for the report. */
  readonly name: string
}

const ENGINE = 'LONJA_TEST_DATABASE'

/** A new database with all migrations and no data, for one test file. */
export const testDatabase = (): Promise<TestDatabase> => copyOf(engineHere().template)

/** A new database without tables, for tests of migrations. */
export const emptyDatabase = (): Promise<TestDatabase> => copyOf('template0')

async function copyOf(template: string): Promise<TestDatabase> {
  const engine = engineHere()
  const name = `lonja_test_${randomBytes(6).toString('hex')}`
  // Copied as files: through the log of PostgreSQL it takes twice as long.
  await asAdmin(
    engine.adminUrl,
    `create database ${name} template ${template} strategy file_copy owner ${engine.owner}`,
  )
  return {
    url: onDatabase(engine.url, name),
    ownerUrl: onDatabase(engine.ownerUrl, name),
    adminUrl: onDatabase(engine.adminUrl, name),
    drop: () => asAdmin(engine.adminUrl, `drop database if exists ${name} with (force)`),
  }
}

function engineHere(): Engine {
  const engine = process.env[ENGINE]
  assert(engine !== undefined, 'a test database needs the run to have opened a PostgreSQL: testing.setup.ts does')
  return JSON.parse(engine) as Engine
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of another database on the same server, with the same login. */
export const onDatabase = (url: string, database: string): string =>
  url.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, (_all, before: string) => before + database)

/**
 * Opens the PostgreSQL of a run and makes the template. `close` ends both. `LONJA_TEST_ENGINE=system` uses the
 * machine's own PostgreSQL.
 */
export async function openTestEngine(): Promise<{ name: string; close(): Promise<void> }> {
  const address = process.env['TEST_DATABASE_URL']
  const wantsSystem = process.env['LONJA_TEST_ENGINE'] === 'system'
  const opened =
    wantsSystem && address ? await openAt(address) : await openOwn(wantsSystem ? systemBinaries() : undefined)
  const { engine } = opened
  try {
    await asAdmin(engine.adminUrl, `create database ${engine.template} owner ${engine.owner}`)
    const [, role = ''] = /\/\/([^:@]+)/.exec(engine.url) ?? []
    await migrate(onDatabase(engine.ownerUrl, engine.template), role)
  } catch (error) {
    await opened.close()
    throw error
  }
  process.env[ENGINE] = JSON.stringify(engine)
  return { name: engine.name, close: opened.close }
}

interface OpenEngine {
  readonly engine: Engine
  close(): Promise<void>
}

/** Test data need not survive a power failure, so nothing waits for the disk. */
export const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' }

const OWN = 'lonja-test-'

/** Ends the PostgreSQL of killed runs and removes their folders. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(OWN))) {
    const folder = join(tmpdir(), name)
    if (isAlive(Number(name.slice(OWN.length).split('-')[0]))) continue
    for (const files of [join(folder, 'pg'), join(folder, 'data', 'pg')]) {
      if (findPostmaster(files)) await endLeftover(files, embeddedBinaries(folder, { way: 'self' }, () => {}).bin)
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A test's own data folder; `remove` deletes it. */
export interface TestFolder {
  readonly path: string
  remove(): void
}

let prepared: Promise<TestFolder> | undefined

/**
 * A data folder with an empty database, for tests that open their own house. Made once per test file, without waiting
 * for the disk.
 */
export async function preparedFolder(): Promise<TestFolder> {
  prepared ??= emptyFolder(async (path) => {
    readSecret(null, path)
    await (await openPostgres({ folder: path, log: openLog('error'), settings: CARELESS })).stop()
  }).then((folder) => {
    process.once('exit', folder.remove)
    return folder
  })
  return copiedFolder((await prepared).path)
}

/** A copy of the data folder of a closed house, with owners and times preserved. */
export const copiedFolder = (from: string): Promise<TestFolder> =>
  emptyFolder((path) => {
    const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, path], { encoding: 'utf8' })
    assert(status === 0, `a data folder is copied: ${stderr}`)
    return Promise.resolve()
  })

async function emptyFolder(fill: (path: string) => Promise<void>): Promise<TestFolder> {
  const above = mkdtempSync(join(tmpdir(), `${OWN}${process.pid}-`))
  const path = join(above, 'data')
  chmodSync(above, 0o711)
  mkdirSync(path, { mode: 0o711 })
  await fill(path)
  return { path, remove: () => rmSync(above, { recursive: true, force: true }) }
}

async function openOwn(binaries?: Binaries): Promise<OpenEngine> {
  await sweep()
  const folder = mkdtempSync(join(tmpdir(), `${OWN}${process.pid}-`))
  chmodSync(folder, 0o711)
  const log = openLog('error')
  const programs = binaries ? { binaries } : {}
  const postgres = await openPostgres({ folder, log, settings: CARELESS, ...programs })
  const { adminUrl, url, ownerUrl, version } = postgres
  const name = `${binaries ? "the system's" : 'embedded'} PostgreSQL ${version}`
  const close = async (): Promise<void> => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { engine: { adminUrl, url, ownerUrl, owner: 'lonja_owner', template: 'lonja_template', name }, close }
}

/** Opens a PostgreSQL by address. Its user must be able to create databases and roles. They are dropped afterwards. */
async function openAt(address: string): Promise<OpenEngine> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const run = randomBytes(4).toString('hex')
  const server = `lonja_test_server_${run}`
  const template = `lonja_template_${run}`
  const { rows } = await client.query<{ owner: string; version: string }>(
    "select current_user::text as owner, current_setting('server_version') as version",
  )
  await client.query(`create role ${server} login password '${run}'`)
  await client.end()
  const at = new URL(address)
  at.username = server
  at.password = run
  const { owner = '', version = '' } = rows[0] ?? {}
  const engine = {
    adminUrl: address,
    url: at.href,
    ownerUrl: address,
    owner,
    template,
    name: `PostgreSQL ${version} at TEST_DATABASE_URL`,
  }
  const close = async (): Promise<void> => {
    await asAdmin(address, `drop database if exists ${template} with (force)`)
    await asAdmin(address, `drop role if exists ${server}`)
  }
  return { engine, close }
}

const SYSTEM = '/usr/lib/postgresql'

/** The newest PostgreSQL on this machine, from version 15 on; null if there is none. */
export function findSystemPostgres(): Binaries | null {
  const onPath = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const packaged = existsSync(SYSTEM) ? readdirSync(SYSTEM).map((version) => join(SYSTEM, version, 'bin')) : []
  const installations = [...packaged, ...(onPath ? [onPath] : [])]
    .filter((bin) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb')))
    .map(binariesIn)
    .filter(({ major }) => major >= 15)
  return installations.sort((one, other) => other.major - one.major)[0] ?? null
}

function systemBinaries(): Binaries {
  const binaries = findSystemPostgres()
  assert(
    binaries !== null,
    "LONJA_TEST_ENGINE=system asks for the machine's own PostgreSQL, 15 or newer, or for TEST_DATABASE_URL",
  )
  return binaries
}

/** A database whose transactions are counted. */
export function counted(db: Db): { db: Db; transactions: () => number } {
  let begun = 0
  const read: Db['read'] = (work) => {
    begun += 1
    return db.read(work)
  }
  const write: Db['write'] = (work) => {
    begun += 1
    return db.write(work)
  }
  return { db: { ...db, read, write }, transactions: () => begun }
}
