import type { ActName } from '@lonja/core/audit/audit.acts'
import { assert } from '@lonja/core/base/assert'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { needsTwo } from '@lonja/core/review/review.rules'
import { recordAct } from '../audit/audit.actions.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import { countActiveSeats, findMaker } from '../staff/seats.store.ts'
import { actFor, isOnePerson, openReview, readReview, type Payload, type ReviewSettings } from './review.actions.ts'
import { insertStep, saveReview, type NewReview } from './review.store.ts'

export interface Proposal extends Pick<NewReview, 'record' | 'dueAt'> {
  readonly payload: Payload
  /** The reason to approve with which the seat proposes it. */
  readonly reason: string
  /** The act of the proposal in the audit log. */
  readonly act: ActName
}

/**
 * Opens a review of the house with the proposal of a seat as its first opinion. Another person gives the second one;
 * where one person decides, the proposal is the decision, and the caller carries it out.
 */
export async function proposeReview(
  { tx, seat, now: at }: StaffWriteContext,
  kind: ReviewKind,
  { record, dueAt, payload, reason, act }: Proposal,
  settings: ReviewSettings,
): Promise<{ review: string; outcome: 'decided' | 'needs_second' }> {
  assert(kind.subject === 'house', 'staff propose things of the house')
  const request = { record, customer: null, amount: null, eurCents: null, at, dueAt }
  const id = await openReview(tx, kind, { ...request, payload })
  const { review } = await readReview(tx, id)
  const by = actFor(kind, seat)
  const onePerson = isOnePerson(settings, await countActiveSeats(tx))
  const isOver = !needsTwo({ kind, round: review.round }, 'approve', { aboveLimit: false, onePerson })
  const outcome = isOver ? 'decided' : 'needs_second'
  const detail = { reason, outcome, ...(isOver ? {} : { letInBy: await findMaker(tx, seat.id) }) }
  await recordAct(tx, { act, customer: null, seat, about: { kind: kind.name, id: record }, detail, at })
  await insertStep(tx, id, { by, step: 'approve', round: review.round, person: 1, reason, note: null, at })
  const end = isOver ? ({ state: 'approved', endedAt: at, reason } as const) : ({ state: 'in_review' } as const)
  await saveReview(tx, { ...review, ...end })
  return { review: id, outcome }
}
