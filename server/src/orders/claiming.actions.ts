import type { Refused } from '@lonja/core/base/refusal'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { Command } from '../database/batch.ts'
import { isOutdated } from '../database/db.ts'
import type { Lane } from '../database/lane.ts'
import { claiming } from './claiming.lane.ts'
import type { OpenOrders } from './orders.open.ts'
import type { OrderKey } from './orders.store.ts'

/** The parts that claiming orders from other servers needs. */
export interface ClaimingParts {
  readonly lane: Lane
  readonly open: OpenOrders
  /** Orders of commands whose outcome is unknown because the database went away. The fill engine looks them up. */
  readonly doubtful: OrderKey[]
}

/** Runs a command in the lane, and takes in the orders that it claimed from other servers. */
export async function submitTo<Answer>(
  { lane, open, doubtful }: ClaimingParts,
  command: Command<Answer>,
): Promise<Answer | Refused> {
  const { customer } = command
  try {
    const answer = await lane.submit(command)
    open.takeClaims(customer)
    return answer
  } catch (error) {
    doubtful.push(...open.doubtClaims(customer))
    throw error
  }
}

/**
 * Runs a command that places an order. The database refuses it where another server fills orders of the customer on the
 * listing. If this server was not told of another yet, it tries once more, and claims them.
 */
export async function besideOthers<Answer>(open: OpenOrders, run: () => Promise<Answer>): Promise<Answer> {
  const wasAlone = open.isAlone()
  try {
    return await run()
  } catch (error) {
    if (!wasAlone || !isOutdated(error)) throw error
    open.meets(true)
    return run()
  }
}

/** Claims the orders of a customer on a listing if another server fills the one in question. Returns whether it did. */
export async function claim(trading: ClaimingParts, of: Order): Promise<boolean> {
  if (trading.open.fills(of.node)) return false
  await submitTo(trading, claiming(of, trading.open))
  return true
}
