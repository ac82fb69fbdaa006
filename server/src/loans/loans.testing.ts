import { assert } from '@lonja/core/base/assert'
import { eur } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { isRefused } from '@lonja/core/base/refusal'
import { HOUR } from '@lonja/core/base/instant'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { submitKyc } from '@lonja/core/kyc/kyc.contract'
import { LOAN_AGREEMENT, applyForLoan, repayLoan } from '@lonja/core/loans/loans.contract'
import { decideLoan, decideRepayment, openLoan, openRepayment } from '@lonja/core/loans/loans.staff.contract'
import { LOAN_TERMS_VERSION } from '@lonja/core/loans/schedule.rules'
import { storePicture } from '@lonja/core/pictures/pictures.contract'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { acceptDocument } from '../documents/documents.actions.ts'
import { testAcceptance } from '../documents/documents.testing.ts'
import { samplePicture } from '../pictures/pictures.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import type { CallAnswer } from '../testing/ask.ts'
import type { TestCustomer, TestHouse } from '../testing/house.ts'
import { openApplication } from './loans.actions.ts'
import { loansRound } from './loans.jobs.ts'

/** The grant of a house whose customers may borrow: it gives a limit of 240,000 euros. */
export const GRANT = eur(120_000_00n)

/** The applicant of every customer here, as in the identity check. */
export const APPLICANT = {
  name: 'Nadia Beltrán Coy',
  number: 'PQ7700123',
  address: 'Calle Mayor 1, 48001 Bilbao',
  phone: '600123456',
  email: 'nadia@ejemplo.es',
}

type Evidence = { readonly id: string; readonly seen: string }

/** Passes the identity check of a customer. */
export async function passCheck(
  house: TestHouse,
  { id: customer, token }: Pick<TestCustomer, 'id' | 'token'>,
): Promise<void> {
  const [id, front] = [newId(), newId()]
  await house.ask(storePicture, { id: front, use: 'kyc' }, { token, bytes: await samplePicture() })
  const form = { firstName: 'Nadia', lastName: 'Beltrán Coy', type: 'passport', number: APPLICANT.number, sample: true }
  await house.ask(submitKyc, { id, ...form, front, back: null }, { token })
  const seat = await house.seat({ roles: ['reviewer'] })
  const opened = await house.ask(openKyc, { id: await reviewOf(house, id) }, { token: seat.token })
  const { id: review, seen } = opened.data as Evidence
  await house.ask(viewPicture, { customer, id: front }, { token: seat.token, key: newId() })
  // Every customer here gives the same number, which is a red check.
  const opinion = { opinion: 'approve', reason: 'looked_closer', note: 'The same paper in every test' }
  const { error } = await house.ask(
    decideKyc,
    { id: review, seen, repeat: [], ...opinion },
    { token: seat.token, key: newId() },
  )
  assert(error === undefined, `the identity check is passed: ${error}`)
}

/** A customer who may borrow. */
export async function borrower(house: TestHouse): Promise<TestCustomer> {
  const who = await house.customer()
  await passCheck(house, who)
  return who
}

/** An application of a customer whose identity check has another applicant, or is not passed. */
export async function applicationIn(house: TestHouse, customer: CustomerId): Promise<string> {
  const { db, clock, picturesKey, documents } = house
  const [id, at] = [newId(), clock.now()]
  const loan = { customer, id, units: 120_000_00n, terms: LOAN_TERMS_VERSION, at }
  const signature = { picture: null, name: APPLICANT.name }
  const parts = { settings: { dueMs: 24 * HOUR, limitCents: 0n, twoPerson: true }, key: picturesKey }
  const read = {
    customer,
    name: LOAN_AGREEMENT,
    about: { kind: 'loan', id },
    acceptance: testAcceptance(LOAN_AGREEMENT),
    at,
  }
  await writeFor(db, customer, async (tx) => {
    const accepted = await acceptDocument(tx, documents, read)
    assert(!isRefused(accepted), 'the newest version is accepted')
    await openApplication(tx, parts, { ...loan, signature }, APPLICANT)
  })
  return id
}

/** The form of an application for 120,000 euros, signed by the name. */
export const loanForm = (change: object = {}) => ({
  id: newId(),
  amount: '120000.00',
  ...APPLICANT,
  agreement: testAcceptance(LOAN_AGREEMENT),
  signature: null,
  signedName: APPLICANT.name,
  ...change,
})

export const applyFor = (house: TestHouse, { token }: TestCustomer, change: object = {}): Promise<CallAnswer> => {
  const form = loanForm(change)
  return house.ask(applyForLoan, form, { token, key: form.id })
}

export const repay = (house: TestHouse, { token }: TestCustomer, loan: string, amount: string, id = newId()) =>
  house.ask(repayLoan, { id, loan, amount }, { token, key: id })

type Opinion = { readonly opinion: 'approve' | 'refuse'; readonly reason: string }
const PAID: Opinion = { opinion: 'approve', reason: 'requirements_met' }
const BOOKED: Opinion = { opinion: 'approve', reason: 'amount_held' }

const treasurer = (house: TestHouse) => house.seat({ roles: ['treasurer'], claimedAt: house.clock.now() - 48 * HOUR })

/** A seat gives its opinion on an application, by the id of the loan. */
export async function judgeLoan(house: TestHouse, loan: string, opinion = PAID): Promise<CallAnswer> {
  const { token } = await treasurer(house)
  const id = await reviewOf(house, loan)
  const { seen } = (await house.ask(openLoan, { id }, { token })).data as Evidence
  return house.ask(decideLoan, { id, seen, ...opinion }, { token, key: newId() })
}

/** A loan of 120,000 euros that two people paid out. */
export async function paidOut(house: TestHouse, who: TestCustomer, change: object = {}): Promise<string> {
  const answer = await applyFor(house, who, change)
  assert(answer.error === undefined, `the application is accepted: ${answer.error}`)
  const { id } = answer.data as { id: string }
  await judgeLoan(house, id)
  const decided = await judgeLoan(house, id)
  assert((decided.data as { state: string }).state === 'paid_out', 'two people pay it out')
  return id
}

/** A seat decides a repayment. */
export async function judgeRepayment(house: TestHouse, repayment: string, opinion = BOOKED): Promise<CallAnswer> {
  const { token } = await treasurer(house)
  const id = await reviewOf(house, repayment)
  const { seen } = (await house.ask(openRepayment, { id }, { token })).data as Evidence
  return house.ask(decideRepayment, { id, seen, ...opinion }, { token, key: newId() })
}

/** Runs the round of loans once, while the clocks agree or do not. */
export const chargeDue = ({ db, clock, events }: TestHouse, agrees = true): Promise<void> =>
  loansRound({ db, clock, events, guard: { agrees: () => agrees } })
