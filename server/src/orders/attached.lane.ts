import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { exitOrderFor } from '@lonja/core/orders/attached.rules'
import { NO_CONDITIONS, isOpen, type Order } from '@lonja/core/orders/orders.rules'
import { feeTablesAt } from '@lonja/core/orders/fees.rules'
import type { FillResult } from '@lonja/core/orders/fills.rules'
import { grownExit, isRemoved } from '@lonja/core/orders/growing.rules'
import { firstAct, watchedOf, type WatchedOrder } from '@lonja/core/orders/sharing.rules'
import { newId } from '../base/ids.ts'
import { need, type Book, type NeededValue } from '../database/book.ts'
import { post } from '../ledger/ledger.actions.ts'
import { changes } from './changes.store.ts'
import { fills } from './fills.store.ts'
import { lots } from './lots.store.ts'
import { closingOf, eventsOf, firstOf, type EndingGround } from './orders.events.ts'
import { orders } from './orders.store.ts'

/*
 * The exit attached to a buy, within the command that fills the buy: the fill and its exit are one act, so no restart comes
 * between them.
 */

/** The buys of a group, or its exits, and the exits as they are known. */
interface BuysOrExits {
  readonly customer: Order['customer']
  readonly members: readonly WatchedOrder[]
  readonly exits?: readonly WatchedOrder[]
}

/** The reads that a command on a group needs of the other side: the exits of its buys, or the buys of its exits. */
export const needExits = ({ customer, members }: BuysOrExits): NeededValue[] =>
  members.flatMap(({ order: { conditions } }) => {
    const { exitOrder = null, ofBuy = null } = conditions ?? {}
    if (exitOrder !== null) return [need(orders, { customer, id: exitOrder })]
    if (ofBuy === null) return []
    return [need(orders, { customer, id: ofBuy }), need(fills, { customer, order: ofBuy })]
  })

/** The newest exit of a buy. */
function exitIn(book: Book, { customer, conditions }: Order): Order | undefined {
  const id = conditions?.exitOrder ?? null
  return id === null ? undefined : book.on(orders).find({ customer, id })
}

/** The buy of an exit. */
export function buyIn(book: Book, { customer, conditions }: Order): Order | undefined {
  const id = conditions?.ofBuy ?? null
  return id === null ? undefined : book.on(orders).find({ customer, id })
}

/** True if a buy has an exit that was not read: another server placed it. */
export const lacksExits = (book: Book, members: readonly WatchedOrder[]): boolean =>
  members.some(({ order }) => (order.conditions?.exitOrder ?? null) !== null && !exitIn(book, order))

/** The open exit of a buy before an event: as it stands then, and the first event up to it that it has yet to meet. */
export interface ExitAt {
  readonly watched: WatchedOrder
  readonly meets: Quote | null
}

/**
 * The open exits of some buys, gone through up to an event that the buys meet. An exit may lag behind its buy. It meets
 * its events first, also the same one, with the orders that share them: what it sells says whether its buy goes on.
 */
export function exitsAt(
  book: Book,
  members: readonly WatchedOrder[],
  ground: { readonly group: BuysOrExits; readonly quote: Quote; readonly parts: EndingGround },
): Map<Order['id'], ExitAt> {
  const exits = new Map<Order['id'], ExitAt>()
  for (const { order } of members) {
    const exit = exitIn(book, order)
    if (exit && isOpen(exit)) exits.set(order.id, exitAt(exit, ground))
  }
  return exits
}

function exitAt(
  exit: Order,
  { group, quote, parts }: { readonly group: BuysOrExits; readonly quote: Quote; readonly parts: EndingGround },
): ExitAt {
  const known = group.exits?.find(({ order }) => order.id === exit.id)
  const isCurrent = known !== undefined && known.order.through >= exit.through
  const watched = isCurrent ? { ...known, order: exit } : watchedOf(exit)
  const events = eventsOf(parts, exit.listing, firstOf([watched], quote.at, parts.market), quote.at)
  const { event, orders: seen } = firstAct([watched], events, quote.at, (order) => closingOf(order, parts.market))
  return { watched: seen[0] ?? watched, meets: event }
}

/** The facts of an exit at a fill of its buy: the exit as it stands, if it is open, and the parts that place one. */
interface ExitFacts {
  readonly parts: EndingGround
  readonly now: Instant
  readonly exit: WatchedOrder | null
}

/**
 * Puts the exit of a buy into the book after a fill: a new one for the shares of the fill, or the open one with so many more.
 * Null if none is attached, or the customer took it away.
 */
export function putExit(
  book: Book,
  buy: Order,
  { fill, lots: opened }: FillResult,
  { parts, now, exit: open }: ExitFacts,
): Order | null {
  if (!buy.conditions?.exits) return null
  const before = exitIn(book, buy)
  if (before && isRemoved(before)) return null
  const { customer } = buy
  const bought = { shares: fill.shares, quote: fill.quote }
  const grown = open && grownExit(open, bought, fill.id)
  const { order, lines } = grown ?? exitOrderFor(buy, bought, headOf(parts, buy, fill.quote.at, now))
  book.on(orders).put(order)
  if (grown) book.append(changes, { ...grown.old, at: now })
  else parts.open.expect(order)
  for (const lot of opened) book.on(lots).put({ ...lot, guarded: lot.left })
  post(book, { customer, cause: { kind: 'order', id: order.id }, at: now, lines }, grown ? 0 : 1)
  return order
}

const headOf = ({ open, fees, exitId = () => newId() }: EndingGround, buy: Order, at: Instant, now: Instant) => ({
  id: exitId(buy.id, at),
  node: open.node(),
  placedAt: now,
  feeTable: feeTablesAt(fees, now).current.version,
})

/** A buy with its newest exit. */
export const withExit = (buy: Order, { id }: Order): Order => ({
  ...buy,
  conditions: { ...(buy.conditions ?? NO_CONDITIONS), exitOrder: id },
})
