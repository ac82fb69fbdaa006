import { assert } from '../base/assert.ts'
import { expOfSteps, ln, LOG_ONE } from '../base/maths.ts'
import type { DayNumber } from '../calendar/days.ts'
import type { PracticeShare } from '../universe/companies.ts'

/**
 * The announced future of a listing, as an input of the price function: its first day, its splits and its
 * dividends. A house without offers and corporate actions has an empty plan for every listing.
 */
export interface ListingPlan {
  /** The day of its first session, and the price of its offer in ten-thousandths. Null: it was listed all along. */
  readonly first: { readonly day: DayNumber; readonly price: number } | null
  readonly actions: readonly CorporateAction[]
}

/** A split of `from` shares into `to`, or a dividend in ten-thousandths a share; `day` is the first day without it. */
export type CorporateAction =
  | { readonly kind: 'split'; readonly day: DayNumber; readonly from: number; readonly to: number }
  | { readonly kind: 'dividend'; readonly day: DayNumber; readonly amount: number }

/** A company that lists after the opening of the house: its shares, its first day, and the price of its offer. */
export interface NewListing {
  readonly company: PracticeShare
  readonly first: NonNullable<ListingPlan['first']>
}

export const NO_PLAN: ListingPlan = { first: null, actions: [] }

/** The shares that one share has become by a day. */
export const sharesFactor = ({ actions }: ListingPlan, number: DayNumber): number =>
  actions.reduce(
    (factor, action) => (action.kind === 'split' && action.day <= number ? (factor * action.to) / action.from : factor),
    1,
  )

/**
 * The fall of a log price, in steps, from a close to the next open by the actions of the days in (after, upTo]. Asserts
 * that no dividend is as much as the share.
 */
export function actionsMove({ actions }: ListingPlan, after: DayNumber, upTo: DayNumber, close: number): number {
  let level = close
  for (const action of actions) {
    if (action.day <= after || action.day > upTo) continue
    if (action.kind === 'split') level += Math.round(ln(action.from / action.to) * LOG_ONE)
    else {
      const rest = 1 - action.amount / expOfSteps(level)
      assert(rest > 0, 'a dividend is less than the price of the share')
      level += Math.round(ln(rest) * LOG_ONE)
    }
  }
  return level - close
}
