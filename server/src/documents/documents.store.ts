import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Acceptance } from '@lonja/core/documents/documents.rules'
import type { Language } from '@lonja/core/base/language'
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

interface Raw {
  id: string
  customer: CustomerId
  document: string
  version: number
  language: Language
  sha256: string
  record_kind: string
  record: string
  accepted_at: bigint
}

const rowOf = ({ document, record_kind, record, accepted_at, ...raw }: Raw): AcceptedDocument => ({
  ...raw,
  name: document,
  about: { kind: record_kind, id: record },
  acceptedAt: Number(accepted_at),
})

const COLUMNS = 'id, customer, document, version, language, sha256, record_kind, record, accepted_at'
const INSERT = sql(
  'insert_accepted_document',
  `insert into accepted_documents (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)
const FIND = sql('find_accepted_document', `select ${COLUMNS} from accepted_documents where id = $1`)
const LIST = sql(
  'list_accepted_documents',
  `select ${COLUMNS} from accepted_documents where customer = $1 and record = $2 order by document`,
)

export async function insertAcceptedDocument(tx: Tx, row: AcceptedDocument): Promise<void> {
  const { id, customer, name, version, language, sha256, about, acceptedAt } = row
  await tx.run(INSERT, [id, customer, name, version, language, sha256, about.kind, about.id, acceptedAt])
}

/** An accepted document of any customer. */
export async function findAcceptedDocument(tx: Tx, id: string): Promise<AcceptedDocument | null> {
  const [raw] = await tx.run<Raw>(FIND, [id])
  return raw ? rowOf(raw) : null
}

/** The documents that a customer accepted for one record. */
export const listAcceptedDocuments = async (
  tx: Tx,
  customer: CustomerId,
  record: string,
): Promise<AcceptedDocument[]> => (await tx.run<Raw>(LIST, [customer, record])).map(rowOf)
