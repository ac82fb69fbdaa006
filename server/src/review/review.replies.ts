import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { recordNumber } from '@lonja/core/base/numbers'
import type { ReviewState } from '@lonja/core/review/review.contract'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { isHeld } from '@lonja/core/review/review.rules'
import type { Seat } from '../door/seats.ts'
import { sentence } from '../base/texts.ts'
import type { ReviewRow, StepRow } from './review.store.ts'

type KindName = Pick<ReviewKind, 'name'>

/** A reason in words: its title, and what the customer can do next. */
export const reasonIn = (language: Language, { name }: KindName, code: string) => ({
  code,
  title: sentence(language, 'reviews', `${name}.${code}.title`),
  next: sentence(language, 'reviews', `${name}.${code}.next`),
})

/** The reasons to choose from, in words. */
export const reasonsIn = (language: Language, kind: KindName, codes: ReviewKind['reasons']) => ({
  approve: codes.approve.map((code) => reasonIn(language, kind, code)),
  refuse: codes.refuse.map((code) => reasonIn(language, kind, code)),
})

/** The seat of a step, and who let it in. */
export const stepSeat = ({ by, letInBy }: Pick<StepRow, 'by' | 'letInBy'>) =>
  by && { role: by.role, number: by.number, letInBy }

/** Steps as the customer reads them: without the notes, which staff write for each other. */
export const stepsFor = (language: Language, kind: KindName, steps: readonly StepRow[]) =>
  steps.map(({ step, at, by, letInBy, round, person, reason }) => ({
    step,
    at,
    seat: stepSeat({ by, letInBy }),
    round,
    person,
    reason: reason === null ? null : reasonIn(language, kind, reason),
  }))

/** The holder of a review, as another seat reads it. */
export function holderReply(review: Pick<ReviewRow, 'holder'>, asking: Pick<Seat, 'id'>, now: Instant) {
  const { holder } = review
  if (holder === null) return null
  const { seat, number, role, at } = holder
  return { seat: { role, number }, at, own: seat === asking.id, silent: !isHeld(review, now) }
}

/** A record as the console names it beside its customer; null for a kind that the house does not have. */
export function recordReply(
  kinds: readonly ReviewKind[],
  { id, kind: name, record, state, openedAt: at }: ReviewRow,
): { id: string; kind: string; number: string; state: ReviewState; at: Instant } | null {
  const kind = kinds.find((each) => each.name === name)
  return kind ? { id, kind: name, number: recordNumber(kind, record), state, at } : null
}
