import { createHash } from 'node:crypto'
import type { OrderId } from '@lonja/core/base/ids'
import { anOrder } from '@lonja/core/base/ids.testing'
import type { Instant } from '@lonja/core/base/instant'

/* The ids of a run, which a seed gives again each time. */

export const idOf = (of: number, n: number): string =>
  `${of.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** The first part of the ids of orders is one of so many, so that their order is none of time. */
const FIRST = 2
export const ORDER_GROUPS = 1_000
export const orderIdOf = (group: number, n: number): OrderId => anOrder(idOf(FIRST + group, n))

const EXITS = 2 ** 46

/** The id of the exit that a fill of a buy on an event places, in the house and in the model. */
export function exitIdOf(buy: OrderId, at: Instant): OrderId {
  const bytes = createHash('sha256').update(`${buy} ${at}`).digest()
  return orderIdOf(bytes.readUInt32BE(0) % ORDER_GROUPS, EXITS + bytes.readUIntBE(4, 5))
}
