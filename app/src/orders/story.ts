import type { ReplyOf } from '@lonja/core/base/contract'
import type { readOrder } from '@lonja/core/orders/story.contract'

/** One order with its fills, their evidence, and the lots opened or closed. */
export type OrderStory = ReplyOf<typeof readOrder>

/** The part of it that the order's page shows. The rest is for a change of the order. */
export type ShownOrder = Omit<OrderStory, 'feeTable' | 'worst'>
