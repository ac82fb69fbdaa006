import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur, usd } from '@lonja/core/base/amount'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { freeLine } from '@lonja/core/ledger/ledger.rules'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readAbout } from '@lonja/core/proof/proof.contract'
import { listDayRoots } from '@lonja/core/proof/roots.contract'
import { grantTo } from '../accounts/operator.actions.ts'
import { signedLine } from '../audit/audit.signing.ts'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { openDb, sql, type Db, type Tx } from '../database/db.ts'
import { lockCustomer } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { closeDay, rootIn, rootKeysOf, type RootKeys } from './roots.actions.ts'
import { closeDays } from './roots.jobs.ts'
import { findOldestAge } from './roots.store.ts'
import { checkRoots } from './roots.verify.ts'

/* The roots of two days: they hold while nothing is added to a day that is over, and name the day when something is. */

const MIDNIGHT = Date.UTC(2026, 10, 21)
let house: TestHouse
let owner: Db
let keys: RootKeys
let ana: TestCustomer

beforeAll(async () => {
  house = await openTestHouse()
  owner = openDb(house.ownerUrl, { max: 1 })
  keys = rootKeysOf(house.secret)
  ana = await house.customer()
  await house.quote(ABC, 998n, 1_000n)
  await buy()
})
afterAll(async () => {
  await owner.close()
  await house.close()
})

async function buy(): Promise<void> {
  const id = newId()
  const ticket = { id, listing: ABC, side: 'buy', shares: '10', limit: null, timeInForce: 'day' }
  await house.ask(placeOrder, ticket, { token: ana.token, key: id })
  await house.quote(ABC, 998n, 1_000n)
}

const daysOf = (rows: readonly { day: string }[]): string[] => rows.map(({ day }) => day)

const closedAt = (at: Instant) => closeDay(house.db, keys, at)

/** The differences of the roots after a write, which is rolled back. */
async function wrongAfter(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let wrong: string[] = []
  const undone = new Error('taken back')
  const run = db.write(async (tx) => {
    await work(tx)
    const result = await checkRoots({ ...db, read: (work) => work(tx) }, keys, null)
    wrong = result.wrong.map(({ differs }) => differs)
    throw undone
  })
  await expect(run).rejects.toBe(undone)
  return wrong
}

test('a day is signed once, a quarter of an hour after it is over, and the next one is bound to it', async () => {
  expect(await closedAt(MIDNIGHT + 15 * MINUTE - 1)).toMatchObject({ day: '2026-11-19', leaves: 0 })
  const first = await closedAt(MIDNIGHT + 15 * MINUTE)
  // A grant, the hold, four lines of the fill in dollars and euros, the shares, and the fill itself.
  expect(first).toMatchObject({ day: '2026-11-20', from: MIDNIGHT - 24 * HOUR, until: MIDNIGHT })
  expect(first?.leaves).toBeGreaterThan(8)
  expect(await closedAt(MIDNIGHT + 16 * MINUTE)).toBeNull()
  house.clock.set(START + 24 * HOUR)
  await grantTo(house.db, ana.id, { amount: eur(7_00n), key: newId() }, house.clock.now())
  const second = await closedAt(MIDNIGHT + 25 * HOUR)
  expect(second).toMatchObject({ day: '2026-11-21', from: MIDNIGHT, leaves: 1 })
  const lines: string[] = []
  expect(await checkRoots(house.db, keys, null, ({ day }) => lines.push(day))).toEqual({ checked: 3, wrong: [] })
  expect(lines).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
  expect(await checkRoots(house.db, keys, '2026-11-20')).toEqual({ checked: 1, wrong: [] })
  expect(await checkRoots(house.db, keys, '2026-11-22')).toEqual({ checked: 0, wrong: [] })
})

test('a row that the server’s own role adds to a day that is over is named with its day', async () => {
  const added = await wrongAfter(house.db, async (begun) => {
    const tx = await lockCustomer(begun, ana.id)
    const lines = [freeLine('sell', 'market', usd(50_000_00n))]
    await postNow(tx, { customer: ana.id, cause: { kind: 'order', id: newId() }, at: MIDNIGHT - HOUR, lines })
  })
  expect(added).toEqual([expect.stringMatching(/^2026-11-20: \d+ rows, root [0-9a-f]{64}; by the rows there are \d+, root/)]) // prettier-ignore
  const forged = await wrongAfter(
    house.db,
    (tx) =>
    tx.run(sql('test_forge_root', `insert into day_roots select '2026-11-22', line from day_roots where day = '2026-11-21'`)), // prettier-ignore
  )
  expect(forged).toEqual(['2026-11-22: this house did not sign it'])
})

const FORGED = sql('test_insert_root', 'insert into day_roots (day, line) values ($1, $2)')
const UNFORGED = sql('test_delete_newer_roots', `delete from day_roots where day > '2026-11-21'`)

/** Runs with one more root, which this house did not sign, as the last. */
async function withForged(line: string, work: () => Promise<unknown>): Promise<void> {
  await house.db.write((tx) => tx.run(FORGED, ['2026-11-22', line]))
  try {
    await work()
  } finally {
    await owner.write((tx) => tx.run(UNFORGED))
  }
}

test.each([
  ['words', 'not a root'],
  ['a word', 'root'],
  ['nothing', ''],
  ['JSON of something else', 'null signature'],
  ['a root without a signature', '{"day":"2026-11-22","from":0,"until":1,"leaves":0,"root":"","previous":"","at":1} '],
])('a line with %s is no root of this house: it is named, and the roots are still listed', async (_what, line) => {
  expect(rootIn(keys, { day: '2026-11-22', line })).toBeNull()
  await withForged(line, async () => {
    const { wrong } = await checkRoots(house.db, keys, null)
    expect(wrong).toEqual([{ day: '2026-11-22', differs: '2026-11-22: this house did not sign it' }])
    const { newest } = (await house.ask(readAbout)).data.roots
    expect(newest).toMatchObject({ day: '2026-11-22', line })
    const { rows } = (await house.ask(listDayRoots)).data
    expect(rows[0]).toEqual(newest)
    expect(daysOf(rows)).toEqual(['2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19'])
  })
})

test('a text that this house signed and that is no root is no root', () => {
  const line = signedLine(keys.signing, 'not a root')
  expect(rootIn(keys, { day: '2026-11-22', line })).toBeNull()
})

test('no day is signed after a root of somebody else, and the job says so', async () => {
  const lines: string[] = []
  const heard: boolean[] = []
  const log = openLog('warn', { write: (line: string) => void lines.push(line) })
  const guard = { now: () => MIDNIGHT + 72 * HOUR, mayReveal: () => Promise.resolve(true) }
  await withForged('not a root', async () => {
    const job = closeDays(house.db, keys, guard, log, (isWell) => void heard.push(isWell))
    await expect.poll(() => heard).toEqual([false])
    await job.stop()
  })
  expect(lines).toEqual([expect.stringContaining('this house did not sign the last root, of 2026-11-22')])
  expect((await house.ask(readAbout)).data.roots.newest.day).toBe('2026-11-21')
})

test('a fill that is changed and a root that is taken away are named', async () => {
  const change = (text: string, name: string) => wrongAfter(owner, (tx) => tx.run(sql(name, text)))
  expect(await change('update fills set fee = fee + 1', 'test_change_fill')).toHaveLength(1)
  expect(await change(`delete from day_roots where day = '2026-11-20'`, 'test_delete_root')).toEqual([
    '2026-11-21: it is not bound to the root before',
  ])
})

test('roots of another house are named, each of them, and those of this house are still checked', async () => {
  const wrong = await wrongAfter(owner, async (tx) => {
    await tx.run(FORGED, ['2026-11-18', 'not a root'])
    await tx.run(sql('test_sign_elsewhere', `update day_roots set line = line || 'x' where day = '2026-11-19'`))
    await tx.run(sql('test_change_fill_after', 'update fills set fee = fee + 1'))
  })
  expect(wrong).toEqual([
    '2026-11-18: this house did not sign it',
    '2026-11-19: this house did not sign it',
    '2026-11-20: it is not bound to the root before',
    expect.stringMatching(/^2026-11-20: \d+ rows, root/),
  ])
})

test('a transaction that is open is older than none, and the roots are public with the key that verifies them', async () => {
  await house.triesDb.write(async () => {
    await expect.poll(() => house.db.read(findOldestAge)).toBeGreaterThan(20)
  })
  const { publicKey, rows, cursor } = (await house.ask(listDayRoots)).data
  expect([daysOf(rows), cursor]).toEqual([['2026-11-21', '2026-11-20', '2026-11-19'], null])
  expect((await house.ask(readAbout)).data.roots).toEqual({ publicKey, newest: rows[0] })
  const [text, signature] = rows[0].line.split(' ')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKey, 'hex')])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(JSON.parse(text)).toMatchObject({ day: '2026-11-21', root: rows[0].root, leaves: 1 })
})

test('the roots are listed page by page, and a cursor of nothing begins anew', async () => {
  const first = (await house.ask(listDayRoots, { limit: '2' })).data
  expect([daysOf(first.rows), first.cursor]).toEqual([['2026-11-21', '2026-11-20'], '2026-11-20'])
  const second = (await house.ask(listDayRoots, { limit: '2', cursor: first.cursor })).data
  expect([daysOf(second.rows), second.cursor]).toEqual([['2026-11-19'], null])
  const anew = (await house.ask(listDayRoots, { limit: '1', cursor: 'nothing' })).data
  expect([daysOf(anew.rows), anew.cursor]).toEqual([['2026-11-21'], '2026-11-21'])
})

test('a day is not signed while a transaction that began before its end is open', async () => {
  const end = MIDNIGHT + 48 * HOUR
  // The times of transactions are the database's own, so a day has to end a moment ago.
  const closed = () => closeDay(house.db, keys, end + 10, { settledAfterMs: 0, callLastsMs: 0 })
  await house.triesDb.write(async () => {
    await expect.poll(() => house.db.read(findOldestAge)).toBeGreaterThan(10)
    expect(await closed()).toBeNull()
  })
  await expect.poll(closed).toMatchObject({ day: '2026-11-22', until: end })
})
