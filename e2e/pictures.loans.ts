import * as z from 'zod/mini'
import { eur } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listLoans, readLoan, readLoanTerms, type LoanState } from '@lonja/core/loans/loans.contract'
import { LOAN_TERMS, LOAN_TERMS_VERSION, nightOf } from '@lonja/core/loans/schedule.rules'
import { newId } from './client.ts'
import { opened, type Alteration, type PictureScreen } from './pictures.entry.ts'

/*
 * The form of a loan, and loans in every state. Its interest comes by night, so the answers of the house are given instead, in the
 * form of the wire.
 */

type Facts = ReplyOf<typeof readLoanTerms>
type Loan = ReplyOf<typeof readLoan>
type Repayment = Loan['repayments'][number]

const DAY = 86_400_000
const NOW = Date.now()
const RULES = LOAN_TERMS[LOAN_TERMS_VERSION]
const terms = { version: LOAN_TERMS_VERSION, yearBps: Number(RULES.yearBps), nights: RULES.nights }
const AMOUNT = 120_000_00n
const PRINCIPAL = 100_000_00n
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)

const facts = (more: Partial<Facts> = {}): Alteration => ({
  path: readLoanTerms.path,
  instead: z.encode(readLoanTerms.reply, {
    terms,
    equity: 107_190_06n,
    limit: 210_000_00n,
    borrowed: 0n,
    left: 210_000_00n,
    owed: 0n,
    least: 100_000_00n,
    most: 8_000_000_00n,
    missing: 0n,
    verified: true,
    waiting: false,
    name: 'Carlos Oteiza Marín',
    phone: '600123456',
    free: eur(50_000_00n),
    dueHours: 48,
    ...more,
  }),
})

const reason = { code: 'data_differs', title: 'Los datos no coinciden con tu documento', next: 'Vuelve a solicitarlo con los datos de tu documento.' } as const // prettier-ignore

const repayment: Repayment = {
  id: newId(),
  number: 'V-0140CD',
  loan: newId(),
  loanNumber: 'N-0092AB',
  state: 'in_review',
  amount: eur(30_000_00n),
  at: NOW - DAY / 4,
  dueAt: NOW + 2 * DAY,
  endedAt: null,
  returned: null,
  reason: null,
}

const seat = { role: 'treasurer', number: 3, letInBy: null } as const
const step = { round: 1, person: 1, reason: null, seat } as const
const stepsTo = (state: LoanState): Loan['steps'] =>
  state === 'pending' || state === 'cancelled'
    ? []
    : [
        { ...step, step: 'opened', at: NOW - 45 * DAY },
        ...(state === 'in_review'
          ? []
          : ([1, 2] as const).map((person) => ({
              ...step,
              person,
              step: state === 'refused' ? ('refuse' as const) : ('approve' as const),
              at: NOW - (45 - person / 4) * DAY,
            }))),
      ]

const isPaidOut = (state: LoanState): boolean => ['paid_out', 'repaid', 'written_off'].includes(state)
const isWaiting = (state: LoanState): boolean => state === 'pending' || state === 'in_review'

function loan(state: LoanState, more: Partial<Loan> = {}): Loan {
  const paidOutAt = isPaidOut(state) ? NOW - 44 * DAY : null
  const isOwed = state === 'paid_out'
  return {
    id: ID,
    number: 'N-0092AB',
    state,
    amount: eur(AMOUNT),
    terms,
    at: NOW - 46 * DAY,
    dueAt: NOW - 44 * DAY,
    paidOutAt,
    endedAt: isWaiting(state) || isOwed ? null : NOW - DAY,
    reason: state === 'refused' ? reason : null,
    principal: isOwed ? PRINCIPAL : 0n,
    interest: isOwed ? 800_71n : 0n,
    night: isOwed ? nightOf(PRINCIPAL, RULES) : 0n,
    nightsLeft: isOwed ? 321 : 0,
    lastDay: paidOutAt === null ? null : dayAt(paidOutAt + 365 * DAY),
    account: paidOutAt === null ? [] : accountFrom(paidOutAt),
    repayments: [],
    steps: stepsTo(state),
    signed: { how: 'typed', name: 'Carlos Oteiza Marín', picture: null },
    agreement: { version: 1, language: 'tur', sha256: '4b1e'.padEnd(60, '0') + '90fd' },
    free: eur(50_000_00n),
    ...more,
  }
}

const accountFrom = (at: number): Loan['account'] => [
  { kind: 'paid_out', at, nights: null, day: null, amount: AMOUNT, owed: AMOUNT },
  { kind: 'interest', at: at + 23 * DAY, nights: 23, day: dayAt(at + 23 * DAY), amount: 453_79n, owed: 120_453_79n },
  { kind: 'repaid', at: at + 23 * DAY, nights: null, day: null, amount: -20_000_00n, owed: 100_453_79n },
  { kind: 'interest', at: NOW, nights: 21, day: dayAt(NOW), amount: 346_92n, owed: 100_800_71n },
]

const ID = newId()
const one = (of: Loan): Alteration => ({ path: readLoan.path, instead: z.encode(readLoan.reply, of) })
const STATES: readonly LoanState[] = [
  'pending',
  'in_review',
  'paid_out',
  'repaid',
  'written_off',
  'refused',
  'cancelled',
]

const records = (of: Partial<ReplyOf<typeof listLoans>>): Alteration => ({
  path: listLoans.path,
  instead: z.encode(listLoans.reply, { loans: [], repayments: [], cursor: null, ...of }),
})

const LOAN = '/subPackages/home/loan/loan'
const RECORDS = '/subPackages/home/loan/record'
const ONE = `${RECORDS}?id=${ID}`
const NEXT = '[data-dock] button'
const full = { who: 'person', states: ['full'] } as const
const APPLICANT = [
  NEXT,
  { into: 'main input >> nth=1', text: '12345678Z' },
  { into: 'main input >> nth=2', text: 'Gran Vía 12, 48001 Bilbao' },
  { into: 'main input[type=email]', text: 'carlos@ejemplo.es' },
] as const

/** The screens of loans: the form in its steps, the records, and a loan in each state. */
export const LOAN_SCREENS: readonly PictureScreen[] = [
  { name: 'loan', path: LOAN, who: 'person', states: ['loading', 'failed'] },
  { name: 'loan-lacks', path: LOAN, ...full, alters: facts({ verified: false, name: null, missing: 12_500_00n, equity: 37_500_00n, limit: 70_000_00n, left: 70_000_00n }) }, // prettier-ignore
  { name: 'loan-waiting', path: LOAN, ...full, alters: facts({ waiting: true, borrowed: AMOUNT, left: 90_000_00n }) },
  { name: 'loan-amount', path: LOAN, ...full, alters: facts() },
  { ...opened('loan-applicant', LOAN, NEXT), alters: facts() },
  { ...opened('loan-applicant-wrong', LOAN, NEXT, NEXT), alters: facts() },
  { ...opened('loan-sign', LOAN, ...APPLICANT, NEXT), alters: facts() },
  { ...opened('loan-sign-typed', LOAN, ...APPLICANT, NEXT, ['loans', 'type']), alters: facts() },
  { ...opened('loan-sign-wrong', LOAN, ...APPLICANT, NEXT, NEXT), alters: facts() },
  { name: 'loan-records', path: RECORDS, who: 'person', states: ['empty', 'loading', 'failed'] },
  {
    name: 'loan-records-loans',
    path: RECORDS,
    ...full,
    alters: records({ loans: STATES.map((state) => loan(state, { id: newId() })) }),
  },
  {
    ...opened('loan-records-repayments', RECORDS, '[role=tab]:nth-child(3)'),
    alters: records({
      repayments: [repayment, { ...repayment, id: newId(), state: 'refused', endedAt: NOW, reason }, { ...repayment, id: newId(), state: 'booked', endedAt: NOW, returned: 0n }], // prettier-ignore
    }),
  },
  { name: 'loan-one', path: ONE, who: 'person', states: ['loading', 'failed'] },
  { name: 'loan-unknown', path: ONE, ...full },
  ...STATES.map((state) => ({ name: `loan-${state.replace('_', '-')}`, path: ONE, ...full, alters: one(loan(state)) })),
  { name: 'loan-repaying', path: ONE, ...full, alters: one(loan('paid_out', { repayments: [repayment] })) },
  {
    name: 'loan-repayment-refused',
    path: ONE,
    ...full,
    alters: one(loan('paid_out', { repayments: [{ ...repayment, state: 'refused', endedAt: NOW, reason }] })),
  },
  { name: 'loan-over', path: ONE, ...full, alters: one(loan('paid_out', { nightsLeft: 0, night: 0n })) },
  { ...opened('loan-days', ONE, ['loans', 'byDay']), alters: one(loan('paid_out')) },
  {
    ...opened('loan-repay', ONE, NEXT, { into: 'dialog input >> nth=0', text: '30000' }),
    alters: one(loan('paid_out')),
  },
  {
    ...opened('loan-repay-wrong', ONE, NEXT, { into: 'dialog input >> nth=0', text: '60000' }),
    alters: one(loan('paid_out')),
  },
  { ...opened('loan-agreement', ONE, ['loans', 'openAgreement']), alters: one(loan('paid_out')) },
  { ...opened('loan-take-back', ONE, NEXT), alters: one(loan('pending')) },
]
