import type { Instant } from '@lonja/core/base/instant'
import type { NoticeCode } from '@lonja/core/notices/notices.contract'
import type { Facts, NewNotice } from '@lonja/core/notices/notices.rules'
import type { Log } from '../base/book.ts'
import { int8s, jsonbs, saveSet, texts, uuids } from '../base/columns.ts'
import { sql, type Tx } from '../base/db.ts'

export interface NoticeRow {
  readonly id: string
  readonly code: NoticeCode
  readonly facts: Facts
  readonly order: string | null
  readonly at: Instant
  readonly read: boolean
}

interface Raw {
  id: string
  code: NoticeCode
  facts: Facts
  order_id: string | null
  made_at: bigint
  read_at: bigint | null
}

const toRow = ({ id, code, facts, order_id, made_at, read_at }: Raw): NoticeRow => ({
  id,
  code,
  facts,
  order: order_id,
  at: Number(made_at),
  read: read_at !== null,
})

const insertSet = saveSet<NewNotice>(
  'insert_notices',
  [
    uuids(({ customer }) => customer),
    uuids(({ id }) => id),
    texts(({ code }) => code),
    jsonbs(({ facts }) => facts),
    uuids(({ order }) => order),
    int8s(({ at }) => at),
  ],
  'insert into notices (customer, id, code, facts, order_id, made_at) select * from $rows as rows',
)

/** Notices of a batch: appended in the lane's book, saved with what they tell of. */
export const noticeLog: Log<NewNotice> = { save: (rows) => [insertSet(rows)] }

/** Writes notices down in an ordinary write's transaction. */
export async function insertNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const { statement, values } = insertSet(notices)
  await tx.run(statement, values)
}

const COLUMNS = 'id, code, facts, order_id, made_at, read_at'
/** Notices of orders are kept in any case; who does not want them does not see them. */
const WANTED = `not (code like 'order%' and exists (select from notice_choices c where c.customer = n.customer and not c.orders))`
const LIST = sql(
  'list_notices',
  `select ${COLUMNS} from notices n
   where customer = $1 and ($2::uuid is null or id < $2) and ($4::text[] is null or code = any($4)) and ${WANTED}
   order by id desc limit $3`,
)
const FIND = sql('find_notice', `select ${COLUMNS} from notices where customer = $1 and id = $2`)
const COUNT_UNREAD = sql(
  'count_unread_notices',
  `select count(*) as unread from notices n where customer = $1 and read_at is null and ${WANTED}`,
)
const MARK = sql(
  'mark_notice',
  'update notices set read_at = case when $3 then coalesce(read_at, $4) end where customer = $1 and id = $2',
)
const MARK_ALL = sql(
  'mark_all_notices',
  'update notices set read_at = $2 where customer = $1 and read_at is null returning id',
)
const UNMARK_ALL = sql(
  'unmark_all_notices',
  'update notices set read_at = null where customer = $1 and read_at = $2 returning id',
)

/** Newest first, those before `before`, of some codes or (null) of all. */
export async function listNoticeRows(
  tx: Tx,
  customer: string,
  { before, codes, most }: { before: string | null; codes: readonly NoticeCode[] | null; most: number },
): Promise<NoticeRow[]> {
  return (await tx.run<Raw>(LIST, [customer, before, most, codes])).map(toRow)
}

export async function findNotice(tx: Tx, customer: string, id: string): Promise<NoticeRow | null> {
  const [raw] = await tx.run<Raw>(FIND, [customer, id])
  return raw ? toRow(raw) : null
}

export async function countUnread(tx: Tx, customer: string): Promise<number> {
  const [row] = await tx.run<{ unread: bigint }>(COUNT_UNREAD, [customer])
  return Number(row?.unread ?? 0n)
}

export async function saveMark(tx: Tx, customer: string, id: string, read: boolean, now: Instant): Promise<void> {
  await tx.run(MARK, [customer, id, read, now])
}

/** How many were unread and are now read. */
export async function saveAllRead(tx: Tx, customer: string, now: Instant): Promise<number> {
  return (await tx.run(MARK_ALL, [customer, now])).length
}

/** Marks unread again what was marked read together at an instant; how many. */
export async function saveAllUnread(tx: Tx, customer: string, readAt: Instant): Promise<number> {
  return (await tx.run(UNMARK_ALL, [customer, readAt])).length
}

/** Which notices a customer wants to see. */
export interface NoticeChoices {
  readonly orders: boolean
  readonly signIns: boolean
}

const FIND_CHOICES = sql('find_notice_choices', 'select orders, sign_ins from notice_choices where customer = $1')
const SAVE_CHOICES = sql(
  'save_notice_choices',
  `insert into notice_choices (customer, orders, sign_ins) values ($1, $2, $3)
   on conflict (customer) do update set orders = excluded.orders, sign_ins = excluded.sign_ins`,
)

export async function readNoticeChoices(tx: Tx, customer: string): Promise<NoticeChoices> {
  const [row] = await tx.run<{ orders: boolean; sign_ins: boolean }>(FIND_CHOICES, [customer])
  return row ? { orders: row.orders, signIns: row.sign_ins } : { orders: true, signIns: true }
}

export async function saveNoticeChoices(tx: Tx, customer: string, { orders, signIns }: NoticeChoices): Promise<void> {
  await tx.run(SAVE_CHOICES, [customer, orders, signIns])
}
