import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '@lonja/core/calendar/days'
import {
  LOAN_AGREEMENT,
  cancelLoan,
  cancelRepayment,
  listLoans,
  readLoan,
  readLoanTerms,
} from '@lonja/core/loans/loans.contract'
import { openLoan } from '@lonja/core/loans/loans.staff.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { newId } from '../base/ids.ts'
import { testAcceptance } from '../documents/documents.testing.ts'
import { purgeNumbers } from '../kyc/kyc.jobs.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import { restrict } from '../restrictions/restrictions.testing.ts'
import { openTestHouse, signInAgain, type TestCustomer, type TestHouse } from '../testing/house.ts'
import {
  APPLICANT,
  GRANT,
  applyFor,
  borrower,
  chargeDue,
  judgeLoan,
  judgeRepayment,
  loanForm,
  paidOut,
  repay,
} from './loans.testing.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse({ grant: GRANT })
})
afterAll(() => house.close())

const terms = async ({ token }: TestCustomer) => (await house.ask(readLoanTerms, {}, { token })).data
const one = async ({ token }: TestCustomer, id: string) => (await house.ask(readLoan, { id }, { token })).data
const rows = async ({ token }: TestCustomer, list: string) => (await house.ask(listLoans, { list }, { token })).data
const codes = async ({ token }: TestCustomer): Promise<string[]> => {
  const { data } = await house.ask(listNotices, {}, { token, language: 'en' })
  return (data as { data: { code: string }[] }).data.map(({ code }) => code).filter((code) => code.startsWith('loan'))
}

/** A customer signs in again after some days, in which each night was charged twice over. */
async function afterDays(who: TestCustomer, days: number): Promise<TestCustomer> {
  for (let day = 0; day < days; day += 1) {
    house.clock.advance(DAY_MS)
    await chargeDue(house)
    await chargeDue(house)
  }
  return { ...who, token: await signInAgain(house, who) }
}

test('the limit is twice the equity, and says what an account without a check lacks', async () => {
  const who = await house.customer()
  expect(await terms(who)).toMatchObject({
    equity: '120000.00',
    limit: '240000.00',
    borrowed: '0.00',
    left: '240000.00',
    missing: '0.00',
    verified: false,
    terms: { yearBps: 600, nights: 365 },
  })
  const no = await applyFor(house, who)
  const lacking = 'You do not meet the application requirements, please reapply: your identity is not verified yet'
  expect([no.error, no.msg]).toEqual(['loan_unverified', lacking])
})

// prettier-ignore
test.each<[line: string, change: object, error: string]>([
  ['below the least',                   { amount: '99999.99' },                     'loan_amount'],
  ['above the limit',                   { amount: '240000.01' },                    'loan_amount'],
  ['without the agreement',             { agreement: null },                        'agreement_unsigned'],
  ['with an agreement of another text', { agreement: { ...testAcceptance(LOAN_AGREEMENT), sha256: '0'.repeat(64) } }, 'document_changed'],
  ['without a signature',               { signedName: null },                       'agreement_unsigned'],
  ['signed by somebody else',           { signedName: 'Eva Ruiz' },                 'signature_differs'],
  ['with a picture that is not there',  { signature: newId(), signedName: null },   'unknown_picture'],
  ['without an address',                { address: '' },                            'missing_information'],
])('an application %s is refused, and nothing of it is kept', async (_line, change, error) => {
  const who = await borrower(house)
  const answer = await applyFor(house, who, change)
  expect(answer.error).toBe(error)
  expect(await rows(who, 'applications')).toMatchObject({ loans: [] })
  expect(await terms(who)).toMatchObject({ waiting: false, borrowed: '0.00' })
})

test('a blank number is that of the verified document, until that is purged', async () => {
  const who = await borrower(house)
  const { data } = await applyFor(house, who, { number: ' ' })
  const { id } = data as { id: string }
  const { token } = await house.seat({ roles: ['treasurer'] })
  const evidence = await house.ask(openLoan, { id: await reviewOf(house, id) }, { token })
  expect(evidence.data).toMatchObject({ applicant: { number: APPLICANT.number } })
  expect((evidence.data as { checks: object[] }).checks).toContainEqual({ check: 'number_matches', ok: true })
  await house.ask(cancelLoan, { id }, { token: who.token, key: newId() })

  house.clock.advance(31 * DAY_MS)
  await purgeNumbers(house.db, house.clock)
  const again = { ...who, token: await signInAgain(house, who) }
  expect(await applyFor(house, again, { number: '' })).toMatchObject({ error: 'missing_information' })
  expect((await applyFor(house, again)).error).toBeUndefined()
})

test('an application waits, counts against the limit, and can be taken back once', async () => {
  const who = await borrower(house)
  const form = loanForm()
  const first = await applyFor(house, who, form)
  const again = await applyFor(house, who, form)
  expect(again.data).toEqual(first.data)
  expect(await terms(who)).toMatchObject({ waiting: true, borrowed: '120000.00', left: '120000.00' })
  expect((await applyFor(house, who, { amount: '100000.00' })).error).toBe('loan_waiting')
  const cancel = (id: string) => house.ask(cancelLoan, { id }, { token: who.token, key: newId() })
  expect((await cancel(form.id)).status).toBe(200)
  expect((await cancel(form.id)).data).toMatchObject({ id: form.id })
  expect((await cancel(newId())).error).toBe('unknown_loan')
  expect(await rows(who, 'applications')).toMatchObject({ loans: [{ state: 'cancelled' }] })
  expect((await applyFor(house, who)).status).toBe(200)
})

test('two people above the limit pay it out: the money is there, the equity is the same, and the debt is seen', async () => {
  const who = await borrower(house)
  const { id } = (await applyFor(house, who)).data as { id: string }
  expect((await judgeLoan(house, id)).data).toMatchObject({ outcome: 'needs_second', state: 'in_review' })
  expect((await judgeLoan(house, id)).data).toMatchObject({ outcome: 'decided', state: 'paid_out' })
  const money = (await house.ask(readFigures, {}, { token: who.token })).data
  expect(money.byCurrency[0]).toMatchObject({
    free: '240000.00',
    owed: '120000.00',
    total: '120000.00',
    accumulated: '0.00',
  })
  expect(await terms(who)).toMatchObject({
    equity: '120000.00',
    limit: '240000.00',
    left: '120000.00',
    owed: '120000.00',
  })
  expect(await one(who, id)).toMatchObject({
    state: 'paid_out',
    principal: '120000.00',
    interest: '0.00',
    night: '19.73',
    nightsLeft: 365,
    signed: { how: 'typed', name: APPLICANT.name },
    account: [{ kind: 'paid_out', amount: '120000.00', owed: '120000.00' }],
  })
  expect(await codes(who)).toEqual(['loan_paid_out'])
})

test('who refuses says why, and the customer applies again', async () => {
  const who = await borrower(house)
  const { id } = (await applyFor(house, who)).data as { id: string }
  const refusal = { opinion: 'refuse', reason: 'data_differs' } as const
  await judgeLoan(house, id, refusal)
  expect((await judgeLoan(house, id, refusal)).data).toMatchObject({ state: 'refused' })
  expect(await one(who, id)).toMatchObject({ state: 'refused', reason: { code: 'data_differs' } })
  expect((await applyFor(house, who)).status).toBe(200)
})

test('nobody reads the application of another, and support not the papers of any', async () => {
  const [who, other] = [await borrower(house), await borrower(house)]
  const { id } = (await applyFor(house, who)).data as { id: string }
  expect((await house.ask(readLoan, { id }, { token: other.token })).error).toBe('unknown_loan')
  expect(await rows(other, 'applications')).toMatchObject({ loans: [] })
  const review = await reviewOf(house, id)
  for (const role of ['support', 'reviewer', 'operations', 'admin'] as const) {
    const { token } = await house.seat({ roles: [role] })
    expect((await house.ask(openLoan, { id: review }, { token })).error).toBe('not_your_role')
  }
  const { token } = await house.seat({ roles: ['treasurer'] })
  expect((await house.ask(openLoan, { id: review }, { token })).data).toMatchObject({ applicant: { ...APPLICANT } })
})

test('interest is charged for each night once, never from free money, and a repayment counts from its day', async () => {
  const early = await borrower(house)
  const id = await paidOut(house, early)
  let who = await afterDays(early, 3)
  expect(await one(who, id)).toMatchObject({
    principal: '120000.00',
    interest: '59.19',
    nightsLeft: 362,
    free: { amount: '240000.00' },
  })
  // Charged interest is owed too: it is not in the equity, nor in what follows from it.
  expect(await terms(who)).toMatchObject({ owed: '120059.19', equity: '119940.81', limit: '230000.00' })
  const repayment = newId()
  expect((await repay(house, who, id, '20000.00', repayment)).status).toBe(200)
  expect(await one(who, id)).toMatchObject({ free: { amount: '220000.00' }, repayments: [{ state: 'pending' }] })
  expect((await repay(house, who, id, '1.00')).error).toBe('repayment_waiting')
  who = await afterDays(who, 2)
  expect((await judgeRepayment(house, repayment)).data).toMatchObject({ state: 'booked' })
  // Each of 2 nights of 19.73 costs 16.45 by the principal of 100,059.19.
  expect(await one(who, id)).toMatchObject({
    principal: '100059.19',
    interest: '32.90',
    account: [
      { kind: 'paid_out' },
      { kind: 'interest', nights: 5, amount: '98.65' },
      { kind: 'repaid', amount: '-20000.00' },
      { kind: 'returned', amount: '-6.56', owed: '100092.09' },
    ],
  })
})

test('no night is charged while the clocks disagree', async () => {
  const early = await borrower(house)
  const id = await paidOut(house, early)
  house.clock.advance(DAY_MS)
  await chargeDue(house, false)
  const who = { ...early, token: await signInAgain(house, early) }
  const kinds = async () => ((await one(who, id)).account as { kind: string }[]).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['paid_out'])
  await chargeDue(house)
  expect(await kinds()).toEqual(['paid_out', 'interest'])
})

test('what is owed is repaid to the cent, and no more; then nothing is owed any more', async () => {
  const early = await borrower(house)
  const id = await paidOut(house, early)
  house.clock.advance(DAY_MS)
  let who = await afterDays(early, 0)
  // Not charged yet: the repayment charges what is due.
  expect((await repay(house, who, id, '120019.74')).error).toBe('repayment_amount')
  const repayment = newId()
  expect((await repay(house, who, id, '120019.73', repayment)).status).toBe(200)
  await judgeRepayment(house, repayment)
  expect(await one(who, id)).toMatchObject({
    state: 'repaid',
    principal: '0.00',
    interest: '0.00',
    free: { amount: '119980.27' },
  })
  expect(await codes(who)).toEqual(expect.arrayContaining(['loan_repaid', 'loan_repayment_booked']))
  expect(await rows(who, 'repayments')).toMatchObject({ repayments: [{ state: 'booked', loan: id }] })
  who = await afterDays(who, 1)
  expect(await one(who, id)).toMatchObject({ principal: '0.00', interest: '0.00' })
  expect((await repay(house, who, id, '1.00')).error).toBe('loan_not_open')
})

test('a repayment that is refused or taken back is free again, and saves nothing', async () => {
  const who = await borrower(house)
  const id = await paidOut(house, who)
  const [first, second] = [newId(), newId()]
  await repay(house, who, id, '1000.00', first)
  const refusal = { opinion: 'refuse', reason: 'customer_asked' } as const
  expect((await judgeRepayment(house, first, refusal)).data).toMatchObject({ state: 'refused' })
  await repay(house, who, id, '1000.00', second)
  const cancel = () => house.ask(cancelRepayment, { id: second }, { token: who.token, key: newId() })
  expect((await cancel()).data).toMatchObject({ released: { amount: '1000.00' } })
  expect((await cancel()).status).toBe(200)
  expect(await one(who, id)).toMatchObject({ principal: '120000.00', free: { amount: '240000.00' } })
})

test('a restricted customer is not paid out, and repays until level 3', async () => {
  const who = await borrower(house)
  const paid = await paidOut(house, who, { amount: '100000.00' })
  const { id } = (await applyFor(house, who, { amount: '100000.00' })).data as { id: string }
  expect((await restrict(house, await house.seat({ roles: ['admin'] }), who.id)).error).toBeUndefined()
  expect((await judgeLoan(house, id)).error).toBe('customer_restricted')
  expect((await applyFor(house, who)).error).toBe('account_restricted')
  expect((await repay(house, who, paid, '1.00')).status).toBe(200)
})
