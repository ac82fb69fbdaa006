import { createHash } from 'node:crypto'
import type { ActName } from '@lonja/core/audit/audit.acts'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import type { ReviewKind } from '@lonja/core/review/review.contract'
import {
  ROLES_OF,
  WINDOW_MS,
  decideOpening,
  decideOpinion,
  isAboveLimit,
  isOver,
  needsTwo,
  payloadText,
  roleFor,
  standing,
  type GivenOpinion,
  type OpeningRefusal,
  type OpinionRefusal,
  type Outcome,
  type Review,
} from '@lonja/core/review/review.rules'
import { recordAct } from '../audit/audit.actions.ts'
import type { Tx } from '../database/db.ts'
import type { Seat } from '../door/seats.ts'
import { sentence } from '../base/texts.ts'
import { findDeciders, listSeatedBy } from '../staff/seats.store.ts'
import {
  findReview,
  insertReview,
  insertStep,
  listAsked,
  listSteps,
  opinionsIn,
  saveReview,
  type NewReview,
  type ReviewRow,
  type SeatAct,
  type StepRow,
} from './review.store.ts'
import type { LockedTx } from '../database/locks.ts'

/** What one submission says, by field: frozen with the review. */
export type Payload = Readonly<Record<string, string | null>>

/** The hash by which a decision names what was seen. */
export const hashOf = (payload: Payload): string => createHash('sha256').update(payloadText(payload)).digest('hex')

/** The house's own rules of review, as its operator set them. */
export interface ReviewSettings {
  /** Above this in 24 hours, two people decide. */
  readonly limitCents: bigint
  /** How long after it was asked for a decision is due. */
  readonly dueMs: number
  /** False: one person decides, as long as there is a single active seat. */
  readonly twoPerson: boolean
}

/** Puts something into its queue. `eurCents` is the amount at the shown rate, null without one. */
export async function openReview(
  tx: LockedTx,
  { payload, ...made }: Omit<NewReview, 'payloadHash'> & { readonly payload: Payload },
): Promise<void> {
  await insertReview(tx, { ...made, payloadHash: hashOf(payload) })
}

/** Whether staff decide, or decided, on something of this id, of whatever kind and whoever's: a second thing cannot have it. */
export const isReviewed = async (tx: Tx, id: string): Promise<boolean> => (await findReview(tx, id)) !== null

/** A review with what was done to it. */
export interface Reviewed {
  readonly review: ReviewRow
  readonly steps: readonly StepRow[]
}

/** Asserts that there is such a review: whoever asks has found the thing itself. */
export async function readReview(tx: Tx, id: string): Promise<Reviewed> {
  const review = await findReview(tx, id)
  assert(review !== null, 'what is decided by staff has its review')
  return { review, steps: await listSteps(tx, id) }
}

/** The seat as it acts on a kind. The call's roles have been asked for before; asserts that one of them decides this kind. */
function actFor(kind: ReviewKind, { id, number, roles }: Seat): SeatAct {
  const role = roleFor(kind, roles)
  assert(role !== null, 'a seat acts in a role that decides this kind')
  return { seat: id, number, role }
}

/** As the rules ask for it. Read after the customer's lock: a seat that is ended in the same moment counts until then. */
async function facing(tx: Tx, { review, steps }: Reviewed): Promise<ReviewRow & Pick<Review, 'opinions'>> {
  const opinions = opinionsIn(steps, review.round)
  const seats = opinions.map(({ seat }) => seat)
  const deciders = seats.length === 0 ? new Map() : await findDeciders(tx, seats, ROLES_OF[review.kind])
  return standing(review, opinions, deciders)
}

/** Writes down what a seat did to a review: in the customer's chain and in the seat's. */
async function record(
  tx: LockedTx,
  { id, kind, customer }: ReviewRow,
  { seat, number, role }: SeatAct,
  { act, detail = {}, at }: { act: ActName; detail?: Readonly<Record<string, string>>; at: Instant },
): Promise<void> {
  await recordAct(tx, { act, customer, seat: { id: seat, number, role }, about: { kind, id }, detail, at })
}

/**
 * A seat opens a review: it holds it from now on, unless the answer says why not. It may look at it in any case, and that it looked
 * stands in the audit log (`viewed_deposit`, `viewed_withdrawal`, `viewed_kyc`). `isFirst`: with this it is in review, and was not
 * before.
 */
export async function startReview(
  tx: LockedTx,
  { id, seat, now }: { id: string; seat: Seat; now: Instant },
): Promise<Reviewed & { refused: Refused<OpeningRefusal> | null; isFirst: boolean }> {
  const reviewed = await readReview(tx, id)
  const { review, steps } = reviewed
  const by = actFor(review.kind, seat)
  await record(tx, review, by, { act: `viewed_${review.kind}`, at: now })
  const known = await facing(tx, reviewed)
  const opening = decideOpening(known, { seat: seat.id, customer: seat.customer }, now)
  if (isRefused(opening)) return { ...reviewed, refused: opening, isFirst: false }
  const held: ReviewRow = { ...review, round: known.round, state: 'in_review', holder: { ...by, at: now } }
  await saveReview(tx, held)
  if (opening.step === null) return { review: held, steps, refused: null, isFirst: false }
  await insertStep(tx, id, { ...by, ...plainStep(opening.step, held.round, now) })
  return { review: held, steps: await listSteps(tx, id), refused: null, isFirst: steps.length === 0 }
}

const plainStep = (step: 'opened' | 'taken_over' | 'let_go', round: number, at: Instant) => ({
  step,
  round,
  person: null,
  reason: null,
  note: null,
  at,
})

/** A seat gives back what it holds. True if it held it. */
export async function letGo(tx: Tx, { id, seat, now }: { id: string; seat: Seat; now: Instant }): Promise<boolean> {
  const { review } = await readReview(tx, id)
  if (isOver(review) || review.holder?.seat !== seat.id) return false
  await saveReview(tx, { ...review, holder: null })
  await insertStep(tx, id, { ...actFor(review.kind, seat), ...plainStep('let_go', review.round, now) })
  return true
}

/** Whether two people decide on approving it, given the customer's others of the window. */
export async function isAbove(tx: Tx, review: ReviewRow, { limitCents }: ReviewSettings): Promise<boolean> {
  if (review.amount === null) return false
  const { openedAt, eurCents } = review
  const others = await listAsked(tx, review, openedAt - WINDOW_MS, openedAt + WINDOW_MS)
  return isAboveLimit({ at: openedAt, eurCents }, others, limitCents)
}

export interface OpinionGiven extends GivenOpinion {
  readonly id: string
  readonly seat: Seat
  /** For other staff alone. */
  readonly note: string | null
  /** The payload as it stands now, read after the lock. */
  readonly payload: Payload
  readonly settings: ReviewSettings
  /** Seats that are active now. */
  readonly activeSeats: number
  readonly now: Instant
}

/**
 * A seat says what it thinks of what it holds and has seen. What follows from a decision (a credit, a release) is the caller's, in the
 * same transaction. The opinion stands in the audit log (`judged_deposit`, `judged_withdrawal`, `judged_kyc`).
 */
export async function giveOpinion(tx: LockedTx, given: OpinionGiven): Promise<Outcome | Refused<OpinionRefusal>> {
  const { id, seat, opinion, reason, note, payload, settings, now } = given
  const reviewed = await readReview(tx, id)
  const { review } = reviewed
  const by = actFor(review.kind, seat)
  const facts = {
    aboveLimit: await isAbove(tx, review, settings),
    onePerson: isOnePerson(settings, given.activeSeats),
    payloadHash: hashOf(payload),
  }
  const known = await facing(tx, reviewed)
  const outcome = decideOpinion(known, { seat: seat.id, customer: seat.customer }, given, facts)
  if (isRefused(outcome)) return outcome
  const person = known.opinions.length + 1
  const detail = { opinion, reason, outcome: outcome.outcome }
  await record(tx, review, by, { act: `judged_${review.kind}`, detail, at: now })
  await insertStep(tx, id, { ...by, step: opinion, round: known.round, person, reason, note, at: now })
  const after: Partial<ReviewRow> =
    outcome.outcome === 'decided'
      ? { state: outcome.result, endedAt: now, reason: outcome.reason }
      : outcome.outcome === 'disagreed'
        ? { state: 'pending', round: known.round + 1 }
        : {}
  await saveReview(tx, { ...review, round: known.round, ...after, holder: null })
  return outcome
}

/** `TWO_PERSON=off` counts only in a house with a single active seat. */
export const isOnePerson = ({ twoPerson }: ReviewSettings, activeSeats: number): boolean =>
  !twoPerson && activeSeats <= 1

/** The customer takes back what was asked for, before it was decided. Refuses what is over. */
export async function cancelReview(tx: Tx, id: string, now: Instant): Promise<null | Refused<'review_over'>> {
  const { review } = await readReview(tx, id)
  if (isOver(review)) return refuse('review_over')
  await saveReview(tx, { ...review, state: 'cancelled', holder: null, endedAt: now })
  return null
}

/** How many people decide on approving, and on refusing: what is told before and while it is reviewed. */
export async function peopleFor(
  tx: Tx,
  review: ReviewRow,
  settings: ReviewSettings,
  activeSeats: number,
): Promise<{ approve: number; refuse: number }> {
  const facts = { aboveLimit: await isAbove(tx, review, settings), onePerson: isOnePerson(settings, activeSeats) }
  return { approve: needsTwo(review, 'approve', facts) ? 2 : 1, refuse: needsTwo(review, 'refuse', facts) ? 2 : 1 }
}

/**
 * Two seats are two people only where two people sit there, which no rule can see: who has given an opinion, and who asks, hear which
 * of them was let in by another.
 */
export async function seatedByFor(
  tx: Tx,
  steps: readonly StepRow[],
  asking: Pick<Seat, 'id'>,
): Promise<{ seat: number; by: number }[]> {
  const opined = steps.flatMap(({ person, seat }) => (person === null ? [] : [seat]))
  return (await listSeatedBy(tx, [...opined, asking.id])).map(({ seat, by }) => ({ seat, by }))
}

/** A reason in words: what it is, and what the customer can do next. */
export const reasonIn = (language: Language, kind: ReviewKind, code: string) => ({
  code,
  title: sentence(language, 'reviews', `${kind}.${code}.title`),
  next: sentence(language, 'reviews', `${kind}.${code}.next`),
})

/** Steps as the customer reads them: without the notes, which staff write for each other. */
export const stepsFor = (language: Language, kind: ReviewKind, steps: readonly StepRow[]) =>
  steps.map(({ step, at, number, role, round, person, reason }) => ({
    step,
    at,
    seat: { role, number },
    round,
    person,
    reason: reason === null ? null : reasonIn(language, kind, reason),
  }))
