import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { nameOf, oneOf } from '../base/lists.ts'
import { Id, Listing, Moment, MomentText, Page, Quantity, VersionText, pageOf } from '../base/wire.ts'
import type { CauseKind, EntryKind, EntryRecords } from './ledger.contract.ts'
import { readPosting } from './ledger.contract.ts'

/** One event in one asset: a purchase with its hold, fee and conversion is one row. */
const EventReply = z.object({
  /** The version of its last entry in the asset, as text: it names the event, and changes when the event moves on. */
  id: z.string(),
  /** The kind of entry that names it; `hold` if it has done nothing but hold. */
  name: nameOf<EntryKind>(),
  /** `open`: a part is still held. `void`: it held an amount, did nothing else, and holds nothing now. */
  state: z.enum(['open', 'done', 'void']),
  /** The shares that came or went with it; null if it moved none, or those of several listings. */
  shares: z.nullable(Quantity),
  /** The change of the free amount in all, and the part of it that is still held. */
  effect: Quantity,
  held: Quantity,
  /** The free amount with this row and all below it: of an asset’s first row what is free now. */
  left: Quantity,
  cause: z.nullable(Id),
  /** The kind of the cause, if it has a page of its own. */
  causeKind: z.nullable(nameOf<CauseKind>()),
  /** The record number of the cause that people read out: `R-7K2M-91QX`. Null if it has none. */
  causeNumber: z.nullable(z.string()),
  /** The listing of the shares moved, or of the order that caused it; null for none. */
  listing: z.nullable(Listing),
  beganAt: Moment,
  movedAt: Moment,
})

/** The fund flow by events, newest first: by the moment at which each last moved. */
export const listEvents = read({
  path: '/ledger/events',
  caller: 'customer',
  summary: 'The fund flow: one row for each event, with its effect on what is free',
  topics: ['balances'],
  input: z.strictObject({
    ...Page,
    /** Omitted for both currencies and all shares. */
    asset: z.optional(z.enum(['EUR', 'USD', 'shares'])),
    records: z.optional(oneOf<EntryRecords>('groups')),
    /** Events that last moved in [from, to). */
    from: z.optional(MomentText),
    to: z.optional(MomentText),
    /** Only events of which a part is still held. */
    held: z.optional(z.literal('yes')),
  }),
  reply: pageOf(EventReply),
})

/** One event, by the number of any of its entries: its postings, oldest first. Their lines sum to zero by asset. */
export const readEvent = read({
  path: '/ledger/event',
  caller: 'customer',
  summary: 'One event with its postings and all their lines, which sum to zero by asset',
  topics: ['balances'],
  input: z.strictObject({ entry: VersionText }),
  reply: z.object({
    steps: z.array(
      z.object({
        posting: z.int(),
        /** The kind of entry that names the step. */
        name: nameOf<EntryKind>(),
        at: Moment,
        lines: readPosting.reply.shape.lines,
      }),
    ),
  }),
})

export const eventsCalls = { listEvents, readEvent }
