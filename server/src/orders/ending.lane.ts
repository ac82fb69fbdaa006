import { venueOf, type PriceE4 } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { LotId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import type { Line } from '@lonja/core/ledger/ledger.rules'
import { cancelOrder, type CancelReason } from '@lonja/core/orders/orders.contract'
import { replaceOrder, type Replacement } from '@lonja/core/orders/replacing.contract'
import { decideCancel, decideExpiry } from '@lonja/core/orders/ending.rules'
import { isCloseOut, isOpen, runOf, type Order } from '@lonja/core/orders/orders.rules'
import { askedOf, lotsOfBuy } from '@lonja/core/orders/asking.rules'
import { decideReplace, type ReplaceResult, type ReplaceFacts } from '@lonja/core/orders/replacing.rules'
import type { WatchedOrder } from '@lonja/core/orders/sharing.rules'
import { need, type Book, type NeededValue } from '../database/book.ts'
import type { Command } from '../database/batch.ts'
import type { LaneAsker } from '../door/serve.lane.ts'
import { balances } from '../ledger/ledger.store.ts'
import { needDevices } from '../notices/notices.actions.ts'
import { changes } from './changes.store.ts'
import { lots } from './lots.store.ts'
import { decidableUntil, type EndingGround, type MatchingParts } from './orders.events.ts'
import { orders, type OrderKey } from './orders.store.ts'
import { postOf } from './purses.lane.ts'
import { chargesIn, needGroup, putEnd, type Group } from './matching.lane.ts'
import { TOPICS_CHANGED, assetsOf, needBalances, putReserved } from './needs.lane.ts'
import { sidesIn, type SideEvent } from './sides.lane.ts'

/**
 * The answer to a command that ends or replaces an order: the order as it is now, and the event that does something to an
 * order of its group or beside it, if there is one. In that case nothing has changed: the group is to be matched with the
 * event first.
 */
export interface EndResult {
  readonly order: Order
  readonly overtakenBy: SideEvent | null
  /** The orders of the group, if it is to be read again; empty otherwise. */
  readonly stale: readonly Order[]
}

/** An order to which nothing is left to do. */
export const asIs = (order: Order): EndResult => ({ order, overtakenBy: null, stale: [] })

/** The reason of a cancel, and whether the customer gets a notice of it. */
export interface CancelTerms {
  readonly reason: CancelReason
  readonly isNoticed: boolean
  /** True if the customer asked for it. Only then is an order of the house refused. */
  readonly isAsked?: true
}

/** The reads that the end of an order needs, or its replacement: the order, its group, and the balances that it may change. */
const needEnd = ({ customer, id }: OrderKey, group: Group | null): NeededValue[] => [
  ...(group?.members.some(({ order }) => order.id === id) ? [] : [need(orders, { customer, id })]),
  ...(group ? needGroup(group) : []),
  ...needBalances(customer, group ? assetsOf(group.listing) : []),
]

/** The hindrance to ending or replacing an order now; null if nothing does. */
export function firstIn(
  book: Book,
  order: Order,
  group: Group,
  until: Instant,
  parts: EndingGround,
): { readonly result: EndResult | null; readonly watched: WatchedOrder | null } {
  if (!isOpen(order)) return { result: null, watched: null }
  // It has a new ticker by now, and another group.
  if (order.listing !== group.listing) return { result: { order, overtakenBy: null, stale: [order] }, watched: null }
  const { overtakenBy, stale, watched } = sidesIn(book, group, until, parts)
  if (overtakenBy || stale.length > 0) return { result: { order, overtakenBy, stale }, watched: null }
  return { result: null, watched: watched.find((each) => each.order.id === order.id) ?? null }
}

/**
 * Cancels an order, unless a quote event up to the market's now does something to it first. `group` is read beforehand;
 * null if there is no such order. The notice of a cancel is never pushed, so the command does not read devices.
 */
export function cancelling(
  { customer, session }: LaneAsker,
  id: OrderId,
  group: Group | null,
  parts: EndingGround,
  { reason, isNoticed, isAsked }: CancelTerms = { reason: 'by_customer', isNoticed: true, isAsked: true },
): Command<EndResult> {
  const { market } = parts
  return {
    call: cancelOrder,
    input: { id },
    customer,
    session,
    needs: needEnd({ customer, id }, group),
    decide: (book, now) => {
      const order = group ? book.on(orders).find({ customer, id }) : undefined
      const until = order ? decidableUntil(order, market) : market.now()
      const first = order && group ? firstIn(book, order, group, until, parts) : null
      if (first?.result) return first.result
      if (isAsked && order && isOpen(order) && isCloseOut(order)) return refuse('order_of_house')
      if (isAsked && order && isOpen(order) && runOf(order) !== null) return refuse('order_of_run')
      const decision = decideCancel(order, now, order && chargesIn(book, order), reason)
      if (isRefused(decision)) return decision
      if (decision.lines.length > 0) return endOf(book, decision, { until, now }, isNoticed)
      return asIs(decision.order)
    },
  }
}

/**
 * Replaces the terms of an order, unless a quote event up to the market's now does something to it first, under the old
 * ones.
 */
export function replacing(
  { customer, session }: LaneAsker,
  replacement: Replacement,
  group: Group | null,
  parts: MatchingParts,
): Command<EndResult> {
  const { market } = parts
  const { id } = replacement
  return {
    call: replaceOrder,
    input: replacement,
    customer,
    session,
    needs: needEnd({ customer, id }, group),
    decide: (book, now) => {
      const order = group ? book.on(orders).find({ customer, id }) : undefined
      if (!order || !group || order.side !== replacement.side) return refuse('unknown_order')
      const until = decidableUntil(order, market)
      const { result, watched } = firstIn(book, order, group, until, parts)
      if (result) return result
      if (isOver(order, until)) return refuse('order_ended', { state: 'expired' })
      const decision = decideReplace(
        order,
        replacement,
        replaceFactsIn(book, order, watched?.best ?? null, market, now),
      )
      if (isRefused(decision)) return decision
      putReplaced(book, order, decision, now)
      return asIs(decision.order)
    },
  }
}

/** The facts of a replacement, as the book and the market have them. */
export function replaceFactsIn(
  book: Book,
  order: Order,
  best: PriceE4 | null,
  market: MatchingParts['market'],
  now: Instant,
): ReplaceFacts {
  const { customer, listing } = order
  const marketNow = decidableUntil(order, market)
  return {
    now,
    marketNow,
    isBetween: market.now() > market.heldAt(listing),
    best,
    charges: chargesIn(book, order),
    pausedSince: market.pausedSince(),
    publicUntil: market.publicUntil(venueOf(listing)),
    session: market.session(venueOf(listing), marketNow),
    quote: market.quoteAt(listing, marketNow),
    rate: market.rateAt(marketNow),
    hasRates: market.hasRates,
    free: (asset) => book.on(balances).find({ customer, asset })?.free ?? 0n,
    lot: lotOf(book, order),
  }
}

/** Puts an order with its new terms into the book, and the terms that were on record. `first`: the lot that gives first. */
export function putReplaced(
  book: Book,
  before: Order,
  { order, lines, old }: ReplaceResult,
  now: Instant,
  first: LotId | null = null,
): void {
  if (!old) return
  book.on(orders).put(order)
  book.append(changes, { ...old, at: now })
  putReserved(book, order, order.shares - before.shares, first)
  if (lines.length > 0) postOf(book, order, { lines, at: now })
}

/** The open lot that an order names, or those of the buy whose exit it is, as one. */
function lotOf(book: Book, { customer, listing, conditions }: Order): ReplaceFacts['lot'] {
  const { lot = null, ofBuy = null } = conditions ?? {}
  if (lot === null && ofBuy === null) return null
  const own = book.on(lots).list({ customer, listing })
  if (ofBuy !== null) return lotsOfBuy(own, ofBuy)
  const named = own.find(({ id }) => id === lot)
  return named ? askedOf(named) : null
}

/** The decision of an order's end, under the lock: by the market's clock, and by the server's. */
interface End {
  readonly until: Instant
  readonly now: Instant
}

/** Ends an order: its events up to now are decided, and what it holds is released. */
export function endOf(
  book: Book,
  { order, lines }: { order: Order; lines: readonly Line[] },
  { until, now }: End,
  isNoticed = true,
): EndResult {
  const ended = { ...order, through: Math.max(order.through, until) }
  book.on(orders).put(ended)
  putEnd(book, ended, lines, now, isNoticed)
  return asIs(ended)
}

/** Ends an order whose time is over, unless a quote event up to the market's now does something to it first. */
export function expiring(
  { customer, id, listing }: OrderKey & Pick<Order, 'listing'>,
  group: Group,
  parts: MatchingParts,
): Command<EndResult> {
  const { market } = parts
  return {
    customer,
    topics: TOPICS_CHANGED,
    needs: [...needEnd({ customer, id }, group), needDevices(customer)],
    decide: (book, now) => {
      const order = known(book, { customer, id })
      const until = decidableUntil(order, market)
      const { result } = firstIn(book, order, group, until, parts)
      if (result) return result
      const last = market.quoteAt(listing, order.endsAt ?? until)
      const decision = decideExpiry(order, {
        now,
        marketNow: until,
        closedForGood: market.session(venueOf(listing), until) === null,
        lastQuoteAt: last?.at ?? null,
        charges: chargesIn(book, order),
      })
      if (!decision) return asIs(order)
      return endOf(book, decision, { until, now })
    },
  }
}

/** Takes an order through the events up to the market's now, so that the exits that they place are there. It stays open. */
export function following({ customer, id }: OrderKey, group: Group, parts: EndingGround): Command<EndResult> {
  return {
    customer,
    topics: TOPICS_CHANGED,
    needs: needEnd({ customer, id }, group),
    decide: (book) => {
      const order = known(book, { customer, id })
      const { result } = firstIn(book, order, group, decidableUntil(order, parts.market), parts)
      return result ?? asIs(order)
    },
  }
}

/** True once the last instant of an order has passed, also if no round has ended it yet. */
const isOver = (order: Order, until: Instant): boolean => isOpen(order) && order.endsAt !== null && until > order.endsAt

/** Reads an order that must exist. */
function known(book: Book, key: OrderKey): Order {
  const order = book.on(orders).find(key)
  assert(order !== undefined, 'an order that was open is there')
  return order
}
