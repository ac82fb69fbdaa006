import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { logIn, readProfile } from '@lonja/core/accounts/accounts.contract'
import { configFrom } from './base/config.ts'
import { openConsole } from './base/console.ts'
import { findPostmaster, isAlive } from './base/postmaster.ts'
import { preparedFolder } from './base/testing.ts'
import { openHouse, type OpenHouse } from './main.ts'

let folder: Awaited<ReturnType<typeof preparedFolder>>
let houses: OpenHouse[]
let said: string[]
beforeEach(async () => {
  folder = await preparedFolder()
  houses = []
  said = []
})
afterEach(async () => {
  for (const house of houses) await house.close()
  folder.remove()
})

async function open(settings: NodeJS.ProcessEnv = {}, dataDir = folder.path): Promise<OpenHouse> {
  const config = configFrom({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...settings })
  const house = await openHouse(config, { app: null, terminal: openConsole((line) => said.push(line)) })
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

async function signedIn(house: OpenHouse): Promise<string> {
  const { status, body } = await call(house, 'POST', logIn.path, house.first?.demo)
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

test('a house opens with a way in, and opens again with the same one', async () => {
  const first = await open()
  expect(said.map((line) => line.trim().split(/ {2,}/)[0])).toEqual([
    'database',
    'migrations',
    'market',
    'orders',
    'first customers',
    'listening',
  ])
  const token = await signedIn(first)
  expect((await call(first, 'GET', readProfile.path, undefined, token)).body.code).toBe(1)
  await first.close()
  const again = await open()
  expect(again.first).toEqual(first.first)
  expect((await call(again, 'GET', readProfile.path, undefined, token)).body.code, 'the session is still good').toBe(1)
})

test('a second server on the same folder hears who has it', async () => {
  await open()
  await expect(open()).rejects.toThrow(`is in use by another server (process ${process.pid})`)
})

test('a port that is taken is one line, and everything that was opened is closed again', async () => {
  const { port } = new URL((await open()).address)
  const other = await preparedFolder()
  await expect(open({ PORT: port }, other.path)).rejects.toThrow(
    `127.0.0.1:${port} cannot be listened on (EADDRINUSE): another program has it`,
  )
  expect(findPostmaster(join(other.path, 'pg'))).toBeNull()
  await (await open({}, other.path)).close()
  other.remove()
})

test('what was fixed at the opening cannot be set to something else', async () => {
  await (await open()).close()
  await expect(open({ PRACTICE_HOURS: 'exchange' })).rejects.toThrow(
    'PRACTICE_HOURS is exchange, and this house opened with always',
  )
  await open({ PRACTICE_HOURS: 'always' })
})

function killPostmaster(files: string): void {
  const { pid = 0 } = findPostmaster(files) ?? {}
  if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL')
}

test('while its database is down the house answers 503, and then it goes on by itself', async () => {
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
