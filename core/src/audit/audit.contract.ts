import * as z from 'zod/mini'
import { ACTIVITY_KINDS } from './audit.acts.ts'
import { ROLES, read } from '../base/contract.ts'
import { CustomerId, SeatId } from '../base/ids.ts'
import { CUSTOMER_NUMBER, Id, Moment, MomentText, Page, numberText, pageOf } from '../base/wire.ts'

const RoleName = z.enum(ROLES)
const About = z.nullable(z.object({ kind: z.string(), id: Id }))

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

/** One act of the audit log, as an admin reads it. */
const AuditRow = z.object({
  id: Id,
  act: z.string(),
  at: Moment,
  customer: z.nullable(CustomerId),
  seat: z.nullable(z.object({ id: SeatId, number: z.int(), role: RoleName })),
  about: About,
  /** The reason in words; null without a reason, or without words for it. */
  reason: z.nullable(z.string()),
  /** Codes, ids and amounts, as they were hashed. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

/** Filters of the audit log. Each narrows the rows further. */
const AuditFilter = {
  seat: z.optional(SeatId),
  /** The seat by its number. */
  seatNumber: z.optional(numberText(1, 1_000_000)),
  customer: z.optional(CustomerId),
  /** The customer by the account number, `L-4F09C2`. */
  account: z.optional(z.string().check(z.regex(CUSTOMER_NUMBER))),
  act: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9_]{1,40}$/))),
  /** From this instant on, and before that one. */
  from: z.optional(MomentText),
  to: z.optional(MomentText),
}

const READERS = ['admin', 'operations', 'auditor'] as const

/** The audit log: all of it, or of one seat or customer, of one act, of some days. Newest first. */
export const listAudit = read({
  path: '/staff/audit/list',
  caller: 'seat',
  roles: READERS,
  summary: 'The audit log, newest first: all of it, or of one seat, customer or act, or of some days',
  input: z.strictObject({ ...Page, ...AuditFilter }),
  reply: pageOf(AuditRow),
})

/** Every row that the filters leave, newest first, as CSV. The export is an act of the seat. */
export const exportAudit = read({
  path: '/staff/audit/file',
  caller: 'seat',
  roles: READERS,
  summary: 'The audit log as CSV: every row that the filters leave. An act',
  file: ['text/csv'],
  input: z.strictObject(AuditFilter),
  reply: z.object({}),
})

/** The ways in which the first broken row of a chain can be wrong. */
export const BROKEN_WHYS = ['missing', 'changed', 'not_linked', 'head_differs', 'signed_head_differs'] as const

/** Check chains row by row, some at a time: `cursor` continues, null at the end. */
export const checkAudit = read({
  path: '/staff/audit/check',
  caller: 'seat',
  roles: READERS,
  summary:
    'Check the chains of the audit log against their hashes and signed heads; names the first broken row of each',
  input: z.strictObject({ cursor: Page.cursor, chain: z.optional(Id) }),
  reply: z.object({
    chains: z.int(),
    rows: z.int(),
    broken: z.array(z.object({ chain: Id, n: z.int(), why: z.enum(BROKEN_WHYS) })),
    /** The last signing of heads; null for never. */
    signedAt: z.nullable(Moment),
    /** True if every signing round is the house's own, numbered without a gap and linked to the one before it. */
    roundsWhole: z.boolean(),
    cursor: z.nullable(z.string()),
  }),
})

/** The current head of the asking seat's chain, and the last signing of all heads. */
export const readOwnHead = read({
  path: '/staff/audit/own-head',
  caller: 'seat',
  roles: ROLES,
  summary: 'The end of the asking seat’s own chain of the audit log, and when heads were signed last',
  input: z.strictObject({}),
  reply: z.object({
    /** The number of acts; 0 before the first. */
    n: z.int(),
    /** In hex. */
    hash: z.string(),
    signedAt: z.nullable(Moment),
  }),
})

export const auditCalls = { listActivity, readActivityChain, listAudit, exportAudit, checkAudit, readOwnHead }
