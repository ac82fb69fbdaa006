import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { isOutage, openDb, sql } from './db.ts'
import { checkPooler } from './database.ts'
import { openForgettingPooler } from './pooler.testing.ts'
import { embeddedBinaries } from '../cluster/binaries.ts'
import {
  argumentsFor,
  passwordsIn,
  placeFor,
  plainEnvironment,
  urlFor,
  SERVER,
  type Cluster,
} from '../cluster/cluster.ts'
import { runAsFor, spawnAs } from '../cluster/runas.ts'
import { openConsole } from '../lifecycle/console.ts'
import { openHouse } from '../main.ts'
import { configFrom } from '../config/config.ts'
import { copiedFolder, emptyDatabase, preparedFolder, type TestFolder } from '../testing/database.ts'

vi.setConfig({ testTimeout: 240_000 })

const children: ChildProcess[] = []
const folders: string[] = []
let standby: TestFolder | null = null
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  standby?.remove()
  standby = null
})

async function untilConnected(url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      await client.end()
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** A PgBouncer in front of a database, and the address behind it. Root starts it as the user of the database. */
async function openPooler(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const [, user = '', password = '', database = '', host = ''] =
    /\/\/([^:]+):([^@]+)@\/([^?]+)\?host=(.+)/.exec(url) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'lonja-pooler-'))
  folders.push(folder)
  chmodSync(folder, 0o711)
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  const lines = [
    '[databases]',
    `${database} = host=${decodeURIComponent(host)} port=5432 user=${user} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ]
  const settings = join(folder, 'pooler.ini')
  writeFileSync(settings, `${lines.join('\n')}\n`, { mode: 0o644 })
  const runAs = runAsFor(join(folder, 'pg'))
  children.push(
    spawnAs(runAs ?? { way: 'self' }, POOLER, ['-q', settings], { cwd: '/', env: process.env, stdio: 'ignore' }),
  )
  const behind = `postgresql://${user}@127.0.0.1:${port}/${database}`
  await untilConnected(behind)
  return behind
}

const POOLER = '/usr/sbin/pgbouncer'

/** The reason for which a house does not open on a database, and whether it made its data folder. */
async function startOn(url: string): Promise<{ readonly reason: string; readonly isMade: boolean }> {
  const folder = join(tmpdir(), `lonja-unmade-${process.pid}`)
  folders.push(folder)
  const config = configFrom({ DATABASE_URL: url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' })
  const opening = openHouse(config, { app: null, terminal: openConsole(() => {}) })
  const reason = await opening.then(
    () => 'none',
    (error: unknown) => String(error),
  )
  return { reason, isMade: existsSync(folder) }
}

const FORGETS = 'is behind a pooler that forgets prepared statements: set it to session mode'

test('a pooler that forgets prepared statements is refused in one line, and nothing is made', async () => {
  const database = await emptyDatabase()
  const pooler = await openForgettingPooler(database.ownerUrl)
  expect(await startOn(pooler.url)).toEqual({ reason: expect.stringContaining(FORGETS), isMade: false })
  pooler.close()
  await database.drop()
})

// The same with the most usual one, where this machine has it: `apt-get install pgbouncer`.
test.runIf(existsSync(POOLER))('PgBouncer is refused in transaction mode and taken in session mode', async () => {
  const database = await emptyDatabase()
  const url = await openPooler(database.ownerUrl, 'transaction')
  expect(await startOn(url)).toEqual({ reason: expect.stringContaining(FORGETS), isMade: false })
  await checkPooler(await openPooler(database.ownerUrl, 'session'))
  for (const child of children) child.kill('SIGQUIT')
  await database.drop()
})

test('a database without a pooler passes', async () => {
  const database = await emptyDatabase()
  await expect(checkPooler(database.url)).resolves.toBeUndefined()
  await database.drop()
})

/** The database of a data folder as a standby: it recovers for ever and takes no writes. */
async function openStandby(): Promise<string> {
  const prepared = await preparedFolder()
  standby = await copiedFolder(prepared.path)
  prepared.remove()
  const { path } = standby
  const files = join(path, 'pg')
  const runAs = runAsFor(files) ?? { way: 'self' }
  writeFileSync(join(files, 'standby.signal'), '')
  const binaries = embeddedBinaries(path, runAs, () => {})
  const where = await placeFor(path, runAs)
  const cluster: Cluster = { files, log: '', runAs, binaries, passwords: passwordsIn(path, files), where }
  const env = plainEnvironment()
  children.push(
    spawnAs(runAs, join(binaries.bin, 'postgres'), argumentsFor(cluster, {}), { cwd: files, env, stdio: 'ignore' }),
  )
  const url = urlFor(cluster, SERVER, 'lonja')
  await untilConnected(url)
  return url
}

test('a standby is refused with the remedy, and to a running house it is an outage', async () => {
  const url = await openStandby()
  expect(await startOn(url)).toEqual({
    reason: expect.stringContaining('is a standby, which takes no writes: give the address of its primary'),
    isMade: false,
  })
  const db = openDb(url)
  const one = sql('test_one_of_standby', 'select 1')
  await expect(db.read((tx) => tx.run(one))).resolves.toHaveLength(1)
  const error: unknown = await db.write((tx) => tx.run(one)).catch((reason: unknown) => reason)
  expect((error as { code?: string }).code).toBe('0A000')
  expect(isOutage(error)).toBe(true)
  await db.close()
})
