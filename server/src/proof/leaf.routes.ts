import { refuse } from '@lonja/core/base/refusal'
import { readOrderLeaves } from '@lonja/core/proof/leaf.contract'
import { onRead, type Route } from '../door/serve.ts'
import { findOrder } from '../orders/orders.store.ts'
import type { HouseSecret } from '../secrets/secret.ts'
import { leavesOf } from './leaf.actions.ts'
import { rootKeysOf } from './roots.actions.ts'

/** The fills of a customer's order under the signed roots of their days. */
export function leafRoutes(secret: HouseSecret): Route[] {
  const keys = rootKeysOf(secret)
  return [
    onRead(readOrderLeaves, async ({ tx, customer, now }, { order: id }) => {
      const order = await findOrder(tx, { customer, id })
      if (!order) return refuse('unknown_order')
      return { fills: await leavesOf(tx, keys, { customer, order: id, now }) }
    }),
  ]
}
