import type { ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { refuse } from '@lonja/core/base/refusal'
import { listEntries, readPosting, type CauseKind } from '@lonja/core/ledger/ledger.contract'
import { postedLines, type Entry } from '@lonja/core/ledger/ledger.rules'
import type { Tx } from '../base/db.ts'
import { onRead, type Route } from '../base/serve.ts'
import { entryPlace, entryReply } from './ledger.replies.ts'
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
      after: entryPlace(cursor),
    }
    const found = await listEntriesOf(tx, customer, filter, limit + 1)
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const causes = [...new Set(page.map(({ cause: of }) => of).filter((of) => of !== null))]
    const listings = await listingsOf(tx, customer, causes)
    return {
      rows: page.map((entry) => entryReply(entry, listings)),
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

/** What the customer reads of a line: not the balance before it, which is the one after less the change. */
const linesOf = (entry: Entry): ReplyOf<typeof readPosting>['lines'] =>
  postedLines(entry).map(({ account, kind, change, after }) => ({ account, kind, change, after }))
