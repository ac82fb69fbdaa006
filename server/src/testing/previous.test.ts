import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logIn, readProfile } from '@lonja/core/accounts/accounts.contract'
import { eur } from '@lonja/core/base/amount'
import type { Call } from '@lonja/core/base/contract'
import { HOUR, SECOND } from '@lonja/core/base/instant'
import { submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { submitKyc } from '@lonja/core/kyc/kyc.contract'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { listOrders, placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { addBankCard } from '@lonja/core/payees/payees.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { claimSeat, readSeatLink } from '@lonja/core/staff/staff.contract'
import { sendMessage } from '@lonja/core/support/thread.contract'
import { listAlerts } from '@lonja/core/watchlist/alerts.contract'
import { listWatchlists } from '@lonja/core/watchlist/watchlist.contract'
import { insertCustomer } from '../accounts/accounts.store.ts'
import { headsFile, signerOf } from '../audit/audit.jobs.ts'
import { signingKeyOf } from '../audit/audit.signing.ts'
import { verifyAudit } from '../audit/audit.verify.ts'
import { backUp, listTables, type BackupHead } from '../backup/backup.ts'
import { settableClock, type SettableClock } from '../base/clock.ts'
import { codeAt } from '../secrets/codes.ts'
import { configFrom } from '../config/config.ts'
import { openConsole } from '../lifecycle/console.ts'
import { openDb, type Db } from '../database/db.ts'
import { insertCustomerLock } from '../database/locks.ts'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { migrationsIn } from '../database/migrate.ts'
import { openPostgres } from '../cluster/postgres.ts'
import { putBack, readBackup, restoreInto } from '../backup/restore.ts'
import { readSecret } from '../secrets/secret.ts'
import { CARELESS } from './database.ts'
import { checkBooks, verifyBooks } from '../books.ts'
import { openHouse, type OpenHouse } from '../main.ts'
import { openPast } from '../market/market.past.ts'
import { checkCourses } from '../orders/courses.verify.ts'
import { postGrant } from '../ledger/ledger.actions.ts'
import { samplePicture } from '../pictures/pictures.testing.ts'

/**
 * Opens the data folder of an earlier release under this one. `previous.backup` comes from a folder that the code of
 * that release made, before staff, deposits and withdrawals existed. It has customers with trades and lots, a working
 * order, alerts and lists, the sealed seeds, and the secret that opens them.
 */
const FILE = join(import.meta.dirname, 'previous.backup')
/** A customer of that house. */
const ANA = { phone: '6645122374', password: 'practica-2026' }

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let above: string
let folder: string
let head: BackupHead
let clock: SettableClock
let house: OpenHouse
let token: string
const lines: string[] = []

beforeAll(async () => {
  above = mkdtempSync(join(tmpdir(), `lonja-test-${process.pid}-previous-`))
  chmodSync(above, 0o711)
  folder = join(above, 'data')
  mkdirSync(folder, { mode: 0o711 })
  head = await readBackup(FILE)
  // One hour after the backup, at any time of the test: the house processes the quotes that it missed.
  clock = settableClock(Date.parse(head.madeAt) + HOUR)
  const postgres = await openPostgres({ folder, log: openLog('silent'), settings: CARELESS })
  await putBack(FILE, head, { postgres, folder })
  await postgres.stop()
  const config = configFrom({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', STARTING_GRANT: '100000 EUR' })
  house = await openHouse(config, { app: null, clock, terminal: openConsole((line) => lines.push(line)) })
  token = await vi.waitFor(async () => ((await call(logIn, ANA)) as { token: string }).token, PATIENTLY)
})
afterAll(async () => {
  await close()
  rmSync(above, { recursive: true, force: true })
})

let isOpen = true
async function close(): Promise<void> {
  if (isOpen) await house.close()
  isOpen = false
}

/** A house that has just opened may answer `unavailable` on a busy machine while it prepares its market. */
const PATIENTLY = { timeout: 120_000, interval: 500 }

// The fields of an answer depend on the call; each test checks its own.
// eslint-disable-next-line typescript/no-explicit-any
async function call({ method, path, body }: Call, fields: Record<string, unknown> = {}, sent?: Buffer): Promise<any> {
  const query = method === 'GET' || body === 'picture' ? `?${new URLSearchParams(fields as never).toString()}` : ''
  const answer = await fetch(`${house.address}/api/en${path}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      token: token ?? '',
      'idempotency-key': typeof fields['id'] === 'string' ? fields['id'] : newId(),
    },
    ...(method === 'GET' ? {} : { body: sent ? new Uint8Array(sent) : JSON.stringify(fields) }),
  })
  const { error, data } = (await answer.json()) as { data: unknown; error?: string }
  if (error !== undefined) throw new Error(`${path} is answered: ${error}`)
  return data
}

test('it is migrated to this release, and the customers keep what they had', async () => {
  const missing = migrationsIn().length - head.migrations.length
  expect(missing).toBeGreaterThan(5)
  expect(lines.find((line) => line.includes('migrations'))).toContain(`${missing} run`)
  expect(await call(readProfile)).toMatchObject({ displayName: 'Ana García', displayCurrency: 'USD', textSize: 125 })
  expect((await call(listPositions)).rows.length).toBe(6)
  expect((await call(listOrders, { which: 'open' })).rows.length).toBe(1)
  expect((await call(listAlerts)).rows.length).toBe(3)
  expect((await call(listWatchlists)).rows.length).toBe(2)
  expect((await call(readFigures)).byCurrency[0]).toMatchObject({ paidIn: '100000.00' })
})

test('it keeps its fee table, and has announced the next one', async () => {
  const { fees } = await call(readAbout)
  expect(fees).toMatchObject({
    feeTable: 1,
    rounding: 'half_even',
    next: { feeTable: 2, rounding: 'against_customer' },
  })
  const days = (fees.next.from - clock.now()) / (24 * HOUR)
  expect(days > 7 && days <= 8).toBe(true)
  expect(await call(readTerms)).toMatchObject(fees)
})

test('it works on: an order is filled, and earlier customers can use new features', async () => {
  const [{ listing }] = (await call(listPositions)).rows
  const id = newId()
  await call(placeOrder, { id, listing, side: 'buy', shares: '1', limit: null, timeInForce: 'gtc' })
  await vi.waitFor(async () => {
    clock.advance(SECOND)
    const { rows } = await call(listOrders, { which: 'filled' })
    expect(rows[0]).toMatchObject({ id, state: 'filled' })
  }, PATIENTLY)
  expect((await call(readOrder, { id })).fills[0]).toMatchObject({ feeTable: 1, feeBps: 10 })
  await newThings()
})

/**
 * Makes one of each thing added since: pictures, an identity check, a payee, a deposit, a message, a seat with its
 * audit log.
 */
async function newThings(): Promise<void> {
  const paper = newId()
  await call(storePicture, { id: paper, use: 'kyc' }, await samplePicture())
  const passport = { type: 'passport', number: 'XM1234567', front: paper, back: null, sample: true }
  await call(submitKyc, { id: newId(), firstName: 'Ana', lastName: 'García', ...passport })
  const card = { iban: 'ES9121000418450200051332', accountName: 'Ana García', bankName: 'Banco', bankAddress: 'Vigo' }
  await call(addBankCard, { id: newId(), ...card })
  const coins = { currency: 'USDC', chain: 'polygon', amount: '25.5', cash: 'EUR', hash: `0x${'ab'.repeat(32)}` }
  await call(submitDeposit, { id: newId(), ...coins })
  await call(sendMessage, { id: newId(), text: 'Hola', pictures: [] })
  const link = house.links[0]?.split('/').at(-1) ?? ''
  const { setUp, secret } = await call(readSeatLink, { link })
  const code = codeAt(Buffer.from(Secret.fromBase32(secret).bytes), clock.now())
  const password = 'un puesto de la casa'
  await call(claimSeat, { link, setUp, code, name: 'Eva', password, again: password })
}

/** A hash of all rows of each table, in any order. */
async function contents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const hashes: Record<string, string> = {}
    for (const { name } of await listTables(client)) {
      const text = `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} t`
      hashes[name] = (await client.query<{ hash: string }>(text)).rows[0]?.hash ?? ''
    }
    return hashes
  } finally {
    await client.end()
  }
}

/** The rows against the law of grants after a sign-up that the server's role adds at a time of the earlier release. */
async function brokenByGrant(db: Db, at: number): Promise<string[]> {
  let against: string[] = []
  const undone = new Error('taken back')
  const run = db.write(async (begun) => {
    const id = newId<'customer'>()
    const tx = await insertCustomerLock(begun, id, at)
    const opened = { openedKey: newId(), openedBody: Buffer.alloc(32) }
    await insertCustomer(tx, {
      id,
      phone: '699000001',
      language: 'en',
      loginHash: '$argon2id$none',
      joinedAt: at,
      ...opened,
    })
    await postGrant(tx, id, eur(10_000_000n), at)
    against = (await checkBooks(tx)).flatMap(({ code, rows }) => (code === 'grants' ? rows.map(({ differs }) => differs) : [])) // prettier-ignore
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return against
}

test('a backup restores the same tables, and the books and the audit log are intact', async () => {
  await close()
  const postgres = await openPostgres({ folder, log: openLog('silent'), settings: CARELESS })
  const key = signingKeyOf(readSecret(null, folder))
  const db = openDb(postgres.url, { max: 2 })
  await signerOf({ db, key, file: headsFile(folder), clock })()
  await db.close()
  const file = join(above, 'now.backup')
  await backUp(file, { url: postgres.url, role: null, folder, secret: null, withSecret: true })
  const before = await contents(postgres.url)
  await postgres.stop()

  const into = join(above, 'restored')
  const restored = await restoreInto(file, into, openLog('silent'))
  try {
    expect(await contents(restored.url)).toEqual(before)
    const filled = ['pictures', 'kyc_submissions', 'payees', 'deposits', 'seats', 'audit_rows', 'audit_rounds']
    expect(Object.keys(before)).toEqual(expect.arrayContaining(filled))
    for (const name of filled) expect([name, before[name]?.startsWith('0 ')]).toEqual([name, false])
    const again = openDb(restored.url, { max: 2 })
    const { breaches, counts } = await verifyBooks(again)
    expect([breaches, counts['past_grants']]).toEqual([[], 3])
    const late = await brokenByGrant(again, Date.parse(head.madeAt) - HOUR)
    expect(late).toEqual(['EUR 10000000: the house had no such starting grant'])
    const past = await openPast({ db: again, config: { replay: null }, secret: readSecret(null, into) })
    const courses = past && (await checkCourses(again, past))
    expect([courses?.breaches, (courses?.checked ?? 0) > 0]).toEqual([[], true])
    const audit = await verifyAudit(again, { key, file: headsFile(into) })
    expect([audit.wrong, audit.broken, audit.rows > 0]).toEqual([[], [], true])
    await again.close()
  } finally {
    await restored.stop()
  }
  for (const name of ['secret.key', 'audit-heads.log'])
    expect(readFileSync(join(into, name), 'utf8')).toBe(readFileSync(join(folder, name), 'utf8'))
})
