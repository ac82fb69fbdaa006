import { isCurrency, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { listEntries } from '@lonja/core/ledger/ledger.contract'
import type { Entry } from '@lonja/core/ledger/ledger.rules'

type Row = ReplyOf<typeof listEntries>['rows'][number]

/** Where a page of entries ended: the last one's version. What is no such cursor begins at the newest. */
export const entryPlace = (cursor: string | undefined): number | null =>
  cursor !== undefined && /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : null

/** What caused an entry: an order has a listing, a deposit or withdrawal a number. */
export interface Cause extends Pick<Row, 'causeKind' | 'causeNumber'> {
  readonly listing: ListingId | null
}

const NO_CAUSE: Cause = { causeKind: null, causeNumber: null, listing: null }

/** An entry as it is read, by its customer or by staff. A cause that `causes` does not have is none with a page. */
export function entryReply(entry: Entry, causes: ReadonlyMap<string, Cause>): Row {
  const { listing, ...cause } = causes.get(entry.cause ?? '') ?? NO_CAUSE
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
