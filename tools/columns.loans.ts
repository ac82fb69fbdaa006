import { never } from './columns.never.ts'
import type { SteeringColumn } from './columns.ts'

const dropped = (column: string, because: string): SteeringColumn => ({
  table: 'loans',
  column,
  writer: 'server/src/loans/loans.store.ts',
  changes: 'as the reason says',
  because,
})

/** The columns of loans that are opaque or a term. The interest follows from the version of the terms. */
export const LOAN_COLUMNS: readonly SteeringColumn[] = [
  dropped('applicant_sealed', 'the data of an applicant, encrypted; removed 30 days after the end of the loan'),
  dropped('applicant_key', 'the key of those data, wrapped; it goes with them'),
  ...never('loan_debts', 'server/src/lending/lending.store.ts', {
    last_day: 'the first day without interest: the day of the pay-out and the nights of the terms',
  }),
]
