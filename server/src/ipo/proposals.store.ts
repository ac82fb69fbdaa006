import type { Instant } from '@lonja/core/base/instant'
import type { OfferWithdrawalReason } from '@lonja/core/ipo/acts.contract'
import type { Terms } from '@lonja/core/ipo/terms.text'
import type { PlainReviewState } from '@lonja/core/review/review.contract'
import { group, instant, int4, orNull, renamed, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { SeatAct } from '../review/review.store.ts'
import { termsOf } from './ipo.store.ts'

/** A proposal about an offer, as two people read it. */
export interface Proposal {
  readonly id: string
  readonly what: 'publish' | 'withdraw' | 'postpone'
  readonly offer: string
  /** For terms: the draft, the running number, and the text of the prospectus. */
  readonly draft: string | null
  readonly number: number | null
  /** The text of the terms; for later dates also that of the terms before. */
  readonly terms: string | null
  readonly before: string | null
  readonly prospectus: string | null
  readonly reason: OfferWithdrawalReason | null
  readonly by: SeatAct
  readonly madeAt: Instant
}

/** A proposal with its review, which is the house's. */
export interface ProposalRow extends Proposal {
  readonly customer: null
  readonly reviewId: string
  readonly review: PlainReviewState
  readonly dueAt: Instant
}

const PROPOSALS = tableOf<Proposal>({
  id: uuid('id'),
  what: word('what'),
  offer: uuid('offer'),
  draft: orNull(uuid('draft')),
  number: orNull(int4('number')),
  terms: orNull(word('terms')),
  before: orNull(word('before')),
  prospectus: orNull(word('prospectus')),
  reason: orNull(word('reason')),
  by: group<SeatAct>({ seat: uuid('seat'), number: int4('seat_number'), role: word('role') }),
  madeAt: instant('made_at'),
})
const REVIEWS = tableOf<Pick<ProposalRow, 'reviewId' | 'review' | 'dueAt'>>({
  reviewId: renamed(uuid('id'), 'review_id'),
  review: word('state'),
  dueAt: instant('due_at'),
})

const WITH_REVIEW = `from ipo_proposals p join reviews r on r.customer is null and r.record = p.id and r.kind = 'offer'`
const INSERT = sql('insert_ipo_proposal', `insert into ipo_proposals (${PROPOSALS.names}) values (${PROPOSALS.slots})`)
const FIND = sql(
  'find_reviewed_ipo_proposal',
  `select ${PROPOSALS.under('p')}, r.id as review_id, r.state, r.due_at ${WITH_REVIEW} where r.id = $1`,
)
const LIST_WAITING = sql(
  'list_waiting_ipo_proposals',
  `select p.what, p.offer::text as offer, p.draft::text as draft, p.number, p.terms, r.id::text as review
   ${WITH_REVIEW} where r.ended_at is null order by p.made_at, p.id`,
  shapeOf<WaitingProposal>({
    what: word('what'),
    offer: uuid('offer'),
    draft: orNull(uuid('draft')),
    number: orNull(int4('number')),
    terms: orNull(word('terms')),
    review: uuid('review'),
  }),
)

const LIST_SUBJECTS = sql(
  'list_ipo_proposal_subjects',
  `select p.id, p.what, coalesce(p.terms, o.terms) as terms from ipo_proposals p left join ipo_offers o on o.id = p.offer
   where p.id = any($1::uuid[])`,
  shapeOf<ProposalSubject>({ id: uuid('id'), what: word('what'), terms: termsOf('terms') }),
)

/** The caller opens the review in the same transaction. */
export async function insertProposal(tx: Tx, proposal: Proposal): Promise<void> {
  await tx.run(INSERT, PROPOSALS.values(proposal))
}

/** The proposal of a review. */
export async function findProposal(tx: Tx, review: string): Promise<ProposalRow | null> {
  const [row] = await tx.run(FIND, [review])
  return row ? { ...PROPOSALS.ofRow(row), ...REVIEWS.ofRow(row), customer: null } : null
}

/** The subject of a proposal: the terms that it would publish, or those of the offer that it withdraws. */
export type ProposalSubject = Pick<Proposal, 'id' | 'what'> & { readonly terms: Terms }

/** The subjects of some proposals. */
export const listProposalSubjects = (tx: Tx, ids: readonly string[]): Promise<ProposalSubject[]> =>
  tx.run(LIST_SUBJECTS, [ids])

/** A proposal that waits for its second person. */
export type WaitingProposal = Pick<Proposal, 'what' | 'offer' | 'draft' | 'number' | 'terms'> & {
  readonly review: string
}

/** The proposals that wait, the oldest first. They are few. */
export const listWaiting = (tx: Tx): Promise<WaitingProposal[]> => tx.run(LIST_WAITING)
