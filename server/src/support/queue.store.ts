import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { instant, int4, orNull, tableOf, uuid } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import { BEFORE_ALL_IDS, PAST_ALL_IDS } from '../base/ids.ts'

/** A thread in the list of staff. */
export interface QueuedThread {
  readonly thread: string
  readonly customer: CustomerId
  readonly openedAt: Instant
  readonly waitingSince: Instant | null
  readonly lastAt: Instant
  readonly closedAt: Instant | null
  readonly rating: number | null
}

/** The end of a page: the place in the order, and the id that separates rows with the same place. */
export interface QueuePlace {
  readonly at: number
  readonly id: string
}

const THREADS = tableOf<QueuedThread>({
  thread: uuid('id'),
  customer: uuid('customer'),
  openedAt: instant('opened_at'),
  waitingSince: orNull(instant('waiting_since')),
  lastAt: instant('last_at'),
  closedAt: orNull(instant('closed_at')),
  rating: orNull(int4('rating')),
})
/** Threads that wait for no answer come after all others. */
const WAIT = 'coalesce(waiting_since, 9007199254740991)'
const OPEN = sql(
  'list_open_support',
  `select ${THREADS.names}, ${WAIT} as place from support_threads
   where closed_at is null and (${WAIT}, customer) > ($1::int8, $2::uuid) order by ${WAIT}, customer limit $3`,
)
const CLOSED = sql(
  'list_closed_support',
  `select ${THREADS.names}, closed_at as place from support_threads
   where closed_at is not null and (closed_at, id) < ($1::int8, $2::uuid) order by closed_at desc, id desc limit $3`,
)
const WAITING = sql(
  'count_waiting_support',
  'select count(*) as waiting from support_threads where closed_at is null and waiting_since is not null',
)

const FIRST: QueuePlace = { at: -1, id: BEFORE_ALL_IDS }
const LAST: QueuePlace = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** Threads after a place: open ones by the longest wait, closed ones newest first. */
export async function listQueue(
  tx: Tx,
  which: 'open' | 'closed',
  after: QueuePlace | null,
  most: number,
): Promise<{ row: QueuedThread; place: QueuePlace }[]> {
  const { at, id } = after ?? (which === 'open' ? FIRST : LAST)
  const rows = await tx.run<Row & { place: bigint }>(which === 'open' ? OPEN : CLOSED, [at, id, most])
  return rows.map((raw) => {
    const row = THREADS.ofRow(raw)
    return { row, place: { at: Number(raw.place), id: which === 'open' ? row.customer : row.thread } }
  })
}

export async function countWaiting(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ waiting: bigint }>(WAITING, [])
  return Number(row?.waiting ?? 0n)
}
