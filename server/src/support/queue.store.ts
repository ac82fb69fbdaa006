import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { ThreadHolder } from '@lonja/core/support/support.rules'
import {
  cellOf,
  group,
  instant,
  int4,
  int8,
  orNull,
  shapeOf,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
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
  readonly held: ThreadHolder | null
}

/** The end of a page: the place in the order, and the id that separates rows with the same place. */
export interface QueuePlace {
  readonly at: number
  readonly id: string
}

const FIELDS: Fields<QueuedThread> = {
  thread: uuid('id'),
  customer: uuid('customer'),
  openedAt: instant('opened_at'),
  waitingSince: orNull(instant('waiting_since')),
  lastAt: instant('last_at'),
  closedAt: orNull(instant('closed_at')),
  rating: orNull(int4('rating')),
  held: orNull(group<ThreadHolder>({ seat: int4('held_by'), at: instant('held_at') })),
}
const THREADS = tableOf<QueuedThread>(FIELDS)
const placedFrom = shapeOf({ row: group<QueuedThread>(FIELDS), at: instant('place') })
/** Threads that wait for no answer come after all others. */
const WAIT = 'coalesce(waiting_since, 9007199254740991)'
/** The turn `$4`: held by the seat `$5`, by nobody, or any; holders of `$6` and before no longer hold. Of the customers `$7`, or of all. */
const TURN = `case $4::text when 'mine' then held_by = $5 and held_at > $6::int8
  when 'free' then held_by is null or held_at <= $6::int8 else true end and ($7::uuid[] is null or customer = any($7::uuid[]))`
const OPEN = sql(
  'list_open_support',
  `select ${THREADS.names}, ${WAIT} as place from support_threads
   where closed_at is null and (${WAIT}, customer) > ($1::int8, $2::uuid) and ${TURN} order by ${WAIT}, customer limit $3`,
  placedFrom,
)
const CLOSED = sql(
  'list_closed_support',
  `select ${THREADS.names}, closed_at as place from support_threads
   where closed_at is not null and (closed_at, id) < ($1::int8, $2::uuid) and ${TURN} order by closed_at desc, id desc limit $3`,
  placedFrom,
)
const WAITING = sql(
  'count_waiting_support',
  'select count(*) as waiting from support_threads where closed_at is null and waiting_since is not null',
  cellOf(int8('waiting')),
)

const FIRST: QueuePlace = { at: -1, id: BEFORE_ALL_IDS }
const LAST: QueuePlace = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** The turn of threads, for the seat that asks; a holder of `heldUntil` and before no longer holds. */
export interface Turn {
  readonly whose: 'mine' | 'free' | null
  readonly seat: number
  readonly heldUntil: Instant
  /** Only those of some customers; null for all. */
  readonly customers: readonly CustomerId[] | null
}

/** Threads after a place: open ones by the longest wait, closed ones newest first. */
export async function listQueue(
  tx: Tx,
  which: 'open' | 'closed',
  { whose, seat, heldUntil, customers }: Turn,
  after: QueuePlace | null,
  most: number,
): Promise<{ row: QueuedThread; place: QueuePlace }[]> {
  const { at, id } = after ?? (which === 'open' ? FIRST : LAST)
  const values = [at, id, most, whose, seat, heldUntil, customers]
  const rows = await tx.run(which === 'open' ? OPEN : CLOSED, values)
  return rows.map(({ row, at: place }) => {
    return { row, place: { at: place, id: which === 'open' ? row.customer : row.thread } }
  })
}

/** The last message of a thread: its text, its seat (null of the customer's own) and the number of its pictures. */
export interface LastMessage {
  readonly thread: string
  readonly text: string
  readonly seat: number | null
  readonly pictures: number
}

const LAST_SAID = sql(
  'list_last_support',
  `select wanted.thread, said.text, said.seat, cardinality(said.pictures) as pictures
   from unnest($1::uuid[], $2::uuid[]) as wanted (customer, thread)
   cross join lateral (
     select text, seat, pictures from support_messages m
     where m.customer = wanted.customer and m.thread = wanted.thread order by n desc limit 1
   ) as said`,
  shapeOf<LastMessage>({
    thread: uuid('thread'),
    text: word('text'),
    seat: orNull(int4('seat')),
    pictures: int4('pictures'),
  }),
)

/** The last messages of some threads. */
export const listLastSaid = (tx: Tx, threads: readonly Pick<QueuedThread, 'customer' | 'thread'>[]) =>
  tx.run(LAST_SAID, [threads.map(({ customer }) => customer), threads.map(({ thread }) => thread)])

export async function countWaiting(tx: Tx): Promise<number> {
  const [waiting] = await tx.run(WAITING, [])
  return waiting ?? 0
}
