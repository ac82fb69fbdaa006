import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import type { Write } from '@lonja/core/base/contract'
import { listActionFiles, readActionFile } from '@lonja/core/news/actions.contract'
import { previewActions, proposeActions } from '@lonja/core/news/actions.staff.contract'
import { decidePublication, openPublication } from '@lonja/core/news/publications.staff.contract'
import { newId } from '../base/ids.ts'
import { announcements } from '../market/market.announced.ts'
import { marketFor } from '../market/market.quotes.ts'
import { openGuard } from '../market/market.guard.ts'
import { openLog } from '../base/log.ts'
import { scriptedSource } from '../orders/orders.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { openDb, sql } from '../database/db.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { listActionFileRows } from './action-files.store.ts'
import { checkActionFiles } from './action-files.verify.ts'
import { ACTION_FILE, actionFile } from './news.testing.ts'

/** Files of corporate actions: one seat proposes them with their public source, another confirms them, then all read them. */

let house: TestHouse
let one: TestSeat
let two: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  ;[one, two] = [await house.seat({ roles: ['operations'] }), await house.seat({ roles: ['operations'] })]
})
afterAll(() => house.close())

const SOURCE = 'https://www.example.org/dividends?year=2027'
const outcomeOf = ({ error }: CallAnswer): string => error ?? 'accepted'
const ask = (call: Write, input: object, { token }: Pick<TestSeat, 'token'>, of = house) =>
  of.ask(call, input, call.key === 'header' ? { token, key: newId() } : { token })
const propose = (file: string, by = one, source = SOURCE) => ask(proposeActions, { id: newId(), source, file }, by)
const open = async (id: string, by: TestSeat) => (await ask(openPublication, { id }, by)).data
async function decide(id: string, by: TestSeat, opinion: 'approve' | 'refuse' = 'approve') {
  const { seen } = await open(id, by)
  const reason = opinion === 'approve' ? 'source_compared' : 'text_wrong'
  return ask(decidePublication, { id, seen, opinion, reason }, by)
}
const listed = async () => (await house.ask(listActionFiles, {})).data.rows
const hashOf = (file: string) => createHash('sha256').update(Buffer.from(file, 'base64')).digest('hex')

test('a file is public when a second seat confirms it: hash, source, roles, rows, and byte for byte', async () => {
  const { review, sha256 } = (await propose(ACTION_FILE)).data
  expect(sha256).toBe(hashOf(ACTION_FILE))
  expect(await listed()).toEqual([])
  expect((await open(review, one)).onlyLook).toBe('same_person')
  const shown = await open(review, two)
  expect(shown).toMatchObject({
    what: 'actions',
    count: null,
    texts: [],
    actions: { source: SOURCE, sha256, fault: null, rows: [{ line: 2, what: 'announce', listing: 'XNYS:ABC' }] },
    reasons: { approve: [{ code: 'source_compared' }] },
  })
  house.clock.advance(1_000)
  expect((await decide(review, two)).data).toMatchObject({ outcome: 'decided', state: 'approved' })
  const [file] = await listed()
  expect(file).toMatchObject({
    announcedAt: house.clock.now(),
    roles: ['operations', 'operations'],
    source: SOURCE,
    sha256,
    rows: [{ kind: 'dividend', exDay: '2027-06-15', amount: '0.25', currency: 'USD', withdrawnAt: null }],
  })
  expect(await house.ask(readActionFile, { id: file.id })).toMatchObject({ data: { content: ACTION_FILE } })
  // The decided publication shows its rows as they were announced, not as a second file of the same would be read.
  expect((await open(review, two)).actions).toMatchObject({ fault: null, rows: [{ line: 2 }] })
  const { token } = await house.seat({ roles: ['admin'] })
  const acts = (await house.ask(listAudit, { seat: two.id }, { token })).data.rows
  expect(acts[1]).toMatchObject({ act: 'actions_announced', detail: { sha256, source: SOURCE } })
})

test('the same action is not announced twice; a later file withdraws it in public, and announces it anew', async () => {
  expect(outcomeOf(await propose(ACTION_FILE))).toBe('actions_broken')
  const rows = 'withdraw,dividend,\n2027-06-15,ABC,dividend,0.30,USD'
  await decide((await propose(actionFile(rows))).data.review, two)
  const [newest, oldest] = await listed()
  expect(newest.rows.map(({ what }: { what: string }) => what)).toEqual(['withdraw', 'announce'])
  expect(oldest.rows[0].withdrawnAt).toBe(newest.announcedAt)
  const files = await house.db.read((tx) => listActionFileRows(tx, 0))
  expect(files.map(({ seats }) => seats)).toEqual([2, 2])
  expect(announcements(files).all.filter(({ withdrawn }) => withdrawn === null)).toMatchObject([
    { action: { amount: 3_000n } },
  ])
})

const FORGED = "convert_to('date,listing,kind,value,currency' || chr(10) || '2027-06-15,ABC,dividend,9,USD', 'UTF8')"
const OLDEST = "(select id from publications where what = 'actions' order by made_at limit 1)"

test.each<[string, string, string, RegExp]>([
  [
    'other bytes, with their hash',
    'test_forge_file',
    `update publications set file = ${FORGED}, file_sha256 = encode(sha256(${FORGED}), 'hex') where id = ${OLDEST}`,
    /^its hash is [0-9a-f]{64}, and [0-9a-f]{64} was announced/,
  ],
  [
    'a file that its seats never confirmed',
    'test_forge_steps',
    `delete from review_steps using reviews r where review = r.id and r.record = ${OLDEST}`,
    /confirmed by 0 seats/,
  ],
  [
    'a confirmation that was dated back',
    'test_forge_end',
    `update reviews set ended_at = ended_at - 1 where record = ${OLDEST}`,
    /^its hash is/,
  ],
])('the check finds %s', async (_what, name, statement, differs) => {
  const owner = openDb(house.ownerUrl, { max: 1 })
  const undone = new Error('taken back')
  expect(await checkActionFiles(house.db)).toEqual([])
  let differences: string[] = []
  const work = owner.write(async (tx) => {
    await tx.run(sql(name, statement), [])
    const breaches = await checkActionFiles({ ...owner, read: (ask) => ask(tx) })
    differences = breaches.flatMap(({ rows }) => rows.map((row) => row.differs))
    throw undone
  })
  await expect(work).rejects.toBe(undone)
  await owner.close()
  expect(differences).toContainEqual(expect.stringMatching(differs))
})

test('an error is named by its line; nothing of the file is proposed', async () => {
  const file = actionFile('split,4:1,\n2027-06-16,ABC,merger,1:1,')
  const answer = await propose(file)
  expect([answer.error, answer.fields?.[0]?.field]).toEqual(['actions_broken', 'file'])
  expect(answer.msg).toContain('3')
  const shown = (await house.ask(previewActions, { file }, { token: one.token })).data
  expect(shown).toEqual({
    sha256: hashOf(file),
    rows: [],
    fault: { line: 3, fault: 'kind', blanks: [{ name: 'text', text: 'merger' }] },
  })
  const good = (await house.ask(previewActions, { file: actionFile('split,4:1,') }, { token: one.token })).data
  expect(good.rows).toMatchObject([{ kind: 'split', ratio: { from: '1', to: '4' } }])
})

test('a source has an address of the web, and the file is no other text', async () => {
  for (const source of ['http://www.example.org/', 'the newspaper', 'https://example', 'https://a b.org/'])
    expect([source, outcomeOf(await propose(actionFile('split,4:1,'), one, source))]).toEqual([source, 'bad_input'])
  expect(outcomeOf(await propose('not base64!'))).toBe('bad_input')
})

test('a row that was in time when it was proposed is refused if it is confirmed too late', async () => {
  const own = await openTestHouse({ start: Date.parse('2026-11-23T04:59:00Z') })
  const [first, second] = [await own.seat({ roles: ['operations'] }), await own.seat({ roles: ['operations'] })]
  const input = () => ({ id: newId(), source: SOURCE, file: actionFile('dividend,1,USD', '2026-11-24') })
  const { review } = (await ask(proposeActions, input(), first, own)).data
  own.clock.advance(Date.parse('2026-11-23T05:00:00.001Z') - own.clock.now())
  const shown = (await ask(openPublication, { id: review }, second, own)).data
  expect(shown.actions).toMatchObject({ rows: [], fault: { line: 2 } })
  const judge = (opinion: string, reason: string) =>
    ask(decidePublication, { id: review, seen: shown.seen, opinion, reason }, second, own)
  const answer = await judge('approve', 'source_compared')
  expect(answer).toMatchObject({ error: 'actions_broken', detail: { line: '2', fault: 'too_late' } })
  expect((await own.ask(listActionFiles, {})).data.rows).toEqual([])
  expect(outcomeOf(await ask(proposeActions, input(), first, own))).toBe('actions_broken')
  expect(outcomeOf(await judge('refuse', 'text_wrong'))).toBe('accepted')
  await own.close()
})

test('a market with actions of its own takes none, and neither does a house of one person', async () => {
  const replay = await openTestHouse({
    market: (db, clock) => {
      const guard = openGuard({ db, clock, log: openLog('silent'), hasSeeds: false })
      const market = marketFor({ ...scriptedSource(guard).source, actionsBy: () => [] }, guard)
      const opening = { openedAt: 0, source: 'replay', hours: 'exchange', practice: null, replay: null, feed: null } as const // prettier-ignore
      return Promise.resolve({ market, guard, opening, seeds: null, pauses: null, feed: null, takeListings: null })
    },
  })
  const input = { id: newId(), source: SOURCE, file: ACTION_FILE }
  expect(outcomeOf(await ask(proposeActions, input, await replay.seat(), replay))).toBe('actions_elsewhere')
  await replay.close()
  const own = await openTestHouse({ payingOut: { review: { dueMs: 1, limitCents: 1n, twoPerson: false } } })
  expect(outcomeOf(await ask(proposeActions, input, await own.seat(), own))).toBe('actions_need_second')
  expect((await own.ask(listActionFiles, {})).data.rows).toEqual([])
  await own.close()
})
