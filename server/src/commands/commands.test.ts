import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { HOUR } from '@lonja/core/base/instant'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { configFrom } from '../config/config.ts'
import { visitDatabase } from '../database/database.ts'
import { openDb, type Db } from '../database/db.ts'
import { openConsole } from '../lifecycle/console.ts'
import { openHouse, type OpenHouse } from '../main.ts'
import { closeDay, rootKeysOf } from '../proof/roots.actions.ts'
import { listNewestRoots } from '../proof/roots.store.ts'
import { readSecret } from '../secrets/secret.ts'
import { linkHashOf } from '../staff/seat-links.ts'
import { findLink } from '../staff/seats.store.ts'
import { preparedFolder, type TestFolder } from '../testing/database.ts'
import { run as makeSeat } from './seat.ts'
import { run as verify } from './verify.ts'

/** Commands as the operator runs them: their options, the settings of this machine, and what they print. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let folder: TestFolder
let house: OpenHouse
beforeAll(async () => {
  folder = await preparedFolder()
  vi.stubEnv('DATA_DIR', folder.path)
  vi.stubEnv('LOG_LEVEL', 'silent')
  house = await openHouse(configFrom({ DATA_DIR: folder.path, PORT: '0', LOG_LEVEL: 'silent' }), {
    app: null,
    terminal: openConsole(() => {}),
  })
  const { token } = await call(logIn.path, house.first?.demo ?? {})
  const order = { listing: 'XNYS:LMR', side: 'buy', shares: '1', limit: null, timeInForce: 'day' }
  const id = newId()
  // A house that has just opened may answer "unavailable" while it prepares its market.
  await vi.waitUntil(async () => (await call(placeOrder.path, { id, ...order }, token))?.id === id, {
    timeout: 60_000,
    interval: 200,
  })
})
afterAll(async () => {
  await house.close()
  vi.unstubAllEnvs()
  folder.remove()
})

async function call(path: string, fields: object, token = '') {
  const answer = await fetch(`${house.address}/api/en${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(fields),
  })
  // The fields of an answer depend on the call; each test checks its own.
  // eslint-disable-next-line typescript/no-explicit-any
  return ((await answer.json()) as { data: any }).data
}

/** The lines that a command prints. */
async function printed(run: (args: readonly string[]) => Promise<void>, ...args: string[]): Promise<string> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  try {
    await run(args)
  } finally {
    log.mockRestore()
  }
  return lines.join('\n')
}

/** Reads or writes the database of the folder, beside the house. */
async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await visitDatabase(configFrom({ DATA_DIR: folder.path }), openLog('silent'))
  const db = openDb(database.url, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
    await database.stop()
  }
}

test('npm run seat prints a link for 24 hours, of the roles that are named, made by no seat', async () => {
  const from = Date.now()
  const text = await printed(makeSeat, '--roles', 'auditor')
  const secret = /\/staff\/#\/claim\/([\w-]{43})$/.exec(text)?.[1] ?? ''
  const link = await inDatabase((db) => db.read((tx) => findLink(tx, linkHashOf(secret))))
  expect(link).toMatchObject({ roles: ['auditor'], madeBy: null })
  expect(link!.endsAt - from).toBeGreaterThanOrEqual(24 * HOUR)
  expect(link!.endsAt - Date.now()).toBeLessThanOrEqual(24 * HOUR)
})

test('npm run verify works out orders by the secret of the house, and with --public by revealed seeds alone', async () => {
  const own = await printed(verify)
  expect(own).toMatch(/^All \d+ laws hold/m)
  expect(own).toMatch(/^1 orders follow from their market/m)
  expect(own).toMatch(/^The audit log is whole/m)
  const outside = await printed(verify, '--public')
  expect(outside).toMatch(/^0 orders follow from their market/m)
  expect(outside).toMatch(/^ {2}1 not checkable: the seed of their last day is not revealed yet/m)
})

test('npm run verify -- --day works out the signed root of that day, and nothing else', async () => {
  const newest = await inDatabase(async (db) => {
    // The house itself may have signed it by now.
    await closeDay(db, rootKeysOf(readSecret(null, folder.path)), Date.now() + HOUR).catch(() => null)
    return db.read((tx) => listNewestRoots(tx, 1))
  })
  const { day, line } = newest[0]!
  const { root } = JSON.parse(line.slice(0, line.lastIndexOf(' '))) as { root: string }
  const text = await printed(verify, '--day', day)
  expect(text).toMatch(new RegExp(`^ {2}${day}: \\d+ rows, root ${root}$`, 'm'))
  expect(text).toContain('The roots of 1 days hold')
  expect(text).not.toContain('laws hold')
  expect(await printed(verify, '--day', '2099-01-01')).toContain(
    '2099-01-01 has no root: a day is signed when it is over.',
  )
})
