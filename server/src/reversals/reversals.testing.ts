import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { ReversalReason } from '@lonja/core/reversals/reversals.review'
import { decideReversal, openReversal, reverseCredit } from '@lonja/core/reversals/reversals.staff.contract'
import { newId } from '../base/ids.ts'
import type { CallAnswer } from '../testing/ask.ts'
import type { TestHouse } from '../testing/house.ts'

interface Token {
  readonly token: string
}

export interface Asked {
  readonly id?: string
  /** The number of the credited entry: 1, the grant at sign-up, if nothing else is said. */
  readonly entry?: number
  readonly currency?: 'EUR' | 'USD'
  readonly reason?: ReversalReason
}

/** A seat asks for the reversal of a credit or a part of it. */
export const askReversal = (
  house: TestHouse,
  { token }: Token,
  customer: CustomerId,
  amount: string,
  { id = newId(), entry = 1, currency = 'EUR', reason = 'wrong_amount' }: Asked = {},
): Promise<CallAnswer> =>
  house.ask(reverseCredit, { id, customer, entry, amount: { amount, currency }, reason }, { token, key: id })

/** A seat opens the review of a reversal, and gives its opinion. */
export async function judgeReversal(
  house: TestHouse,
  { token }: Token,
  review: string,
  { opinion = 'approve', reason = 'wrong_amount' }: { opinion?: 'approve' | 'refuse'; reason?: string } = {},
): Promise<CallAnswer> {
  const opened = await house.ask(openReversal, { id: review }, { token })
  assert(opened.status === 200, `a seat opens a reversal: ${opened.error}`)
  const { seen } = opened.data as { seen: string }
  return house.ask(decideReversal, { id: review, seen, opinion, reason }, { token, key: newId() })
}

/** Three seats reverse a credit: the first asks for it, the others approve it. */
export async function reverseByTwo(
  house: TestHouse,
  [asking, one, two]: readonly [Token, Token, Token],
  customer: CustomerId,
  amount: string,
  asked: Asked = {},
): Promise<CallAnswer> {
  const answer = await askReversal(house, asking, customer, amount, asked)
  if (answer.status !== 200) return answer
  const { review } = answer.data as { review: string }
  const approval = { opinion: 'approve', reason: asked.reason ?? 'wrong_amount' } as const
  await judgeReversal(house, one, review, approval)
  return judgeReversal(house, two, review, approval)
}
