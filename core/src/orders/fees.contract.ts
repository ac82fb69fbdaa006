import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Cents, Moment } from '../base/wire.ts'
import { FeeTableNumber, ROUNDINGS } from './fees.names.ts'

const FeeTableFields = {
  feeTable: FeeTableNumber,
  feeBps: z.int(),
  /** The least fee of an order. */
  feeLeast: z.object({ EUR: Cents, USD: Cents }),
  /**
   * `half_even`: to the nearest cent, a half to the even one. `against_customer`: what a customer pays up to the cent,
   * what they receive down.
   */
  rounding: z.enum(ROUNDINGS),
}

/** The fee table of orders placed now, and one that is announced, with the first instant of the orders that have it. */
export const Fees = z.object({
  ...FeeTableFields,
  next: z.nullable(z.object({ ...FeeTableFields, from: Moment })),
})
export type Fees = z.output<typeof Fees>

/** The terms of a ticket before it is sent: fee tables, collar and conversion markup. */
export const readTerms = read({
  path: '/orders/terms',
  caller: 'anyone',
  summary: 'Fee table, collar and limits that orders are held by',
  input: z.strictObject({}),
  reply: z.object({
    ...Fees.shape,
    collarBps: z.int(),
    markupBps: z.int(),
    /** The interest of a year on what the house finances of a buy, by day. */
    financingBps: z.int(),
    openOrdersMax: z.int(),
  }),
})

export const feesCalls = { readTerms }
