import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import type { MessageText } from '@lonja/core/notices/house.rules'
import { sql, type Tx } from '../base/db.ts'

/** A message of the house, as it is kept. */
export interface MessageRow {
  readonly id: string
  readonly seat: string
  /** Null for everybody. */
  readonly customer: string | null
  readonly texts: Readonly<Partial<Record<Language, MessageText>>>
  readonly at: Instant
}

const INSERT = sql(
  'insert_house_message',
  'insert into house_messages (id, seat, customer, texts, made_at) values ($1, $2, $3, $4, $5)',
)
const LIST = sql(
  'list_house_messages',
  `select id, seat, customer, texts, made_at from house_messages where $1::uuid is null or id < $1 order by id desc limit $2`,
)

/** A duplicate (SQLSTATE 23505) where the id was taken. */
export async function insertMessage(tx: Tx, { id, seat, customer, texts, at }: MessageRow): Promise<void> {
  await tx.run(INSERT, [id, seat, customer, JSON.stringify(texts), at])
}

/** Newest first. */
export async function listMessageRows(tx: Tx, before: string | null, most: number): Promise<MessageRow[]> {
  interface Raw extends Omit<MessageRow, 'at'> {
    made_at: bigint
  }
  const rows = await tx.run<Raw>(LIST, [before, most])
  return rows.map(({ made_at, ...row }) => ({ ...row, at: Number(made_at) }))
}
