import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { RecentMessages, ThreadHolder } from '@lonja/core/support/support.rules'
import {
  cellOf,
  group,
  instant,
  int4,
  int8,
  list,
  orNull,
  shapeOf,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

export interface ThreadRow {
  readonly customer: CustomerId
  readonly id: string
  readonly openedAt: Instant
  readonly waitingSince: Instant | null
  readonly lastAt: Instant
  readonly customerRead: number
  readonly staffRead: number
  readonly viewed: { readonly seat: SeatId; readonly at: Instant } | null
  readonly closedAt: Instant | null
  readonly closedBy: number | null
  readonly rating: number | null
  /** The seat that held it last, perhaps a while ago. */
  readonly held: ThreadHolder | null
}

export interface MessageRow {
  readonly n: number
  readonly id: string
  readonly thread: string
  readonly seat: number | null
  readonly text: string
  readonly pictures: readonly string[]
  readonly at: Instant
}

export interface NewMessage extends Omit<MessageRow, 'n'> {
  readonly customer: CustomerId
  readonly waitedMs: number | null
}

const THREADS = tableOf<ThreadRow>({
  customer: uuid('customer'),
  id: uuid('id'),
  openedAt: instant('opened_at'),
  waitingSince: orNull(instant('waiting_since')),
  lastAt: instant('last_at'),
  customerRead: instant('customer_read'),
  staffRead: instant('staff_read'),
  viewed: orNull(group<NonNullable<ThreadRow['viewed']>>({ seat: uuid('viewed_by'), at: instant('viewed_at') })),
  closedAt: orNull(instant('closed_at')),
  closedBy: orNull(int4('closed_by')),
  rating: orNull(int4('rating')),
  held: orNull(group<ThreadHolder>({ seat: int4('held_by'), at: instant('held_at') })),
})

const FIELDS: Fields<Omit<MessageRow, 'n'>> = {
  id: uuid('id'),
  thread: uuid('thread'),
  seat: orNull(int4('seat')),
  text: word('text'),
  pictures: list('pictures'),
  at: instant('at'),
}
const MESSAGES = tableOf<MessageRow>({ ...FIELDS, n: instant('n') })
const ADDED = tableOf<NewMessage>({ customer: uuid('customer'), ...FIELDS, waitedMs: orNull(instant('waited_ms')) })

const LIST_MESSAGES = sql(
  'list_support_messages',
  `select ${MESSAGES.names} from support_messages where customer = $1 and n < $2 order by n desc limit $3`,
)
const FIND_MESSAGE = sql(
  'find_support_message',
  `select ${MESSAGES.names} from support_messages where customer = $1 and id = $2`,
)
const FIND_THREADS = sql(
  'find_support_threads',
  `select ${THREADS.names} from support_threads where customer = $1 and id = any($2::uuid[]) order by id`,
)
const NEWEST_THREAD = sql(
  'newest_support_thread',
  `select ${THREADS.names} from support_threads where customer = $1 order by (closed_at is null) desc, opened_at desc, id desc limit 1`,
)
const COUNT_UNREAD = sql(
  'count_unread_support',
  `select count(*) as unread from support_messages m join support_threads t on t.customer = m.customer and t.id = m.thread
   where m.customer = $1 and m.seat is not null and m.n > t.customer_read`,
  cellOf(int8('unread')),
)
const USUAL_WAIT = sql(
  'usual_support_wait',
  `select count(*) as count, percentile_disc(0.5) within group (order by waited_ms) as usual
   from (select waited_ms from support_messages where waited_ms is not null and at > $1 order by at desc limit $2) as waits`,
  shapeOf({ count: int8('count'), ms: orNull(int8('usual')) }),
)
const LATELY = sql(
  'count_support_lately',
  `select count(*) filter (where at > $2) as burst, count(*) as day from
   (select at from support_messages where customer = $1 and seat is null order by n desc limit $4) as last where at > $3`,
  shapeOf<RecentMessages>({ burst: int8('burst'), day: int8('day') }),
)

/** A customer's messages before a number, newest first. */
export async function listMessages(
  tx: Tx,
  customer: CustomerId,
  before: number | null,
  most: number,
): Promise<MessageRow[]> {
  return (await tx.run(LIST_MESSAGES, [customer, before ?? Number.MAX_SAFE_INTEGER, most])).map(MESSAGES.ofRow)
}

export async function findMessage(tx: Tx, customer: CustomerId, id: string): Promise<MessageRow | null> {
  const [row] = await tx.run(FIND_MESSAGE, [customer, id])
  return row ? MESSAGES.ofRow(row) : null
}

export async function findThreads(tx: Tx, customer: CustomerId, ids: readonly string[]): Promise<ThreadRow[]> {
  return (await tx.run(FIND_THREADS, [customer, ids])).map(THREADS.ofRow)
}

/** A customer's open thread; else the one opened last. */
export async function findNewestThread(tx: Tx, customer: CustomerId): Promise<ThreadRow | null> {
  const [row] = await tx.run(NEWEST_THREAD, [customer])
  return row ? THREADS.ofRow(row) : null
}

export async function countUnreadAnswers(tx: Tx, customer: CustomerId): Promise<number> {
  const [unread] = await tx.run(COUNT_UNREAD, [customer])
  return unread ?? 0
}

/** The median of the latest waits since an instant, of so many at most, and the number of waits. */
export async function findUsualWait(tx: Tx, since: Instant, most: number): Promise<{ count: number; ms: number }> {
  const [waits] = await tx.run(USUAL_WAIT, [since, most])
  return { count: waits?.count ?? 0, ms: waits?.ms ?? 0 }
}

/** The number of messages that a customer wrote since two instants, counting at most the latest `most`. */
export async function countRecentMessages(
  tx: Tx,
  customer: CustomerId,
  since: { readonly burst: Instant; readonly day: Instant },
  most: number,
): Promise<RecentMessages> {
  const [recent] = await tx.run(LATELY, [customer, since.burst, since.day, most])
  return recent ?? { burst: 0, day: 0 }
}

const INSERT_THREAD = sql(
  'insert_support_thread',
  'insert into support_threads (customer, id, opened_at, waiting_since, last_at) values ($1, $2, $3, $3, $3)',
)
const INSERT_MESSAGE = sql(
  'insert_support_message',
  `insert into support_messages (${ADDED.names}, n)
   select ${ADDED.slots}, coalesce(max(n), 0) + 1 from support_messages where customer = $1 returning n`,
  cellOf(instant('n')),
)
const SAVE_ASKED = sql(
  'save_support_asked',
  'update support_threads set waiting_since = coalesce(waiting_since, $3), last_at = $3 where customer = $1 and id = $2',
)
const SAVE_ANSWERED = sql(
  'save_support_answered',
  `update support_threads set waiting_since = null, last_at = $3, staff_read = greatest(staff_read, $4)
   where customer = $1 and id = $2`,
)
const SAVE_CUSTOMER_READ = sql(
  'save_support_customer_read',
  `update support_threads t set customer_read = answers.n
   from (select thread, max(n) as n from support_messages where customer = $1 and seat is not null and n <= $2 group by thread) as answers
   where t.customer = $1 and t.id = answers.thread and t.customer_read < answers.n returning t.id`,
)
const SAVE_STAFF_READ = sql(
  'save_support_staff_read',
  'update support_threads set staff_read = $3 where customer = $1 and id = $2 and staff_read < $3 returning id',
)
const SAVE_VIEW = sql(
  'save_support_view',
  'update support_threads set viewed_by = $3, viewed_at = $4 where customer = $1 and id = $2',
)
const SAVE_CLOSED = sql(
  'save_support_closed',
  'update support_threads set closed_at = $3, closed_by = $4, waiting_since = null where customer = $1 and id = $2',
)
const SAVE_RATING = sql(
  'save_support_rating',
  'update support_threads set rating = $3 where customer = $1 and id = $2 and closed_at is not null',
)

export async function insertThread(tx: Tx, customer: CustomerId, id: string, now: Instant): Promise<void> {
  await tx.run(INSERT_THREAD, [customer, id, now])
}

/** Adds a message at the end; returns its number. */
export async function insertMessage(tx: LockedTx, message: NewMessage): Promise<number> {
  const [n] = await tx.run(INSERT_MESSAGE, ADDED.values(message))
  return n ?? 0
}

export async function saveAsked(tx: Tx, customer: CustomerId, thread: string, now: Instant): Promise<void> {
  await tx.run(SAVE_ASKED, [customer, thread, now])
}

/** Marks a thread as answered: nobody waits, and everything before the answer is read. */
export async function saveAnswered(
  tx: Tx,
  customer: CustomerId,
  thread: string,
  now: Instant,
  n: number,
): Promise<void> {
  await tx.run(SAVE_ANSWERED, [customer, thread, now, n])
}

/** Marks messages as read up to a number; true if any was unread. */
export async function saveCustomerRead(tx: Tx, customer: CustomerId, through: number): Promise<boolean> {
  return (await tx.run(SAVE_CUSTOMER_READ, [customer, through])).length > 0
}

export async function saveStaffRead(tx: Tx, customer: CustomerId, thread: string, through: number): Promise<boolean> {
  return (await tx.run(SAVE_STAFF_READ, [customer, thread, through])).length > 0
}

export async function saveView(tx: Tx, { customer, id }: ThreadRow, seat: SeatId, now: Instant): Promise<void> {
  await tx.run(SAVE_VIEW, [customer, id, seat, now])
}

export async function saveClosed(
  tx: Tx,
  { customer, id }: Pick<ThreadRow, 'customer' | 'id'>,
  seat: number,
  now: Instant,
): Promise<void> {
  await tx.run(SAVE_CLOSED, [customer, id, now, seat])
}

const SAVE_HOLDER = sql(
  'save_support_holder',
  'update support_threads set held_by = $3, held_at = $4 where customer = $1 and id = $2',
)

/** Saves the holder of a conversation; null for nobody. */
export async function saveHolder(
  tx: Tx,
  { customer, id }: Pick<ThreadRow, 'customer' | 'id'>,
  holder: ThreadHolder | null,
): Promise<void> {
  await tx.run(SAVE_HOLDER, [customer, id, holder?.seat ?? null, holder?.at ?? null])
}

export async function saveRating(tx: Tx, { customer, id }: ThreadRow, rating: number): Promise<void> {
  await tx.run(SAVE_RATING, [customer, id, rating])
}
