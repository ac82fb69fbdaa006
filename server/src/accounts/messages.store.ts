import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import type { MessageText } from '@lonja/core/notices/messages.rules'
import {
  cellOf,
  flag,
  group,
  instant,
  int4,
  int8,
  json,
  orNull,
  shapeOf,
  tableOf,
  uuid,
  word,
} from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

/** A message of the house, as stored. */
export interface MessageRow {
  readonly id: string
  readonly seat: SeatId
  /** Null for a message to everybody. */
  readonly customer: CustomerId | null
  readonly texts: Readonly<Partial<Record<Language, MessageText>>>
  readonly at: Instant
  /** The number of recipients; null for a message from before that was stored. */
  readonly told: number | null
}

const MESSAGES = tableOf<MessageRow>({
  id: uuid('id'),
  seat: uuid('seat'),
  customer: orNull(uuid('customer')),
  texts: json('texts'),
  at: instant('made_at'),
  told: orNull(int4('told')),
})

const INSERT = sql('insert_house_message', `insert into house_messages (${MESSAGES.names}) values (${MESSAGES.slots})`)
const IS_TAKEN = sql(
  'is_house_message_taken',
  'select exists (select from house_messages where id = $1) as taken',
  cellOf(flag('taken')),
)
const LIST = sql(
  'list_house_messages',
  `select ${MESSAGES.names} from house_messages where id < $1 order by id desc limit $2`,
)

/** Throws a duplicate (SQLSTATE 23505) if the id is taken. */
export async function insertMessage(tx: Tx, message: MessageRow): Promise<void> {
  await tx.run(INSERT, MESSAGES.values(message))
}

/** Whether any seat has used an id for a message. */
export async function isMessageTaken(tx: Tx, id: string): Promise<boolean> {
  const [isTaken] = await tx.run(IS_TAKEN, [id])
  return isTaken === true
}

/** Messages before `before`, newest first. */
export async function listMessageRows(tx: Tx, before: string | null, most: number): Promise<MessageRow[]> {
  return (await tx.run(LIST, [before ?? PAST_ALL_IDS, most])).map(MESSAGES.ofRow)
}

const COUNT = sql(
  'count_customers_by_language',
  `select language, count(*) as customers from customers where closed_at is null and ($1::uuid is null or id = $1)
   group by language order by language`,
  shapeOf({ language: word<Language>('language'), count: int8('customers') }),
)

/** The number of open accounts by language: of all customers, or of one. */
export async function countByLanguage(
  tx: Tx,
  customer: CustomerId | null,
): Promise<{ language: Language; count: number }[]> {
  return tx.run(COUNT, [customer])
}

export interface Recipient {
  readonly phone: string
  readonly displayName: string | null
}

const WHO = sql(
  'list_recipients',
  'select id, phone, display_name from customers where id = any($1::uuid[])',
  shapeOf({
    id: uuid<'customer'>('id'),
    recipient: group<Recipient>({ phone: word('phone'), displayName: orNull(word('display_name')) }),
  }),
)

/** The recipients of messages, by customer id. */
export async function findRecipients(tx: Tx, ids: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, Recipient>> {
  const rows = await tx.run(WHO, [ids])
  return new Map(rows.map(({ id, recipient }) => [id, recipient]))
}
