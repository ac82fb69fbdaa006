import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { recallWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { insertRestriction } from '../accounts/restrictions.store.ts'
import { newId } from '../base/ids.ts'
import { ABC, START } from '../orders/orders.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { sendApproved } from '../withdrawals/withdrawals.jobs.ts'
import { decide, judge, open, payerIn, submit } from '../withdrawals/withdrawals.testing.ts'
import { restrictCustomer } from './operator.actions.ts'
import { restrict } from './restrictions.testing.ts'

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
  one = await house.seat({ roles: ['treasurer'] })
  two = await house.seat({ roles: ['treasurer', 'support'] })
}

const statusOf = ({ status, error }: CallAnswer): string => (status === 200 ? 'accepted' : (error ?? ''))
const outcomeOf = ({ data }: CallAnswer): string => (data as { outcome: string }).outcome
const stateOf = async ({ token }: TestCustomer, id: string): Promise<string> =>
  (await house.ask(readWithdrawal, { id }, { token })).data.state

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

const recallAs = ({ token }: TestSeat, id: string) => house.ask(recallWithdrawal, { id }, { token, key: newId() })
const send = () => sendApproved(house, house.withdrawals)

describe('money on its way out', () => {
  test('an approved withdrawal goes back to its queue from level 2 on; after the restriction two people release it', async () => {
    const { who, id } = await approvedIn()
    await restrict(house, two, who.id, { level: 2 })
    expect([await stateOf(who, id), await balanceOf(who)]).toEqual(['pending', ['98500.00', '1500.00']])
    house.clock.advance(10 * MINUTE)
    expect(await send()).toBe(0)
    const evidence = (await open(house, one, id)).data
    expect(evidence.checks[0]).toEqual({ check: 'not_restricted', ok: false })
    expect(evidence.people).toEqual({ approve: 2, refuse: 2 })
    expect(evidence.steps.at(-2)).toMatchObject({ step: 'recalled', seat: { number: two.number } })
    const { seen } = evidence
    expect(statusOf(await decide(house, one, { id, seen, opinion: 'approve' }))).toBe('customer_restricted')
    house.clock.advance(HOUR)
    await seatsAnew()
    expect((await judge(house, one, id, 'approve')).data).toMatchObject({ outcome: 'needs_second' })
    expect((await judge(house, two, id, 'approve')).data).toMatchObject({ state: 'approved' })
    expect((await open(house, one, id)).data.checks[0]).toEqual({ check: 'not_restricted', ok: true })
    house.clock.advance(10 * MINUTE)
    expect(await send()).toBe(1)
    const steps = (await house.ask(readWithdrawal, { id }, { token: who.token })).data.steps
    expect(steps.map(({ step }: { step: string }) => step)).toEqual([
      ...['requested', 'held', 'opened', 'approved', 'recalled', 'opened', 'taken_over', 'would_approve'],
      ...['opened', 'approved', 'sent'],
    ])
  })

  test('at level 1 withdrawals are approved and sent', async () => {
    const { who, id } = await approvedIn()
    await restrict(house, two, who.id, { level: 1 })
    house.clock.advance(10 * MINUTE)
    expect([await send(), await stateOf(who, id)]).toEqual([1, 'sent'])
  })

  test('a restricted customer’s withdrawal can be refused, and its amount is free again', async () => {
    const who = await payerIn(house)
    const { id } = (await submit(house, who)).data as { id: string }
    await restrict(house, one, who.id, { level: 3 })
    await judge(house, one, id, 'refuse')
    expect((await judge(house, two, id, 'refuse')).data).toMatchObject({ state: 'refused' })
    expect(await balanceOf(who)).toEqual(['100000.00', '0.00'])
  })

  test('nothing is sent while the account is restricted, even if it is still approved', async () => {
    const { who, id } = await approvedIn()
    const now = house.clock.now()
    const terms = { level: 2, reason: 'court_order', madeAt: now, untilAt: now + HOUR } as const
    const by = { seat: null, role: null, people: null, byCustomer: false }
    await house.db.write((tx) => insertRestriction(tx, { id: newId(), customer: who.id, ...terms, ...by }))
    house.clock.advance(10 * MINUTE)
    expect([await send(), await stateOf(who, id)]).toEqual([0, 'approved'])
    await recallAs(one, await reviewOf(house, id))
  })

  test('the operator stops it too, without a seat', async () => {
    const { who, id } = await approvedIn()
    const now = house.clock.now()
    await restrictCustomer(house, who.id, { level: 2, reason: 'reported_stolen', until: now + HOUR }, now)
    const { steps, state } = (await house.ask(readWithdrawal, { id }, { token: who.token })).data
    expect([state, steps.at(-1)]).toMatchObject(['pending', { step: 'recalled', seat: null }])
    expect((await open(house, two, id)).data.steps.at(-2)).toMatchObject({ step: 'recalled', seat: null })
  })

  test('one seat recalls an approved withdrawal without a restriction, until it is sent; two release it', async () => {
    const { who, id, review } = await approvedIn()
    const own = await house.seat({ roles: ['treasurer'], customer: who.id })
    expect(statusOf(await recallAs(own, review))).toBe('own_account')
    expect((await recallAs(two, review)).data).toEqual({ id: review, state: 'pending' })
    expect((await recallAs(two, review)).data).toEqual({ id: review, state: 'pending' })
    house.clock.advance(10 * MINUTE)
    expect([await send(), await balanceOf(who)]).toEqual([0, ['98500.00', '1500.00']])
    const rows = (await house.ask(listActivity, {}, { token: who.token })).data.rows as { act: string }[]
    expect(rows.filter(({ act }) => act === 'recalled_withdrawal')).toHaveLength(1)
    expect((await judge(house, one, id, 'approve')).data).toMatchObject({ outcome: 'needs_second' })
    expect((await judge(house, two, id, 'approve')).data).toMatchObject({ state: 'approved' })
    house.clock.advance(10 * MINUTE)
    expect(await send()).toBe(1)
    expect(statusOf(await recallAs(one, review))).toBe('withdrawal_sent')
    const refused = (await submit(house, who)).data.id as string
    for (const seat of [one, two]) await judge(house, seat, refused, 'refuse')
    expect(statusOf(await recallAs(one, await reviewOf(house, refused)))).toBe('withdrawal_ended')
  })

  test.each([1, 2, 3, 4])('restrict and send at once: sent, or stopped and held; never both (%s)', async () => {
    const { who, id } = await approvedIn()
    house.clock.advance(10 * MINUTE)
    const [sent, restricted] = await Promise.all([send(), restrict(house, two, who.id)])
    expect(outcomeOf(restricted)).toBe('restricted')
    expect([await stateOf(who, id), await balanceOf(who)]).toEqual(
      sent === 1 ? ['sent', ['98500.00', '0.00']] : ['pending', ['98500.00', '1500.00']],
    )
    expect(await send()).toBe(0)
  })

  test.each([1, 2, 3, 4])('recall and send at once: sent, or stopped and held; never both (%s)', async () => {
    const { who, id, review } = await approvedIn()
    house.clock.advance(10 * MINUTE)
    const [sent, recalled] = await Promise.all([send(), recallAs(two, review)])
    expect(statusOf(recalled)).toBe(sent === 1 ? 'withdrawal_sent' : 'accepted')
    expect([await stateOf(who, id), await balanceOf(who)]).toEqual(
      sent === 1 ? ['sent', ['98500.00', '0.00']] : ['pending', ['98500.00', '1500.00']],
    )
  })
})
