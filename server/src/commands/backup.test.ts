import { mkdtempSync, chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logIn } from '@lonja/core/accounts/accounts.contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { searchInstruments } from '@lonja/core/market/market.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { backUp } from '../backup/backup.ts'
import { frameOf, hashing, MAGIC } from '../backup/frames.ts'
import { configFrom } from '../config/config.ts'
import { openConsole } from '../lifecycle/console.ts'
import { openDb } from '../database/db.ts'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { findUrl } from '../cluster/postgres.ts'
import { restoreInto } from '../backup/restore.ts'
import { preparedFolder } from '../testing/database.ts'
import { verifyBooks } from '../books.ts'
import { openHouse, type OpenHouse } from '../main.ts'
import { run as restore } from './restore.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let folder: Awaited<ReturnType<typeof preparedFolder>>
let above: string
let house: OpenHouse
let file: string

const open = (dataDir: string): Promise<OpenHouse> =>
  openHouse(configFrom({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', STARTING_GRANT: '100000 EUR' }), {
    app: null,
    terminal: openConsole(() => {}),
  })

beforeAll(async () => {
  folder = await preparedFolder()
  above = mkdtempSync(join(tmpdir(), `lonja-test-${process.pid}-restored-`))
  chmodSync(above, 0o711)
  file = join(above, 'house.backup')
  house = await open(folder.path)
})
afterAll(async () => {
  await house.close()
  folder.remove()
  rmSync(above, { recursive: true, force: true })
})

async function call(at: OpenHouse, method: string, path: string, fields: object = {}, token = '') {
  const query = method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>).toString()}` : ''
  const answer = await fetch(`${at.address}/api/en${path}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': (fields as { id?: string }).id ?? newId(),
      token,
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(fields) }),
  })
  // The fields of an answer depend on the call; each test checks its own.
  // eslint-disable-next-line typescript/no-explicit-any
  const body = (await answer.json()) as { data: any; error?: string }
  if (body.error === undefined) return body.data
  throw new Error(`${path} is answered: ${body.error}`)
}

/**
 * The first answer that is not `unavailable`: a house that has just opened may give that one on a busy machine, while it
 * prepares its market. A call is repeated with its key.
 */
// eslint-disable-next-line typescript/no-explicit-any
async function answered(request: () => Promise<any>): Promise<any> {
  const until = Date.now() + 120_000
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (Date.now() > until || !/unavailable/.test(String(error))) throw error
      await setTimeout(500)
    }
  }
}

/** Signs in the demo customer. */
const signedIn = async (at: OpenHouse): Promise<string> =>
  (await answered(() => call(at, 'POST', logIn.path, house.first?.demo))).token as string

const counted = (verified: Awaited<ReturnType<typeof verifyBooks>>) => verified.counts

test('a house that trades is backed up in one snapshot, and the restored one has the same books', async () => {
  const token = await signedIn(house)
  const result = await call(house, 'POST', searchInstruments.path, { words: 'ca', limit: 50 }, token)
  const rows = result.rows.filter(({ kind }: { kind: string }) => kind === 'share')
  let isDone = false
  let placed = 0
  const trading = (async () => {
    while (!isDone) {
      const { listing } = rows[placed % rows.length]
      const ticket = { id: newId(), listing, side: 'buy', shares: '1', limit: null, timeInForce: 'day' }
      await answered(() => call(house, 'POST', placeOrder.path, ticket, token))
      placed += 1
    }
  })()
  // An order that is refused ends the test with its own error.
  await Promise.race([vi.waitUntil(() => placed >= 20, { timeout: 120_000 }), trading])
  const url = findUrl(folder.path) ?? ''
  const head = await backUp(file, { url, role: null, folder: folder.path, secret: null, withSecret: true })
  isDone = true
  await trading
  expect(head.rows['orders']).toBeGreaterThanOrEqual(20)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const into = join(above, 'restored')
  const restored = await restoreInto(file, into, openLog('error'))
  const db = openDb(restored.url, { max: 1 })
  const verified = await verifyBooks(db)
  await db.close()
  await restored.stop()
  expect(verified.breaches).toEqual([])
  const { rows: of } = head
  expect(counted(verified)).toMatchObject({
    customers: of['customers'],
    balances: of['balances'],
    postings: of['postings'],
    house: of['house_batches'],
    orders: of['orders'],
    fills: of['fills'],
  })
  expect(readFileSync(join(into, 'secret.key'), 'utf8')).toBe(readFileSync(join(folder.path, 'secret.key'), 'utf8'))

  const again = await open(into)
  const session = await signedIn(again)
  const figures = await call(again, 'POST', readFigures.path, {}, session)
  expect(figures.byCurrency[0].paidIn).toBe('100000.00')
  expect((await call(again, 'POST', readFigures.path, {}, token)).byCurrency).toHaveLength(2)
  await again.close()
})

test('the command that restores ends every session and every open link, says so, and checks the books', async () => {
  const token = await signedIn(house)
  const url = findUrl(folder.path) ?? ''
  const backup = join(above, 'kept.backup')
  await backUp(backup, { url, role: null, folder: folder.path, secret: null, withSecret: true })
  const into = join(above, 'by-command')
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  try {
    await restore([backup, '--into', into])
  } finally {
    log.mockRestore()
  }
  expect(lines.join('\n')).toMatch(/ended: \d+ sessions of customers, 0 of seats, 2 open one-time links/)
  expect(lines.filter((line) => /^(All \d+ laws hold|The audit log is whole)/.test(line))).toHaveLength(2)

  const again = await open(into)
  const read = (as: string) => answered(() => call(again, 'POST', readFigures.path, {}, as))
  await expect(read(token)).rejects.toThrow('is answered: not_signed_in')
  expect((await read(await signedIn(again))).byCurrency).toHaveLength(2)
  await again.close()
})

test('a backup without the secret does not contain it', async () => {
  const bare = join(above, 'bare.backup')
  const url = findUrl(folder.path) ?? ''
  const head = await backUp(bare, { url, role: null, folder: folder.path, secret: null, withSecret: false })
  // A house that has signed no heads yet has no file of them.
  expect(Object.keys(head.files).filter((name) => name !== 'audit-heads.log')).toEqual([])
})

const refused = async (content: Buffer, sentence: RegExp): Promise<void> => {
  const bad = join(above, 'bad.backup')
  writeFileSync(bad, content)
  const into = join(above, 'never')
  await expect(restoreInto(bad, into, openLog('silent'))).rejects.toThrow(sentence)
  expect(existsSync(into) ? readdirSync(into) : []).toEqual([])
}

test('a foreign or damaged file is refused in one line, and nothing is restored', async () => {
  const whole = readFileSync(file)
  await refused(Buffer.from('PK\u0003\u0004 something else'), /not a backup of a house/)
  await refused(gzipSync('a text that was packed'), /not a backup of a house/)
  await refused(gzipSync(frameOf('H', Buffer.from('{"magic":"other"}'))), /damaged or was cut short/)
  await refused(Buffer.alloc(0), /not a backup of a house/)
  await refused(whole.subarray(0, whole.length - 1_000), /damaged or was cut short/)
  for (const share of [0.1, 0.3, 0.6, 0.9]) {
    const flipped = Buffer.from(whole)
    const at = Math.floor(flipped.length * share)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    await refused(flipped, /damaged or was cut short/)
  }
})

test.each(['..', '../secret.key', 'main.js', '.env'])(
  'a backup that contains the file "%s" is refused',
  async (name) => {
    const saying = { magic: MAGIC, format: 1, migrations: [], rows: {}, files: { [name]: 'x' } }
    const head = frameOf('H', Buffer.from(JSON.stringify(saying)))
    const hash = hashing()
    hash.add(head)
    const end = frameOf('Z', Buffer.from(JSON.stringify({ sha256: hash.end() })))
    await refused(gzipSync(Buffer.concat([head, end])), /not a backup that this release can read/)
  },
)

test('a backup is not restored into a folder with files', async () => {
  await expect(restoreInto(file, folder.path, openLog('silent'))).rejects.toThrow('is not empty')
  await expect(restoreInto(join(above, 'nowhere'), join(above, 'x'), openLog('silent'))).rejects.toThrow(
    'cannot be read (ENOENT)',
  )
})
