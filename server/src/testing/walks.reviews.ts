import { REVIEW_KINDS } from '@lonja/core/lists'
import { decideBlock, openBlock } from '@lonja/core/blocks/blocks.staff.contract'
import { decideDeposit, openDeposit } from '@lonja/core/deposits/deposits.staff.contract'
import { REPEATS } from '@lonja/core/kyc/kyc.rules'
import { decideKyc, openKyc } from '@lonja/core/kyc/kyc.staff.contract'
import { decideLoan, decideRepayment, openLoan, openRepayment } from '@lonja/core/loans/loans.staff.contract'
import { OPINIONS } from '@lonja/core/review/review.contract'
import { roleFor } from '@lonja/core/review/review.rules'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { newId } from '../base/ids.ts'
import { reviewOf } from '../review/reviewed.testing.ts'
import type { CallAnswer } from './ask.ts'
import { anyOf, type Walk } from './walks.people.ts'

/** The kinds of review that walks decide, with their calls. */
const CALLS_OF = {
  deposit: [openDeposit, decideDeposit],
  withdrawal: [openWithdrawal, decideWithdrawal],
  kyc: [openKyc, decideKyc],
  block: [openBlock, decideBlock],
  loan: [openLoan, decideLoan],
  loan_repayment: [openRepayment, decideRepayment],
} as const
export type WalkKind = keyof typeof CALLS_OF

/** A seat opens a review, mostly a recent one, and records the payload that it saw. */
export async function opening({ house, chance, seats, opened }: Walk, kind: WalkKind, ids: readonly string[]) {
  const able = seats.filter(({ roles }) => REVIEW_KINDS.some((each) => each.name === kind && roleFor(each, roles)))
  const seat = chance.pick(chance.once(95) ? able : seats)
  const id = await reviewOf(house, anyOf(chance.once(85) ? ids.slice(-2) : ids, chance))
  const answer = await house.ask(CALLS_OF[kind][0], { id }, { token: seat.token })
  if (answer.status === 200) opened.push({ kind, id, seat, seen: (answer.data as { seen: string }).seen })
  return answer
}

/** A seat decides the review that it opened last, or sometimes an older one. */
export async function deciding(
  { house, chance, opened }: Walk,
  kind: WalkKind,
  more: object,
): Promise<CallAnswer | null> {
  const own = opened.filter((one) => one.kind === kind)
  const one = chance.once(75) ? own.at(-1) : own[chance.below(own.length)]
  if (!one) return null
  const { id, seen, seat } = one
  const opinion = chance.pick(OPINIONS)
  const reasons: readonly string[] = REVIEW_KINDS.find(({ name }) => name === kind)?.reasons[opinion] ?? []
  const reason = chance.pick(reasons)
  const repeat =
    'repeat' in more ? { repeat: (REPEATS as Readonly<Record<string, readonly string[]>>)[reason]?.slice(0, 1) } : {}
  const decision = { id, seen, opinion, reason, ...more, ...repeat }
  const answer = await house.ask(CALLS_OF[kind][1], decision, { token: seat.token, key: newId() })
  if (answer.status === 200) opened.splice(opened.indexOf(one), 1)
  return answer
}
