import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import type { MessageText } from '@lonja/core/notices/messages.rules'
import type { PlainReviewState } from '@lonja/core/review/review.contract'
import {
  bytes,
  cellOf,
  flag,
  group,
  instant,
  int4,
  json,
  list,
  orNull,
  renamed,
  shapeOf,
  tableOf,
  uuid,
  word,
} from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { SeatAct } from '../review/review.store.ts'

/** A file of corporate actions as a seat has proposed it. */
export interface PublishedFile {
  /** The public address that it was taken from. */
  readonly source: string
  readonly bytes: Buffer
  readonly sha256: string
}

/** A text of the house, or a file of corporate actions, that waits for a second person, or waited for one. */
export interface Publication {
  readonly id: string
  readonly what: 'message' | 'publish' | 'edit' | 'actions'
  /** By language; an article has one, a file none. */
  readonly texts: Readonly<Partial<Record<Language, MessageText>>>
  /** The article's name; null for all others. */
  readonly name: string | null
  /** The version that an edit replaces. */
  readonly version: number | null
  readonly listings: readonly ListingId[]
  /** The date that a command gave the article. */
  readonly toldAt: Instant | null
  /** Null for a text. */
  readonly file: PublishedFile | null
  /** The seat that proposed it; null at the command line. */
  readonly by: SeatAct | null
  readonly madeAt: Instant
}

/** A publication with its review, which is the house's. */
export interface PublicationRow extends Publication {
  readonly customer: null
  readonly reviewId: string
  readonly review: PlainReviewState
  readonly dueAt: Instant
}

/** The subject of a publication. */
export type PublicationSubject = Pick<Publication, 'id' | 'what' | 'texts' | 'listings'>

const PUBLICATIONS = tableOf<Publication>({
  id: uuid('id'),
  what: word('what'),
  texts: json('texts'),
  name: orNull(word('name')),
  version: orNull(int4('version')),
  listings: list('listings'),
  toldAt: orNull(instant('told_at')),
  file: orNull(group<PublishedFile>({ source: word('source'), bytes: bytes('file'), sha256: word('file_sha256') })),
  by: orNull(group<SeatAct>({ seat: uuid('seat'), number: int4('seat_number'), role: word('role') })),
  madeAt: instant('made_at'),
})
const REVIEWS = tableOf<Pick<PublicationRow, 'reviewId' | 'review' | 'dueAt'>>({
  reviewId: renamed(uuid('id'), 'review_id'),
  review: word('state'),
  dueAt: instant('due_at'),
})

const INSERT = sql(
  'insert_publication',
  `insert into publications (${PUBLICATIONS.names}) values (${PUBLICATIONS.slots})`,
)
const IS_TAKEN = sql(
  'is_publication_taken',
  'select exists (select from publications where id = $1) as taken',
  cellOf(flag('taken')),
)
const FIND = sql(
  'find_reviewed_publication',
  `select ${PUBLICATIONS.under('p')}, r.id as review_id, r.state, r.due_at
   from publications p join reviews r on r.customer is null and r.record = p.id
   where r.id = $1 and r.kind = 'publication'`,
)
const IS_WAITING = sql(
  'is_article_waiting',
  `select exists (
     select from publications p join reviews r on r.customer is null and r.record = p.id and r.kind = 'publication'
     where p.name = $1 and p.texts ? $2 and r.ended_at is null
   ) as waiting`,
  cellOf(flag('waiting')),
)

const LIST_SUBJECTS = sql(
  'list_publication_subjects',
  'select id, what, texts, listings from publications where id = any($1::uuid[])',
  shapeOf<PublicationSubject>({ id: uuid('id'), what: word('what'), texts: json('texts'), listings: list('listings') }),
)

/** The caller opens the review in the same transaction. */
export async function insertPublication(tx: Tx, publication: Publication): Promise<void> {
  await tx.run(INSERT, PUBLICATIONS.values(publication))
}

/** Whether any seat has used an id for a publication. */
export async function isPublicationTaken(tx: Tx, id: string): Promise<boolean> {
  const [isTaken] = await tx.run(IS_TAKEN, [id])
  return isTaken === true
}

/** The publication of a review. */
export async function findPublication(tx: Tx, review: string): Promise<PublicationRow | null> {
  const [row] = await tx.run(FIND, [review])
  return row ? { ...PUBLICATIONS.ofRow(row), ...REVIEWS.ofRow(row), customer: null } : null
}

/** Whether a text of an article already waits in a language. */
export async function isArticleWaiting(tx: Tx, name: string, language: Language): Promise<boolean> {
  const [waiting] = await tx.run(IS_WAITING, [name, language])
  return waiting === true
}

/** The subjects of some publications. */
export const listPublicationSubjects = (tx: Tx, ids: readonly string[]): Promise<PublicationSubject[]> =>
  tx.run(LIST_SUBJECTS, [ids])
