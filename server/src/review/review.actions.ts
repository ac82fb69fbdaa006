import { createHash } from 'node:crypto'
import type { ActName } from '@lonja/core/audit/audit.acts'
import type { ActDetail } from '@lonja/core/audit/audit.rules'
import { isCurrency } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import type { Opinion } from '@lonja/core/review/review.contract'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import {
  WINDOW_MS,
  decideOpening,
  decideOpinion,
  isAboveLimit,
  isOver,
  needsTwo,
  payloadText,
  roleFor,
  withValidOpinions,
  type NewOpinion,
  type OpeningRefusal,
  type Flaws,
  type OpinionRefusal,
  type Outcome,
  type Review,
} from '@lonja/core/review/review.rules'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { ActingSeat, Seat } from '../door/seats.ts'
import { ensureLock } from '../database/locks.ts'
import { findDeciders, findMaker } from '../staff/seats.store.ts'
import { keepOffer, type ReducedOffer } from './offers.actions.ts'
import { secondFor } from './second.actions.ts'
import { findOffer } from './offers.store.ts'
import {
  findReview,
  insertReview,
  insertStep,
  listSubmitted,
  listSteps,
  lockFor,
  opinionsIn,
  saveReview,
  type ReviewRequest,
  type ReviewRow,
  type SeatAct,
  type StepRow,
} from './review.store.ts'
import type { LockedTx } from '../database/locks.ts'

/** The content of one submission, by field. It is frozen with the review. */
export type Payload = Readonly<Record<string, string | null>>

/** The hash by which a decision names the payload that was seen. */
export const hashOf = (payload: Payload): string => createHash('sha256').update(payloadText(payload)).digest('hex')

/** The review settings of the house, as its operator set them. */
export interface ReviewSettings {
  /** The sum in 24 hours, in cents of EUR, above which two people decide. */
  readonly limitCents: bigint
  /** The time from the request to the deadline of its decision. */
  readonly dueMs: number
  /** If false, one person decides as long as there is a single active seat. */
  readonly twoPerson: boolean
}

/**
 * Puts a thing into its queue; the first thing of the house inserts its lock row. `record` is the thing's id, and
 * `eurCents` is null without a rate. Returns the id of the review.
 */
export async function openReview(
  tx: LockedTx,
  kind: ReviewKind,
  { payload, way = null, ...request }: ReviewRequest,
): Promise<string> {
  const { customer, amount } = request
  assert(
    (customer === null) === (kind.subject === 'house'),
    'a thing of the house has no customer, every other one has',
  )
  assert(
    amount === null || kind.amount === (isCurrency(amount.asset) ? 'currency' : 'shares'),
    'an amount is as its kind says',
  )
  if (customer === null) await ensureLock(tx, lockFor(request), request.at)
  const id = newId()
  await insertReview(tx, { ...request, way, id, kind: kind.name, payloadHash: hashOf(payload) })
  return id
}

/** A review with its steps. */
export interface ReviewWithSteps {
  readonly review: ReviewRow
  readonly steps: readonly StepRow[]
}

/** Asserts that the review exists: the caller has already found the thing itself. */
export async function readReview(tx: Tx, id: string): Promise<ReviewWithSteps> {
  const review = await findReview(tx, id)
  assert(review !== null, 'what is decided by staff has its review')
  return { review, steps: await listSteps(tx, id) }
}

/** The seat in the role in which it decides a kind. Asserts that there is such a role: the call has checked it. */
export function actFor(kind: ReviewKind, { id, number, roles }: Seat): SeatAct {
  const role = roleFor(kind, roles)
  assert(role !== null, 'a seat acts in a role that decides this kind')
  return { seat: id, number, role }
}

/**
 * The review as the rules need it, read under the customer's lock: a seat that is ended meanwhile counts until then.
 */
export async function facing(tx: Tx, kind: ReviewKind, { review, steps }: ReviewWithSteps): Promise<Review> {
  assert(review.kind === kind.name, 'a review is decided as the kind that it is')
  const offer = kind.less ? await findOffer(tx, review) : null
  const opinions = opinionsIn(steps, review.round, offer?.payloadHash ?? null)
  const seats = opinions.map(({ seat }) => seat)
  const deciders = seats.length === 0 ? new Map() : await findDeciders(tx, seats, kind.roles)
  return withValidOpinions({ ...review, kind }, opinions, deciders)
}

/** Records an act of a seat on a review, in the customer's chain of the audit log and in the seat's. */
async function record(
  tx: LockedTx,
  { record: id, kind, customer }: ReviewRow,
  { seat, number, role }: SeatAct,
  { act, detail = {}, at }: { act: ActName; detail?: ActDetail; at: Instant },
): Promise<void> {
  await recordAct(tx, { act, customer, seat: { id: seat, number, role }, about: { kind, id }, detail, at })
}

/**
 * A seat opens a review and holds it, unless `refused` says why not: a seat whose roles only read it never holds it. It may look
 * in any case; the audit log records the view (`acts.viewed`). `isFirst`: nobody had opened the review before.
 */
export async function startReview(
  tx: LockedTx,
  kind: ReviewKind,
  { id, seat, now }: { id: string; seat: ActingSeat; now: Instant },
): Promise<ReviewWithSteps & { refused: Refused<OpeningRefusal | 'role_reads'> | null; isFirst: boolean }> {
  const reviewed = await readReview(tx, id)
  const { review, steps } = reviewed
  if (roleFor(kind, seat.roles) === null) {
    const reader: SeatAct = { seat: seat.id, number: seat.number, role: seat.role }
    await record(tx, review, reader, { act: kind.acts.viewed, at: now })
    return { ...reviewed, refused: isOver(review) ? refuse('review_over') : refuse('role_reads'), isFirst: false }
  }
  const by = actFor(kind, seat)
  await record(tx, review, by, { act: kind.acts.viewed, at: now })
  const known = await facing(tx, kind, reviewed)
  const second = await secondFor(tx, known, seat, now)
  const opening = decideOpening(known, { seat: seat.id, customer: seat.customer }, second, now)
  if (isRefused(opening)) return { ...reviewed, refused: opening, isFirst: false }
  const held: ReviewRow = { ...review, round: known.round, state: 'in_review', holder: { ...by, at: now } }
  await saveReview(tx, held)
  if (opening.step === null) return { review: held, steps, refused: null, isFirst: false }
  await insertStep(tx, id, { by, ...plainStep(opening.step, held.round, now) })
  return { review: held, steps: await listSteps(tx, id), refused: null, isFirst: steps.length === 0 }
}

const NO_OPINION = { person: null, reason: null, note: null } as const
const plainStep = (step: 'opened' | 'taken_over' | 'let_go' | 'recalled', round: number, at: Instant) => ({
  ...NO_OPINION,
  step,
  round,
  at,
})

/** A seat gives back a review; the audit log records it (`let_go_review`). False, and no act, if the seat did not hold it. */
export async function releaseReview(
  tx: LockedTx,
  kind: ReviewKind,
  { id, seat, now }: { id: string; seat: Seat; now: Instant },
): Promise<boolean> {
  const { review } = await readReview(tx, id)
  if (isOver(review) || review.holder?.seat !== seat.id) return false
  const by = actFor(kind, seat)
  await record(tx, review, by, { act: 'let_go_review', at: now })
  await saveReview(tx, { ...review, holder: null })
  await insertStep(tx, id, { by, ...plainStep('let_go', review.round, now) })
  return true
}

/** Whether the amount is above the house's limit, together with the customer's other requests of the window. */
async function isAbove(
  tx: Tx,
  { limit }: ReviewKind,
  review: ReviewRow,
  { limitCents }: ReviewSettings,
): Promise<boolean> {
  if (limit === 'none') return false
  const { openedAt, eurCents } = review
  const others = await listSubmitted(tx, review, openedAt - WINDOW_MS, openedAt + WINDOW_MS)
  return isAboveLimit({ at: openedAt, eurCents }, others, limitCents)
}

export interface OpinionRequest extends Omit<NewOpinion, 'offer' | 'hasNote'> {
  readonly id: string
  readonly seat: Seat
  /** Shown to staff only. */
  readonly note: string | null
  /** The smaller amount that is approved; null for all of it, and with an opinion to refuse. */
  readonly less: ReducedOffer | null
  /** The current payload, read under the lock. */
  readonly payload: Payload
  /** The facts that stand against an approval now. */
  readonly flaws: Flaws
  readonly settings: ReviewSettings
  /** The number of active seats now. */
  readonly activeSeats: number
  readonly now: Instant
}

/**
 * A seat gives its opinion on a review that it holds and has seen. The caller carries out the decision in the same
 * transaction. The audit log records the opinion (`acts.judged` of the kind).
 */
export async function giveOpinion(
  tx: LockedTx,
  kind: ReviewKind,
  details: OpinionRequest,
): Promise<Outcome | Refused<OpinionRefusal>> {
  const { id, seat, opinion, reason, seen, note, less, payload, settings, now } = details
  const reviewed = await readReview(tx, id)
  const { review } = reviewed
  const by = actFor(kind, seat)
  const known = await facing(tx, kind, reviewed)
  const facts = {
    aboveLimit: await isAbove(tx, kind, less ? { ...review, eurCents: less.eurCents } : review, settings),
    onePerson: isOnePerson(settings, details.activeSeats),
    payloadHash: hashOf(payload),
    flaws: details.flaws,
    second: await secondFor(tx, known, seat, now),
  }
  const offer = less && hashOf(less.payload)
  const acting = { seat: seat.id, customer: seat.customer }
  const outcome = decideOpinion(known, acting, { opinion, reason, seen, hasNote: note !== null, offer }, facts)
  if (isRefused(outcome)) return outcome
  const person = known.opinions.length + 1
  const isOneOfTwo = outcome.outcome !== 'decided' || person === 2
  const detail = {
    opinion,
    reason,
    outcome: outcome.outcome,
    ...(less ? { less: String(less.amount.units) } : {}),
    // Null for a link from the command line.
    ...(isOneOfTwo ? { letInBy: await findMaker(tx, seat.id) } : {}),
  }
  await record(tx, review, by, { act: kind.acts.judged, detail, at: now })
  await insertStep(tx, id, { by, step: opinion, round: known.round, person, reason, note, at: now })
  if (less && offer)
    await keepOffer(tx, less, { review: id, round: known.round, payloadHash: offer, person, outcome, now })
  const after: Partial<ReviewRow> =
    outcome.outcome === 'decided'
      ? { state: outcome.result, endedAt: outcome.result === 'offered' ? null : now, reason: outcome.reason }
      : outcome.outcome === 'disagreed'
        ? { state: 'pending', round: known.round + 1 }
        : {}
  await saveReview(tx, { ...review, round: known.round, ...after, holder: null })
  return outcome
}

/** `TWO_PERSON=off` counts only in a house with a single active seat. */
export const isOnePerson = ({ twoPerson }: ReviewSettings, activeSeats: number): boolean =>
  !twoPerson && activeSeats <= 1

/**
 * Takes an approval back: the review returns to its queue, in a new round, where two people decide. `by` is null at the
 * command line.
 */
export async function recallReview(tx: LockedTx, id: string, by: SeatAct | null, now: Instant): Promise<void> {
  const { review } = await readReview(tx, id)
  assert(review.state === 'approved', 'what is recalled was approved')
  await insertStep(tx, id, { by, ...plainStep('recalled', review.round, now) })
  const round = review.round + 1
  await saveReview(tx, { ...review, state: 'pending', round, holder: null, endedAt: null, reason: null })
}

/** The number of people who must decide to approve, and to refuse. Shown before and during the review. */
export async function peopleFor(
  tx: Tx,
  kind: ReviewKind,
  review: ReviewRow,
  settings: ReviewSettings,
  activeSeats: number,
): Promise<{ approve: number; refuse: number }> {
  const facts = { aboveLimit: await isAbove(tx, kind, review, settings), onePerson: isOnePerson(settings, activeSeats) }
  const peopleOn = (opinion: Opinion): number => (needsTwo({ kind, round: review.round }, opinion, facts) ? 2 : 1)
  return { approve: peopleOn('approve'), refuse: peopleOn('refuse') }
}
