import { priceE4, wholeShares } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import { exitOrderFor } from './attached.rules.ts'
import { NO_CHARGES } from './charges.rules.ts'
import { closeOutOrder } from './closeouts.rules.ts'
import { decideExpiry } from './ending.rules.ts'
import { unitsIn } from './holds.rules.ts'
import { FIRST_STATE, NO_CONDITIONS, isCloseOut, isOfBuy, leverageOf, statedIn, type Order } from './orders.rules.ts'
import { decideOrder, type OrderFacts } from './placing.rules.ts'

/*
 * The beginning and the end of an order, worked out anew from its market. Each function compares what is stored with what
 * follows, and returns the difference in figures, or null.
 */

/** The facts at the order's market instant that its terms follow from. */
export type PlacedFacts = Pick<
  OrderFacts,
  'kind' | 'halted' | 'session' | 'sessionAfter' | 'quote' | 'staleAfterMs' | 'rate'
>

/** An order as it was when it was placed. */
export const asPlaced = (order: Order): Order => ({
  ...order,
  conditions: order.conditions && { ...order.conditions, trigger: null },
  through: order.marketAt,
  ...FIRST_STATE,
})

/** Compares an order's collar, hold and last instant with those that the rules give for its ticket at that instant. */
export function termsDiffer(order: Order, facts: PlacedFacts): string | null {
  const { node, customer, id, listing, side, shares, limit, timeInForce, feeTable } = order
  if (isCloseOut(order)) return closeOutDiffers(order)
  if (isOfBuy(order)) return exitDiffers(order)
  const ticket = { id, listing, side, shares, limit, timeInForce, leverage: leverageOf(order), ...statedIn(order) }
  const { lot = null, exits = null } = order.conditions ?? {}
  const decision = decideOrder(
    customer,
    { ...ticket, exit: order.conditions?.isExit ?? false, lot, exits },
    {
      ...facts,
      node,
      now: order.placedAt,
      marketNow: order.marketAt,
      pausedSince: null,
      publicUntil: null,
      // A listing that was never quoted and a recording without rates took no order.
      isUnquoted: false,
      hasRates: true,
      // The amounts that it holds were free. The entries show whether more was.
      free: (asset) => unitsIn(order.held, asset),
      openOrders: 0,
      // The lot had the shares. The books compare what is reserved of it.
      lot: { left: shares, reserved: wholeShares(0n) },
      feeTable,
      // Its equity at that instant is not on record.
      covers: () => true,
    },
  )
  // An earlier release took a buy at market without an ask: its collar is zero, so that it never fills.
  if (isRefused(decision) && decision.refused === 'no_ask' && order.worst === 0n) return null
  if (isRefused(decision)) return `${termsOf(order)}; the rules refuse it: ${decision.refused}`
  const [stored, anew] = [termsOf(order), termsOf(decision.order)]
  return stored === anew ? null : `${stored}; worked out anew ${anew}`
}

/** The same of an order of the house. It is placed without regard to the market, so its terms follow from its shares. */
function closeOutDiffers(order: Order): string | null {
  const lot = order.conditions?.lot ?? null
  if (lot === null) return `${termsOf(order)}; a close-out names no lot`
  return houseTermsDiffer(order, closeOutOrder({ ...order, lot }).order)
}

function houseTermsDiffer(order: Order, other: Order): string | null {
  const [stored, anew] = [order, other].map(
    (each) => `${each.side}, ${each.limit ?? 'at market'}, ${each.timeInForce}, ${changedTermsOf(each)}`,
  )
  return stored === anew ? null : `${stored}; worked out anew ${anew}`
}

const NO_PRICE = priceE4(0n)

/** The same of an exit that a fill of its buy placed. The books compare its prices and shares with those of the buy. */
function exitDiffers(order: Order): string | null {
  const { stop, trailBps, profit } = statedIn(order)
  const exits = { stop, trailBps, profit: order.limit ?? profit }
  const buy = { ...order, conditions: { ...NO_CONDITIONS, exits } }
  // The price that its stop follows is compared with its course.
  const quote = { at: order.marketAt, bid: NO_PRICE, ask: NO_PRICE }
  return houseTermsDiffer(order, exitOrderFor(buy, { shares: order.shares, quote }, order).order)
}

export const termsOf = ({ worst, held, endsAt, conditions }: Order): string =>
  [
    `collar ${worst ?? 'none'}, held ${held.map(({ asset, units }) => `${units} ${asset}`).join(' + ')}, until ${endsAt ?? 'cancelled'}`,
    ...(conditions?.opensAt ? [`from ${conditions.opensAt}`] : []),
  ].join(', ')

/** The terms that a change of an order changes, in one line. */
export function changedTermsOf(order: Order): string {
  const { stop, trail, trailBps, profit } = statedIn(order)
  const prices = [order.limit, stop, trail, trailBps, profit].map((price) => price ?? 'none').join(' ')
  const exits = order.conditions?.exits
  const follows = exits?.trailBps ? `${exits.trailBps} bps below` : 'none'
  const attached = exits ? `, exit at ${exits.stop ?? follows} and ${exits.profit ?? 'none'}` : ''
  return `${order.shares} shares, limit, stop and profit ${prices}, ${termsOf(order)}${attached}`
}

/** The facts of the market at the end of an order. */
export interface EndFacts {
  readonly closedForGood: boolean
  readonly lastQuoteAt: Instant | null
}

/** Compares an order that expired with the rule at the instant up to which its events are decided. */
export function expiryDiffers(order: Order, facts: EndFacts): string | null {
  if (order.endReason === 'not_at_once' || (order.timeInForce === 'open' && order.endReason === 'auction_over'))
    return null
  const open: Order = { ...order, state: order.filled > 0n ? 'part_filled' : 'working', endedAt: null, endReason: null }
  const decision = decideExpiry(open, {
    ...facts,
    now: order.endedAt ?? 0,
    marketNow: order.through,
    charges: NO_CHARGES,
  })
  const anew = decision?.order.endReason ?? 'it had time left'
  return anew === order.endReason
    ? null
    : `expired: ${order.endReason}, decided up to ${order.through}, end ${order.endsAt}; worked out anew: ${anew}`
}
