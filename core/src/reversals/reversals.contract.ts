import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Id, Moment, Money, Page, pageOf } from '../base/wire.ts'
import { ReasonReply } from '../review/review.contract.ts'

/** The kinds of entries that credit a customer and can be reversed. */
export const CREDIT_KINDS = ['deposit', 'grant'] as const
export type CreditKind = (typeof CREDIT_KINDS)[number]

/** A reversal that was carried out. */
export const ReversalReply = z.object({
  id: Id,
  /** The number that people read out. */
  number: z.string(),
  amount: Money,
  /** The part that was free and was taken at once; the rest became a debt. */
  taken: Money,
  owed: Money,
  reason: ReasonReply,
  at: Moment,
  /** The posting that carried it out. */
  posting: z.int(),
  credit: z.object({
    kind: z.enum(CREDIT_KINDS),
    /** The number of the entry that was reversed. */
    entry: z.int(),
    amount: Money,
  }),
})

/** The customer's reversed credits and what is owed now. */
export const listReversals = read({
  path: '/reversals/list',
  caller: 'customer',
  summary: 'Credits that the house took back, newest first, and what is owed of them now',
  topics: ['balances'],
  input: z.strictObject({ ...Page }),
  reply: z.object({
    ...pageOf(ReversalReply).shape,
    /** By currency; empty if nothing is owed. */
    owed: z.array(Money),
  }),
})

export const reversalsCalls = { listReversals }
