import type { ReplyOf } from '@lonja/core/base/contract'
import { refuse } from '@lonja/core/base/refusal'
import { listEntries, readPosting } from '@lonja/core/ledger/ledger.contract'
import { postedLines, type Entry } from '@lonja/core/ledger/ledger.rules'
import type { Tx } from '../database/db.ts'
import { onRead, type Route } from '../door/serve.ts'
import { entryPlace, entryReply, type Cause } from './ledger.replies.ts'
import { countEntriesOf, findPosting, listEntriesOf, type EntryFilter } from './entries.store.ts'

const PAGE = 30

/** More entries than this are not counted: whoever has so many does not read their number. */
const COUNTED_MOST = 10_000

/** What stands above the ledger and knows what caused its entries: the roof hands it in. */
export interface CauseFacts {
  causesOf(tx: Tx, customer: string, causes: readonly (string | null)[]): Promise<ReadonlyMap<string, Cause>>
  /** The ids of every withdrawal of a customer. */
  withdrawalIds(tx: Tx, customer: string): Promise<readonly string[]>
}

export const ledgerRoutes = ({ causesOf, withdrawalIds }: CauseFacts): Route[] => [
  onRead(listEntries, async ({ tx, customer }, { kind, records, asset, cause, from, to, cursor, limit = PAGE }) => {
    const needsIds = records === 'trades' || records === 'withdrawals'
    const filter: EntryFilter = {
      kind: kind ?? null,
      asset: asset ?? null,
      cause: cause ?? null,
      from: from ?? null,
      to: to ?? null,
      after: entryPlace(cursor),
      records: records && { of: records, withdrawals: needsIds ? await withdrawalIds(tx, customer) : [] },
    }
    const found = await listEntriesOf(tx, customer, filter, limit + 1)
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const ids = page.map(({ cause: of }) => of)
    const causes = await causesOf(tx, customer, ids)
    return {
      rows: page.map((entry) => entryReply(entry, causes)),
      cursor: found.length > limit && last ? `${last.version}` : null,
      count:
        filter.after === null
          ? await countFor(tx, customer, filter, found.length <= limit ? found.length : null)
          : null,
    }
  }),

  onRead(readPosting, async ({ tx, customer }, { posting }) => {
    const entries = await findPosting(tx, customer, posting)
    const [first] = entries
    if (!first) return refuse('not_found')
    const { at, cause } = first
    const causeKind = (await causesOf(tx, customer, [cause])).get(cause ?? '')?.causeKind ?? null
    return { posting, at, cause, causeKind, lines: entries.flatMap(linesOf) }
  }),
]

/** How many entries a first page begins; `all` where the page has them all. */
async function countFor(tx: Tx, customer: string, filter: EntryFilter, all: number | null): Promise<number | null> {
  if (all !== null) return all
  const counted = await countEntriesOf(tx, customer, filter, COUNTED_MOST + 1)
  return counted > COUNTED_MOST ? null : counted
}

/** What the customer reads of a line: not the balance before it, which is the one after less the change. */
const linesOf = (entry: Entry): ReplyOf<typeof readPosting>['lines'] =>
  postedLines(entry).map(({ account, kind, change, after }) => ({ account, kind, change, after }))
