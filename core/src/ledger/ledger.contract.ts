import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { nameOf, oneOf, type NameIn } from '../base/lists.ts'
import { Id, Listing, Moment, MomentText, Page, Quantity, VersionText, pageOf } from '../base/wire.ts'

/** The reason that an amount moved (map of the spec: the kinds of the fund flow). */
export type EntryKind = NameIn<'entries'>

/** An account of the house: the other side of every amount that enters or leaves a customer's balance. */
export type HouseAccount = NameIn<'accounts'>

/** The account of a line of a posting: `free` and `held` are the customer's; the rest are the house's. */
export type PostingAccount = 'free' | 'held' | HouseAccount

/** The kind of thing that caused a posting and has a page of its own. */
export type CauseKind = NameIn<'causes'>

/** The kind of any thing that causes a posting, with a page of its own or without. */
export type PostingCauseKind = NameIn<'causes'> | NameIn<'pagelessCauses'>

/** A group of entries, as a person looks for them: trades, and the records of each way in and out with their holds. */
export type EntryRecords = NameIn<'groups'>

/** A feature's entry in the list of entry kinds. */
export interface EntryPart {
  /** Its mark in a list of entries. */
  readonly look: 'in' | 'out' | 'cost' | 'exchange' | 'held' | 'freed' | 'coins'
  /**
   * The groups whose entries can be filtered by this kind: `holding` means all features that hold amounts. Omitted
   * if no list is filtered by it.
   */
  readonly groups?: readonly string[] | 'holding'
}

/** A feature's entry in the list of groups. */
export interface GroupPart {
  /** The page of a first step, for a customer without such entries. */
  readonly first: `/${string}`
}

/** One entry of a customer: the change of one asset, with the balance before and after. */
export const EntryReply = z.object({
  /** Its version as text: stable, unique for the customer. */
  id: z.string(),
  /** The version of its posting's first entry. */
  posting: z.int(),
  kind: nameOf<EntryKind>(),
  /** The changes of the free and the held balance. */
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
  /** The kind of the cause, if it has a page of its own. */
  causeKind: z.nullable(nameOf<CauseKind>()),
  /** The record number of the cause that people read out: `R-7K2M-91QX`, `D-4F09C2`. Null if it has none. */
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
    kind: z.optional(oneOf<EntryKind>('entries')),
    records: z.optional(oneOf<EntryRecords>('groups')),
    /** `cash` is both currencies; `shares` every listing. */
    asset: z.optional(z.enum(['EUR', 'USD', 'cash', 'shares'])),
    cause: z.optional(Id),
    /** Ids are unique within a kind of cause only. Without it, `cause` finds the entries of every kind with this id. */
    causeKind: z.optional(oneOf<CauseKind>('causes')),
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
    /** The kind of the cause, if it has a page of its own. */
    causeKind: z.nullable(nameOf<CauseKind>()),
    lines: z.array(
      z.object({
        /** `free` and `held` are the customer's; the rest are the house's. */
        account: nameOf<PostingAccount>(),
        kind: nameOf<EntryKind>(),
        change: Quantity,
        /** The customer's balance after it; null on the house's side. */
        after: z.nullable(Quantity),
      }),
    ),
  }),
})

export const ledgerCalls = { listEntries, readPosting }
