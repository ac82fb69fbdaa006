import { assert } from '@lonja/core/base/assert'
import type { RestrictionLevel } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR } from '@lonja/core/base/instant'
import {
  decideRestriction,
  liftRestriction,
  openRestriction,
  restrictAccount,
} from '@lonja/core/restrictions/restrictions.staff.contract'
import { newId } from '../base/ids.ts'
import type { TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'

interface Token {
  readonly token: string
}

export interface Restricting {
  readonly level?: RestrictionLevel
  readonly hours?: number
}

/** A seat restricts an account: for an hour, to level 2, if nothing else is said. */
export const restrict = (
  house: TestHouse,
  { token }: Token,
  customer: CustomerId,
  { level = 2, hours = 1 }: Restricting = {},
): Promise<CallAnswer> => {
  const until = house.clock.now() + hours * HOUR
  return house.ask(restrictAccount, { id: newId(), customer, level, reason: 'unusual_activity', until }, { token })
}

/** A seat opens the review of a restriction, and gives its opinion. */
export async function judgeRestriction(
  house: TestHouse,
  { token }: Token,
  review: string,
  { opinion, reason }: { readonly opinion: 'approve' | 'refuse'; readonly reason: string },
): Promise<CallAnswer> {
  const opened = await house.ask(openRestriction, { id: review }, { token })
  assert(opened.status === 200, `a seat opens a restriction: ${opened.error}`)
  const { seen } = opened.data as { seen: string }
  return house.ask(decideRestriction, { id: review, seen, opinion, reason }, { token, key: newId() })
}

/** Two seats lift a restriction: the first asks for it and approves, the second approves. */
export async function liftByTwo(
  house: TestHouse,
  [one, other]: readonly [Token, Token],
  customer: CustomerId,
): Promise<CallAnswer> {
  const answer = await house.ask(liftRestriction, { id: newId(), customer }, { token: one.token })
  const { review } = answer.data as { review: string | null }
  if (review === null) return answer
  const approval = { opinion: 'approve', reason: 'grounds_gone' } as const
  await judgeRestriction(house, one, review, approval)
  return judgeRestriction(house, other, review, approval)
}
