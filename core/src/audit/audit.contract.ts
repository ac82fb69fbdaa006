import * as z from 'zod/mini'
import { ACTIVITY_KINDS } from './audit.acts.ts'
import { ROLES, read } from '../base/contract.ts'
import { Id, Moment, Page, pageOf } from '../base/wire.ts'

export const RoleName = z.enum(ROLES)

/** The record that an act is about; null for none. */
export const About = z.nullable(z.object({ kind: z.string(), id: Id }))

/** One act about the customer, as the customer reads it: never with a name. */
export const ActivityRow = z.object({
  id: Id,
  /** The act's code, such as `signed_in` or `viewed_customer`; the screen has a sentence for it. */
  act: z.string(),
  at: Moment,
  /** The role of the seat, and its number (counted from 1); null if the customer or the house itself acted. */
  role: z.nullable(RoleName),
  seat: z.nullable(z.int()),
  /** The deposit, withdrawal, document … that it is about; null for none. */
  about: About,
  /** The code of the reason, if the act needed one. */
  reason: z.nullable(z.string()),
  /** For a decision: the seat's opinion, and its result; null for other acts. */
  opinion: z.nullable(z.enum(['approve', 'refuse'])),
  outcome: z.nullable(z.enum(['decided', 'needs_second', 'disagreed'])),
  /**
   * For an opinion of one of two people: the number of the seat that let this seat in, null for a link from the command
   * line. Left out of other acts.
   */
  letInBy: z.optional(z.nullable(z.int())),
  /** For a sign-in: the device; null for other acts. */
  device: z.nullable(z.string()),
})

/** The activity on the customer's account: sign-ins, every view by staff, every decision. Newest first. */
export const listActivity = read({
  path: '/audit/activity',
  caller: 'customer',
  summary: 'What was done on the account and by whom, newest first: sign-ins, views by staff, decisions',
  topics: ['sessions', 'notices'],
  input: z.strictObject({ ...Page, which: z.optional(z.enum(ACTIVITY_KINDS)) }),
  reply: pageOf(ActivityRow),
})

/** The customer's own chain, checked now: row by row against its hashes, and against the signed heads. */
export const readActivityChain = read({
  path: '/audit/activity-chain',
  caller: 'customer',
  summary: 'Whether the chain of the own activity is whole, and where it ends',
  topics: ['sessions', 'notices'],
  input: z.strictObject({}),
  reply: z.object({
    /** The number of acts, and the hash of the last one; zeros before the first. */
    n: z.int(),
    hash: z.string(),
    /** The first row that was changed; null if all are intact. */
    brokenAt: z.nullable(z.int()),
    /** The last signing of heads; null for never. */
    signedAt: z.nullable(Moment),
  }),
})

export const auditCalls = { listActivity, readActivityChain }
