import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { MINUTE } from '@lonja/core/base/instant'
import { readDeposit } from '@lonja/core/deposits/deposits.contract'
import { closeAccount, startOver } from '@lonja/core/leaving.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { cancelOrder } from '@lonja/core/orders/orders.contract'
import { downloadStatement } from '@lonja/core/portfolio/statements.contract'
import { listReversals } from '@lonja/core/reversals/reversals.contract'
import { listDebts, openReversal } from '@lonja/core/reversals/reversals.staff.contract'
import { readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { checkBooks } from '../books.ts'
import { newId } from '../base/ids.ts'
import { listEntriesOf } from '../ledger/entries.store.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import type { CallAnswer } from '../testing/ask.ts'
import type { TestCustomer, TestHouse } from '../testing/house.ts'
import { sendApproved } from '../withdrawals/withdrawals.jobs.ts'
import { judge, payerIn, submit, TRADING } from '../withdrawals/withdrawals.testing.ts'
import {
  askReversal,
  depositIn,
  judgeReversal,
  moneyIn,
  openWithTreasurers,
  placeIn,
  quoteIn,
  reverseByTwo,
  type ReversalRequest,
} from './reversals.testing.ts'

let house: TestHouse
let seats: readonly [TestSeat, TestSeat, TestSeat]
beforeAll(async () => {
  ;({ house, seats } = await openWithTreasurers())
})
afterAll(() => house.close())

const outcomeOf = ({ status, error }: CallAnswer): string => (status === 200 ? 'accepted' : (error ?? ''))
const reverse = (who: TestCustomer, amount: string, request?: ReversalRequest) =>
  reverseByTwo(house, seats, who.id, amount, request)
const broken = () => house.db.read(checkBooks)
const place = (who: TestCustomer, shares: string, more?: object) => placeIn(house, who, shares, more)
const depositedBy = (who: TestCustomer) => depositIn(house, seats[0], who)
const moneyOf = (who: TestCustomer) => moneyIn(house, who)
const quoteAt = (price: bigint) => quoteIn(house, price)

const kindsOf = async ({ token }: TestCustomer): Promise<string[]> => {
  const { rows } = (await house.ask(listEntries, { limit: '100' }, { token })).data
  return (rows as { kind: string }[]).map(({ kind }) => kind)
}

describe('a reversal', () => {
  test('takes back a part of a deposit by two people; the customer reads why, how much and of what', async () => {
    const who = await house.customer()
    const { id, entry } = await depositedBy(who)
    const answer = await askReversal(house, seats[0], who.id, '40.00', { entry, reason: 'payment_missing' })
    const { review, number } = answer.data as { review: string; number: string }
    // Nothing changes before the second approval, and one person cannot give both.
    expect((await judgeReversal(house, seats[1], review, { reason: 'payment_missing' })).data).toMatchObject({
      outcome: 'needs_second',
    })
    expect((await house.ask(openReversal, { id: review }, { token: seats[1].token })).data.onlyLook).toBe('same_person')
    expect(await moneyOf(who)).toMatchObject({ free: '100100.00', paidIn: '100100.00' })
    const { data } = await house.ask(openReversal, { id: review }, { token: seats[2].token })
    expect(data).toMatchObject({
      number,
      amount: { amount: '40.00', currency: 'EUR' },
      credit: { kind: 'deposit', entry, amount: { amount: '100.00', currency: 'EUR' }, reversed: { amount: '0.00' } },
      free: { amount: '100100.00' },
      taken: { amount: '40.00' },
      wouldOwe: { amount: '0.00' },
      people: { approve: 2, refuse: 1 },
      reasons: { approve: [{ code: 'payment_missing' }] },
    })
    expect((await judgeReversal(house, seats[2], review, { reason: 'wrong_amount' })).error).toBe('unknown_reason')
    expect((await judgeReversal(house, seats[2], review, { reason: 'payment_missing' })).data).toMatchObject({
      outcome: 'decided',
      state: 'approved',
    })
    expect(await moneyOf(who)).toMatchObject({ free: '100060.00', owed: '0.00', paidIn: '100060.00' })

    const how = { token: who.token, language: 'en' as const }
    const { rows, owed } = (await house.ask(listReversals, {}, how)).data
    expect([rows.length, owed]).toEqual([1, []])
    expect(rows[0]).toMatchObject({
      number,
      taken: { amount: '40.00' },
      reason: { title: 'The payment never arrived' },
    })
    expect((await house.ask(readDeposit, { id }, how)).data.reversals).toEqual(rows)
    const [notice] = (await house.ask(listNotices, {}, how)).data.data
    expect([notice.code, notice.title]).toEqual(['credit_reversed', 'Credit reversed: €40.00'])
    expect(notice.body).toContain('The payment never arrived.')
    const { rows: acts } = (await house.ask(listActivity, {}, how)).data
    expect(acts.map(({ act }: { act: string }) => act)).toContain('credit_reversed')
    const month = new Date(house.clock.now()).toISOString().slice(0, 7)
    const { file } = (await house.ask(downloadStatement, { month, format: 'csv' }, how)).data
    expect(file.toString()).toMatch(/Credit reversed,EUR,,-40\.00,/)
    // Nobody else has it.
    const other = await house.customer()
    expect((await house.ask(listReversals, {}, { token: other.token })).data.rows).toEqual([])
    expect((await house.ask(listReversals, {}, {})).error).toBe('not_signed_in')
    expect(await broken()).toEqual([])
  })

  test('is refused beyond the credit, of no credit, of one’s own, and by other roles', async () => {
    const who = await house.customer()
    const ask = async (amount: string, request?: ReversalRequest, seat: TestSeat = seats[0]) =>
      outcomeOf(await askReversal(house, seat, who.id, amount, request))
    expect(await ask('100000.01')).toBe('more_than_credited')
    expect(await ask('0.00')).toBe('amount_positive')
    expect(await ask('1.00', { currency: 'USD' })).toBe('another_currency')
    expect(await ask('1.00', { reason: 'payment_missing' })).toBe('reason_of_grants')
    expect(await ask('1.00', { entry: 9 })).toBe('unknown_credit')
    expect(await ask('1.00', {}, await house.seat({ roles: ['treasurer'], customer: who.id }))).toBe('own_account')
    expect(await ask('1.00', {}, await house.seat({ roles: ['support', 'admin'] }))).toBe('not_your_role')
    await place(who, '10')
    expect(await ask('1.00', { entry: 2 })).toBe('unknown_credit')
    // A request that waits for a decision counts, a refused one does not.
    const first = await askReversal(house, seats[0], who.id, '100000.00')
    expect(await ask('0.01')).toBe('credit_reversed')
    const { review } = first.data as { review: string }
    await judgeReversal(house, seats[1], review, { opinion: 'refuse', reason: 'credit_right' })
    expect(await ask('0.01')).toBe('accepted')
  })

  test('leaves a debt, which is paid first from a sale, and stops withdrawals until it is paid', async () => {
    const who = await payerIn(house)
    await place(who, '60000')
    await quoteAt(100n)
    const { free } = await moneyOf(who)
    expect(free).toBe('39940.00')
    const { data } = await submit(house, who, { amount: '100.00' })
    const withdrawal = (data as { id: string }).id
    expect((await judge(house, seats[0], withdrawal, 'approve')).data).toMatchObject({ state: 'approved' })
    expect(outcomeOf(await reverse(who, '100000.00'))).toBe('accepted')
    expect(await moneyOf(who)).toEqual({ free: '0.00', held: '100.00', owed: '60160.00', paidIn: '0.00' })
    const how = { token: who.token, language: 'en' as const }
    const notices = (await house.ask(listNotices, {}, how)).data.data
    expect(notices[0].code).toBe('withdrawal_recalled')
    expect(notices[1].body).toContain('You owe €60,160.00 of it')
    // The approved withdrawal is in its queue again, is not approved, and is not sent.
    expect((await house.ask(readWithdrawal, { id: withdrawal }, how)).data.state).toBe('pending')
    expect(outcomeOf(await judge(house, seats[1], withdrawal, 'approve'))).toBe('customer_owes')
    house.clock.advance(MINUTE)
    expect(await sendApproved(house, house.withdrawals)).toBe(0)
    const refused = await submit(house, who, { amount: '10.00', currency: 'USD' })
    expect([refused.error, refused.msg]).toEqual(['debt_open', expect.stringContaining('€60,160.00')])
    await quoteAt(100n)
    expect(outcomeOf(await place(who, '1'))).toBe('insufficient_balance')
    // Everybody who owes stands in the list, masked, with the time of the reversal.
    const { rows, count } = (await house.ask(listDebts, {}, { token: seats[0].token })).data
    expect([rows.length, count]).toEqual([1, '1'])
    expect(rows[0]).toMatchObject({ customer: who.id, owed: { amount: '60160.00', currency: 'EUR' } })
    expect(rows[0].phone).not.toContain(who.phone)
    expect(await broken()).toEqual([])

    await place(who, '60000', { side: 'sell' })
    await quoteAt(102n)
    // 60,600.00 less the fee of 60.60 pay the debt, and the rest is free.
    expect(await moneyOf(who)).toEqual({ free: '379.40', held: '100.00', owed: '0.00', paidIn: '0.00' })
    expect((await kindsOf(who)).slice(0, 3)).toEqual(['debt_paid', 'fee', 'sell'])
    expect((await house.ask(listDebts, {}, { token: seats[0].token })).data.rows).toEqual([])
    expect(outcomeOf(await submit(house, who, { amount: '379.40' }))).toBe('accepted')
    expect(await broken()).toEqual([])
  })

  test('a debt is paid from a released hold, and lasts beyond starting over; closing writes the rest off', async () => {
    const who = await payerIn(house)
    const order = newId()
    await place(who, '1000', { id: order, limit: '0.50' })
    const held = (await moneyOf(who)).held
    await reverse(who, '100000.00')
    expect(await moneyOf(who)).toMatchObject({ free: '0.00', held, owed: held })
    await house.ask(cancelOrder, { id: order }, { token: who.token })
    expect(await moneyOf(who)).toMatchObject({ free: '0.00', held: '0.00', owed: '0.00' })

    const ben = await payerIn(house)
    await quoteAt(100n)
    expect(outcomeOf(await place(ben, '60000'))).toBe('accepted')
    await quoteAt(100n)
    await reverse(ben, '100000.00')
    await quoteAt(90n)
    // The shares go back at what they cost, which pays all of the debt but the fee; the new grant pays that.
    const begin = newId()
    const started = await house.ask(startOver, { id: begin, password: TRADING }, { token: ben.token, key: begin })
    expect(started.data).toMatchObject({ owed: [{ amount: '60060.00', currency: 'EUR' }] })
    expect(await moneyOf(ben)).toMatchObject({ free: '100000.00', owed: '0.00' })

    const eva = await payerIn(house)
    await quoteAt(100n)
    await place(eva, '60000')
    await quoteAt(100n)
    await quoteAt(50n)
    await place(eva, '60000', { side: 'sell' })
    await quoteAt(50n)
    await reverse(eva, '100000.00')
    const { owed } = await moneyOf(eva)
    expect(owed).not.toBe('0.00')
    const closed = await house.ask(closeAccount, { password: TRADING }, { token: eva.token, key: newId() })
    expect(closed.data).toMatchObject({ owed: [{ amount: owed, currency: 'EUR' }], cash: [] })
    const all = { kind: null, asset: null, cause: null, from: null, to: null, after: null }
    const last = await house.db.read((tx) => listEntriesOf(tx, eva.id, all, 2))
    expect(last.map(({ kind }) => kind)).toEqual(['debt_paid', 'written_off'])
    expect(await broken()).toEqual([])
  })

  test('an account that is closed ends the reversals that wait', async () => {
    const who = await payerIn(house)
    const { data } = await askReversal(house, seats[0], who.id, '5.00')
    await house.ask(closeAccount, { password: TRADING }, { token: who.token, key: newId() })
    const { review } = data as { review: string }
    expect((await house.ask(openReversal, { id: review }, { token: seats[0].token })).data).toMatchObject({
      state: 'cancelled',
      onlyLook: 'review_over',
    })
    expect(outcomeOf(await askReversal(house, seats[0], who.id, '5.00'))).toBe('unknown_customer')
  })
})
