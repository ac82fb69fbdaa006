import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import type { FillId, OrderId } from '@lonja/core/base/ids'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { checkLeaves, type Step } from '@lonja/core/proof/leaf.check'
import { readOrderLeaves, type LeafProof } from '@lonja/core/proof/leaf.contract'
import { fieldsOf } from '@lonja/core/proof/leaf.fields'
import { listDayRoots } from '@lonja/core/proof/roots.contract'
import { BLOCK_LEAVES } from '@lonja/core/proof/roots.rules'
import { grantTo } from '../accounts/operator.actions.ts'
import { signedLine } from '../audit/audit.signing.ts'
import { newId } from '../base/ids.ts'
import { openLog } from '../base/log.ts'
import { run } from '../commands/check-leaf.ts'
import { openDb, sql, type Db, type Tx } from '../database/db.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { leavesOf } from './leaf.actions.ts'
import { listBlocks } from './leaf.store.ts'
import { proofIn } from './proof.leaf.ts'
import { closeDay, contentOf, publicKeyOf, rootKeysOf, type RootKeys } from './roots.actions.ts'
import { closeDays } from './roots.jobs.ts'
import { checkRoots } from './roots.verify.ts'

/*
 * A customer holds a fill against the signed root of its day: the house's tree, the check that everybody can run, and
 * the command. The day has more rows than a block, so the paths lead through blocks.
 */

const MIDNIGHT = Date.UTC(2026, 10, 21)
const FOLDER = mkdtempSync(join(tmpdir(), 'lonja-leaf-'))

let house: TestHouse
let owner: Db
let keys: RootKeys
let url: string
let ana: TestCustomer
let eva: TestCustomer
let bought: OrderId
let sold: OrderId
let waiting: Leaf

type Leaf = Awaited<ReturnType<typeof leavesOf>>[number]

beforeAll(async () => {
  house = await openTestHouse()
  owner = openDb(house.ownerUrl, { max: 1 })
  keys = rootKeysOf(house.secret)
  ;[ana, eva] = [await house.customer(), await house.customer()]
  await house.quote(ABC, 998n, 1_000n)
  bought = await trade('buy', '10')
  sold = await trade('sell', '4')
  // Grants fill whole blocks with entries, so that the day has several and its first fill begins one.
  const count = sql('test_count_entries', 'select count(*)::int4 as entries from entries')
  const [{ entries } = { entries: 0 }] = await house.db.read((tx) => tx.run<{ entries: number }>(count))
  for (let n = entries; n < 2 * BLOCK_LEAVES; n++) {
    const { id } = n % 2 === 0 ? eva : ana
    await grantTo(house.db, id, { amount: eur(1_00n), key: newId() }, START + n)
  }
  waiting = (await leaves(bought))[0]!
  await closeDay(house.db, keys, MIDNIGHT - 23 * HOUR)
  await closeDay(house.db, keys, MIDNIGHT + 15 * MINUTE)
  await house.door.listen({ port: 0, host: '127.0.0.1' })
  const { port } = house.door.server.address() as { port: number }
  url = `http://127.0.0.1:${port}`
}, 120_000)
afterAll(async () => {
  rmSync(FOLDER, { recursive: true })
  await owner.close()
  await house.close()
})

async function trade(side: 'buy' | 'sell', shares: string): Promise<OrderId> {
  const id = newId<'order'>()
  const ticket = { id, listing: ABC, side, shares, limit: null, timeInForce: 'day' }
  await house.ask(placeOrder, ticket, { token: ana.token, key: id })
  await house.quote(ABC, 998n, 1_000n)
  return id
}

async function leaves(order: OrderId): Promise<Leaf[]> {
  const { data } = await house.ask(readOrderLeaves, { order }, { token: ana.token })
  return (data as { fills: Leaf[] }).fills
}

const proofOf = async (order: OrderId): Promise<LeafProof> => (await leaves(order))[0]!.proof!

/** The steps that do not hold after a change of the house's rows, which is rolled back. */
async function wrongAfter(change: (tx: Tx) => Promise<unknown>, by: RootKeys = keys): Promise<readonly Step[] | null> {
  let wrong: readonly Step[] | null = null
  const undone = new Error('taken back')
  const { publicKey, rows } = (await house.ask(listDayRoots)).data
  const { line } = rows.find(({ day }: { day: string }) => day === '2026-11-20')
  const written = owner.write(async (tx) => {
    await change(tx)
    const [leaf] = await leavesOf(tx, by, { customer: ana.id, order: bought, now: MIDNIGHT + HOUR })
    wrong = leaf?.proof ? checkLeaves(leaf.proof, { publicKey, line }).wrong : null
    throw undone
  })
  await expect(written).rejects.toBe(undone)
  return wrong
}

const running = (text: string, name: string) => (tx: Tx) => tx.run(sql(name, text))

test('before the root is signed the receipt shows its leaf, and when the root is due', async () => {
  expect(waiting).toMatchObject({ day: '2026-11-20', late: false, proof: null })
  const at = (now: number) => house.db.read((tx) => leavesOf(tx, keys, { customer: ana.id, order: bought, now }))
  expect((await at(MIDNIGHT))[0]?.due).toBe(MIDNIGHT + 15 * MINUTE)
  expect((await leaves(bought))[0]?.leaf).toBe(waiting.leaf)
})

test('a root that is not there half an hour after midnight is late', async () => {
  const lateAt = async (now: number): Promise<boolean | undefined> => {
    let late: boolean | undefined
    await owner
      .write(async (tx) => {
        await tx.run(sql('test_unsign', 'truncate day_roots, day_root_blocks'))
        late = (await leavesOf(tx, keys, { customer: ana.id, order: bought, now }))[0]?.late
        throw new Error('taken back')
      })
      .catch(() => {})
    return late
  }
  expect(await lateAt(MIDNIGHT + 30 * MINUTE)).toBe(false)
  expect(await lateAt(MIDNIGHT + 30 * MINUTE + 1)).toBe(true)
})

test.each(['bought', 'sold'])('the fill and its entries check out (%s)', async (which) => {
  const proof = await proofOf(which === 'bought' ? bought : sold)
  const { publicKey, rows } = (await house.ask(listDayRoots)).data
  const published = rows.find(({ day }: { day: string }) => day === '2026-11-20')
  expect(checkLeaves(proof, { publicKey, line: published.line })).toEqual({ wrong: [], content: contentOf(proof.line) })
  const [fill, ...entries] = proof.rows.map(({ text }) => fieldsOf(text))
  expect(fill).toMatchObject({ row: 'fill', side: which === 'bought' ? 'buy' : 'sell', listing: ABC })
  // Shares, cash and fee of each; a buy in the other currency has its conversion besides.
  expect(entries.length).toBeGreaterThanOrEqual(3)
  for (const entry of entries) expect(entry).toMatchObject({ row: 'entry', customer: ana.id, posting: fill!.posting })
})

test('the day has several blocks, and every fill and entry of it has its own place', async () => {
  const blocks = await house.db.read((tx) => listBlocks(tx, '2026-11-20'))
  expect(blocks).toHaveLength(3)
  const rows = [...(await proofOf(bought)).rows, ...(await proofOf(sold)).rows]
  expect(new Set(rows.map(({ at }) => at)).size).toBe(rows.length)
  expect(rows.map(({ at }) => at)).toContain(2 * BLOCK_LEAVES)
})

test('nobody else reads them, and nobody without an account', async () => {
  const answer = await house.ask(readOrderLeaves, { order: bought }, { token: eva.token })
  expect([answer.status, answer.error]).toEqual([404, 'unknown_order'])
  const { status } = await house.ask(readOrderLeaves, { order: bought })
  expect(status).toBe(401)
})

describe('what the house changes after the day was signed is found by the check', () => {
  test('a fill', async () => {
    expect(await wrongAfter(running('update fills set fee = fee + 1', 'test_change_fills'))).toEqual(['path'])
  })
  test('an entry of the fill', async () => {
    const later = 'update postings set made_at = made_at + 1 where cause_kind = $$order$$'
    expect(await wrongAfter(running(later, 'test_change_entries'))).toEqual(['path'])
  })
  test('a row before it', async () => {
    const moved = 'update postings set made_at = 0 where first = 1'
    expect(await wrongAfter(running(moved, 'test_move_first'))).toEqual(['path'])
  })
  test('the tail of the day is cut off', async () => {
    const cut = 'delete from fills where order_id <> (select min(order_id::text)::uuid from fills)'
    expect(await wrongAfter(running(cut, 'test_cut_tail'))).toEqual(['path'])
  })
  test('another salt', async () => {
    expect(await wrongAfter(() => Promise.resolve(), { ...keys, salts: Buffer.alloc(32) })).toEqual(['path'])
  })
  test('a root of another house, and words in its place', async () => {
    const other = rootKeysOf(Buffer.alloc(32, 9))
    const { line } = await proofOf(bought)
    const foreign = signedLine(other.signing, line.slice(0, line.lastIndexOf(' ')))
    const replacing = (text: string) => (tx: Tx) =>
      tx.run(sql('test_replace_root', 'update day_roots set line = $1 where day = $$2026-11-20$$'), [text])
    expect(await wrongAfter(replacing(foreign))).toEqual(['signature'])
    expect(await wrongAfter(replacing('not a root'))).toEqual(['path', 'signature', 'chain'])
  })
  test('the root before', async () => {
    const gone = 'delete from day_roots where day = $$2026-11-19$$'
    expect(await wrongAfter(running(gone, 'test_delete_before'))).toEqual(['chain'])
  })
})

test('a root without blocks gets them by the job; until then the receipt waits', async () => {
  await owner.write((tx) => tx.run(sql('test_delete_blocks', 'delete from day_root_blocks')))
  const [leaf] = await house.db.read((tx) =>
    leavesOf(tx, keys, { customer: ana.id, order: bought, now: MIDNIGHT + HOUR }),
  )
  expect(leaf).toMatchObject({ proof: null, late: true })
  expect(await checkRoots(house.db, keys, null)).toMatchObject({ wrong: [] })
  const heard: boolean[] = []
  const guard = { now: () => MIDNIGHT + HOUR, mayReveal: () => Promise.resolve(false) }
  const job = closeDays(house.db, keys, guard, openLog('silent'), (isWell) => void heard.push(isWell))
  await expect.poll(() => heard).toEqual([true])
  await job.stop()
  const proof = await proofOf(bought)
  expect(checkLeaves(proof, proof).wrong).toEqual([])
})

test('blocks that are not those of the rows are named', async () => {
  const undone = new Error('taken back')
  const written = owner.write(async (tx) => {
    await tx.run(sql('test_change_block', `update day_root_blocks set hash = repeat('0', 64) where n = 1`))
    expect((await checkRoots({ ...owner, read: (work) => work(tx) }, keys, null)).wrong).toEqual([
      { day: '2026-11-20', differs: '2026-11-20: the stored blocks of its leaves are not those of its rows' },
    ])
    throw undone
  })
  await expect(written).rejects.toBe(undone)
})

describe('npm run check-leaf', () => {
  afterEach(() => {
    process.exitCode = undefined
    vi.restoreAllMocks()
  })

  /** Runs the command on a file. Returns its output and its exit code. */
  async function checked(proof: object, ...more: string[]): Promise<{ output: string; code: unknown }> {
    const file = join(FOLDER, `${newId()}.json`)
    writeFileSync(file, JSON.stringify(proof))
    const lines: string[] = []
    for (const out of ['log', 'error'] as const)
      vi.spyOn(console, out).mockImplementation((line: string) => void lines.push(line))
    await run([file, ...more])
    return { output: lines.join('\n'), code: process.exitCode }
  }

  test('a saved receipt holds by the key that the house publishes', async () => {
    const proof = await proofOf(bought)
    const { output, code } = await checked(proof, '--house', url)
    expect(code).toBe(0)
    expect(output).toContain('It checks out.')
    expect(output).toContain('the key that the house publishes')
    expect(output).toContain(`holds   each leaf leads to the root`)
    expect((await checked(proof)).output).toContain('the key in the file: compare it, or give --house')
  })

  const changed = {
    'a fill': (proof: LeafProof) => rows(proof, (row) => ({ ...row, text: row.text.replace('"buy"', '"sell"') })),
    'a salt': (proof: LeafProof) => rows(proof, (row) => ({ ...row, salt: row.salt.replace(/^./, (c) => (c === '0' ? '1' : '0')) })), // prettier-ignore
    'a way to the root': (proof: LeafProof) => rows(proof, (row) => ({ ...row, path: row.path.slice(1) })),
    'the root before': (proof: LeafProof) => ({ ...proof, before: proof.line }),
    'a root that the house does not publish': (proof: LeafProof) => ({ ...proof, day: '2026-11-23' }),
  }
  test.each(Object.entries(changed))('%s is changed: it does not check out', async (what, change) => {
    const { output, code } = await checked(change(await proofOf(bought)), '--house', url)
    expect(code).toBe(1)
    expect(output).toContain('IT DOES NOT CHECK OUT')
    const named = { 'a fill': 'A ROW DOES NOT GIVE', 'a salt': 'A ROW DOES NOT GIVE', 'a way to the root': 'A LEAF DOES NOT LEAD', 'the root before': 'IT DOES NOT FOLLOW', 'a root that the house does not publish': 'THE HOUSE DID NOT SIGN' }[what] // prettier-ignore
    expect(output).toContain(`DIFFERS ${named}`)
  })

  test('a file of another house, whole in itself, holds by its own key, and not by that of the house', async () => {
    const other = rootKeysOf(Buffer.alloc(32, 9))
    const proof = await proofOf(bought)
    const before = signedLine(other.signing, JSON.stringify(contentOf(proof.before!)))
    const line = signedLine(
      other.signing,
      JSON.stringify({ ...contentOf(proof.line), previous: hash('sha256', before) }),
    )
    const forged = { ...proof, line, before, publicKey: publicKeyOf(other) }
    expect((await checked(forged)).code).toBe(0)
    const { output, code } = await checked(forged, '--house', url)
    expect([code, output]).toEqual([1, expect.stringContaining('DIFFERS THE HOUSE DID NOT SIGN THIS ROOT')])
  })

  test.each([
    ['of something else', '{"some": "thing"}'],
    ['without JSON', 'a receipt'],
  ])('a file %s is refused in one line', (_what, text) => {
    const file = join(FOLDER, 'other.json')
    writeFileSync(file, text)
    expect(() => proofIn(file)).toThrow(/other\.json holds no receipt: save it on the page/)
  })
})

const rows = (proof: LeafProof, change: (row: LeafProof['rows'][number]) => LeafProof['rows'][number]): LeafProof => ({
  ...proof,
  rows: proof.rows.map(change),
})

test('the id of a fill is that of the receipt', async () => {
  const [leaf] = await leaves(bought)
  const id: FillId = leaf!.fill
  expect(fieldsOf(leaf!.proof!.rows[0]!.text)).toMatchObject({ fill: id, order: bought })
})
