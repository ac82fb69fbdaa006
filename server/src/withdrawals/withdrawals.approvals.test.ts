import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { eur } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import { cancelWithdrawal, readWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { saveKyc } from '../accounts/accounts.store.ts'
import { grantTo } from '../accounts/operator.actions.ts'
import { newId } from '../base/ids.ts'
import { verifyBooks } from '../books.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { judge, open, payerIn, submit, type Payer } from './withdrawals.testing.ts'

/** The seats that may approve a withdrawal, for which reasons, and how long an approval counts. */

const DAY = 24 * HOUR
let house: TestHouse
let one: TestSeat
let two: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  one = await house.seat({ roles: ['treasurer'] })
  two = await house.seat({ roles: ['treasurer'] })
})
afterAll(() => house.close())

const review = async (who: Payer, amount = '1500.00'): Promise<string> => (await submit(house, who, { amount })).data.id
const readOne = async ({ token }: TestCustomer, id: string) => (await house.ask(readWithdrawal, { id }, { token })).data
const cancel = ({ token }: TestCustomer, id: string) => house.ask(cancelWithdrawal, { id }, { token, key: newId() })
const outcomeOf = ({ error }: CallAnswer): string => error ?? 'accepted'

test('is never called checked while a check is red; another reason approves it', async () => {
  const who = await payerIn(house)
  const id = await review(who)
  const { checks, reasons } = (await open(house, one, id)).data
  expect(checks.filter(({ ok }: { ok: boolean | null }) => ok === false)).toEqual([
    { check: 'identity_passed', ok: false },
  ])
  expect(reasons.approve.map(({ code }: { code: string }) => code)).toEqual(['customer_confirmed'])
  const answer = await judge(house, one, id, 'approve', 'checks_passed')
  expect(answer.fields).toMatchObject([{ field: 'reason', code: 'check_failed' }])
  expect((await readOne(who, id)).state).toBe('in_review')
  await house.db.write((tx) => saveKyc(tx, who.id, 'passed'))
  expect((await open(house, one, id)).data.reasons.approve).toHaveLength(2)
  expect((await judge(house, one, id, 'approve', 'checks_passed')).data).toMatchObject({ state: 'approved' })
})

test('cancelled after its approval it counts no more, for the level’s limit and for two people', async () => {
  const who = await payerIn(house)
  await grantTo(house.db, who.id, { amount: eur(5_000_000n), key: newId() }, house.clock.now())
  const most = await review(who, '99990.00')
  for (const seat of [one, two]) await judge(house, seat, most, 'approve')
  expect((await readOne(who, most)).state).toBe('approved')
  expect((await submit(house, who, { amount: '10.01' })).error).toBe('withdrawal_limit')
  await cancel(who, most)
  const next = await review(who, '9000.00')
  expect((await readOne(who, next)).people.approve).toBe(1)
  expect((await verifyBooks(house.db)).breaches).toEqual([])
})

test('a seat that took its place by a link of the first is never the second, and reads why', async () => {
  const first = await house.seat()
  const second = await house.seat({ letInBy: first.id })
  const letIn = { seat: second.number, by: first.number }
  const id = await review(await payerIn(house))
  expect((await open(house, first, id)).data.seatedBy).toEqual([])
  await judge(house, first, id, 'refuse')
  expect((await open(house, second, id)).data).toMatchObject({ onlyLook: 'let_in_by', seatedBy: [letIn] })
  for (const opinion of ['refuse', 'approve'] as const)
    expect(outcomeOf(await judge(house, second, id, opinion))).toBe('let_in_by')
  expect((await judge(house, await house.seat(), id, 'refuse')).data.outcome).toBe('decided')
})

test('two seats that one seat let in are one hand, also through a third; the customer reads who let in whom', async () => {
  const top = await house.seat()
  const [first, middle] = [await house.seat({ letInBy: top.id }), await house.seat({ letInBy: top.id })]
  const end = await house.seat({ letInBy: middle.id })
  const who = await payerIn(house)
  const id = await review(who)
  await judge(house, first, id, 'refuse')
  for (const seat of [top, middle, end]) expect(outcomeOf(await judge(house, seat, id, 'refuse'))).toBe('let_in_by')
  const other = await house.seat()
  expect((await judge(house, other, id, 'refuse')).data.outcome).toBe('decided')
  const { steps } = await readOne(who, id)
  const opinions = (steps as { person: number | null; seat: object }[]).filter(({ person }) => person !== null)
  expect(opinions.map(({ seat }) => seat)).toEqual([
    { role: 'treasurer', number: first.number, letInBy: top.number },
    { role: 'treasurer', number: other.number, letInBy: null },
  ])
  const acts = (await house.ask(listActivity, { which: 'decisions' }, { token: who.token })).data.rows
  expect(acts.map((act: { seat: number; letInBy?: number | null }) => [act.seat, act.letInBy])).toEqual([
    [other.number, null],
    [first.number, top.number],
  ])
})

test('a person with two seats is not joined by a seat that the other one let in through a third', async () => {
  const person = await house.customer()
  const first = await house.seat({ customer: person.id })
  const second = await house.seat({ customer: person.id, letInBy: (await house.seat()).id })
  const middle = await house.seat({ letInBy: second.id })
  const end = await house.seat({ letInBy: middle.id })
  const id = await review(await payerIn(house))
  await judge(house, first, id, 'refuse')
  expect(outcomeOf(await judge(house, end, id, 'refuse'))).toBe('let_in_by')
})

test('a new seat is no second person for a day, but for the first day of the house', async () => {
  const own = await openTestHouse()
  const id = (await submit(own, await payerIn(own))).data.id as string
  await judge(own, await own.seat(), id, 'refuse')
  own.clock.advance(DAY)
  const late = await own.seat()
  expect((await open(own, late, id)).data.onlyLook).toBe('seat_too_new')
  expect(outcomeOf(await judge(own, late, id, 'refuse'))).toBe('seat_too_new')
  const older = await own.seat({ claimedAt: own.clock.now() - DAY })
  expect((await judge(own, older, id, 'refuse')).data.outcome).toBe('decided')
  await own.close()
})
