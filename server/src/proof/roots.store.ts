import type { Day, Instant } from '@lonja/core/base/instant'
import { cellOf, int8, orNull, shapeOf, tableOf, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** A signed root as it is stored. */
export interface StoredRoot {
  readonly day: Day
  readonly line: string
}

export const ROOTS = tableOf<StoredRoot>({ day: word('day'), line: word('line') })

const LIST = sql('list_day_roots', `select ${ROOTS.names} from day_roots order by day`, ROOTS.ofRow)

/** All roots, the oldest first. */
export const listRoots = (tx: Tx): Promise<StoredRoot[]> => tx.run(LIST)

const LIST_NEWEST = sql(
  'list_newest_day_roots',
  `select ${ROOTS.names} from day_roots where day < $1 order by day desc limit $2`,
  ROOTS.ofRow,
)
/** A day is of digits, which stand before every letter. */
const PAST_ALL_DAYS = 'past all'

/** At most so many roots, the newest first; with a day, those before it. */
export const listNewestRoots = (tx: Tx, most: number, before: Day | null = null): Promise<StoredRoot[]> =>
  tx.run(LIST_NEWEST, [before ?? PAST_ALL_DAYS, most])

interface RootOver extends StoredRoot {
  readonly before: string | null
}

const FIND_OVER = sql(
  'find_day_root_over',
  `select r.day, r.line, (select b.line from day_roots b where b.day < r.day order by b.day desc limit 1) as before
   from day_roots r where r.day >= $1 order by r.day limit 1`,
  shapeOf<RootOver>({ day: word('day'), line: word('line'), before: orNull(word('before')) }),
)

/** The root over the rows of a day, with the line of the root before; null while there is none. */
export async function findRootOver(tx: Tx, day: Day): Promise<RootOver | null> {
  const [root] = await tx.run(FIND_OVER, [day])
  return root ?? null
}

const INSERT = sql(
  'insert_day_root',
  `insert into day_roots (${ROOTS.names}) values (${ROOTS.slots}) on conflict (day) do nothing`,
)

/** Stores the root of a day. If another server stored one first, that one stays. */
export async function insertRoot(tx: Tx, root: StoredRoot): Promise<void> {
  await tx.run(INSERT, ROOTS.values(root))
}

const OLDEST = sql(
  'find_oldest_transaction_age',
  `select (extract(epoch from statement_timestamp() - min(xact_start)) * 1000)::int8 as age from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
  cellOf(orNull(int8('age'))),
)

/** The age in milliseconds of the oldest other transaction that is open on this database; 0 if there is none. */
export async function findOldestAge(tx: Tx): Promise<number> {
  const [age] = await tx.run(OLDEST)
  return Math.max(0, age ?? 0)
}

/** The rows of a day as texts. A text begins with its kind and its key, by which the rows of its kind are in order. */
export const ENTRY_TEXT = `json_build_array('entry', customer, version, posting, asset, kind, counter, free_before, free_after, held_before, held_after,
       cause_kind, cause, made_at)::text as text`
export const FILL_TEXT = `json_build_array('fill', customer, order_id, quote_at, id, posting, listing, side, shares, price_e4, cost, fee, fee_table, fee_bps,
       bid_e4, ask_e4, bid_size, ask_size, last_e4, source, paid, received, markup, rate_e6, rate_at, realised, made_at)::text as text`
export const ROUND_TEXT = `json_build_array('audit', n, line)::text as text`
export const HEARD_TEXT = `json_build_array('heard', listing, n, encode(hash, 'hex'))::text as text`

/**
 * The rows of a stretch of time in a fixed order: entries, fills, rounds of the audit log, and the last row of each
 * listing's chain of heard events.
 */
const DECLARE = [
  sql(
    'declare_entries_of_day',
    `declare rows_of_day no scroll cursor for
     select ${ENTRY_TEXT} from entries where made_at >= $1 and made_at < $2 order by customer, version`,
  ),
  sql(
    'declare_fills_of_day',
    `declare rows_of_day no scroll cursor for
     select ${FILL_TEXT} from fills where made_at >= $1 and made_at < $2 order by customer, order_id, quote_at`,
  ),
  sql(
    'declare_rounds_of_day',
    `declare rows_of_day no scroll cursor for
     select ${ROUND_TEXT} from audit_rounds where made_at >= $1 and made_at < $2 order by n`,
  ),
  sql(
    'declare_heard_heads_of_day',
    `declare rows_of_day no scroll cursor for
     select distinct on (listing) ${HEARD_TEXT}
     from heard_events where written_at >= $1 and written_at < $2 order by listing, n desc`,
  ),
]
/** The text of a row of any kind. */
export const textOf = cellOf(word('text'))

const FETCH = sql('fetch_rows_of_day', 'fetch 5000 from rows_of_day', textOf)
const CLOSE = sql('close_rows_of_day', 'close rows_of_day')

/** The texts of all rows with a time in [from, until), some thousand at a time. Run it in one read transaction. */
export async function* textsBetween(tx: Tx, from: Instant, until: Instant): AsyncGenerator<readonly string[]> {
  for (const declare of DECLARE) {
    await tx.run(declare, [from, until])
    for (;;) {
      const texts = await tx.run(FETCH)
      if (texts.length === 0) break
      yield texts
    }
    await tx.run(CLOSE)
  }
}
