import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'
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

const COLUMNS = 'id as thread, customer, opened_at, waiting_since, last_at, closed_at, rating'
/** Threads that wait for no answer come after all others. */
const WAIT = 'coalesce(waiting_since, 9007199254740991)'
const OPEN = sql(
  'list_open_support',
  `select ${COLUMNS}, ${WAIT} as place from support_threads
   where closed_at is null and (${WAIT}, customer) > ($1::int8, $2::uuid) order by ${WAIT}, customer limit $3`,
)
const CLOSED = sql(
  'list_closed_support',
  `select ${COLUMNS}, closed_at as place from support_threads
   where closed_at is not null and (closed_at, id) < ($1::int8, $2::uuid) order by closed_at desc, id desc limit $3`,
)
const WAITING = sql(
  'count_waiting_support',
  'select count(*) as waiting from support_threads where closed_at is null and waiting_since is not null',
)

interface Raw {
  thread: string
  customer: CustomerId
  opened_at: bigint
  waiting_since: bigint | null
  last_at: bigint
  closed_at: bigint | null
  rating: number | null
  place: bigint
}

const FIRST: QueuePlace = { at: -1, id: BEFORE_ALL_IDS }
const LAST: QueuePlace = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

const momentOf = (at: bigint | null): Instant | null => (at === null ? null : Number(at))

/** Threads after a place: open ones by the longest wait, closed ones newest first. */
export async function listQueue(
  tx: Tx,
  which: 'open' | 'closed',
  after: QueuePlace | null,
  most: number,
): Promise<{ row: QueuedThread; place: QueuePlace }[]> {
  const { at, id } = after ?? (which === 'open' ? FIRST : LAST)
  const rows = await tx.run<Raw>(which === 'open' ? OPEN : CLOSED, [at, id, most])
  return rows.map((raw) => ({
    row: {
      thread: raw.thread,
      customer: raw.customer,
      openedAt: Number(raw.opened_at),
      waitingSince: momentOf(raw.waiting_since),
      lastAt: Number(raw.last_at),
      closedAt: momentOf(raw.closed_at),
      rating: raw.rating,
    },
    place: { at: Number(raw.place), id: which === 'open' ? raw.customer : raw.thread },
  }))
}

export async function countWaiting(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ waiting: bigint }>(WAITING, [])
  return Number(row?.waiting ?? 0n)
}
