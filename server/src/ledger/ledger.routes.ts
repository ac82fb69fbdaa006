import { isCurrency, type ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { refuse } from '@lonja/core/base/refusal'
import { listEntries, readPosting, type CauseKind } from '@lonja/core/ledger/ledger.contract'
import type { Entry } from '@lonja/core/ledger/ledger.rules'
import type { Tx } from '../base/db.ts'
import { onRead, type Route } from '../base/serve.ts'
import { findPosting, listEntriesOf, type EntryFilter } from './ledger.store.ts'

const PAGE = 30

/** What the things that caused entries were of: orders have it, which stand above the ledger. */
export type ListingsOf = (
  tx: Tx,
  customer: string,
  causes: readonly string[],
) => Promise<ReadonlyMap<string, ListingId>>

/** What caused a posting, as far as it has a page of its own: what stands above the ledger knows it. */
export type CauseKindOf = (tx: Tx, customer: string, cause: string) => Promise<CauseKind | null>

export const ledgerRoutes = (listingsOf: ListingsOf, causeKindOf: CauseKindOf): Route[] => [
  onRead(listEntries, async ({ tx, customer }, { kind, asset, cause, from, to, cursor, limit = PAGE }) => {
    const filter: EntryFilter = {
      kind: kind ?? null,
      asset: asset ?? null,
      cause: cause ?? null,
      from: from ?? null,
      to: to ?? null,
      after: cursor === undefined ? null : placeOf(cursor),
    }
    const found = await listEntriesOf(tx, customer, filter, limit + 1)
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const causes = [...new Set(page.map(({ cause: of }) => of).filter((of) => of !== null))]
    const listings = await listingsOf(tx, customer, causes)
    return {
      rows: page.map((entry) => rowOf(entry, listings)),
      cursor: found.length > limit && last ? `${last.version}` : null,
    }
  }),

  onRead(readPosting, async ({ tx, customer }, { posting }) => {
    const entries = await findPosting(tx, customer, posting)
    const [first] = entries
    if (!first) return refuse('not_found')
    const { at, cause } = first
    const causeKind = cause === null ? null : await causeKindOf(tx, customer, cause)
    return { posting, at, cause, causeKind, lines: entries.flatMap(linesOf) }
  }),
]

/** Where a page ended: the last entry's version. What is no such cursor begins at the newest. */
const placeOf = (cursor: string): number | null => (/^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : null)

function rowOf(entry: Entry, listings: ReadonlyMap<string, ListingId>): ReplyOf<typeof listEntries>['rows'][number] {
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

type Posted = ReplyOf<typeof readPosting>['lines'][number]

/** The two sides of an entry: what changed for the customer, and where it came from or went to. */
function linesOf({ asset, kind, counter, freeBefore, freeAfter, heldBefore, heldAfter }: Entry): Posted[] {
  const line = (account: Posted['account'], units: bigint, after: bigint | null): Posted => ({
    account,
    kind,
    change: { asset, units },
    after: after === null ? null : { asset, units: after },
  })
  const free = freeAfter - freeBefore
  const held = heldAfter - heldBefore
  return [
    ...(free === 0n ? [] : [line('free', free, freeAfter)]),
    ...(held === 0n ? [] : [line('held', held, heldAfter)]),
    ...(counter === 'hold' ? [] : [line(counter, -(free + held), null)]),
  ]
}
