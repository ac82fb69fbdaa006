import { REVIEW_KINDS } from '@lonja/core/lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { LANGUAGES, type Language } from '@lonja/core/base/language'
import { recordNumber } from '@lonja/core/base/numbers'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { kycReview } from '@lonja/core/kyc/kyc.review'
import { countQueues, listQueue } from '@lonja/core/reviews.contract'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { sql } from '../database/db.ts'
import { CATALOGUES } from '../base/texts.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { openReview } from './review.actions.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

test('every reason has a title and a next step in every language, and there are no others', () => {
  const expected = REVIEW_KINDS.flatMap(({ name, reasons }) =>
    [...reasons.approve, ...reasons.refuse].flatMap((code) => [`${name}.${code}.title`, `${name}.${code}.next`]),
  )
  // Staff cannot choose this reason: an identity check ends with it when its customer closes the account.
  expected.push('kyc.account_closed.title', 'kyc.account_closed.next')
  for (const language of LANGUAGES) expect([language, reasonsIn(language)]).toEqual([language, expected.toSorted()])
})

/** The reasons of the house. Another file of this process may have made a kind for its tests. */
const reasonsIn = (language: Language): string[] =>
  Object.keys(CATALOGUES[language].reviews)
    .filter((name) => !name.startsWith('test_'))
    .toSorted()

test('the database knows the kinds of the house, and no other', async () => {
  const definition = sql(
    'test_review_kinds',
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'known' and contypid = 'review_kind'::regtype",
  )
  const [row] = await house.db.read((tx) => tx.run<{ text: string }>(definition))
  const known = [...(row?.text ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name)
  expect(known.toSorted()).toEqual(REVIEW_KINDS.map(({ name }) => name).toSorted())
})

test('a queue is read page by page, the first due first, each once; masked, and by the roles that decide it', async () => {
  const { id: customer } = await house.customer()
  const now = house.clock.now()
  const reviews: string[] = []
  await writeFor(house.db, customer, async (tx) => {
    for (let n = 0; n < 120; n += 1) {
      const record = newId()
      // Two reviews are due at each instant. The order is still total.
      const dueAt = now + 1_000 - Math.floor(n / 2)
      const kind = n % 3 === 0 ? kycReview : depositReview
      const amount = kind === kycReview ? null : eur(1_000n)
      const request = { record, customer, amount, eurCents: amount?.units ?? null, at: 1, dueAt }
      reviews.push(await openReview(tx, kind, { ...request, payload: { record } }))
    }
  })
  const seat = await house.seat()
  const pageAfter = async (cursor: string | null, more: object = {}) =>
    (await house.ask(listQueue, { ...more, ...(cursor === null ? {} : { cursor }) }, { token: seat.token })).data
  const pages = [await pageAfter(null)]
  while (pages.at(-1).cursor !== null) pages.push(await pageAfter(pages.at(-1).cursor))
  expect(pages.map(({ rows }) => rows.length)).toEqual([50, 50, 20])
  interface Row {
    readonly id: string
    readonly dueAt: number
  }
  const rows: Row[] = pages.flatMap((page) => page.rows as Row[])
  expect(rows.map(({ id }) => id).toSorted()).toEqual(reviews.toSorted())
  expect(rows.every(({ dueAt }, at) => at === 0 || dueAt >= (rows[at - 1]?.dueAt ?? 0))).toBe(true)
  expect(pages[0].rows[0].customer.phone).toMatch(/^•+\d{3}$/)
  const reviewer = await house.seat({ roles: ['reviewer'] })
  const own = (await house.ask(listQueue, {}, { token: reviewer.token })).data.rows as { kind: string }[]
  expect([own.length, new Set(own.map(({ kind }) => kind))]).toEqual([40, new Set(['kyc'])])
  expect((await house.ask(listQueue, { kind: 'deposit' }, { token: reviewer.token })).error).toBe('not_your_role')
  house.clock.advance(1_001)
  const counts = (await house.ask(countQueues, {}, { token: reviewer.token })).data.rows
  expect(counts).toMatchObject([
    { kind: 'block', waiting: 0, late: 0, second: 0 },
    { kind: 'kyc', waiting: 40, late: 40, second: 0 },
    { kind: 'restriction', waiting: 0, late: 0, second: 0 },
  ])
})

test('a queue is searched by a whole record number, however written, open or over, and by no part of one', async () => {
  const { id: customer, phone } = await house.customer()
  const seat = await house.seat({ roles: ['treasurer'] })
  const records = { deposit: newId(), withdrawal: newId() }
  const reviews = { deposit: '', withdrawal: '' }
  const at = house.clock.now()
  await writeFor(house.db, customer, async (tx) => {
    for (const kind of [depositReview, withdrawalReview]) {
      const [record, amount] = [records[kind.name], eur(1_000n)]
      const request = { record, customer, amount, eurCents: 1_000n, at, dueAt: at + 1 }
      reviews[kind.name] = await openReview(tx, kind, { ...request, payload: { record } })
    }
  })
  const search = async (find: string, more: object = {}) => {
    const { data } = await house.ask(listQueue, { find, ...more }, { token: seat.token })
    return (data.rows as { id: string; number: string }[]).map(({ id }) => id)
  }
  const [deposit, withdrawal] = [
    recordNumber(depositReview, records.deposit),
    recordNumber(withdrawalReview, records.withdrawal),
  ]
  for (const written of [deposit, deposit.toLowerCase(), deposit.slice(2), records.deposit])
    expect([written, await search(written, { kind: 'deposit' })]).toEqual([written, [reviews.deposit]])
  for (const written of [withdrawal, withdrawal.slice(2).replace('-', ' ')])
    expect([written, await search(written)]).toEqual([written, [reviews.withdrawal]])
  for (const part of [
    'García',
    '%',
    phone,
    phone.slice(-6),
    deposit.slice(0, -1),
    deposit.slice(3),
    withdrawal.slice(-4),
  ])
    expect([part, await search(part)]).toEqual([part, []])
  expect(await search(deposit.replace('D', 'K'))).toEqual([])
  // A number is found whatever state is shown, and the row says its own.
  expect(await search(deposit, { state: 'approved' })).toEqual([reviews.deposit])
})
