import type { Opinion } from '@lonja/core/review/review.contract'
import type { SeatShown, StepShown } from './Steps.tsx'

/** An opinion: the first of two people's, waiting for the second; or one of two that disagreed. */
export interface FirstOpinion {
  readonly opinion: Opinion
  readonly seat: SeatShown
  readonly reason: { readonly code: string; readonly title: string }
}

/** The opinion that waits for a second person: the latest one since the last recall, if it was a first one. */
export function firstIn(steps: readonly StepShown[]): FirstOpinion | null {
  const since = steps.slice(steps.findLastIndex(({ step }) => step === 'recalled') + 1)
  const last = since.findLast(({ step }) => step === 'approve' || step === 'refuse')
  if (!last || last.person !== 1 || last.reason === null || last.seat === null) return null
  return { opinion: last.step === 'approve' ? 'approve' : 'refuse', seat: last.seat, reason: last.reason }
}

/** The two opinions that last sent it back to the queue; null if no two people disagreed. */
export function disagreedIn(steps: readonly StepShown[]): readonly FirstOpinion[] | null {
  const second = steps.findLast(({ person }) => person === 2)
  const both = steps.filter(({ round, person }) => person !== null && round === second?.round)
  const firsts = both.flatMap(({ step, seat, reason }): FirstOpinion[] =>
    reason === null || seat === null ? [] : [{ opinion: step === 'approve' ? 'approve' : 'refuse', seat, reason }],
  )
  const [one, other] = firsts
  return one && other && one.opinion !== other.opinion ? firsts : null
}

export const oppositeOf = (opinion: Opinion): Opinion => (opinion === 'approve' ? 'refuse' : 'approve')

/** The act of the button: decide alone, propose to another person, confirm the first opinion, or disagree with it. */
export type Act = 'decide' | 'propose' | 'second' | 'disagree'

export function actOf(
  opinion: Opinion | null,
  people: Readonly<Record<Opinion, number>>,
  first: Pick<FirstOpinion, 'opinion'> | null,
): Act {
  if (opinion === null) return 'decide'
  if (first) return first.opinion === opinion ? 'second' : 'disagree'
  return people[opinion] === 2 ? 'propose' : 'decide'
}
