import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { eur } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { identityGap } from '@lonja/core/portfolio/portfolio.rules'
import { listPayees } from '@lonja/core/payees/payees.contract'
import { cancelWithdrawal, readWithdrawal, readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import * as z from 'zod/mini'
import { codesIn } from '../notices/notices.testing.ts'
import { grantTo } from '../accounts/operator.actions.ts'
import { newId } from '../base/ids.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { insertPayee } from '../payees/payees.store.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { sendApproved } from './withdrawals.jobs.ts'
import { judge, open, payerIn, submit, type Payer } from './withdrawals.testing.ts'

let house: TestHouse
let one: TestSeat
let two: TestSeat
beforeAll(async () => {
  house = await openTestHouse()
  one = await house.seat({ roles: ['treasurer'] })
  two = await house.seat({ roles: ['treasurer', 'support'] })
})
afterAll(() => house.close())

/** Free and held EUR. Asserts the identity of the figures in every answer. */
async function eurOf({ token }: TestCustomer) {
  const answer = await house.ask(readFigures, {}, { token })
  const { byCurrency } = z.decode(readFigures.reply, answer.data)
  for (const own of byCurrency) expect([own.currency, identityGap(own)]).toEqual([own.currency, 0n])
  const own = byCurrency.find(({ currency }) => currency === 'EUR')
  return { free: own?.free, held: own?.held, paidOut: own?.paidOut }
}

const readOne = async ({ token }: TestCustomer, id: string) => (await house.ask(readWithdrawal, { id }, { token })).data
const cancel = ({ token }: TestCustomer, id: string) => house.ask(cancelWithdrawal, { id }, { token, key: newId() })
const send = () => sendApproved(house, house.withdrawals)

async function withdrawal(who: Payer, amount = '1500.00'): Promise<string> {
  const answer = await submit(house, who, { amount })
  expect([answer.status, answer.error]).toEqual([200, undefined])
  return answer.data.id
}

async function codesOf({ token }: TestCustomer): Promise<string[]> {
  const answer = await house.ask(listNotices, {}, { token })
  return codesIn(answer.data.data)
}

describe('a withdrawal', () => {
  test('is held, opened, approved, and sent after its pause; every step stands in its timeline', async () => {
    const who = await payerIn(house)
    const id = await withdrawal(who)
    expect(await eurOf(who)).toEqual({ free: 9_850_000n, held: 150_000n, paidOut: 0n })
    expect(await readOne(who, id)).toMatchObject({
      state: 'pending',
      cancellable: true,
      people: { approve: 1, refuse: 2 },
    })

    house.clock.advance(5 * MINUTE)
    const answer = await judge(house, one, id, 'approve')
    expect(answer.data).toMatchObject({ outcome: 'decided', state: 'approved', seat: { role: 'treasurer', number: 1 } })
    expect([await send(), (await readOne(who, id)).state]).toEqual([0, 'approved'])
    house.clock.advance(MINUTE - 1)
    expect(await send()).toBe(0)
    house.clock.advance(1)
    expect([await send(), await send()]).toEqual([1, 0])

    expect(await eurOf(who)).toEqual({ free: 9_850_000n, held: 0n, paidOut: 150_000n })
    // The money that left is no result: the line of the total has it from its start.
    const { paid, total } = (await house.ask(readResults, { span: 'all' }, { token: who.token })).data
    expect([paid, ...new Set(total)]).toEqual(['98500.00', '98500.00'])
    const { state, steps, sentAt } = await readOne(who, id)
    expect([state, sentAt]).toEqual(['sent', house.clock.now()])
    expect(steps.map(({ step }: { step: string }) => step)).toEqual(['requested', 'held', 'opened', 'approved', 'sent'])
    expect(steps[2].seat).toEqual({ role: 'treasurer', number: 1, letInBy: null })
    expect((await codesOf(who)).slice(0, 4)).toEqual([
      ...['withdrawal_sent', 'withdrawal_approved', 'withdrawal_in_review', 'withdrawal_received'],
    ])
    const entries = (await house.ask(listEntries, { cause: id }, { token: who.token })).data.rows
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['withdrawal', 'hold'])
    const flowOf = async (records: string) => {
      const { rows, count } = (await house.ask(listEntries, { records }, { token: who.token })).data
      expect(count).toBe(rows.length)
      return rows.map(({ kind, causeKind }: { kind: string; causeKind: string | null }) => [kind, causeKind])
    }
    const out = ['withdrawal', 'hold'].map((kind) => [kind, 'withdrawal'])
    expect([await flowOf('withdrawals'), await flowOf('trades'), await flowOf('deposits')]).toEqual([out, [], []])
    expect(entries[0].causeNumber).toBe((await readOne(who, id)).number)
    expect([steps[1].posting, steps[4].posting]).toEqual([entries[1].posting, entries[0].posting])
    expect((await cancel(who, id)).error).toBe('withdrawal_sent')
  })

  test('is refused only by two people: one posting releases the hold, and the reason is the second’s', async () => {
    const who = await payerIn(house)
    const id = await withdrawal(who)
    const first = await judge(house, one, id, 'refuse', 'payee_unusable')
    expect(first.data).toMatchObject({ outcome: 'needs_second', state: 'in_review' })
    expect(await eurOf(who)).toMatchObject({ held: 150_000n })
    const second = await judge(house, two, id, 'refuse', 'payee_name_differs')
    expect(second.data).toMatchObject({ outcome: 'decided', state: 'refused' })

    expect(await eurOf(who)).toEqual({ free: 10_000_000n, held: 0n, paidOut: 0n })
    const record = await readOne(who, id)
    expect(record).toMatchObject({ state: 'refused', cancellable: false, reason: { code: 'payee_name_differs' } })
    const words = record.steps.map(({ step, seat }: { step: string; seat: { number: number } | null }) => [
      step,
      seat?.number,
    ])
    expect(words).toEqual([
      ['requested', undefined],
      ['held', undefined],
      ['opened', 1],
      ['would_refuse', 1],
      ['opened', 2],
      ['refused', 2],
      ['released', undefined],
    ])
    const [notice] = (await house.ask(listNotices, {}, { token: who.token })).data.data
    expect(notice).toMatchObject({ code: 'withdrawal_refused', record: { kind: 'withdrawal', id } })
    expect(notice.body).toContain('The holder is not you')
    expect((await cancel(who, id)).error).toBe('withdrawal_refused')
  })

  test('goes back to the queue if two disagree, with both reasons, and then takes two', async () => {
    const who = await payerIn(house)
    const id = await withdrawal(who)
    await judge(house, one, id, 'refuse', 'asked_twice')
    expect((await judge(house, two, id, 'approve')).data).toMatchObject({ outcome: 'disagreed', state: 'pending' })
    expect((await judge(house, two, id, 'approve')).data).toMatchObject({ outcome: 'needs_second' })
    expect((await judge(house, one, id, 'approve')).data).toMatchObject({ outcome: 'decided', state: 'approved' })
    const { steps } = await readOne(who, id)
    expect(steps.map(({ step }: { step: string }) => step)).toEqual([
      ...['requested', 'held', 'opened', 'would_refuse', 'opened', 'would_approve', 'disagreed'],
      ...['opened', 'would_approve', 'opened', 'approved'],
    ])
    const { rows } = (await house.ask(listActivity, { which: 'decisions' }, { token: who.token })).data
    expect(rows.map(({ opinion, outcome, seat }: Record<string, unknown>) => [opinion, outcome, seat])).toEqual([
      ['approve', 'decided', 1],
      ['approve', 'needs_second', 2],
      ['approve', 'disagreed', 2],
      ['refuse', 'needs_second', 1],
    ])
  })

  test.each<[string, string[], number]>([
    ['the limit', ['10000.00'], 1],
    ['one cent above', ['10000.01'], 2],
    ['two that are above together', ['6000.00', '4000.01'], 2],
    ['two that reach it', ['6000.00', '4000.00'], 1],
  ])('above the limit in 24 hours is approved by two: %s', async (_line, amounts, people) => {
    const who = await payerIn(house)
    const ids: string[] = []
    for (const amount of amounts) ids.push(await withdrawal(who, amount))
    const [first, id] = [ids[0] ?? '', ids.at(-1) ?? '']
    expect((await readOne(who, id)).people.approve).toBe(people)
    const compared = amounts.reduce((total, amount) => total + Number(amount), 0)
    expect(Number((await open(house, one, first)).data.inWindow)).toBeCloseTo(compared)
    const answer = await judge(house, one, id, 'approve')
    expect(answer.data.outcome).toBe(people === 2 ? 'needs_second' : 'decided')
  })

  test('counts in EUR at the rate at the time of the request', async () => {
    const who = await payerIn(house)
    await grantTo(house.db, who.id, { amount: { asset: 'USD', units: 5_000_000n }, key: newId() }, house.clock.now())
    const under = await submit(house, who, { amount: '11000.00', currency: 'USD' })
    expect((await readOne(who, under.data.id)).people.approve).toBe(1)
    await cancel(who, under.data.id)
    const above = await submit(house, who, { amount: '11000.02', currency: 'USD' })
    expect((await readOne(who, above.data.id)).people.approve).toBe(2)
    expect((await house.ask(readWithdrawalTerms, {}, { token: who.token })).data.terms).toMatchObject({
      recent: '10000.02',
      limit: '10000.00',
      rate: '1.100000',
      onePerson: false,
      dueHours: 48,
      minimum: '10.00',
    })
  })

  test.each<[string, object, string]>([
    ['below the minimum by one cent', { amount: '9.99' }, 'minimum_withdrawal'],
    ['more than is free by one cent', { amount: '100000.01' }, 'insufficient_balance'],
    ['nobody’s payee', { payee: newId() }, 'unknown_payee'],
    ['the log-in password', { password: 'not this one' }, 'wrong_trading_password'],
    ['no password', { password: ' ' }, 'missing_information'],
    ['nothing', { amount: '0.00' }, 'minimum_withdrawal'],
    ['a negative amount', { amount: '-10.00' }, 'minimum_withdrawal'],
    ['USD that is not there', { currency: 'USD' }, 'insufficient_balance'],
  ])('is refused, and nothing is held: %s', async (_line, form, error) => {
    const who = await payerIn(house)
    expect((await submit(house, who, form)).error).toBe(error)
    expect(await eurOf(who)).toEqual({ free: 10_000_000n, held: 0n, paidOut: 0n })
  })

  test('waits for a payee that is new, to the millisecond, and says until when', async () => {
    const who = await payerIn(house)
    const payee = newId()
    const readyAt = house.clock.now() + 10 * SECOND
    const to = {
      kind: 'wallet',
      currency: 'BTC',
      chain: 'bitcoin',
      address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    } as const
    await house.db.write((tx) =>
      insertPayee(tx, { customer: who.id, id: payee, to, addedAt: house.clock.now(), readyAt }),
    )
    house.clock.advance(10 * SECOND - 1)
    expect(await submit(house, who, { payee })).toMatchObject({ error: 'payee_waits', fields: [{ field: 'payee' }] })
    house.clock.advance(1)
    expect((await submit(house, who, { payee })).status).toBe(200)
    const payees = (await house.ask(listPayees, {}, { token: who.token })).data.rows
    expect(payees.find((row: { id: string }) => row.id === payee)).toMatchObject({ underWay: 1, withdrawals: 1 })
  })

  test('approved withdrawals count in the 24 hours, sent or not; refused ones do not', async () => {
    const who = await payerIn(house)
    await grantTo(house.db, who.id, { amount: eur(10_000_000n), key: newId() }, house.clock.now())
    const judged = async (amount: string, opinion: 'approve' | 'refuse'): Promise<void> => {
      const id = await withdrawal(who, amount)
      for (const seat of [one, two]) await judge(house, seat, id, opinion)
      expect((await readOne(who, id)).state).toBe(opinion === 'approve' ? 'approved' : 'refused')
    }
    const over = (amount: string) => submit(house, who, { amount })
    await judged('60000.00', 'approve')
    expect((await over('40000.01')).error).toBe('withdrawal_limit')
    await judged('40000.00', 'refuse')
    house.clock.advance(MINUTE)
    expect(await send()).toBeGreaterThan(0)
    expect((await over('40000.01')).error).toBe('withdrawal_limit')
    // Two people decide if the amount and the approved ones together exceed 10,000.00.
    expect((await readOne(who, await withdrawal(who, '40000.00'))).people.approve).toBe(2)
    expect((await over('10.00')).error).toBe('withdrawal_limit')
  })

  test('two people decide if the amount exceeds the limit together with those that one person approved', async () => {
    const who = await payerIn(house)
    const first = await withdrawal(who, '6000.00')
    expect((await judge(house, one, first, 'approve')).data.outcome).toBe('decided')
    const second = await withdrawal(who, '4000.01')
    expect((await readOne(who, second)).people.approve).toBe(2)
    expect((await judge(house, one, second, 'approve')).data.outcome).toBe('needs_second')
  })

  test('splitting does not exceed the level’s limit of 24 hours; cancelled withdrawals do not count', async () => {
    const who = await payerIn(house)
    await grantTo(house.db, who.id, { amount: eur(5_000_000n), key: newId() }, house.clock.now())
    const most = await withdrawal(who, '99990.00')
    const answers = await Promise.all(['10.00', '10.00', '10.01'].map((amount) => submit(house, who, { amount })))
    expect(answers.map(({ error }) => error).sort()).toEqual(['withdrawal_limit', 'withdrawal_limit', undefined])
    const refusal = answers.find(({ error }) => error !== undefined)
    expect([refusal?.fields?.[0]?.field, refusal?.msg]).toEqual(['amount', expect.stringContaining('100,000.00')])
    expect((await submit(house, who, { amount: '10.00', currency: 'USD' })).error).toBe('insufficient_balance')
    await cancel(who, most)
    expect((await submit(house, who, { amount: '99980.00' })).error).toBeUndefined()
    expect((await submit(house, who, { amount: '20.00' })).error).toBe('withdrawal_limit')
    house.clock.advance(24 * HOUR)
    expect((await submit(house, who, { amount: '20.00' })).error).toBe('not_signed_in')
    const token = await signInAgain(house, who)
    expect((await submit(house, { ...who, token }, { amount: '20.00' })).error).toBeUndefined()
  })

  test('the rate limiter counts wrong trading passwords', async () => {
    const who = await payerIn(house)
    const errors = new Set<string | undefined>()
    for (let n = 0; n < 11; n += 1) errors.add((await submit(house, who, { password: 'wrong' })).error)
    expect([...errors]).toEqual(['wrong_trading_password', 'too_many_tries'])
  })

  test('is listed newest first, by state and page, and only to its own customer', async () => {
    const who = await payerIn(house)
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) {
      house.clock.advance(SECOND)
      ids.unshift(await withdrawal(who, '10.00'))
    }
    await cancel(who, ids[1] as string)
    const list = async (more: object) =>
      (await house.ask(readWithdrawalTerms, { record: '1', ...more }, { token: who.token })).data.records
    const first = await list({ limit: '2' })
    const rest = await list({ limit: '2', cursor: first.cursor })
    expect([...first.rows, ...rest.rows].map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(rest.cursor).toBeNull()
    expect((await list({ state: 'open' })).rows.length).toBe(2)
    expect((await list({ state: 'cancelled' })).rows).toMatchObject([{ id: ids[1], state: 'cancelled' }])
    const { token } = await house.customer()
    expect((await house.ask(readWithdrawal, { id: ids[0] }, { token })).error).toBe('unknown_withdrawal')
    expect((await house.ask(cancelWithdrawal, { id: ids[0] }, { token, key: newId() })).error).toBe(
      'unknown_withdrawal',
    )
  })
})
