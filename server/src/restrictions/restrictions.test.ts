import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listActivity } from '@lonja/core/audit/audit.contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { recordNumber } from '@lonja/core/base/numbers'
import { cancelBlock } from '@lonja/core/blocks/blocks.contract'
import { blockReview } from '@lonja/core/blocks/blocks.review'
import { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { withdrawApplication } from '@lonja/core/ipo/ipo.contract'
import { cancelLoan } from '@lonja/core/loans/loans.contract'
import { loanRepaymentReview, loanReview } from '@lonja/core/loans/loans.review'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { readOption } from '@lonja/core/options/options.contract'
import { cancelOrder, placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import {
  liftRestriction,
  listRestricted,
  openRestriction,
  restrictAccount,
} from '@lonja/core/restrictions/restrictions.staff.contract'
import { readRun, stopRun } from '@lonja/core/strategies/runs.contract'
import { openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { findRestriction } from '../accounts/restrictions.store.ts'
import { newId } from '../base/ids.ts'
import { enterOne, runOptionRound } from '../options/options.testing.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { borrower, paidOut, repay } from '../loans/loans.testing.ts'
import { startedIn } from '../strategies/strategies.testing.ts'
import { ownerIn, ticketOf } from '../testing/access.owner.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { judge, payerIn, submit } from '../withdrawals/withdrawals.testing.ts'
import { judgeRestriction, liftByTwo, restrict } from './restrictions.testing.ts'

let house: TestHouse
let one: TestSeat
let two: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  house.script.sessions = [{ open: START - HOUR, close: START + 400 * HOUR }]
  await house.quote(ABC, 999n, 1_001n)
})
beforeEach(() => seatsAnew())
afterAll(() => house.close())

/** The sessions of seats end when the clock goes on for hours. */
async function seatsAnew(): Promise<void> {
  one = await house.seat({ roles: ['treasurer'], claimedAt: START })
  two = await house.seat({ roles: ['treasurer', 'support'], claimedAt: START })
}

const statusOf = ({ status, error }: CallAnswer): string => (status === 200 ? 'accepted' : (error ?? ''))
const outcomeOf = ({ data }: CallAnswer): string => (data as { outcome: string }).outcome
const reviewIn = ({ data }: CallAnswer): string => (data as { review: string | null }).review ?? ''
const place = (token: string, more: object = {}) => house.ask(placeOrder, { ...ticketOf(ABC), ...more }, { token })
const levelOf = async ({ id }: TestCustomer): Promise<number | null> =>
  (await house.db.read((tx) => findRestriction(tx, id, house.clock.now())))?.level ?? null
const lift = (customer: CustomerId) => liftByTwo(house, [one, two], customer)

async function balanceOf({ token }: TestCustomer): Promise<[free: string, held: string]> {
  const { data } = await house.ask(readFigures, {}, { token })
  const own = data.byCurrency.find(({ currency }: { currency: string }) => currency === 'EUR')
  return [own.free, own.held]
}

/** A payer with a withdrawal that one seat has approved and nobody has sent. */
async function approvedIn(): Promise<{ who: Awaited<ReturnType<typeof payerIn>>; id: string; review: string }> {
  const who = await payerIn(house)
  const { id } = (await submit(house, who)).data as { id: string }
  expect((await judge(house, one, id, 'approve')).data).toMatchObject({ state: 'approved' })
  return { who, id, review: await reviewOf(house, id) }
}

describe('a restriction', () => {
  test('ends open buys and leaves open sells; the customer reads level, role, reason, end, and what still works', async () => {
    const who = await house.customer()
    const { token } = who
    await place(token, { shares: '2', limit: null })
    await house.quote(ABC, 999n, 1_001n)
    const [buy, sell] = [ticketOf(ABC), { ...ticketOf(ABC), side: 'sell', limit: '99.00' }]
    await house.ask(placeOrder, buy, { token })
    await house.ask(placeOrder, sell, { token })
    const before = await balanceOf(who)
    const restricted = await restrict(house, one, who.id, { level: 1 })
    expect(outcomeOf(restricted)).toBe('restricted')
    const orderOf = async (id: string) => (await house.ask(readOrder, { id }, { token })).data.order
    expect(await orderOf(buy.id)).toMatchObject({ state: 'cancelled', endReason: 'restricted' })
    expect(await orderOf(sell.id)).toMatchObject({ state: 'working' })
    expect(await balanceOf(who)).not.toEqual(before)
    expect((await balanceOf(who))[1]).toBe('0.00')
    const { restriction } = (await house.ask(readProfile, {}, { token })).data
    expect(restriction).toEqual({ level: 1, reason: 'unusual_activity', untilAt: house.clock.now() + HOUR })
    const notices = (await house.ask(listNotices, {}, { token, language: 'en' })).data.data
    const notice = notices.find(({ code }: { code: string }) => code === 'account_restricted')
    expect(notice.body).toContain(`a treasurer (seat ${one.number}): there was unusual activity`)
    expect(notice.body).toContain(
      'No new risk: you cannot buy, subscribe, enter options or ask for a loan; you can sell',
    )
    const ended = notices.find(({ code }: { code: string }) => code === 'order_cancelled')
    expect(ended.body).toContain('because your account is restricted')
    const { rows } = (await house.ask(listActivity, {}, { token })).data
    expect(rows[0]).toMatchObject({ act: 'account_restricted', role: 'treasurer', reason: 'unusual_activity' })
    expect(statusOf(await house.ask(cancelOrder, { id: sell.id }, { token }))).toBe('accepted')
  })

  test('stops a strategy and lets an option go on to its end, and names both before', async () => {
    const who = await house.customer()
    const { token } = who
    const [free] = await balanceOf(who)
    const id = await startedIn(house.db, who.id, house.clock.now())
    const option = (await enterOne(house, who)).data as { id: string; number: string }
    const file = await house.ask(openCustomer, { id: who.id }, { token: two.token })
    expect(file.data.underWay.applications).toEqual([
      { kind: 'option', number: option.number, amount: { amount: '10.00', currency: 'EUR' } },
      { kind: 'run', number: id.slice(-6).toUpperCase(), amount: { amount: '100.00', currency: 'EUR' } },
    ])
    expect((await balanceOf(who))[1]).toBe('110.00')
    expect(outcomeOf(await restrict(house, one, who.id, { level: 1 }))).toBe('restricted')
    expect((await balanceOf(who))[1]).toBe('10.00')
    expect((await house.ask(readRun, { id }, { token })).data).toMatchObject({ state: 'stopped', reason: 'restricted' })
    expect((await house.ask(readOption, { id: option.id }, { token })).data).toMatchObject({ state: 'running' })
    house.clock.advance(2 * MINUTE)
    await runOptionRound(house)
    expect((await house.ask(readOption, { id: option.id }, { token })).data).toMatchObject({ state: 'refunded' })
    expect(await balanceOf(who)).toEqual([free, '0.00'])
  })

  test('ends by itself, to the millisecond; no seat restricts its own account, or without an end', async () => {
    const who = await house.customer()
    const own = await house.seat({ customer: who.id })
    const until = (at: number, { token }: TestSeat) =>
      house.ask(
        restrictAccount,
        { id: newId(), customer: who.id, level: 3, reason: 'court_order', until: at },
        { token },
      )
    const now = house.clock.now()
    expect(statusOf(await until(now + HOUR, own))).toBe('own_account')
    expect(statusOf(await until(now, one))).toBe('until_past')
    expect(statusOf(await until(now + 90 * 24 * HOUR + 1, one))).toBe('until_too_far')
    expect(statusOf(await until(now + HOUR, one))).toBe('accepted')
    house.clock.advance(HOUR - 1)
    expect(statusOf(await place(who.token))).toBe('account_restricted')
    house.clock.advance(1)
    expect(statusOf(await place(who.token))).not.toBe('account_restricted')
  })

  test('beyond 72 hours asks two people; short ones count together; the same review is asked once', async () => {
    const who = await house.customer()
    const answer = await restrict(house, one, who.id, { hours: 73 })
    expect(answer.data).toMatchObject({ outcome: 'asked', review: expect.any(String) })
    expect(await levelOf(who)).toBeNull()
    expect(statusOf(await restrict(house, two, who.id, { hours: 80 }))).toBe('restriction_asked')
    const review = reviewIn(answer)
    const approval = { opinion: 'approve', reason: 'grounds_hold' } as const
    expect(outcomeOf(await judgeRestriction(house, one, review, approval))).toBe('needs_second')
    expect(await levelOf(who)).toBeNull()
    expect(statusOf(await judgeRestriction(house, one, review, approval))).toBe('same_person')
    expect((await judgeRestriction(house, two, review, approval)).data).toMatchObject({ state: 'approved' })
    expect(await levelOf(who)).toBe(2)

    const other = await house.customer()
    expect(outcomeOf(await restrict(house, one, other.id, { hours: 40 }))).toBe('restricted')
    house.clock.advance(40 * HOUR)
    await seatsAnew()
    expect(await levelOf(other)).toBeNull()
    expect(outcomeOf(await restrict(house, two, other.id, { hours: 33 }))).toBe('asked')
    expect(await levelOf(other)).toBeNull()
  })

  test('is not weakened by one person: neither its level nor its end', async () => {
    const who = await house.customer()
    await restrict(house, one, who.id, { level: 2, hours: 10 })
    expect(outcomeOf(await restrict(house, two, who.id, { level: 1, hours: 10 }))).toBe('asked')
    const other = await house.customer()
    await restrict(house, one, other.id, { level: 2, hours: 10 })
    expect(outcomeOf(await restrict(house, two, other.id, { level: 3, hours: 9 }))).toBe('asked')
    expect([await levelOf(who), await levelOf(other)]).toEqual([2, 2])
    const third = await house.customer()
    await restrict(house, one, third.id, { level: 1, hours: 10 })
    expect(outcomeOf(await restrict(house, two, third.id, { level: 3, hours: 10 }))).toBe('restricted')
    expect(await levelOf(third)).toBe(3)
  })

  test('is lifted by two; one refuses; a lifting of one that another replaced changes nothing', async () => {
    const who = await house.customer()
    expect(outcomeOf(await lift(who.id))).toBe('not_restricted')
    await restrict(house, one, who.id)
    const review = reviewIn(await house.ask(liftRestriction, { id: newId(), customer: who.id }, { token: one.token }))
    const approval = { opinion: 'approve', reason: 'grounds_gone' } as const
    await judgeRestriction(house, one, review, approval)
    expect(await levelOf(who)).toBe(2)
    await restrict(house, two, who.id, { level: 3, hours: 2 })
    const { token } = two
    const opened = (await house.ask(openRestriction, { id: review }, { token })).data
    expect(opened).toMatchObject({ act: 'lift', level: 2, inForce: { level: 3 } })
    expect(statusOf(await judgeRestriction(house, two, review, approval))).toBe('restriction_changed')
    const refusal = { opinion: 'refuse', reason: 'grounds_remain' } as const
    expect(outcomeOf(await judgeRestriction(house, two, review, refusal))).toBe('disagreed')
    expect(await levelOf(who)).toBe(3)
    const third = await house.customer()
    await restrict(house, one, third.id)
    expect((await lift(third.id)).data).toMatchObject({ state: 'approved' })
    expect(await levelOf(third)).toBeNull()
    const { rows } = (await house.ask(listActivity, {}, { token: third.token })).data
    expect(rows.map(({ act }: { act: string }) => act)).toContain('account_freed')
  })

  test('takes only reasons that fit, and none that is over by the time of the decision', async () => {
    const who = await house.customer()
    const review = reviewIn(await restrict(house, one, who.id, { hours: 73 }))
    const answer = (reason: string) => judgeRestriction(house, one, review, { opinion: 'approve', reason })
    expect(statusOf(await answer('grounds_gone'))).toBe('unknown_reason')
    house.clock.advance(73 * HOUR)
    await seatsAnew()
    expect(statusOf(await answer('grounds_hold'))).toBe('until_past')
    const refusal = { opinion: 'refuse', reason: 'grounds_missing' } as const
    expect((await judgeRestriction(house, one, review, refusal)).data).toMatchObject({ state: 'refused' })
  })
})

describe('the accounts that are restricted now', () => {
  interface Row {
    readonly customer: string
    readonly untilAt: number
    readonly stopped: number
    readonly review: string | null
  }

  test('are listed masked, the first to end on top, page by page, with what is stopped and what waits', async () => {
    const { token } = await house.seat({ roles: ['support'] })
    const { who } = await approvedIn()
    await restrict(house, one, who.id, { hours: 3 })
    const { review } = (await house.ask(liftRestriction, { id: newId(), customer: who.id }, { token })).data
    const others = [await house.customer(), await house.customer()]
    for (const [n, { id }] of others.entries()) await restrict(house, one, id, { level: 1, hours: 4 + n })
    const page = async (input: object) => (await house.ask(listRestricted, input, { token })).data
    const rows: Row[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const next = await page({ limit: '2', ...(cursor === '' ? {} : { cursor }) })
      rows.push(...next.rows)
      cursor = next.cursor
    }
    expect(rows.map(({ untilAt }) => untilAt)).toEqual(rows.map(({ untilAt }) => untilAt).toSorted((a, b) => a - b))
    expect(new Set(rows.map(({ customer }) => customer)).size).toBe(rows.length)
    const row = rows.find(({ customer }) => customer === who.id)
    const phone = `••••••${who.phone.slice(-3)}`
    const by = { seat: one.number, role: 'treasurer', people: 1 }
    expect(row).toMatchObject({ level: 2, reason: 'unusual_activity', phone, ...by, stopped: 1, review })
    expect(rows.find(({ customer }) => customer === others[0]?.id)).toMatchObject({ stopped: 0, review: null })
    const result = await page({ find: who.id })
    expect(result.rows.map(({ customer }: Row) => customer)).toEqual([who.id])
    for (const part of [who.phone, who.phone.slice(-8), 'Ana']) expect((await page({ find: part })).rows).toEqual([])
    house.clock.advance(3 * HOUR)
    const later = await house.seat({ roles: ['support'] })
    expect((await house.ask(listRestricted, { find: who.id }, { token: later.token })).data.rows).toEqual([])
  })

  test('a customer’s file shows what is under way to those who may restrict', async () => {
    const { who, id } = await approvedIn()
    await house.quote(ABC, 999n, 1_001n)
    expect(statusOf(await place(who.token))).toBe('accepted')
    const fileFor = async (role: 'support' | 'operations') => {
      const { token } = await house.seat({ roles: [role] })
      return (await house.ask(openCustomer, { id: who.id }, { token })).data
    }
    const { underWay } = await fileFor('support')
    expect(underWay).toMatchObject({
      orders: [{ side: 'buy', listing: ABC }],
      withdrawals: [{ id: await reviewOf(house, id), state: 'approved' }],
      deposits: [],
    })
    expect(underWay.applications).toEqual([])
    expect((await fileFor('operations')).underWay).toBeNull()
    expect((await house.ask(openWithdrawal, { id: await reviewOf(house, id) }, { token: one.token })).status).toBe(200)
  })

  test('it shows applications and repayments too, until they have ended', async () => {
    const { token } = await house.seat({ roles: ['support'] })
    const applicationsOf = async (id: CustomerId) =>
      (await house.ask(openCustomer, { id }, { token })).data.underWay.applications as object[]
    const owner = await ownerIn(house)
    expect(await applicationsOf(owner.id)).toEqual([
      { kind: 'ipo', number: expect.any(String), amount: { amount: '1240.00', currency: 'EUR' } },
      { kind: 'block', number: recordNumber(blockReview, owner.block), amount: { amount: '10.01', currency: 'EUR' } },
      { kind: 'loan', number: recordNumber(loanReview, owner.loan), amount: { amount: '120000.00', currency: 'EUR' } },
      { kind: 'run', number: owner.run.slice(-6).toUpperCase(), amount: { amount: '100.00', currency: 'EUR' } },
    ])
    for (const [call, id] of [
      [withdrawApplication, owner.application],
      [cancelBlock, owner.block],
      [cancelLoan, owner.loan],
      [stopRun, owner.run],
    ] as const)
      expect(
        statusOf(
          await house.ask(call, call === stopRun ? { id, sells: false } : { id }, { token: owner.token, key: newId() }),
        ),
      ).toBe('accepted')
    expect(await applicationsOf(owner.id)).toEqual([])

    const who = await borrower(house)
    const loan = await paidOut(house, who)
    expect(await applicationsOf(who.id)).toEqual([])
    const { id } = (await repay(house, who, loan, '500.00')).data as { id: string }
    expect(await applicationsOf(who.id)).toEqual([
      {
        kind: 'loan_repayment',
        number: recordNumber(loanRepaymentReview, id),
        amount: { amount: '500.00', currency: 'EUR' },
      },
    ])
  })
})
