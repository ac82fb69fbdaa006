import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { assert } from '@lonja/core/base/assert'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { openCustomerPosting } from '@lonja/core/customers/entries.staff.contract'
import { listDeposits, readCheckoutLink, readDeposit, submitDeposit } from '@lonja/core/deposits/deposits.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { readKyc, submitKyc } from '@lonja/core/kyc/kyc.contract'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { listQueue } from '@lonja/core/reviews.contract'
import { cancelWithdrawal, readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { MINUTE } from '@lonja/core/base/instant'
import { newId } from '../base/ids.ts'
import { checkBooks } from '../books.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import { sendApproved } from '../withdrawals/withdrawals.jobs.ts'
import { judge, payerIn, submit, type Payer } from '../withdrawals/withdrawals.testing.ts'
import { COINS_SENT, PASSPORT, hashOfDay } from './access.owner.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from './house.ts'

/* Devices of customers make the ids of what they ask for: two customers with the same id are two things. */

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterEach(async () => {
  const broken = await house.db.read(checkBooks)
  assert(broken.length === 0, `the books hold: ${JSON.stringify(broken)}`)
})
afterAll(() => house.close())

const both = async (): Promise<[Payer, Payer]> => [await payerIn(house), await payerIn(house)]
const staff = async () => ({ token: (await house.seat()).token })
const deposit = (who: TestCustomer, id: string, amount: string, hash = hashOfDay()) =>
  house.ask(submitDeposit, { id, ...COINS_SENT, amount, hash }, { token: who.token })
const own = async ({ token }: TestCustomer, id: string) => (await house.ask(readDeposit, { id }, { token })).data

async function decide(who: TestCustomer, id: string, opinion: 'approve' | 'refuse') {
  const by = await staff()
  const review = await reviewOf(house, id, who.id)
  const { seen, customer } = (await house.ask(openDeposit, { id: review }, by)).data
  expect(customer.id).toBe(who.id)
  const reason = opinion === 'approve' ? 'received' : 'not_received'
  return house.ask(decideDeposit, { id: review, seen, opinion, reason }, by)
}

/** The number of acts of staff that a customer reads. */
const views = async ({ token }: TestCustomer): Promise<number> =>
  (await house.ask(listActivity, { which: 'views' }, { token })).data.rows.length

test('deposits: each customer has their own, staff decide each alone, and each is credited its own amount', async () => {
  const [ana, eva] = await both()
  const [id, hash] = [newId(), hashOfDay()]
  const first = await deposit(ana, id, '110.00', hash)
  expect([first.status, (await deposit(eva, id, '220.00')).status]).toEqual([200, 200])
  expect((await deposit(ana, id, '110.00', hash)).data).toEqual(first.data)
  expect((await deposit(ana, id, '111.00')).error).toBe('key_reused')
  expect([(await own(ana, id)).cash.amount, (await own(eva, id)).cash.amount]).toEqual(['100.00', '200.00'])
  const stranger = await house.customer()
  expect((await house.ask(readDeposit, { id }, { token: stranger.token })).error).toBe('unknown_deposit')

  // They have one number, and the search of the queue finds both.
  const { rows } = (await house.ask(listQueue, { find: first.data.number }, await staff())).data
  expect(rows.map((row: { customer: { id: string } }) => row.customer.id).toSorted()).toEqual(
    [ana.id, eva.id].toSorted(),
  )
  expect(new Set(rows.map((row: { number: string }) => row.number))).toEqual(new Set([first.data.number]))

  expect((await decide(ana, id, 'approve')).data).toMatchObject({ state: 'approved' })
  expect([await own(eva, id), await views(eva)]).toMatchObject([{ state: 'pending', steps: [], posting: null }, 0])
  expect((await decide(eva, id, 'refuse')).data).toMatchObject({ state: 'refused' })
  expect([await own(ana, id), await own(eva, id)]).toMatchObject([{ state: 'approved' }, { state: 'refused' }])
  for (const [who, credited] of [
    [ana, ['100.00']],
    [eva, []],
  ] as const) {
    const { token } = who
    const entries = (await house.ask(listEntries, { kind: 'deposit' }, { token })).data.rows
    expect(entries.map((entry: { free: { units: string } }) => entry.free.units)).toEqual(credited)
    expect((await house.ask(listDeposits, {}, { token })).data.rows).toMatchObject([{ id }])
    expect(await views(who)).toBe(1)
  }
})

test('the console links to the review of the customer whose file or posting is open', async () => {
  const [ana, eva] = await both()
  const id = newId()
  for (const who of [ana, eva]) {
    await deposit(who, id, '110.00')
    await decide(who, id, 'approve')
  }
  for (const who of [ana, eva]) {
    const by = await staff()
    const review = await reviewOf(house, id, who.id)
    const { money } = (await house.ask(openCustomer, { id: who.id }, by)).data
    expect(money.deposits).toMatchObject([{ id: review }])
    const posting = String((await own(who, id)).posting)
    const opened = await house.ask(openCustomerPosting, { customer: who.id, posting }, by)
    expect(opened.data).toMatchObject({ cause: id, causeKind: 'deposit', causeReview: review })
  }
})

test('one transaction under one id of two customers is credited once, and each is shown beside the other', async () => {
  const [ana, eva] = await both()
  const [id, hash] = [newId(), hashOfDay()]
  for (const who of [ana, eva]) expect((await deposit(who, id, '110.00', hash)).status).toBe(200)
  const reviews = [await reviewOf(house, id, ana.id), await reviewOf(house, id, eva.id)]
  const { sameHash } = (await house.ask(openDeposit, { id: reviews[0] }, await staff())).data
  expect(sameHash).toMatchObject([{ id: reviews[1], own: false, credited: false }])
  house.clock.advance(20 * MINUTE)
  expect((await decide(ana, id, 'approve')).data).toMatchObject({ state: 'approved' })
  expect((await decide(eva, id, 'approve')).error).toBe('hash_credited')
})

test('a checkout link is open while only another customer has used its id', async () => {
  const [ana, eva] = await both()
  const id = newId()
  await deposit(ana, id, '110.00')
  const answer = await house.ask(readCheckoutLink, { id, amount: '50.00', currency: 'EUR' }, { token: eva.token })
  const { url } = answer.data as { url: string }
  expect((await house.door.inject({ method: 'GET', url })).body).toContain('<form')
  expect((await house.door.inject({ method: 'POST', url })).statusCode).toBe(303)
  expect([(await own(ana, id)).way, (await own(eva, id)).way]).toEqual(['crypto', 'online'])
})

test('withdrawals: each customer has their own, and one is cancelled while the other is sent', async () => {
  const [ana, eva] = await both()
  const id = newId()
  const first = await submit(house, ana, { id, amount: '100.00' })
  expect((await submit(house, eva, { id, amount: '200.00' })).status).toBe(200)
  expect((await submit(house, ana, { id, amount: '100.00' })).data).toEqual(first.data)
  const read = async ({ token }: TestCustomer) => (await house.ask(readWithdrawal, { id }, { token })).data
  expect([(await read(ana)).amount.amount, (await read(eva)).amount.amount]).toEqual(['100.00', '200.00'])
  const seat = await house.seat({ roles: ['treasurer'] })
  expect((await judge(house, seat, await reviewOf(house, id, eva.id), 'approve')).data.outcome).toBe('decided')
  expect([(await read(ana)).steps.length, (await read(eva)).state]).toEqual([2, 'approved'])
  expect((await house.ask(cancelWithdrawal, { id }, { token: ana.token, key: newId() })).status).toBe(200)
  expect([(await read(ana)).state, (await read(eva)).state]).toEqual(['cancelled', 'approved'])
  house.clock.advance(2 * MINUTE)
  expect(await sendApproved(house, house.withdrawals)).toBe(1)
  expect([(await read(ana)).state, (await read(eva)).state]).toEqual(['cancelled', 'sent'])
  const stranger = await house.customer()
  const cancelled = await house.ask(cancelWithdrawal, { id }, { token: stranger.token, key: newId() })
  expect(cancelled.error).toBe('unknown_withdrawal')
})

test('identity checks: each customer has their own, with its own pictures and its own decision', async () => {
  const [ana, eva] = await both()
  const id = newId()
  const names = new Map([[ana.id, 'Ana'], [eva.id, 'Eva']]) // prettier-ignore
  const fronts = new Map<string, string>()
  for (const { id: customer, token } of [ana, eva]) {
    const front = newId()
    fronts.set(customer, front)
    await house.ask(storePicture, { id: front, use: 'kyc' }, { token })
    const form = { id, ...PASSPORT, firstName: names.get(customer), front }
    const answers = [await house.ask(submitKyc, form, { token }), await house.ask(submitKyc, form, { token })]
    expect([answers[0]?.status, answers[1]?.data]).toEqual([200, answers[0]?.data])
  }
  const read = async ({ token }: TestCustomer) => (await house.ask(readKyc, {}, { token })).data
  const judged = async (who: TestCustomer, verdict: object) => {
    const by = await staff()
    const review = await reviewOf(house, id, who.id)
    const shown = (await house.ask(openKyc, { id: review }, by)).data
    expect(shown).toMatchObject({
      id: review,
      firstName: names.get(who.id),
      customer: { id: who.id },
      papers: [{ id: fronts.get(who.id) }],
    })
    for (const { id: picture } of shown.papers)
      await house.ask(viewPicture, { customer: who.id, id: picture }, { ...by, key: newId() })
    const decision = { id: review, seen: shown.seen, repeat: [], ...verdict }
    return house.ask(decideKyc, decision, { ...by, key: newId() })
  }
  const closely = { opinion: 'approve', reason: 'looked_closer', note: 'Both gave one number' }
  expect((await judged(ana, closely)).data.state).toBe('passed')
  expect(await read(eva)).toMatchObject({ state: 'submitted', submission: { steps: [], papers: [{ removeAt: null }] } })
  const unreadable = { opinion: 'refuse', reason: 'paper_unreadable', repeat: ['front'] }
  expect((await judged(eva, unreadable)).data.state).toBe('refused')
  expect([await read(ana), await read(eva)]).toMatchObject([
    { state: 'passed', submission: { firstName: 'Ana', reason: null } },
    { state: 'refused', submission: { firstName: 'Eva', reason: { code: 'paper_unreadable' } } },
  ])
})
