import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logIn, readProfile } from '@lonja/core/accounts/accounts.contract'
import { listOffers } from '@lonja/core/ipo/ipo.contract'
import { configFrom } from './config/config.ts'
import { openConsole } from './lifecycle/console.ts'
import type { First } from './lifecycle/first.ts'
import { visitDatabase } from './database/database.ts'
import { countInvitations } from './accounts/invitations.store.ts'
import { openDb } from './database/db.ts'
import { openLog } from './base/log.ts'
import { findPostmaster, isAlive } from './cluster/postmaster.ts'
import { copiedFolder, emptyDatabase, preparedFolder, type TestFolder } from './testing/database.ts'
import { verifyBooks } from './books.ts'
import type { VerifyReport } from './ledger/ledger.verify.ts'
import { openHouse, type OpenHouse } from './main.ts'

// A house opens in a second, and in many seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** The data folder of a house that has opened before. A first opening is slow, so the tests share one. */
let lived: TestFolder
let folder: TestFolder
let houses: OpenHouse[]
let lines: string[]
let demo: First['demo'] | undefined
beforeAll(async () => {
  lived = await preparedFolder()
  houses = []
  lines = []
  const first = await open({}, lived.path)
  demo = first.first?.demo
  await first.close()
})
afterAll(() => lived.remove())
beforeEach(async () => {
  folder = await copiedFolder(lived.path)
  houses = []
  lines = []
})
afterEach(async () => {
  for (const house of houses) await house.close()
  folder.remove()
})

async function open(settings: NodeJS.ProcessEnv = {}, dataDir = folder.path): Promise<OpenHouse> {
  const config = configFrom({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...settings })
  const house = await openHouse(config, { app: null, terminal: openConsole((line) => lines.push(line)) })
  houses.push(house)
  return house
}

interface Answer {
  readonly status: number
  readonly body: { code: number; error?: string; data: Record<string, unknown> }
}

async function call(house: OpenHouse, method: string, path: string, fields?: object, token?: string): Promise<Answer> {
  const answer = await fetch(`${house.address}/api/en${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { token } : {}) },
    ...(fields ? { body: JSON.stringify(fields) } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

async function signedIn(house: OpenHouse, by = demo): Promise<string> {
  const { status, body } = await call(house, 'POST', logIn.path, by)
  expect(status).toBe(200)
  return body.data['token'] as string
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 1_200; tries++) {
    if (await holds()) return
    await sleep(25)
  }
  throw new Error('It never came to hold.')
}

test('a first start makes logins and links, prints them once, and keeps them in no file', async () => {
  const empty = await preparedFolder()
  const first = await open({}, empty.path)
  expect(lines.map((line) => line.trim().split(/ {2,}/)[0])).toEqual([
    'database',
    'migrations',
    'market',
    'orders',
    'first customers',
    'first seats',
    'listening',
  ])
  expect([first.first?.invitation, first.links.length]).toEqual([expect.stringMatching(/^\w{10}$/), 2])
  const token = await signedIn(first, first.first?.demo)
  expect((await call(first, 'GET', readProfile.path, undefined, token)).body.code).toBe(1)
  await first.close()
  const password = first.first?.demo.password ?? ''
  // An earlier release kept the logins in these files.
  for (const name of ['first.json', 'first-seats.json'])
    writeFileSync(join(empty.path, name), JSON.stringify({ password }))
  const again = await open({}, empty.path)
  expect([again.first, again.links]).toEqual([null, []])
  const secrets = [password, first.first?.invitation ?? '', ...first.links.map((link) => link.split('/').at(-1) ?? '')]
  const files = readdirSync(empty.path, { withFileTypes: true }).filter((file) => file.isFile())
  for (const { name } of files) {
    const text = readFileSync(join(empty.path, name), 'utf8')
    expect([name, secrets.filter((secret) => text.includes(secret))]).toEqual([name, []])
  }
  await until(async () => (await call(again, 'GET', readProfile.path, undefined, token)).body.code === 1)
  await again.close()
  empty.remove()
})

test('a practice house publishes its first offer by itself', async () => {
  const house = await open()
  const token = await signedIn(house)
  const offers = async () => (await call(house, 'GET', listOffers.path, undefined, token)).body.data['rows'] as object[]
  await until(async () => (await offers()).length === 1)
  expect(await offers()).toMatchObject([{ state: 'not_started' }])
})

test('a second server on the same folder is told which process has it', async () => {
  await open()
  await expect(open()).rejects.toThrow(`is in use by another server (process ${process.pid})`)
})

test('a port in use is a one-line error, and everything that was opened is closed again', async () => {
  const { port } = new URL((await open()).address)
  const other = await copiedFolder(lived.path)
  await expect(open({ PORT: port }, other.path)).rejects.toThrow(
    `127.0.0.1:${port} cannot be listened on (EADDRINUSE): another program has it`,
  )
  expect(findPostmaster(join(other.path, 'pg'))).toBeNull()
  await (await open({}, other.path)).close()
  other.remove()
})

test('a setting that is fixed at the first opening cannot change', async () => {
  await expect(open({ PRACTICE_HOURS: 'exchange' })).rejects.toThrow(
    'PRACTICE_HOURS is exchange, and this house opened with always',
  )
  await open({ PRACTICE_HOURS: 'always' })
})

function killPostmaster(files: string): void {
  const { pid = 0 } = findPostmaster(files) ?? {}
  if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL')
}

test('the house answers 503 while its database is down, and recovers by itself', async () => {
  const house = await open()
  const token = await signedIn(house)
  const files = join(folder.path, 'pg')
  const answers = new Set<number>()
  const ask = async (): Promise<Answer> => {
    const answer = await call(house, 'GET', readProfile.path, undefined, token)
    answers.add(answer.status)
    return answer
  }
  const before = findPostmaster(files)?.pid ?? 0
  await until(async () => {
    killPostmaster(files)
    return (await ask()).status === 503
  })
  await until(async () => (await ask()).status === 200)
  expect([...answers].sort(), 'nothing else is ever answered').toEqual([200, 503])
  expect(findPostmaster(files)?.pid).not.toBe(before)
})

test('the books are checked beside an open house and beside a closed one', async () => {
  const house = await open()
  const config = configFrom({ DATA_DIR: folder.path })
  const check = async (): Promise<VerifyReport> => {
    const database = await visitDatabase(config, openLog('silent'))
    const db = openDb(database.url)
    const verified = await verifyBooks(db)
    await db.close()
    await database.stop()
    return verified
  }
  const beside = await check()
  expect(beside).toMatchObject({ breaches: [], counts: { customers: 1 } })
  await house.close()
  expect(await check()).toEqual(beside)
  expect(findPostmaster(join(folder.path, 'pg')), 'what was opened for the check is shut again').toBeNull()
})

test('two nodes share a database by address, and a third without their secret is refused', async () => {
  const database = await emptyDatabase()
  const shared = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, SECRET_KEY: 'ab'.repeat(32) }
  const nodes = await Promise.all(['one', 'two'].map((name) => open(shared, join(folder.path, name))))
  const [first, second] = nodes as [OpenHouse, OpenHouse]
  expect(
    nodes.filter((node) => node.first),
    'one of them makes the demo customer',
  ).toHaveLength(1)
  expect(nodes.map(({ links }) => links.length).sort(), 'and one the links').toEqual([0, 2])
  const db = openDb(database.url)
  const { counts } = await verifyBooks(db)
  expect(counts).toMatchObject({ customers: 1 })
  expect(await db.read(countInvitations)).toBe(1)
  await db.close()
  const token = await signedIn(first, nodes.find((node) => node.first)?.first?.demo)
  for (const node of nodes) expect((await call(node, 'GET', readProfile.path, undefined, token)).status).toBe(200)
  await expect(open({ ...shared, SECRET_KEY: '' }, join(folder.path, 'three'))).rejects.toThrow('SECRET_KEY')
  await first.close()
  await second.close()
  await database.drop()
})
