import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLog } from '../base/log.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { embeddedBinaries } from './binaries.ts'
import { findPostmaster, isAlive } from './postmaster.ts'
import { runAsFor, spawnAs } from './runas.ts'
import { CARELESS } from '../testing/database.ts'

// Making the files takes half a second, and many seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let folder: string
const running: Postgres[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lonja-pg-'))
  chmodSync(folder, 0o711)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()))
  rmSync(folder, { recursive: true, force: true })
})

/** The house's own settings, unchanged. */
const DURABLE = {}

async function open(at = folder, lines: string[] = [], settings: Record<string, string> = CARELESS): Promise<Postgres> {
  const postgres = await openPostgres({ folder: at, log: openLog('silent'), say: (line) => lines.push(line), settings })
  running.push(postgres)
  return postgres
}

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows[0]?.[0]
  } finally {
    await client.end()
  }
}

const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries++) {
    const answer = await work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if ('value' in answer) return answer.value
    if (tries > 1_200) throw answer.error
    await sleep(25)
  }
}

test('it is durable, listens only on its socket, and keeps its data across starts', async () => {
  const first = await open(folder, [], DURABLE)
  expect(await ask(first.url, 'show fsync')).toBe('on')
  expect(await ask(first.url, 'show synchronous_commit')).toBe('on')
  expect(await ask(first.url, 'show listen_addresses')).toBe('')
  await ask(first.ownerUrl, 'create table kept as select 7 as seven')
  await first.stop()
  expect(first.pid()).toBeNull()
  const second = await open()
  expect(await ask(second.ownerUrl, 'select seven from kept')).toBe(7)
})

test('a wrong password is refused', async () => {
  const { url } = await open()
  await expect(ask(url.replace(/:[0-9a-f]{48}@/, ':guess@'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('it is restarted after a kill, and nothing committed is lost', async () => {
  await (await open()).stop()
  const postgres = await open(folder, [], DURABLE)
  await ask(postgres.ownerUrl, 'create table kept as select 7 as seven')
  const killed = postgres.pid() ?? 0
  process.kill(killed, 'SIGKILL')
  expect(await patiently(() => ask(postgres.ownerUrl, 'select seven from kept'))).toBe(7)
  expect(postgres.pid()).not.toBe(killed)
})

/** Starts a PostgreSQL as a killed server leaves it: running, with no process that watches it. */
async function startUnwatched(): Promise<number> {
  const files = join(folder, 'pg')
  const runAs = runAsFor(files) ?? { way: 'self' }
  const { bin } = embeddedBinaries(folder, runAs, () => {})
  const reach = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${join(folder, 'socket')}`]
  const how = { cwd: files, env: { LC_ALL: 'C' }, stdio: 'ignore' as const }
  spawnAs(runAs, join(bin, 'postgres'), ['-D', files, ...reach], how)
  return patiently(() => {
    const postmaster = findPostmaster(files)
    return postmaster?.ready ? Promise.resolve(postmaster.pid) : Promise.reject(new Error('It is not ready yet.'))
  })
}

test('the PostgreSQL of a killed server is ended, and a new one takes over', async () => {
  await (await open()).stop()
  const left = await startUnwatched()
  const lines: string[] = []
  const next = await open(folder, lines)
  expect(lines).toEqual([`PostgreSQL of an earlier server was still running (process ${left}): it was ended.`])
  expect(await ask(next.url, 'select 1')).toBe(1)
})

test('a start that was interrupted while it made the files does not block the next', async () => {
  mkdirSync(join(folder, 'pg.new'))
  writeFileSync(join(folder, 'pg.new', 'PG_VERSION'), '18\n')
  expect(await ask((await open()).url, 'select 1')).toBe(1)
})

test('a folder whose path is too long for a socket gets TCP on loopback, with a password', async () => {
  const deep = join(folder, 'd'.repeat(60), 'e'.repeat(60))
  mkdirSync(deep, { recursive: true, mode: 0o711 })
  const postgres = await open(deep)
  expect(postgres.url).toContain('@127.0.0.1:')
  expect(await ask(postgres.url, 'show listen_addresses')).toBe('127.0.0.1')
})

test('files of another major version are refused in one line and left alone', async () => {
  await (await open()).stop()
  const version = join(folder, 'pg', 'PG_VERSION')
  const before = readFileSync(version)
  writeFileSync(version, '14\n')
  await expect(open()).rejects.toThrow(/is of PostgreSQL 14, and this house brings 18/)
  writeFileSync(version, before)
  expect(existsSync(join(folder, 'pg', 'postmaster.pid'))).toBe(false)
})

test('a failed start is reported in the words of PostgreSQL', async () => {
  await (await open()).stop()
  writeFileSync(join(folder, 'pg', 'postgresql.auto.conf'), 'no_such_setting = 1\n')
  await expect(open()).rejects.toThrow(/PostgreSQL did not start: .*configuration file.*contains errors/)
})

test.runIf(process.getuid?.() === 0)(
  'root runs it in a user namespace if no other user can enter the folder, or reports the remedy',
  async () => {
    chmodSync(folder, 0o700)
    const opened = await open().catch((error: Error) => error.message)
    if (typeof opened === 'string') return expect(opened).toContain('set DATA_DIR')
    expect(await ask(opened.url, 'select 1')).toBe(1)
    const pid = opened.pid() ?? 0
    await opened.stop()
    expect(isAlive(pid)).toBe(false)
  },
)
