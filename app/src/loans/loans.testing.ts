import { eur } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { readDocument } from '@lonja/core/documents/documents.contract'
import { LOAN_TERMS, LOAN_TERMS_VERSION, nightOf } from '@lonja/core/loans/schedule.rules'
import { newId } from '@lonja/kit/ids'
import type { LoanFacts, Repayment, WholeLoan } from './loan.ts'

/* Answers of the house about loans, for the tests of their screens. */

export const NAME = 'Marta Ibáñez Soler'
const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 23, 9)
export const SHA = '4b1e'.padEnd(64, '0')
export const TERMS = { version: LOAN_TERMS_VERSION, ...LOAN_TERMS[LOAN_TERMS_VERSION] }
const terms = { version: TERMS.version, yearBps: Number(TERMS.yearBps), nights: TERMS.nights }

/** A customer who may borrow up to 210,000 euros. */
export const loanFacts = (more: Partial<LoanFacts> = {}): LoanFacts => ({
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
  name: NAME,
  phone: '600123456',
  free: eur(50_000_00n),
  dueHours: 48,
  ...more,
})

export const agreement = (): ReplyOf<typeof readDocument> => ({
  name: 'loan_agreement',
  version: 2,
  language: 'tur',
  day: '2026-11-27',
  text: 'Contrato de préstamo\n\n1. La casa abona el importe.',
  sha256: SHA,
})

/** A loan of 120,000 euros that waits for its decision. */
export const loanOf = (more: Partial<WholeLoan> = {}): WholeLoan => ({
  id: newId(),
  number: 'N-0092AB',
  state: 'pending',
  amount: eur(120_000_00n),
  terms,
  at: NOW,
  dueAt: NOW + 2 * DAY,
  paidOutAt: null,
  endedAt: null,
  reason: null,
  principal: 0n,
  interest: 0n,
  night: 0n,
  nightsLeft: 0,
  lastDay: null,
  account: [],
  repayments: [],
  steps: [],
  signed: { how: 'typed', name: NAME, picture: null },
  agreement: { version: 2, language: 'tur', sha256: SHA },
  free: eur(50_000_00n),
  ...more,
})

const PRINCIPAL = 100_000_00n
const INTEREST = 800_71n

/** It was paid out 44 days ago; a part of it is repaid. */
export const paidOutLoan = (more: Partial<WholeLoan> = {}): WholeLoan =>
  loanOf({
    state: 'paid_out',
    paidOutAt: NOW - 44 * DAY,
    principal: PRINCIPAL,
    interest: INTEREST,
    night: nightOf(PRINCIPAL, TERMS),
    nightsLeft: 321,
    lastDay: '2027-10-10',
    account: [
      { kind: 'paid_out', at: NOW - 44 * DAY, nights: null, day: null, amount: 120_000_00n, owed: 120_000_00n },
      { kind: 'interest', at: NOW, nights: 1, day: '2026-11-23', amount: 19_73n, owed: 120_019_73n },
    ],
    ...more,
  })

export const repaymentOf = (more: Partial<Repayment> = {}): Repayment => ({
  id: newId(),
  number: 'V-0140CD',
  loan: newId(),
  loanNumber: 'N-0092AB',
  state: 'in_review',
  amount: eur(30_000_00n),
  at: NOW,
  dueAt: NOW + 2 * DAY,
  endedAt: null,
  returned: null,
  reason: null,
  ...more,
})
