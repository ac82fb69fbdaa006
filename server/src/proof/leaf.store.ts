import type { CustomerId, FillId, OrderId } from '@lonja/core/base/ids'
import type { Day, Instant } from '@lonja/core/base/instant'
import { instant, int4, shapeOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { ENTRY_TEXT, FILL_TEXT, HEARD_TEXT, ROOTS, ROUND_TEXT, textOf, type StoredRoot } from './roots.store.ts'

/** A block of leaves of a root: the key of its first row as JSON, and the hash over its leaves in hex. */
export interface StoredBlock {
  readonly n: number
  readonly first: string
  readonly hash: string
}

const INSERT = sql(
  'insert_day_root_blocks',
  `insert into day_root_blocks (day, n, first, hash)
   select $1, n - 1, first, hash from unnest($2::text[], $3::text[]) with ordinality as blocks (first, hash, n) on conflict (day, n) do nothing`,
)

/** Stores the blocks of a root, in order. If another server stored them first, those stay. */
export async function insertBlocks(tx: Tx, day: Day, blocks: readonly StoredBlock[]): Promise<void> {
  if (blocks.length > 0) await tx.run(INSERT, [day, blocks.map(({ first }) => first), blocks.map(({ hash }) => hash)])
}

const LIST = sql(
  'list_day_root_blocks',
  'select n, first, hash from day_root_blocks where day = $1 order by n',
  shapeOf<StoredBlock>({ n: int4('n'), first: word('first'), hash: word('hash') }),
)

export const listBlocks = (tx: Tx, day: Day): Promise<StoredBlock[]> => tx.run(LIST, [day])

const LIST_UNINDEXED = sql(
  'list_day_roots_without_blocks',
  `select day, line from day_roots r where not exists (select from day_root_blocks b where b.day = r.day) order by day desc`,
  ROOTS.ofRow,
)

/** The roots without blocks, the newest first. */
export const listUnindexed = (tx: Tx): Promise<StoredRoot[]> => tx.run(LIST_UNINDEXED)

/** The texts of rows begin with their key, of so many fields by the kind. */
const KEY_FIELDS = { entry: 3, fill: 4, audit: 2, heard: 3 } as const

/** The key of a row: its kind, then the columns by which its kind is in order. */
export type RowKey = readonly [keyof typeof KEY_FIELDS, ...(string | number)[]]

export function keyOf(text: string): RowKey {
  const row = JSON.parse(text) as RowKey
  return row.slice(0, KEY_FIELDS[row[0]]) as unknown as RowKey
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The kinds in the order of a root, with their rows of a block: from a key on, up to a customer. */
const KINDS = [
  {
    kind: 'entry',
    begins: [FIRST_ID, 0],
    rows: sql(
      'list_entries_of_block',
      `select ${ENTRY_TEXT} from entries
       where made_at >= $1 and made_at < $2 and customer between $3 and $5 and (customer, version) >= ($3, $4::int8)
       order by customer, version limit $6`,
      textOf,
    ),
  },
  {
    kind: 'fill',
    begins: [FIRST_ID, FIRST_ID, 0],
    rows: sql(
      'list_fills_of_block',
      `select ${FILL_TEXT} from fills
       where made_at >= $1 and made_at < $2 and customer between $3 and $6 and (customer, order_id, quote_at) >= ($3, $4, $5)
       order by customer, order_id, quote_at limit $7`,
      textOf,
    ),
  },
  {
    kind: 'audit',
    begins: [0],
    rows: sql(
      'list_rounds_of_block',
      `select ${ROUND_TEXT} from audit_rounds
       where made_at >= $1 and made_at < $2 and n >= $3 order by n limit $4`,
      textOf,
    ),
  },
  {
    kind: 'heard',
    begins: ['', 0],
    // A listing has one row, the last of its chain on that day.
    rows: sql(
      'list_heard_heads_of_block',
      `select distinct on (listing) ${HEARD_TEXT} from heard_events
       where written_at >= $1 and written_at < $2 and listing >= $3 and $4::int8 is not null
       order by listing, n desc limit $5`,
      textOf,
    ),
  },
] as const

const rankOf = (kind: RowKey[0]): number => KINDS.findIndex((each) => each.kind === kind)

/** Negative if the first row stands before the second in a root. */
export function compareKeys(one: RowKey, other: RowKey): number {
  const ranks = rankOf(one[0]) - rankOf(other[0])
  if (ranks !== 0) return ranks
  const n = one.findIndex((field, at) => field !== other[at])
  const [left, right] = [one[n] ?? '', other[n] ?? '']
  return n < 0 ? 0 : left < right ? -1 : 1
}

export interface Stretch {
  readonly from: Instant
  readonly until: Instant
}

/**
 * The texts of the rows of a stretch of time from a key on, at most so many, in the order of the root. They end before
 * the customer after that of `next`, the key of the next block, so that no other customer's rows are read for them.
 */
export async function textsFrom(
  tx: Tx,
  { from, until }: Stretch,
  { first, next, most }: { readonly first: RowKey; readonly next: RowKey | null; readonly most: number },
): Promise<string[]> {
  const texts: string[] = []
  for (const { kind, begins, rows } of KINDS.slice(rankOf(first[0]))) {
    const begin = kind === first[0] ? first.slice(1) : begins
    const end = kind === 'audit' || kind === 'heard' ? [] : [next?.[0] === kind ? next[1] : LAST_ID]
    texts.push(...(await tx.run(rows, [from, until, ...begin, ...end, most - texts.length])))
    if (texts.length === most || next?.[0] === kind) break
  }
  return texts
}

const LIST_FILLS = sql(
  'list_fill_texts_of_order',
  `select id, ${FILL_TEXT}, posting, made_at as at from fills where customer = $1 and order_id = $2 order by quote_at`,
  shapeOf({
    id: uuid<'fill'>('id'),
    text: word('text'),
    posting: instant('posting'),
    at: instant('at'),
  }),
)

/** More than the entries of any posting. */
const POSTING_MOST = 100

const LIST_ENTRIES = sql(
  'list_entry_texts_of_posting',
  `select ${ENTRY_TEXT} from entries
   where customer = $1 and first >= $2 and first < $2 + ${POSTING_MOST} and posting = $2 order by first, at`,
  textOf,
)

/** A fill: the text of its leaf, then those of its entries. */
export interface FillTexts {
  readonly fill: FillId
  readonly at: Instant
  readonly texts: readonly [string, ...string[]]
}

/** The fills of a customer's order as the texts of leaves, in the order they happened. */
export async function listTextsOf(tx: Tx, customer: CustomerId, order: OrderId): Promise<FillTexts[]> {
  const fills = await tx.run(LIST_FILLS, [customer, order])
  const texts: FillTexts[] = []
  for (const { id, text, posting, at } of fills) {
    const entries = await tx.run(LIST_ENTRIES, [customer, posting])
    texts.push({ fill: id, at, texts: [text, ...entries] })
  }
  return texts
}
