import { isCurrency, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { listEntries } from '@lonja/core/ledger/ledger.contract'
import type { Entry } from '@lonja/core/ledger/ledger.rules'

/** Where a page of entries ended: the last one's version. What is no such cursor begins at the newest. */
export const entryPlace = (cursor: string | undefined): number | null =>
  cursor !== undefined && /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : null

/** An entry as it is read, by its customer or by staff; `listings` has the shares that the orders which caused entries were of. */
export function entryReply(
  entry: Entry,
  listings: ReadonlyMap<string, ListingId>,
): ReplyOf<typeof listEntries>['rows'][number] {
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
    listing: isCurrency(entry.asset) ? (listings.get(entry.cause ?? '') ?? null) : entry.asset,
    at: entry.at,
  }
}
