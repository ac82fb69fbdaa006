import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { CustomerId, SeatId } from '../base/ids.ts'
import { CUSTOMER_NUMBER, Id, Moment, MomentText, Page, numberText, pageOf } from '../base/wire.ts'
import { About, RoleName } from './audit.contract.ts'

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

export const auditStaffCalls = { listAudit, exportAudit, checkAudit }
