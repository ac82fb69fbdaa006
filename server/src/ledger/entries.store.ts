import type { Asset } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { PostingCauseKind, EntryKind } from '@lonja/core/ledger/ledger.contract'
import type { Entry, PostingCause } from '@lonja/core/ledger/ledger.rules'
import { cellOf, int8 } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { ENTRIES } from './ledger.store.ts'
import { LINES_MOST } from './postings.store.ts'

/**
 * Filters of the fund flow: null matches every entry. `after` is the cursor, the version of the last entry of the page
 * before.
 */
export interface EntryFilter {
  readonly kind: EntryKind | null
  readonly asset: Asset | 'cash' | 'shares' | null
  /** The kind of the causes, and the id of one cause. */
  readonly causeKind?: PostingCauseKind | null | undefined
  readonly cause: string | null
  readonly from: Instant | null
  readonly to: Instant | null
  readonly after: number | null
}

const WANTED = `
   where customer = $1
     and ($2::text is null or kind = $2)
     and ($3::text is null or case $3 when 'cash' then asset in ('EUR', 'USD') when 'shares' then asset not in ('EUR', 'USD') else asset = $3 end)
     and ($4::uuid is null or cause = $4)
     and made_at >= coalesce($5::int8, 0)
     and made_at < coalesce($6::int8, 9223372036854775807)
     and first < coalesce($7, 9223372036854775807) and version < coalesce($7, 9223372036854775807)
     and ($9::text is null or cause_kind = $9)`

const LIST_ENTRIES = sql(
  'list_entries',
  `select ${ENTRIES.names} from entries ${WANTED} order by first desc, at desc limit $8`,
)

const COUNT_ENTRIES = sql(
  'count_entries',
  `select count(*) as found from (select 1 from entries ${WANTED} limit $8) as counted`,
  cellOf(int8('found')),
)

/** The fund flow, newest first. */
export async function listEntriesOf(tx: Tx, customer: CustomerId, filter: EntryFilter, most: number): Promise<Entry[]> {
  return (await tx.run(LIST_ENTRIES, wantedOf(customer, filter, most))).map(ENTRIES.ofRow)
}

/** Counts the entries, up to `most`. */
export async function countEntriesOf(tx: Tx, customer: CustomerId, filter: EntryFilter, most: number): Promise<number> {
  const [count] = await tx.run(COUNT_ENTRIES, wantedOf(customer, filter, most))
  return count ?? 0
}

function wantedOf(customer: CustomerId, filter: EntryFilter, most: number) {
  const { kind, asset, cause, from, to, after, causeKind = null } = filter
  return [customer, kind, asset, cause, from, to, after, most, causeKind]
}

// Each posting is looked up by itself: with `any`, PostgreSQL without statistics of the table reads all entries of the
// customer.
const LIST_POSTINGS = sql(
  'list_postings',
  `select found.* from unnest($2::int8[]) as wanted (number) cross join lateral (
     select ${ENTRIES.names} from entries where customer = $1 and first = wanted.number and version = first and cause_kind = $3 and cause = $4 limit 1
   ) as found order by version`,
)

/**
 * The entries of postings of a single entry each, by their numbers, oldest first. Entries of another cause are left
 * out.
 */
export async function listPostings(
  tx: Tx,
  customer: CustomerId,
  numbers: readonly number[],
  { kind, id }: PostingCause,
): Promise<Entry[]> {
  return (await tx.run(LIST_POSTINGS, [customer, numbers, kind, id])).map(ENTRIES.ofRow)
}

const FIND_ENTRY = sql(
  'find_entry',
  `select ${ENTRIES.names} from entries where customer = $1 and first <= $2 and first > $2 - ${LINES_MOST} and version = $2`,
)

/** One entry of a customer by its number; null if there is none. */
export async function findEntry(tx: Tx, customer: CustomerId, number: number): Promise<Entry | null> {
  const [row] = await tx.run(FIND_ENTRY, [customer, number])
  return row ? ENTRIES.ofRow(row) : null
}

/** More than the entries of any posting. It bounds the search by number, so that no further index is needed. */
const POSTING_MOST = 100

const FIND_POSTING = sql(
  'find_posting',
  `select ${ENTRIES.names} from entries
   where customer = $1 and first >= $2 and first < $2 + ${POSTING_MOST} and posting = $2 order by first, at`,
)

/** The entries of one posting of a customer; empty if there is no such posting. */
export async function findPosting(tx: Tx, customer: CustomerId, posting: number): Promise<Entry[]> {
  return (await tx.run(FIND_POSTING, [customer, posting])).map(ENTRIES.ofRow)
}
