import type { RefusalOf } from '../base/contract.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { Quote } from '../market/market.contract.ts'
import { checkExits, sameExits } from './attached.rules.ts'
import type { KindTerms } from './kinds.rules.ts'
import type { Exits } from './orders.contract.ts'
import type { Conditions, Order } from './orders.rules.ts'
import { withinReach } from './placing.rules.ts'
import type { Replacement, replaceOrder } from './replacing.contract.ts'

/* The exit attached to a buy, when the buy is replaced. */

interface WithExits {
  readonly conditions: Partial<Pick<Conditions, 'exits'>> | null
}

type ExitsRequest = Pick<Replacement, 'exits'>

/** The exit attached to an order after a replacement: it stays if the replacement does not mention it. */
export const exitsAfter = ({ conditions }: WithExits, { exits }: ExitsRequest): Exits | null =>
  exits === undefined ? (conditions?.exits ?? null) : exits

/** True if a replacement asks for the exit that is attached. */
export const hasExits = (order: WithExits, replacement: ExitsRequest): boolean =>
  sameExits(order.conditions?.exits ?? null, exitsAfter(order, replacement))

interface Change {
  readonly terms: KindTerms
  readonly quote: Pick<Quote, 'bid' | 'ask' | 'last'>
  /** True if the prices of the buy itself change. */
  readonly isPriced: boolean
}

/** An open order as far as its exit needs it. */
type Buy = Pick<Order, 'side' | 'filled'> & {
  readonly conditions: (Pick<Conditions, 'trigger'> & Partial<Pick<Conditions, 'exits'>>) | null
}

/** The refusal of an exit that is changed too late, or that does not go with the new prices of its buy; null if it is good. */
export function checkAttached(
  order: Buy,
  replacement: ExitsRequest,
  { terms, quote, isPriced }: Change,
): Refused<RefusalOf<typeof replaceOrder>> | null {
  // From the first fill on the exit is an order of its own.
  if (order.filled > 0n) return hasExits(order, replacement) ? null : refuse('exits_placed', {}, 'exits')
  if (hasExits(order, replacement) && !isPriced) return null
  const isTriggered = (order.conditions?.trigger ?? null) !== null
  return checkExits(exitsAfter(order, replacement), { side: order.side, terms, quote, isTriggered }, withinReach)
}
