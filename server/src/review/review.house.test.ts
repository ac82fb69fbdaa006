import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '@lonja/core/audit/audit.staff.contract'
import { newId } from '../base/ids.ts'
import { sql } from '../database/db.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { askTerms, openReviewHouse, queues, terms } from './review.testing.ts'
import { recordOf } from './reviewed.testing.ts'

let house: Awaited<ReturnType<typeof openReviewHouse>>
beforeAll(async () => {
  house = await openReviewHouse({ dueMs: 1, limitCents: 1_000_000n, twoPerson: true })
})
afterAll(() => house.close())

const termsReview = (): Promise<string> => askTerms(house)
const open = async (id: string, { token }: TestSeat) => (await house.ask(terms.open, { id }, { token })).data
const decide = async (id: string, { token }: TestSeat, opinion: 'approve' | 'refuse') => {
  const { seen } = await open(id, { token } as TestSeat)
  const reason = opinion === 'approve' ? 'fits' : 'does_not_fit'
  return house.ask(terms.decide, { id, seen, opinion, reason }, { token, key: newId() })
}

test('terms of the house take two people, neither of whom is its owner', async () => {
  const { id: customer } = await house.customer()
  const [one, two] = [
    await house.seat({ roles: ['operations'] }),
    await house.seat({ roles: ['operations'], customer }),
  ]
  const id = await termsReview()
  expect(await open(id, one)).toMatchObject({ review: 'in_review', onlyLook: null, people: { approve: 2, refuse: 2 } })
  expect((await decide(id, one, 'approve')).data).toMatchObject({ outcome: 'needs_second', state: 'in_review' })
  expect(await open(id, one)).toMatchObject({ onlyLook: 'same_person' })
  expect((await decide(id, two, 'approve')).data).toMatchObject({ outcome: 'decided', state: 'approved' })
  expect(house.followed).toEqual([
    ['opened', null],
    ['approved', null],
  ])
})

test('a thing of the house is in its queue without a customer, and in the audit chain of each seat', async () => {
  const seat = await house.seat({ roles: ['operations', 'admin'] })
  const id = await termsReview()
  const { rows } = (await house.ask(queues.listQueue, { kind: 'test_terms' }, { token: seat.token })).data
  expect(rows).toMatchObject([{ id, kind: 'test_terms', customer: null, amount: null, ownAccount: false }])
  expect(rows[0].number).toMatch(/^T-/)
  expect(rows[0].about).toEqual({ act: 'publish', name: `Terms ${await recordOf(house, id)}`, listing: null })
  await open(id, seat)
  const acts = (await house.ask(listAudit, { seat: seat.id }, { token: seat.token })).data.rows
  expect(acts[0]).toMatchObject({
    act: 'viewed_deposit',
    customer: null,
    about: { kind: 'test_terms', id: await recordOf(house, id) },
  })
  const letGo = await house.ask(queues.letGoReview, { id }, { token: seat.token })
  expect(letGo.data).toEqual({ id, held: true })
})

test('the file of its queue says the act and its subject', async () => {
  const seat = await house.seat({ roles: ['operations'] })
  const name = `Terms ${await recordOf(house, await termsReview())}`
  const { body } = await house.door.inject({
    method: 'GET',
    url: `/api/en${queues.exportQueue.path}?kind=test_terms`,
    headers: { token: seat.token },
  })
  const [head, ...lines] = body.replace('\ufeff', '').trim().split('\r\n')
  expect(head).toMatch(/,act,subject$/)
  expect(lines.some((line) => line.endsWith(`,publish,${name}`))).toBe(true)
})

test('a decision on a thing of the house locks the row of the house', async () => {
  const seat = await house.seat({ roles: ['operations'] })
  const id = await termsReview()
  const { seen } = await open(id, seat)
  const hold = sql(
    'test_hold_house',
    "select from customers_lock where customer = '00000000-0000-7000-8000-000000000001' for update",
  )
  const patience = sql('test_impatience', "select set_config('lock_timeout', $1, false)")
  const waitAtMost = (ms: string) =>
    Promise.all(Array.from({ length: 8 }, () => house.db.read((tx) => tx.run(patience, [ms]))))
  await waitAtMost('100')
  await house.db.write(async (tx) => {
    await tx.run(hold)
    for (const [call, input] of [
      [terms.open, { id }],
      [terms.decide, { id, seen, opinion: 'approve', reason: 'fits' }],
      [queues.letGoReview, { id }],
    ] as const)
      expect(await house.ask(call, input, { token: seat.token })).toMatchObject({ error: 'still_running' })
  })
  await waitAtMost('15000')
  expect((await decide(id, seat, 'approve')).data).toMatchObject({ outcome: 'needs_second' })
})
