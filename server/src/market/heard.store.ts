import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { HeardHead, HeardQuote, HeardRow } from '@lonja/core/feed/heard'
import { cellOf, group, instant, orNull, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** The chains of events that a feed has sent of listings with open orders. */

/** The hash of a row is written and read in hex. */
const HEARD = tableOf<HeardRow>({
  listing: word('listing'),
  n: instant('n'),
  node: uuid('node'),
  kind: word('kind'),
  at: instant('event_at'),
  heardAt: instant('heard_at'),
  writtenAt: instant('written_at'),
  quote: orNull(
    group<HeardQuote>({
      nanos: instant('nanos'),
      bid: instant('bid_e4'),
      ask: instant('ask_e4'),
      bidSize: instant('bid_size'),
      askSize: instant('ask_size'),
      last: instant('last_e4'),
    }),
  ),
  rate: orNull(instant('rate_e6')),
  gap: orNull(group<NonNullable<HeardRow['gap']>>({ from: instant('from_at'), reason: word('reason') })),
  of: orNull(uuid('of_node')),
  hash: word('hash'),
})

const SLOTS = HEARD.columns.map(({ type }, n) => `$${n + 1}::${type}[]`).join(', ')
const PLAIN = HEARD.names.replace(/, hash$/, '')
const INSERT = sql(
  'insert_heard_events',
  `insert into heard_events (${HEARD.names})
   select ${PLAIN}, decode(hash, 'hex') from unnest(${SLOTS}) as heard (${HEARD.names})`,
)

/** Adds rows to their chains. Throws a duplicate (SQLSTATE 23505) if a chain has a row of that number. */
export async function insertHeard(tx: Tx, rows: readonly HeardRow[]): Promise<void> {
  const values = rows.map(HEARD.values)
  await tx.run(
    INSERT,
    HEARD.columns.map((_column, n) => values.map((row) => row[n])),
  )
}

const FIND_HEADS = sql(
  'find_heard_heads',
  `select wanted.listing, newest.n, newest.hash from unnest($1::text[]) as wanted (listing)
   cross join lateral (
     select n, encode(hash, 'hex') as hash from heard_events h where h.listing = wanted.listing order by n desc limit 1
   ) as newest`,
  shapeOf({ listing: word<ListingId>('listing'), head: group<HeardHead>({ n: instant('n'), hash: word('hash') }) }),
)

/** The ends of the chains of some listings; none of a listing without rows. */
export async function findHeardHeads(tx: Tx, listings: readonly ListingId[]): Promise<Map<ListingId, HeardHead>> {
  const rows = await tx.run(FIND_HEADS, [listings])
  return new Map(rows.map(({ listing, head }) => [listing, head]))
}

const FIND_HASH = sql(
  'find_heard_hash',
  `select encode(hash, 'hex') as hash from heard_events where listing = $1 and n = $2`,
  cellOf(word('hash')),
)

/** The hash of one row; null if there is none. */
export async function findHeardHash(tx: Tx, { listing, n }: Pick<HeardRow, 'listing' | 'n'>): Promise<string | null> {
  const [hash] = await tx.run(FIND_HASH, [listing, n])
  return hash ?? null
}

const LIST = sql(
  'list_heard_events',
  `select ${PLAIN}, encode(hash, 'hex') as hash from heard_events where (listing, n) > ($1, $2) order by listing, n limit $3`,
)

/** The place of a row among all chains. */
export interface HeardPlace {
  readonly listing: string
  readonly n: number
}

/** The rows of all chains after one, listing by listing and each in order, at most so many. */
export const listHeard = async (tx: Tx, { listing, n }: HeardPlace, most: number): Promise<HeardRow[]> =>
  (await tx.run(LIST, [listing, n, most])).map(HEARD.ofRow)

const LIST_OF = sql(
  'list_heard_events_of',
  `select ${PLAIN}, encode(hash, 'hex') as hash from heard_events where listing = $1 and n >= $2 order by n limit $3`,
)

/** The rows of one chain from a number on, at most so many. */
export const listHeardOf = async (tx: Tx, { listing, n }: HeardPlace, most: number): Promise<HeardRow[]> =>
  (await tx.run(LIST_OF, [listing, n, most])).map(HEARD.ofRow)

const KEPT_FROM = sql(
  'find_events_kept_from',
  'select events_kept_from from house_opening',
  cellOf(instant('events_kept_from')),
)

/** The instant since which the events of a feed are kept; 0 if they always were. */
export async function findKeptFrom(tx: Tx): Promise<Instant> {
  const [eventsKeptFrom] = await tx.run(KEPT_FROM)
  return eventsKeptFrom ?? 0
}
