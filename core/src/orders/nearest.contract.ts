import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { OrderId } from '../base/ids.ts'
import { Moment, Price } from '../base/wire.ts'

/** The quote that came nearest to the limit of an open order since its last event; null where the source has none. */
export const readNearest = read({
  path: '/orders/nearest',
  caller: 'customer',
  summary: 'The quote that came nearest to the limit of an open order',
  topics: ['orders'],
  input: z.strictObject({ id: OrderId }),
  reply: z.object({
    /** The ask for a buy, the bid for a sell, and the time of its quote by the market's clock. Of equal ones the first. */
    nearest: z.nullable(z.object({ price: Price, at: Moment })),
    /** The quotes after it count: of the placing, the last change or the last fill, by the market's clock. */
    since: Moment,
  }),
  refusals: ['unknown_order'],
})

export const nearestCalls = { readNearest }
