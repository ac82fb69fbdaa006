import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { NoticeCode } from '@lonja/core/notices/notices.contract'
import type { Facts, NewNotice } from '@lonja/core/notices/notices.rules'
import type { Log, BookTable } from '../database/book.ts'
import {
  cellOf,
  flag,
  instant,
  int4,
  int8,
  json,
  orNull,
  shapeOf,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { int8s, loadSet, saveSet, texts, uuids } from '../database/columns.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

export interface NoticeRow {
  readonly id: string
  readonly code: NoticeCode
  readonly facts: Facts
  readonly order: OrderId | null
  readonly at: Instant
  readonly read: boolean
}

const FIELDS: Fields<NewNotice> = {
  customer: uuid('customer'),
  id: uuid('id'),
  code: word('code'),
  facts: json('facts'),
  order: orNull(uuid('order_id')),
  at: instant('made_at'),
}
const ADDED = tableOf<NewNotice>(FIELDS)

/** A notice with the time when it was read. */
interface StoredNotice extends NewNotice {
  readonly readAt: Instant | null
}

const NOTICES = tableOf<StoredNotice>({ ...FIELDS, readAt: orNull(instant('read_at')) })

function noticeFrom(row: Row): NoticeRow {
  const { id, code, facts, order, at, readAt } = NOTICES.ofRow(row)
  return { id, code, facts, order, at, read: readAt !== null }
}

const insertSet = saveSet(
  'insert_notices',
  ADDED.columns,
  `insert into notices (${ADDED.names}, record_id)
   select told.*, (told.facts ->> 'recordId')::uuid from $rows as told (${ADDED.names})`,
)

/** A notice about a record, which follows the earlier ones about it. */
interface Step {
  readonly notice: NewNotice
  readonly record: string
  readonly recordId: string
}

/** Folds the earlier notices of some records behind the newest, by whose side they are read. */
const followSet = saveSet<Step>(
  'follow_notices',
  [
    uuids(({ notice }) => notice.customer),
    uuids(({ notice }) => notice.id),
    uuids(({ recordId }) => recordId),
    texts(({ record }) => record),
  ],
  `update notices n set followed = true from $rows as step (customer, id, record_id, kind)
   where n.customer = step.customer and n.record_id = step.record_id and n.facts ->> 'record' = step.kind
     and n.id <> step.id and not n.followed`,
)

const insertPushes = saveSet<NewNotice>(
  'insert_pushes',
  [uuids(({ customer }) => customer), uuids(({ id }) => id), int8s(({ at }) => at)],
  `insert into push_outbox (customer, session, notice, due_at)
   select told.customer, d.session, told.id, told.made_at
   from $rows as told (customer, id, made_at) join push_devices d on d.customer = told.customer
   on conflict do nothing`,
)

const growSet = saveSet<NewNotice>(
  'grow_notices',
  ADDED.columns,
  `update notices n set code = g.code, facts = g.facts, made_at = g.made_at, read_at = null
   from $rows as g (${ADDED.names}) where n.customer = g.customer and n.id = g.id`,
)

const DEVICES = tableOf<{ readonly customer: CustomerId }>({ customer: uuid('customer') })

/** Whether a customer has a device with pushes switched on, in a batch's book: read under the customer's lock. */
export const devices: BookTable<{ readonly customer: CustomerId }, { readonly customer: CustomerId }> = {
  load: loadSet(
    'find_push_devices',
    [uuids(({ customer }) => customer)],
    DEVICES.ofCells,
    `select d.customer, d.ctid from $rows as wanted (customer) join push_devices d on d.customer = wanted.customer`,
  ),
  textOf: () => '',
  keyOf: ({ customer }) => ({ customer }),
  save: () => [],
}

/** A notice of a batch: a new one, or a later state of a message that grows. */
interface BatchNotice {
  readonly notice: NewNotice
  readonly isLater: boolean
}

/** The notices of a batch, and those of them that are pushed to devices. Of a message that grows the last state counts. */
export const noticeLog: Log<BatchNotice> = {
  save: (rows) => {
    const added = rows.flatMap(({ notice, isLater }) => (isLater ? [] : [notice]))
    const later = rows.flatMap(({ notice, isLater }) => (isLater ? [notice] : []))
    const last = new Map(later.map((notice) => [`${notice.customer} ${notice.id}`, notice]))
    return [...(added.length > 0 ? [insertSet(added)] : []), ...(last.size > 0 ? [growSet([...last.values()])] : [])]
  },
}
export const pushLog: Log<NewNotice> = { save: (rows) => [insertPushes(rows)] }

/**
 * Writes notices with their pushes, in an ordinary write's transaction. A notice about a record takes the place of the
 * earlier ones about it. The job drops the push of a notice that is never pushed.
 */
export async function insertNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const steps = notices.flatMap((notice) => {
    const { record, recordId } = notice.facts
    return record === undefined || recordId === undefined ? [] : [{ notice, record, recordId }]
  })
  const saved = [insertSet(notices), ...(steps.length > 0 ? [followSet(steps)] : []), insertPushes(notices)]
  for (const { statement, values } of saved) await tx.run(statement, values)
}

/** Notices of orders are always stored; a customer who switched them off does not see them. */
const WANTED = `not (code like 'order%' and exists (select from notice_choices c where c.customer = n.customer and not c.orders))`
const LIST = sql(
  'list_notices',
  `select ${NOTICES.names} from notices n
   where customer = $1 and id < $2 and not followed and ($4::text[] is null or code = any($4)) and ${WANTED}
   order by id desc limit $3`,
)
const FIND = sql('find_notice', `select ${NOTICES.names} from notices where customer = $1 and id = $2`)
const COUNT_UNREAD = sql(
  'count_unread_notices',
  `select count(*) as unread from notices n where customer = $1 and read_at is null and not followed and ${WANTED}`,
  cellOf(int8('unread')),
)
const MARK = sql(
  'mark_notice',
  'update notices set read_at = case when $3 then coalesce(read_at, $4) end where customer = $1 and id = $2',
)
const MARK_EARLIER = sql(
  'mark_earlier_notices',
  `update notices n set read_at = $3 from notices newest
   where newest.customer = $1 and newest.id = $2 and n.customer = $1 and n.record_id = newest.record_id
     and n.facts ->> 'record' = newest.facts ->> 'record' and n.followed and n.read_at is null`,
)
const MARK_ALL = sql(
  'mark_all_notices',
  'update notices set read_at = $2 where customer = $1 and read_at is null returning followed',
  cellOf(flag('followed')),
)
const UNMARK_ALL = sql(
  'unmark_all_notices',
  'update notices set read_at = null where customer = $1 and read_at = $2 returning followed',
  cellOf(flag('followed')),
)
const LIST_EARLIER = sql(
  'list_earlier_notices',
  `select ${NOTICES.names} from notices n
   where customer = $1 and record_id = any($2::uuid[]) and followed order by id desc`,
)

/** Notices before `before`, newest first, with some codes, or all for null: of each record its newest. */
export async function listNoticeRows(
  tx: Tx,
  customer: CustomerId,
  { before, codes, most }: { before: string | null; codes: readonly NoticeCode[] | null; most: number },
): Promise<NoticeRow[]> {
  return (await tx.run(LIST, [customer, before ?? PAST_ALL_IDS, most, codes])).map(noticeFrom)
}

export async function findNotice(tx: Tx, customer: CustomerId, id: string): Promise<NoticeRow | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ? noticeFrom(row) : null
}

export async function countUnread(tx: Tx, customer: CustomerId): Promise<number> {
  const [unread] = await tx.run(COUNT_UNREAD, [customer])
  return unread ?? 0
}

/** The earlier steps of records, newest first. */
export const listEarlier = async (tx: Tx, customer: CustomerId, records: readonly string[]): Promise<NoticeRow[]> =>
  records.length === 0 ? [] : (await tx.run(LIST_EARLIER, [customer, records])).map(noticeFrom)

/** Marks a notice. Reading the newest step of a record reads the earlier ones with it, so that none is pushed any more. */
export async function saveMark(tx: Tx, customer: CustomerId, id: string, read: boolean, now: Instant): Promise<void> {
  await tx.run(MARK, [customer, id, read, now])
  if (read) await tx.run(MARK_EARLIER, [customer, id, now])
}

/** Marked messages: of a record's steps the newest alone is one. */
const messagesIn = (followed: readonly boolean[]): number => followed.filter((isFollowed) => !isFollowed).length

/** Marks all notices as read; returns how many messages were unread. */
export const saveAllRead = async (tx: Tx, customer: CustomerId, now: Instant): Promise<number> =>
  messagesIn(await tx.run(MARK_ALL, [customer, now]))

/** Marks as unread the notices that were marked together at an instant; returns how many messages. */
export const saveAllUnread = async (tx: Tx, customer: CustomerId, readAt: Instant): Promise<number> =>
  messagesIn(await tx.run(UNMARK_ALL, [customer, readAt]))

const LIST_UNREAD = sql(
  'list_unread_notices',
  `select ${NOTICES.names} from notices n where customer = $1 and id = any($2::uuid[]) and read_at is null and ${WANTED} order by id`,
)

/** The notices among `ids` that are unread and switched on, oldest first. */
export const listUnread = async (tx: Tx, customer: CustomerId, ids: readonly string[]): Promise<NoticeRow[]> =>
  (await tx.run(LIST_UNREAD, [customer, ids])).map(noticeFrom)

/** A device of a customer, identified by the session that is signed in on it. */
export interface DeviceOf {
  readonly customer: CustomerId
  readonly session: string
}

const LIST_DUE = sql(
  'list_due_pushes',
  'select customer, session from push_outbox where due_at <= $1 group by customer, session order by min(due_at) limit $2',
  shapeOf<DeviceOf>({ customer: uuid('customer'), session: uuid('session') }),
)
const CLAIM = sql(
  'claim_pushes',
  `update push_outbox set due_at = $4, tries = tries + 1 where customer = $1 and session = $2 and due_at <= $3
   returning notice, tries`,
  shapeOf({ notice: uuid('notice'), tries: int4<number>('tries') }),
)
const DROP = sql(
  'drop_pushes',
  'delete from push_outbox where customer = $1 and session = $2 and ($3::uuid[] is null or notice = any($3))',
)
const POSTPONE = sql(
  'postpone_pushes',
  `update push_outbox set due_at = $4, tries = greatest(0, tries - $5::int4)
   where customer = $1 and session = $2 and notice = any($3::uuid[])`,
)

/** The devices with due pushes, those that wait longest first. */
export const listDuePushes = (tx: Tx, now: Instant, most: number): Promise<DeviceOf[]> => tx.run(LIST_DUE, [now, most])

/**
 * Claims a device's due pushes until `until`, so that no other node takes them. Returns each with its number of tries,
 * this one included.
 */
export async function claimPushes(
  tx: Tx,
  { customer, session }: DeviceOf,
  now: Instant,
  until: Instant,
): Promise<{ notice: string; tries: number }[]> {
  return tx.run(CLAIM, [customer, session, now, until])
}

/** Drops pushes to a device: those of some notices, or all for null. */
export async function dropPushes(
  tx: Tx,
  { customer, session }: DeviceOf,
  notices: readonly string[] | null,
): Promise<void> {
  await tx.run(DROP, [customer, session, notices])
}

/** Postpones pushes to `at`. With `untried` this time does not count as a try, because nothing was sent. */
export async function postponePushes(
  tx: Tx,
  { customer, session }: DeviceOf,
  { notices, at, untried = false }: { notices: readonly string[]; at: Instant; untried?: boolean },
): Promise<void> {
  await tx.run(POSTPONE, [customer, session, notices, at, untried ? 1 : 0])
}
