import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { isOfBuy, type Order } from '@lonja/core/orders/orders.rules'
import { firstAct, type WatchedOrder } from '@lonja/core/orders/sharing.rules'
import type { Book } from '../database/book.ts'
import { membersIn, ordersIn, type Group } from './matching.lane.ts'
import { closingOf, eventsOf, firstOf, type EndingGround } from './orders.events.ts'

/*
 * Both sides of a customer's open orders on a listing, where a buy has an exit: an event that reaches the exit ends its buy,
 * and one that fills the buy makes the exit larger. So an order of either side ends or changes after the events of both.
 */

/** An event that does something to an order of a group before a command on it, and an order of the group to match first. */
export interface SideEvent {
  readonly event: Quote
  readonly of: Order
}

/** A group and the other side as they stand under the lock, after the events up to an instant. */
export interface Sides {
  readonly overtakenBy: SideEvent | null
  /** The orders of the group, if it is to be read again; empty otherwise. */
  readonly stale: readonly Order[]
  readonly watched: readonly WatchedOrder[]
}

export const otherSide = <Of extends Pick<Order, 'side'>>(of: Of): Of => ({
  ...of,
  side: of.side === 'buy' ? 'sell' : 'buy',
})

/** The orders of the other side that come with a group: none, unless one of either side has an exit or is one of a buy. */
export const besideOf = (members: readonly WatchedOrder[], others: readonly WatchedOrder[]): readonly WatchedOrder[] =>
  [...members, ...others].some(({ order }) => isOfBuy(order) || (order.conditions?.exits ?? null) !== null)
    ? others
    : NONE
const NONE: readonly WatchedOrder[] = []

/** The first event up to an instant that does anything to an order of a group or beside it. At one event exits go first. */
export function sidesIn(book: Book, group: Group, until: Instant, parts: EndingGround): Sides {
  const beside = { ...otherSide(group), members: group.beside ?? NONE }
  const [own, others] = [membersIn(book, group), membersIn(book, beside)]
  if (!own || !others) {
    return { overtakenBy: null, stale: [...ordersIn(book, group), ...ordersIn(book, beside)], watched: [] }
  }
  const firstAmong = (members: readonly WatchedOrder[]): ReturnType<typeof firstAct> => {
    const events = eventsOf(parts, group.listing, firstOf(members, until, parts.market), until)
    return firstAct(members, events, until, (order) => closingOf(order, parts.market))
  }
  const [first, before] = [firstAmong(own), others.length > 0 ? firstAmong(others) : null]
  const met = [first.event && { event: first.event, of: own }, before?.event && { event: before.event, of: others }]
    .flatMap((each) => each || [])
    .toSorted((one, other) => one.event.at - other.event.at || rankOf(one.of) - rankOf(other.of))[0]
  const [order] = met?.of ?? []
  return {
    overtakenBy: met && order ? { event: met.event, of: order.order } : null,
    stale: [],
    watched: first.orders,
  }
}

const rankOf = ([first]: readonly WatchedOrder[]): number => (first?.order.side === 'sell' ? 0 : 1)
