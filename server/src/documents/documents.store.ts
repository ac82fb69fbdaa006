import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Acceptance } from '@lonja/core/documents/documents.rules'
import { group, instant, int4, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** A document that a customer accepted for a record. The row never changes. */
export interface AcceptedDocument extends Acceptance {
  /** The house's own id, by which staff open it. */
  readonly id: string
  readonly customer: CustomerId
  readonly name: string
  readonly about: { readonly kind: string; readonly id: string }
  readonly acceptedAt: Instant
}

const ACCEPTED = tableOf<AcceptedDocument>({
  id: uuid('id'),
  customer: uuid('customer'),
  name: word('document'),
  version: int4('version'),
  language: word('language'),
  sha256: word('sha256'),
  about: group({ kind: word('record_kind'), id: uuid('record') }),
  acceptedAt: instant('accepted_at'),
})

const INSERT = sql(
  'insert_accepted_document',
  `insert into accepted_documents (${ACCEPTED.names}) values (${ACCEPTED.slots})`,
)
const FIND = sql('find_accepted_document', `select ${ACCEPTED.names} from accepted_documents where id = $1`)
const LIST = sql(
  'list_accepted_documents',
  `select ${ACCEPTED.names} from accepted_documents where customer = $1 and record = $2 order by document`,
)

export async function insertAcceptedDocument(tx: Tx, document: AcceptedDocument): Promise<void> {
  await tx.run(INSERT, ACCEPTED.values(document))
}

/** An accepted document of any customer. */
export async function findAcceptedDocument(tx: Tx, id: string): Promise<AcceptedDocument | null> {
  const [row] = await tx.run(FIND, [id])
  return row ? ACCEPTED.ofRow(row) : null
}

/** The documents that a customer accepted for one record. */
export const listAcceptedDocuments = async (
  tx: Tx,
  customer: CustomerId,
  record: string,
): Promise<AcceptedDocument[]> => (await tx.run(LIST, [customer, record])).map(ACCEPTED.ofRow)
