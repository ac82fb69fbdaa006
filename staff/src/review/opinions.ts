import type { Opinion } from '@lonja/core/review/review.contract'
import type { StepShown } from './Steps.tsx'

/** The opinion of the first of two people, as it waits for the second. */
export interface FirstOpinion {
  readonly opinion: Opinion
  readonly seat: StepShown['seat']
  readonly reason: { readonly code: string; readonly title: string }
}

/** The opinion that waits for a second person: the last one given, where it was a first one. */
export function firstIn(steps: readonly StepShown[]): FirstOpinion | null {
  const last = steps.findLast(({ step }) => step === 'approve' || step === 'refuse')
  if (!last || last.person !== 1 || last.reason === null) return null
  return { opinion: last.step === 'approve' ? 'approve' : 'refuse', seat: last.seat, reason: last.reason }
}

export const oppositeOf = (opinion: Opinion): Opinion => (opinion === 'approve' ? 'refuse' : 'approve')

/** What the press on the button does: decide alone, propose to another, confirm the first one's, or disagree with it. */
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
