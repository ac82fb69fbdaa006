import { isCurrency, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { CauseKind, EntryRecords, listEntries, readPosting } from '@lonja/core/ledger/ledger.contract'
import { postedLines, type Entry } from '@lonja/core/ledger/ledger.rules'
import type { Tx } from '../database/db.ts'

type Row = ReplyOf<typeof listEntries>['rows'][number]

/** The cursor of a page of entries: the version of the last one. An invalid cursor starts at the newest entry. */
export const entryPlace = (cursor: string | undefined): number | null =>
  cursor !== undefined && /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : null

/** The cause of an entry as it is shown: an order has a listing, a deposit or withdrawal has a number. */
export interface Cause extends Pick<Row, 'causeKind' | 'causeNumber'> {
  readonly listing: ListingId | null
}

/** The kind and id of an entry's cause. */
export type CauseOf = Pick<Entry, 'causeKind' | 'cause'>

/** Describes the causes of some entries of a customer. */
export type CausesOf = (tx: Tx, customer: CustomerId, of: readonly CauseOf[]) => Promise<(of: CauseOf) => Cause>

/** Knowledge about the features above the ledger, from the composition root. */
export interface CauseFacts {
  readonly causesOf: CausesOf
  /** The kind of cause whose entries each group of records shows. */
  readonly causeOfGroup: Readonly<Record<EntryRecords, CauseKind>>
}

/** An entry as its customer or staff read it. */
export function entryReply(entry: Entry, causeFor: (of: CauseOf) => Cause): Row {
  const { listing, ...cause } = causeFor(entry)
  const of = (units: bigint) => ({ asset: entry.asset, units })
  return {
    id: `${entry.version}`,
    posting: entry.posting,
    kind: entry.kind,
    free: of(entry.freeAfter - entry.freeBefore),
    held: of(entry.heldAfter - entry.heldBefore),
    freeBefore: of(entry.freeBefore),
    freeAfter: of(entry.freeAfter),
    heldBefore: of(entry.heldBefore),
    heldAfter: of(entry.heldAfter),
    version: entry.version,
    cause: entry.cause,
    ...cause,
    listing: isCurrency(entry.asset) ? listing : entry.asset,
    at: entry.at,
  }
}

/** A line as the customer reads it, without the balance before it, which is the balance after less the change. */
export const linesOf = (entry: Entry): ReplyOf<typeof readPosting>['lines'] =>
  postedLines(entry).map(({ account, kind, change, after }) => ({ account, kind, change, after }))
