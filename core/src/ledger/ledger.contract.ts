import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Id, Listing, Moment, MomentText, Page, Quantity, VersionText, pageOf } from '../base/wire.ts'

/** Why an amount moved (map of the spec: the kinds of the fund flow). */
export const ENTRY_KINDS = [
  'deposit',
  'withdrawal',
  'buy',
  'sell',
  'fee',
  'conversion',
  'hold',
  'release',
  'interest',
  'dividend',
  'loan',
  'option',
  'grant',
  'handed_back',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** The house's own accounts: the other side of whatever enters or leaves a customer's balance. */
export const HOUSE_ACCOUNTS = ['market', 'fees', 'conversion', 'markup', 'grants', 'deposits', 'withdrawals'] as const

/** Where a line of a posting stands: `free` and `held` are the customer's; the rest are the house's. */
export const POSTING_ACCOUNTS = ['free', 'held', ...HOUSE_ACCOUNTS] as const

/** What may cause a posting, and has a page of its own. */
export const CAUSE_KINDS = ['order', 'withdrawal', 'deposit'] as const
export type CauseKind = (typeof CAUSE_KINDS)[number]

/** What an entry belongs to, as a person looks for it: what trading moved, what came in, what went out with its holds. */
export const ENTRY_RECORDS = ['trades', 'deposits', 'withdrawals'] as const
export type EntryRecords = (typeof ENTRY_RECORDS)[number]

/** One entry of a customer: the change of one asset, with the balance before and after. */
export const EntryReply = z.object({
  /** Its version as text: stable, unique for the customer. */
  id: z.string(),
  /** The version of its posting's first entry. */
  posting: z.int(),
  kind: z.enum(ENTRY_KINDS),
  /** What the free balance changed by, and what was held. */
  free: Quantity,
  held: Quantity,
  freeBefore: Quantity,
  freeAfter: Quantity,
  heldBefore: Quantity,
  heldAfter: Quantity,
  /** The customer's entries are numbered from 1 without a gap, over all assets. */
  version: z.int(),
  /** The order, deposit … that caused it; null for none. */
  cause: z.nullable(Id),
  /** What the cause is, where it has a page of its own. */
  causeKind: z.nullable(z.enum(CAUSE_KINDS)),
  /** The number of the cause that a person reads out: `R-7K2M-91QX`, `D-4F09C2`. Null where it has none. */
  causeNumber: z.nullable(z.string()),
  /** The listing that it is about: the shares moved, or those of the order that caused it; null for none. */
  listing: z.nullable(Listing),
  at: Moment,
})

/** Fund flow, newest first. Spec section 7: GET /index/getLiuShui. */
export const listEntries = read({
  path: '/index/getLiuShui',
  caller: 'customer',
  summary: 'The fund flow: entries of the customer, newest first',
  topics: ['balances'],
  input: z.strictObject({
    ...Page,
    kind: z.optional(z.enum(ENTRY_KINDS)),
    records: z.optional(z.enum(ENTRY_RECORDS)),
    /** `cash` is both currencies; `shares` every listing. */
    asset: z.optional(z.enum(['EUR', 'USD', 'cash', 'shares'])),
    cause: z.optional(Id),
    from: z.optional(MomentText),
    to: z.optional(MomentText),
  }),
  reply: z.object({
    ...pageOf(EntryReply).shape,
    /**
     * On the first page: the total number of entries. Null on later pages, and if there are more than the server
     * counts.
     */
    count: z.nullable(z.int()),
  }),
})

/** One posting with its lines, the customer's and the house's, which sum to zero for each asset. */
export const readPosting = read({
  path: '/ledger/posting',
  caller: 'customer',
  summary: 'One posting with all its lines, which sum to zero by asset',
  input: z.strictObject({ posting: VersionText }),
  reply: z.object({
    posting: z.int(),
    at: Moment,
    cause: z.nullable(Id),
    /** What the cause is, where it has a page of its own. */
    causeKind: z.nullable(z.enum(CAUSE_KINDS)),
    lines: z.array(
      z.object({
        /** `free` and `held` are the customer's; the rest are the house's. */
        account: z.enum(POSTING_ACCOUNTS),
        kind: z.enum(ENTRY_KINDS),
        change: Quantity,
        /** The customer's balance after it; null on the house's side. */
        after: z.nullable(Quantity),
      }),
    ),
  }),
})

export const ledgerCalls = { listEntries, readPosting }
