import type { CustomerId } from '@lonja/core/base/ids'
import { tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** A note of staff beside a restriction, or beside a request for one, which has the same id. Customers never read it. */
export interface RestrictionNote {
  readonly customer: CustomerId
  readonly id: string
  readonly note: string
}

const NOTES = tableOf<RestrictionNote>({ customer: uuid('customer'), id: uuid('id'), note: word('note') })

const INSERT = sql('insert_restriction_note', `insert into restriction_notes (${NOTES.names}) values (${NOTES.slots})`)
const LIST = sql(
  'list_restriction_notes',
  `select ${NOTES.names} from restriction_notes
   where (customer, id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
)

export async function insertNote(tx: Tx, note: RestrictionNote): Promise<void> {
  await tx.run(INSERT, NOTES.values(note))
}

/** The notes beside these restrictions or requests, each under its customer and id; most have none. */
export async function listNotes(
  tx: Tx,
  places: readonly Pick<RestrictionNote, 'customer' | 'id'>[],
): Promise<(place: Pick<RestrictionNote, 'customer' | 'id'>) => string | null> {
  const rows = await tx.run(LIST, [places.map(({ customer }) => customer), places.map(({ id }) => id)])
  const notes = rows.map((row) => NOTES.ofRow(row))
  return ({ customer, id }) => notes.find((note) => note.customer === customer && note.id === id)?.note ?? null
}

/** The note beside one restriction or request; null for none. */
export const findNote = async (tx: Tx, customer: CustomerId, id: string): Promise<string | null> =>
  (await listNotes(tx, [{ customer, id }]))({ customer, id })
