import type { CustomerId } from '@lonja/core/base/ids'
import { refuse } from '@lonja/core/base/refusal'
import { listEntries, readPosting } from '@lonja/core/ledger/ledger.contract'
import { ENTRIES_PAGE, ENTRIES_COUNTED_MOST } from '@lonja/core/ledger/ledger.rules'
import type { Tx } from '../database/db.ts'
import { onRead, type Route } from '../door/serve.ts'
import { entryPlace, entryReply, linesOf, type CauseFacts } from './ledger.replies.ts'
import { countEntriesOf, findPosting, listEntriesOf, type EntryFilter } from './entries.store.ts'

export const ledgerRoutes = ({ causesOf, causeOfGroup }: CauseFacts): Route[] => [
  onRead(listEntries, async ({ tx, customer }, input) => {
    const { kind, records, asset, cause, causeKind, from, to, cursor, limit = ENTRIES_PAGE } = input
    const filter: EntryFilter = {
      kind: kind ?? null,
      asset: asset ?? null,
      cause: cause ?? null,
      from: from ?? null,
      to: to ?? null,
      after: entryPlace(cursor),
      causeKind: causeKind ?? (records && causeOfGroup[records]),
    }
    const entries = await listEntriesOf(tx, customer, filter, limit + 1)
    const page = entries.slice(0, limit)
    const last = page.at(-1)
    const causeFor = await causesOf(tx, customer, page)
    return {
      rows: page.map((entry) => entryReply(entry, causeFor)),
      cursor: entries.length > limit && last ? `${last.version}` : null,
      count:
        filter.after === null
          ? await countFor(tx, customer, filter, entries.length <= limit ? entries.length : null)
          : null,
    }
  }),

  onRead(readPosting, async ({ tx, customer }, { posting }) => {
    const entries = await findPosting(tx, customer, posting)
    const [first] = entries
    if (!first) return refuse('not_found')
    const { at, cause } = first
    const { causeKind } = (await causesOf(tx, customer, [first]))(first)
    return { posting, at, cause, causeKind, lines: entries.flatMap(linesOf) }
  }),
]

/** The number of entries behind a first page; `all` if the page has them all. */
async function countFor(tx: Tx, customer: CustomerId, filter: EntryFilter, all: number | null): Promise<number | null> {
  if (all !== null) return all
  const counted = await countEntriesOf(tx, customer, filter, ENTRIES_COUNTED_MOST + 1)
  return counted > ENTRIES_COUNTED_MOST ? null : counted
}
