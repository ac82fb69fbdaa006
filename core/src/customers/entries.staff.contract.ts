import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { nameOf, oneOf } from '../base/lists.ts'
import { CurrencyCode, Id, Listing, Moment, MomentText, Page, Quantity, VersionText, pageOf } from '../base/wire.ts'
import { EntryReply, type CauseKind, type EntryKind, type PostingAccount } from '../ledger/ledger.contract.ts'
import { CreditReply } from '../reversals/reversals.staff.contract.ts'

/** The roles that read a customer's entries, which are part of the file. */
const READERS = ['support', 'treasurer', 'admin', 'auditor'] as const

/** The cause of an entry, as staff name it. */
const Cause = {
  causeKind: z.nullable(nameOf<CauseKind>()),
  /** The record number that people read out: `R-7K2M-91QX`, `D-4F09C2`. Null if the cause has none. */
  causeNumber: z.nullable(z.string()),
}

/**
 * One customer's entries, newest first. It counts as a view and is recorded in the customer's activity before it is
 * answered.
 */
export const listCustomerEntries = read({
  path: '/staff/customers/entries',
  caller: 'seat',
  roles: READERS,
  summary: 'The entries of one customer, newest first, by asset, kind, cause or time. A view',
  input: z.strictObject({
    ...Page,
    customer: CustomerId,
    kind: z.optional(oneOf<EntryKind>('entries')),
    /** One currency or listing; `cash` is both currencies, `shares` every listing. */
    asset: z.optional(z.union([CurrencyCode, z.enum(['cash', 'shares']), Listing])),
    cause: z.optional(Id),
    /** Ids are unique within a kind of cause only. Without it, `cause` finds the entries of every kind with this id. */
    causeKind: z.optional(oneOf<CauseKind>('causes')),
    /** From this moment on, and before the other one. */
    from: z.optional(MomentText),
    to: z.optional(MomentText),
  }),
  reply: pageOf(EntryReply),
  refusals: ['unknown_customer'],
})

const PostingLine = z.object({
  /** `free` and `held` are the customer's accounts; the rest are the house's. */
  account: nameOf<PostingAccount>(),
  kind: nameOf<EntryKind>(),
  change: Quantity,
  /** The customer's balance before and after, and the number of the entry; null on the house's side. */
  before: z.nullable(Quantity),
  after: z.nullable(Quantity),
  version: z.nullable(z.int()),
})

/**
 * One whole posting of a customer: both sides, which sum to zero for each asset. It counts as a view, as the list of
 * entries does.
 */
export const openCustomerPosting = read({
  path: '/staff/customers/posting',
  caller: 'seat',
  roles: READERS,
  summary: 'One posting of a customer with both its sides, and their sum by asset. A view',
  input: z.strictObject({ customer: CustomerId, posting: VersionText }),
  reply: z.object({
    posting: z.int(),
    at: Moment,
    cause: z.nullable(Id),
    ...Cause,
    /** The review of the cause, by whose id staff open it; null if staff do not decide the cause. */
    causeReview: z.nullable(Id),
    lines: z.array(PostingLine),
    /** The sum of all lines of an asset. It is zero unless the books are broken. */
    sums: z.array(Quantity),
    /** The credits among its entries, which can be reversed. */
    credits: z.array(CreditReply),
  }),
  refusals: ['unknown_customer', 'not_found'],
})

export const entriesStaffCalls = { listCustomerEntries, openCustomerPosting }
