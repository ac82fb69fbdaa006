import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Cents, CurrencyCode, Moment } from '../base/wire.ts'

/** A calendar month in Madrid, `2026-11`. */
const Month = z.string().check(z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/))

/** One currency of a statement in signed cents: opening figures, movements, closing figures. */
export const StatementFigures = z.object({
  currency: CurrencyCode,
  /** Cash at the start of the month, free plus held, and the cost of the open shares. */
  openingCash: Cents,
  openingCost: Cents,
  /** The debt to the house at the start of the month. */
  openingOwed: Cents,
  paidIn: Cents,
  paidOut: Cents,
  convertedIn: Cents,
  convertedOut: Cents,
  fees: Cents,
  realised: Cents,
  accumulated: Cents,
  closingCash: Cents,
  closingCost: Cents,
  closingOwed: Cents,
  /** The gap between the closing figures and the opening figures plus the movements: zero. */
  gap: Cents,
})
export type StatementFigures = z.output<typeof StatementFigures>

/** The months since registration, newest first, including months without entries. */
export const listStatements = read({
  path: '/portfolio/statements',
  caller: 'customer',
  summary: 'The months there is a statement for, newest first',
  topics: ['balances'],
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(z.object({ month: Month, from: Moment, to: Moment, entries: z.int(), running: z.boolean() })),
  }),
})

/** A month's summary by currency, with the same figures as its file. */
export const readStatement = read({
  path: '/portfolio/statement',
  caller: 'customer',
  summary: 'A month in short: opening, what came and went, closing, by currency',
  topics: ['balances'],
  input: z.strictObject({ month: Month }),
  reply: z.object({
    month: Month,
    from: Moment,
    /** The end of the month; for the current month, now. */
    until: Moment,
    running: z.boolean(),
    entries: z.int(),
    figures: z.array(StatementFigures),
  }),
  refusals: ['unknown_month'],
})

/** The statement file with every entry, in the call's language. The token is in the header, as with any call. */
export const downloadStatement = read({
  path: '/portfolio/statement-file',
  caller: 'customer',
  summary: 'A month as a file, with every entry, in the language of the call',
  file: ['application/pdf', 'text/csv'],
  input: z.strictObject({ month: Month, format: z.enum(['pdf', 'csv']) }),
  reply: z.object({}),
  refusals: ['unknown_month', 'too_many_tries'],
})

/** All data that the house stores about a customer, as JSON and CSV in one archive. */
export const downloadEverything = read({
  path: '/portfolio/everything',
  caller: 'customer',
  summary: 'Everything that is kept of the customer: JSON and CSV in one archive',
  file: ['application/zip'],
  input: z.strictObject({}),
  reply: z.object({}),
  refusals: ['too_many_tries'],
})

export const statementsCalls = { listStatements, readStatement, downloadStatement, downloadEverything }
