import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { removePayee } from '@lonja/core/payees/payees.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { listQueue, letGoReview } from '@lonja/core/reviews.contract'
import { changeSeatRoles, confirmSeatChange, endSeat } from '@lonja/core/staff/seats.staff.contract'
import { cancelWithdrawal, readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import pg from 'pg'
import { newId } from '../base/ids.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { sendApproved } from './withdrawals.jobs.ts'
import { decide, judge, open, payerIn, submit, type Payer } from './withdrawals.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'

/** Concurrent acts on the same withdrawal, payee or balance: exactly one result is right. */

let house: TestHouse
let one: TestSeat
let two: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  one = await house.seat({ roles: ['treasurer'] })
  two = await house.seat({ roles: ['treasurer'] })
})
afterAll(() => house.close())

const withdrawal = async (who: Payer, amount = '1500.00'): Promise<string> =>
  (await submit(house, who, { amount })).data.id
const stateOf = async ({ token }: TestCustomer, id: string) =>
  (await house.ask(readWithdrawal, { id }, { token })).data.state
const cancel = ({ token }: TestCustomer, id: string) => house.ask(cancelWithdrawal, { id }, { token, key: newId() })
const outcomeOf = ({ error }: CallAnswer): string => error ?? 'accepted'

async function balanceOf({ token }: TestCustomer): Promise<[free: string, held: string]> {
  const { data } = await house.ask(readFigures, {}, { token })
  const own = data.byCurrency.find(({ currency }: { currency: string }) => currency === 'EUR')
  return [own.free, own.held]
}

test('a payee is removed during a withdrawal to it: either the removal or the withdrawal succeeds', async () => {
  const who = await payerIn(house)
  const remove = () => house.ask(removePayee, { id: who.payee }, { token: who.token, key: newId() })
  const [removed, answer] = await Promise.all([remove(), submit(house, who)])
  const right = [
    ['accepted', 'unknown_payee'],
    ['payee_in_use', 'accepted'],
  ]
  expect(right).toContainEqual([outcomeOf(removed), outcomeOf(answer)])
})

test('20 withdrawals of the whole balance at once: one succeeds', { timeout: 60_000 }, async () => {
  const who = await payerIn(house)
  // All passwords are right, so none of the attempts is one too many.
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(house, who, { amount: '100000.00' })))
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  const others = new Set(answers.filter(({ status }) => status !== 200).map(outcomeOf))
  expect([...others].filter((error) => error !== 'insufficient_balance')).toEqual([])
  expect(await balanceOf(who)).toEqual(['0.00', '100000.00'])
})

test('the same form sent 5 times at once is one withdrawal', async () => {
  const who = await payerIn(house)
  const id = newId()
  const answers = await Promise.all(Array.from({ length: 5 }, () => submit(house, who, { id })))
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(await balanceOf(who)).toEqual(['98500.00', '1500.00'])
})

test.each([1, 2, 3, 4, 5])('approve and cancel at once: it is cancelled, and the amount is free (%s)', async () => {
  const who = await payerIn(house)
  const id = await withdrawal(who)
  const { seen } = (await open(house, one, id)).data
  const [approved, cancelled] = await Promise.all([
    decide(house, one, { id, seen, opinion: 'approve' }),
    cancel(who, id),
  ])
  expect([['accepted', 'review_over'].includes(outcomeOf(approved)), outcomeOf(cancelled)]).toEqual([true, 'accepted'])
  expect([await stateOf(who, id), await balanceOf(who)]).toEqual(['cancelled', ['100000.00', '0.00']])
  house.clock.advance(MINUTE)
  expect(await sendApproved(house, house.withdrawals)).toBe(0)
})

test.each([1, 2, 3])('send and cancel at once: whichever came first, and the money is in one place (%s)', async () => {
  const who = await payerIn(house)
  const id = await withdrawal(who)
  await judge(house, one, id, 'approve')
  house.clock.advance(MINUTE)
  const [sent, cancelled] = await Promise.all([sendApproved(house, house.withdrawals), cancel(who, id)])
  expect([sent, outcomeOf(cancelled)]).toEqual(sent === 1 ? [1, 'withdrawal_sent'] : [0, 'accepted'])
  expect(await balanceOf(who)).toEqual(sent === 1 ? ['98500.00', '0.00'] : ['100000.00', '0.00'])
})

test('three senders at once send it once', async () => {
  const who = await payerIn(house)
  const id = await withdrawal(who)
  await judge(house, one, id, 'approve')
  house.clock.advance(MINUTE)
  const sent = await Promise.all([1, 2, 3].map(() => sendApproved(house, house.withdrawals)))
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect([await stateOf(who, id), await balanceOf(who)]).toEqual(['sent', ['98500.00', '0.00']])
})

test('approve twice, at once and after: one decision', async () => {
  const who = await payerIn(house)
  const id = await withdrawal(who)
  const { seen } = (await open(house, one, id)).data
  const twice = await Promise.all([1, 2].map(() => decide(house, one, { id, seen, opinion: 'approve' })))
  expect(twice.map(outcomeOf).toSorted()).toEqual(['accepted', 'review_over'])
  expect(outcomeOf(await decide(house, one, { id, seen, opinion: 'approve' }))).toBe('review_over')
})

test('of two seats at once one holds it, the other looks; after 15 idle minutes it may be taken over', async () => {
  const who = await payerIn(house)
  const id = await withdrawal(who)
  const opened = await Promise.all([open(house, one, id), open(house, two, id)])
  expect(opened.map(({ data }) => data.onlyLook).toSorted()).toEqual(['held_by_another', null])
  const [holder, other] = opened[0]?.data.onlyLook === null ? [one, two] : [two, one]
  const { seen } = opened[0].data
  expect(outcomeOf(await decide(house, other, { id, seen, opinion: 'approve' }))).toBe('not_held')
  house.clock.advance(15 * MINUTE - 1)
  expect((await open(house, other, id)).data).toMatchObject({ onlyLook: 'held_by_another', holder: { silent: false } })
  house.clock.advance(1)
  expect((await open(house, other, id)).data).toMatchObject({ onlyLook: null, holder: { own: true } })
  const both = await Promise.all([holder, other].map((seat) => decide(house, seat, { id, seen, opinion: 'approve' })))
  // In either order the former holder is refused: it no longer holds the review, or the review is over.
  expect([both.map(outcomeOf)[1], ['not_held', 'review_over'].includes(both.map(outcomeOf)[0] ?? '')]).toEqual([
    'accepted',
    true,
  ])
  await house.seat() // The clock has moved on, and sessions of seats end early.
})

test('a review that a seat gives back can be opened by the next one', async () => {
  const [first, second] = [await house.seat(), await house.seat()]
  const who = await payerIn(house)
  const id = await withdrawal(who)
  await open(house, first, id)
  const review = await reviewOf(house, id)
  const letGo = (seat: TestSeat) => house.ask(letGoReview, { id: review }, { token: seat.token })
  expect([(await letGo(second)).data.held, (await letGo(first)).data.held, (await letGo(first)).data.held]).toEqual([
    ...[false, true, false],
  ])
  expect((await open(house, second, id)).data.onlyLook).toBeNull()
})

describe('nobody decides', () => {
  test('the own account, neither as the first nor as the second', async () => {
    const who = await payerIn(house)
    const [own, other] = [await house.seat({ customer: who.id }), await house.seat()]
    const id = await withdrawal(who)
    const looked = (await open(house, own, id)).data
    expect(looked.onlyLook).toBe('own_account')
    expect(outcomeOf(await decide(house, own, { id, seen: looked.seen, opinion: 'approve' }))).toBe('own_account')
    await judge(house, other, id, 'refuse')
    expect(outcomeOf(await judge(house, own, id, 'refuse'))).toBe('own_account')
    const rows = (await house.ask(listQueue, { kind: 'withdrawal' }, { token: own.token })).data.rows
    const review = await reviewOf(house, id)
    expect(rows.find((row: { id: string }) => row.id === review)).toMatchObject({ ownAccount: true })
  })

  test('as the second person, having been the first', async () => {
    const [first] = [await house.seat(), await house.seat()]
    const who = await payerIn(house)
    const id = await withdrawal(who)
    await judge(house, first, id, 'refuse')
    expect((await open(house, first, id)).data.onlyLook).toBe('same_person')
    expect(outcomeOf(await judge(house, first, id, 'refuse'))).toBe('same_person')
    expect(outcomeOf(await judge(house, first, id, 'approve'))).toBe('same_person')
    expect(await stateOf(who, id)).toBe('in_review')
  })

  test('a payload that changed since it was seen, or since it was submitted', async () => {
    const seat = await house.seat()
    const who = await payerIn(house)
    const id = await withdrawal(who)
    const { seen } = (await open(house, seat, id)).data
    expect(outcomeOf(await decide(house, seat, { id, seen: 'a'.repeat(64), opinion: 'approve' }))).toBe(
      'payload_changed',
    )
    const owner = new pg.Client({ connectionString: house.ownerUrl })
    await owner.connect()
    // No call changes a payee or a withdrawal, and the server's role may not. Only the owner of the tables can.
    await owner.query('update payees set iban = $2 where id = $1', [who.payee, 'ES7921000813610123456789'])
    expect(outcomeOf(await decide(house, seat, { id, seen, opinion: 'approve' }))).toBe('payload_changed')
    await owner.query('update payees set iban = $2 where id = $1', [who.payee, 'ES9121000418450200051332'])
    await owner.end()
    expect(outcomeOf(await decide(house, seat, { id, seen, opinion: 'approve' }))).toBe('accepted')
  })
})

describe('an opinion counts as long as its seat', () => {
  /** One admin proposes a change of a seat, and another confirms it. */
  const changed = async (admin: TestSeat, call: typeof endSeat | typeof changeSeatRoles, input: object) => {
    const { change: id } = (await house.ask(call, input, { token: admin.token, key: newId() })).data
    const { token } = await house.seat({ roles: ['admin'] })
    return house.ask(confirmSeatChange, { id }, { token, key: newId() })
  }
  const end = (admin: TestSeat, { id }: TestSeat) => changed(admin, endSeat, { id })
  const seats = () => Promise.all(Array.from({ length: 4 }, () => house.seat()))

  test('ended before the second decides: a new round needs two others, and the queue says so', async () => {
    const [first, second, third, admin] = (await seats()) as [TestSeat, TestSeat, TestSeat, TestSeat]
    const who = await payerIn(house)
    const id = await withdrawal(who, '20000.00')
    await judge(house, first, id, 'approve')
    const countOfQueue = async () => {
      const { rows } = (await house.ask(listQueue, { kind: 'withdrawal' }, { token: admin.token })).data
      const review = await reviewOf(house, id)
      return rows.find((row: { id: string }) => row.id === review).opinions.length
    }
    expect(await countOfQueue()).toBe(1)
    // The second seat has the review open, and has read that another person approved it.
    const { seen } = (await open(house, second, id)).data
    await end(admin, first)
    expect(await countOfQueue()).toBe(0)
    expect((await decide(house, second, { id, seen, opinion: 'approve' })).data.outcome).toBe('needs_second')
    expect(await stateOf(who, id)).toBe('in_review')
    expect(await countOfQueue()).toBe(1)
    expect((await judge(house, third, id, 'approve')).data).toMatchObject({ outcome: 'decided', state: 'approved' })
  })

  test('ended after the second has decided: it is decided', async () => {
    const [first, second, , admin] = (await seats()) as [TestSeat, TestSeat, TestSeat, TestSeat]
    const who = await payerIn(house)
    const id = await withdrawal(who)
    for (const seat of [first, second]) await judge(house, seat, id, 'refuse')
    await end(admin, first)
    expect(await stateOf(who, id)).toBe('refused')
  })

  test('without the role that decides it: like a seat that has ended', async () => {
    const [first, second, third, admin] = (await seats()) as [TestSeat, TestSeat, TestSeat, TestSeat]
    const id = await withdrawal(await payerIn(house))
    await judge(house, first, id, 'refuse')
    await changed(admin, changeSeatRoles, { id: first.id, roles: ['support'] })
    expect((await judge(house, second, id, 'approve')).data.outcome).toBe('needs_second')
    expect((await judge(house, third, id, 'approve')).data.outcome).toBe('decided')
  })

  test('two seats that name the same account as their own are one person', async () => {
    const { id: customer } = await house.customer()
    const [first, second] = [await house.seat({ customer }), await house.seat({ customer })]
    const id = await withdrawal(await payerIn(house))
    await judge(house, first, id, 'refuse')
    expect((await open(house, second, id)).data.onlyLook).toBe('same_person')
    expect(outcomeOf(await judge(house, second, id, 'refuse'))).toBe('same_person')
  })

  test.each([1, 2, 3])('ended while the second decides: it is decided, or waits for another (%s)', async () => {
    const [first, second, third, admin] = (await seats()) as [TestSeat, TestSeat, TestSeat, TestSeat]
    const who = await payerIn(house)
    const id = await withdrawal(who)
    await judge(house, first, id, 'refuse')
    const { seen } = (await open(house, second, id)).data
    const [ended, decided] = await Promise.all([
      end(admin, first),
      decide(house, second, { id, seen, opinion: 'refuse' }),
    ])
    expect(ended.status).toBe(200)
    const { outcome } = decided.data
    expect(await stateOf(who, id)).toBe(outcome === 'decided' ? 'refused' : 'in_review')
    if (outcome === 'needs_second') await judge(house, third, id, 'refuse')
    expect([await stateOf(who, id), (await balanceOf(who))[1]]).toEqual(['refused', '0.00'])
  })
})

test('one person decides if the house allows it and has a single seat; with a second seat two do', async () => {
  const small = await openTestHouse({
    payingOut: { review: { dueMs: 48 * 3_600_000, limitCents: 1_000_000n, twoPerson: false } },
  })
  const alone = await small.seat()
  const who = await payerIn(small)
  const [first, second] = [
    (await submit(small, who)).data.id,
    (await submit(small, who, { amount: '20000.00' })).data.id,
  ]
  expect((await small.ask(readWithdrawal, { id: first }, { token: who.token })).data).toMatchObject({
    onePerson: true,
    people: { approve: 1, refuse: 1 },
  })
  expect((await judge(small, alone, first, 'refuse')).data).toMatchObject({ outcome: 'decided', state: 'refused' })
  small.clock.advance(SECOND)
  await small.seat()
  expect((await judge(small, alone, second, 'approve')).data.outcome).toBe('needs_second')
  await small.close()
})
