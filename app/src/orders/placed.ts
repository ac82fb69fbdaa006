import type { ReplyOf } from '@lonja/core/base/contract'
import type { OrderId } from '@lonja/core/base/ids'
import type { placeOrder } from '@lonja/core/orders/orders.contract'
import { onSessionEnd } from '@lonja/kit/session'
import type { Instrument } from './facts.ts'
import type { ShownOrder } from './story.ts'

/*
 * The order that this window placed last, as the house accepted it. Its page begins with it, so that its first frame
 * has the order and not a placeholder; the house's answer about it then takes its place.
 */

/** By then the order's page has its answer. A later visit begins with that, or waits for a new one. */
const KNOWN_FOR_MS = 60_000

let last: { readonly story: ShownOrder; readonly until: number } | null = null
onSessionEnd(() => void (last = null))

/** Keeps an order as it was accepted. */
export function rememberPlaced(
  receipt: ReplyOf<typeof placeOrder>,
  { name, currency }: Pick<Instrument, 'name' | 'currency'>,
): void {
  const order: ShownOrder['order'] = {
    ...receipt,
    name,
    currency,
    filled: 0n,
    run: null,
    stopNow: receipt.stop,
    triggered: null,
    changes: 0,
    state: 'working',
    endReason: null,
    endedAt: null,
    heldNow: receipt.held,
    fillPrice: null,
    filledAt: null,
    fee: null,
    total: null,
    financed: null,
    realised: null,
  }
  last = { story: { order, fills: [], former: [], opened: [], closed: [] }, until: Date.now() + KNOWN_FOR_MS }
}

/** An order that this window has just placed; undefined for any other. */
export const justPlaced = (id: OrderId): ShownOrder | undefined =>
  last?.story.order.id === id && Date.now() < last.until ? last.story : undefined
