import type { ListingId } from '../base/amount.ts'
import type { FillId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import type { Ratio } from '../market/actions.ts'
import type { Order } from './orders.rules.ts'

/* The changes of an open order's terms: by its customer, by a corporate action, or by a fill of the buy whose exit it is. */

/** A split that changed the terms of an order: the corporate action, and its ratio. */
export interface OrderSplit {
  readonly action: string
  readonly ratio: Ratio
}

/** A new ticker under which an order goes on: the corporate action, and the new listing. */
export interface OrderMove {
  readonly action: string
  readonly successor: ListingId
}

/** The terms of an order that a replacement may change, as they were until an instant of the source's clock. */
export interface OldTerms {
  /** The number of the replacement that ended them, from 1. */
  readonly change: number
  readonly until: Instant
  readonly order: Order
  /** The split that ended them; absent if the customer replaced them. */
  readonly split?: OrderSplit | null
  /** The new ticker that ended them: `order` has the old listing. */
  readonly move?: OrderMove | null
  /** The fill of its buy by which an exit grew; absent for any other change. */
  readonly fill?: FillId | null
}
