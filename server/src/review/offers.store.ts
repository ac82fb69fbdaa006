import type { Instant } from '@lonja/core/base/instant'
import type { OfferAnswer } from '@lonja/core/review/offers.rules'
import { cellOf, instant, int4, orNull, tableOf, units, uuid, word, type Fields } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { ReviewRow } from './review.store.ts'

/** The smaller amount that the opinions of a round approve, in units of the review's own asset. */
export interface NewOffer {
  readonly review: string
  readonly round: number
  readonly units: bigint
  readonly eurCents: bigint | null
  readonly payloadHash: string
  readonly at: Instant
}

type Offer = Omit<NewOffer, 'at'>

export interface OfferRow extends Offer {
  /** The end of the customer's time to answer; null until staff have decided. */
  readonly endsAt: Instant | null
}

const FIELDS: Fields<Offer> = {
  review: uuid('review'),
  round: int4('round'),
  units: units('units'),
  eurCents: orNull(units('eur_cents')),
  payloadHash: word('payload_hash'),
}
const MADE = tableOf<NewOffer>({ ...FIELDS, at: instant('made_at') })
const OFFERS = tableOf<OfferRow>({ ...FIELDS, endsAt: orNull(instant('ends_at')) })

const INSERT = sql('insert_review_offer', `insert into review_offers (${MADE.names}) values (${MADE.slots})`)
const FIND = sql('find_review_offer', `select ${OFFERS.names} from review_offers where review = $1 and round = $2`)
const SAVE_END = sql('save_review_offer_end', 'update review_offers set ends_at = $3 where review = $1 and round = $2')
const SAVE_ANSWER = sql(
  'save_review_offer_answer',
  'update review_offers set answer = $3, answered_at = $4 where review = $1 and round = $2',
)
const LIST_DUE = sql(
  'list_due_review_offers',
  `select r.id from review_offers o join reviews r on r.id = o.review and r.round = o.round
   where o.ends_at <= $2 and o.answer is null and r.kind = $1 and r.state = 'offered' order by o.ends_at, r.id limit $3`,
  cellOf(uuid('id')),
)

export async function insertOffer(tx: Tx, offer: NewOffer): Promise<void> {
  await tx.run(INSERT, MADE.values(offer))
}

/** The offer of a review's running round. */
export async function findOffer(tx: Tx, { id, round }: Pick<ReviewRow, 'id' | 'round'>): Promise<OfferRow | null> {
  const [row] = await tx.run(FIND, [id, round])
  return row ? OFFERS.ofRow(row) : null
}

type Place = Pick<OfferRow, 'review' | 'round'>

/** Stores the end of the customer's time to answer, once staff have decided. */
export async function saveOfferEnd(tx: Tx, { review, round }: Place, endsAt: Instant): Promise<void> {
  await tx.run(SAVE_END, [review, round, endsAt])
}

export async function saveOfferAnswer(
  tx: Tx,
  { review, round }: Place,
  answer: OfferAnswer,
  at: Instant,
): Promise<void> {
  await tx.run(SAVE_ANSWER, [review, round, answer, at])
}

/** Reviews of a kind with an offer that nobody answered in time. */
export const listDueOffers = async (tx: Tx, kind: string, now: Instant, most: number): Promise<string[]> =>
  tx.run(LIST_DUE, [kind, now, most])
