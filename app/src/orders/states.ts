import type { OrderRow } from '@lonja/core/orders/orders.contract'
import type { StatusTone } from '@lonja/kit/parts/Chip'
import { useText, type TextKey } from '@lonja/kit/text'

type Look = { readonly text: TextKey<'orders'>; readonly tone: StatusTone }

/**
 * The spec's words for an order's state (section 4): unfilled or in progress, executed, cancelled; and our own
 * additions.
 */
const LOOKS: Readonly<Record<OrderRow['state'], Look>> = {
  working: { text: 'stateUnfilled', tone: 'warn' },
  part_filled: { text: 'statePartFilled', tone: 'warn' },
  filled: { text: 'stateFilled', tone: 'gain' },
  cancelled: { text: 'stateCancelled', tone: 'grey' },
  expired: { text: 'stateExpired', tone: 'grey' },
}

/** A market order that has not filled yet. */
const IN_PROGRESS: Look = { text: 'stateWaiting', tone: 'warn' }

/** The reason why an order ended before all of it was filled, in words. */
export const END_TEXTS = {
  by_customer: 'endByCustomer',
  end_of_day: 'endOfDay',
  beyond_collar: 'endBeyondCollar',
  market_closed_for_good: 'endForGood',
  restricted: 'endRestricted',
  split: 'endSplit',
  symbol_changed: 'endSymbolChanged',
  close_out: 'endCloseOut',
  closed_by_hand: 'endClosedByHand',
  exit_reached: 'endExitReached',
  by_strategy: 'endByStrategy',
  not_at_once: 'endNotAtOnce',
  auction_over: 'endAuctionOver',
} as const satisfies Record<NonNullable<OrderRow['endReason']>, TextKey<'orders'>>

/** The chip of an order's state. A waiting market order is in progress; a waiting limit order is unfilled. */
export function useStateChip(order: Pick<OrderRow, 'state' | 'kind'>): { label: string; tone: StatusTone } {
  const t = useText('orders')
  const look = order.state === 'working' && order.kind === 'market' ? IN_PROGRESS : LOOKS[order.state]
  return { label: t(look.text), tone: look.tone }
}
