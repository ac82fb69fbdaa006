import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { instant, int4, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/** A note of staff on a customer. */
export interface CustomerNote {
  readonly customer: CustomerId
  readonly id: string
  readonly seat: number
  readonly text: string
  readonly at: Instant
}

const NOTES = tableOf<CustomerNote>({
  customer: uuid('customer'),
  id: uuid('id'),
  seat: int4('seat'),
  text: word('text'),
  at: instant('made_at'),
})

const INSERT = sql('insert_customer_note', `insert into customer_notes (${NOTES.names}) values (${NOTES.slots})`)
const FIND = sql('find_customer_note', `select ${NOTES.names} from customer_notes where customer = $1 and id = $2`)
const LIST = sql(
  'list_customer_notes',
  `select ${NOTES.names} from customer_notes where customer = $1 order by made_at desc, id desc limit $2`,
)

export async function insertCustomerNote(tx: LockedTx, note: CustomerNote): Promise<void> {
  await tx.run(INSERT, NOTES.values(note))
}

export async function findCustomerNote(tx: Tx, customer: CustomerId, id: string): Promise<CustomerNote | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ? NOTES.ofRow(row) : null
}

/** A customer's notes, newest first. */
export const listCustomerNotes = async (tx: Tx, customer: CustomerId, most: number): Promise<CustomerNote[]> =>
  (await tx.run(LIST, [customer, most])).map(NOTES.ofRow)
