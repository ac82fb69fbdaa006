import { currencyFor, divideHalfEven, priceE4 } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import type { Line } from '@lonja/core/ledger/ledger.rules'
import type { ExchangeRate, Quote } from '@lonja/core/market/market.contract'
import { NO_CHARGES, chargesOf, type Charges } from '@lonja/core/orders/charges.rules'
import { claimsOf } from '@lonja/core/orders/claiming.rules'
import { decideFill, type Fill, type FillResult } from '@lonja/core/orders/fills.rules'
import { decideCancel } from '@lonja/core/orders/ending.rules'
import { isReached } from '@lonja/core/orders/growing.rules'
import { sellTypeOf } from '@lonja/core/orders/lots.rules'
import { isAtClose, isOfBuy, isOpen, runOf, type Order } from '@lonja/core/orders/orders.rules'
import { noticeOfEnd, noticeOfFill } from '@lonja/core/orders/orders.notices'
import { decideEvent, watchedOf, type WatchedOrder } from '@lonja/core/orders/sharing.rules'
import { need, type Book, type NeededValue } from '../database/book.ts'
import { newId } from '../base/ids.ts'
import type { Command } from '../database/batch.ts'
import { nextPosting } from '../ledger/ledger.actions.ts'
import { balances } from '../ledger/ledger.store.ts'
import { appendNotice, growNotice, needDevices } from '../notices/notices.actions.ts'
import { buyIn, exitsAt, lacksExits, needExits, putExit, withExit, type ExitAt } from './attached.lane.ts'
import { fills, fillsOn } from './fills.store.ts'
import { closings, lots } from './lots.store.ts'
import { closingOf, type EndingGround, type EndingMarket } from './orders.events.ts'
import { orders } from './orders.store.ts'
import { needPurses, postOf } from './purses.lane.ts'
import { TOPICS_CHANGED, assetsFilled, needBalances, putReserved } from './needs.lane.ts'

/**
 * The open orders of a customer on one listing and side, which share each event: as they stood in memory or in the
 * database before the command. Under the lock each is read again.
 */
export interface Group extends Pick<Order, 'customer' | 'listing' | 'side'> {
  readonly members: readonly WatchedOrder[]
  /** The exits of its buys, as they stood in memory. One that is left out is gone through from its row on. */
  readonly exits?: readonly WatchedOrder[]
  /** For a command that ends or changes an order: the other side, where exits connect both. */
  readonly beside?: readonly WatchedOrder[]
}

/** The reads that a command on a group needs. The fills of an order are needed once it has been filled in part. */
export const needGroup = ({ customer, listing, members, beside = [] }: Group): NeededValue[] => [
  ...[...members, ...beside].flatMap(({ order: { id, filled } }) => [
    need(orders, { customer, id }),
    ...(filled > 0n ? [need(fills, { customer, order: id })] : []),
  ]),
  // An order that names a lot, or its buy, reserves its shares there until it ends.
  ...(members.some(({ order }) => reserves(order)) ? [need(lots, { customer, listing })] : []),
  ...needPurses(customer, [...members, ...beside]),
]

const reserves = (order: Order): boolean => isOfBuy(order) || (order.conditions?.lot ?? null) !== null

/**
 * The open orders of a group as they are under the lock; null if one of them is of another server now, or has a fill that
 * was not read: then the group is to be read again.
 */
export function membersIn(book: Book, { customer, listing, members }: Group): WatchedOrder[] | null {
  const ownOrders: WatchedOrder[] = []
  for (const member of members) {
    const order = book.on(orders).find({ customer, id: member.order.id })
    // An order that has moved to a new ticker shares the events of its new listing.
    if (!order || !isOpen(order) || order.listing !== listing) continue
    const isElsewhere = order.node !== member.order.node || claimsOf(order) !== claimsOf(member.order)
    if (isElsewhere || (order.filled > 0n && member.order.filled === 0n && !hasFills(book, order))) return null
    const { best } = order.through > member.order.through ? watchedOf(order) : member
    ownOrders.push({ order, through: Math.max(order.through, member.through), best })
  }
  return ownOrders
}

const hasFills = (book: Book, { customer, id }: Order): boolean =>
  book.on(fills).list({ customer, order: id }).length > 0

/** The sums over an order's fills, as the book has them. */
export function chargesIn(book: Book, order: Order): Charges {
  if (order.filled === 0n) return NO_CHARGES
  return chargesOf(order, book.on(fills).list({ customer: order.customer, order: order.id }))
}

/**
 * The result of a command on a group: its orders as they are now, before them those of the exits that its fills placed or
 * the buys that its exits ended, and whether the group is to be read again. `first`: an exit of its buys, with the event
 * that the exit meets before.
 */
export interface MatchResult {
  readonly orders: readonly Order[]
  readonly isStale: boolean
  readonly first?: { readonly exit: Order; readonly event: Quote }
}

/** Decides what one quote event does to a customer's orders on a listing and side, under the lock. */
export function matching(group: Group, quote: Quote, parts: EndingGround): Command<MatchResult> {
  const { customer, listing, side, members } = group
  const { market } = parts
  // The last event of a session is met again by orders at the close, which share what is left of it.
  const again = members.some(({ order }) => isAtClose(order)) ? { customer, listing, quoteAt: quote.at } : null
  return {
    customer,
    topics: TOPICS_CHANGED,
    needs: [
      ...needGroup(group),
      ...needBalances(customer, assetsFilled(listing, members)),
      ...(side === 'sell' ? [need(lots, { customer, listing })] : []),
      ...(again ? [need(fillsOn, again)] : []),
      ...needExits(group),
      needDevices(customer),
    ],
    decide: (book, now) => {
      const present = membersIn(book, group)
      if (!present || lacksExits(book, present)) return { orders: ordersIn(book, group), isStale: true }
      const exits = exitsAt(book, present, { group, quote, parts })
      const first = firstMet(exits.values())
      // Orders that nothing has changed are not taken in: a stop that the event has reached waits for its decision.
      if (first) return { orders: [], isStale: true, first }
      const others: Order[] = []
      const outcomes = decideEvent(present, {
        now,
        quote,
        taken: again ? sharesOn(book.on(fillsOn).list(again), side) : 0n,
        closingOf: (order) => closingOf(order, market),
        chargesOf: (order) => chargesIn(book, order),
        fill: (order, shares) =>
          decideFill(order, shares, {
            now,
            quote,
            source: market.name,
            rate: rateFor(order, quote, market),
            lots: side === 'sell' ? book.on(lots).list({ customer, listing }) : [],
            free: book.on(balances).find({ customer, asset: currencyFor(listing) })?.free ?? 0n,
            fillId: newId(),
            posting: nextPosting(book, customer),
            before: chargesIn(book, order),
          }),
      })
      for (const { order, fill, end } of outcomes) {
        if (fill) putFill(book, fill, now)
        const exit = fill && putExit(book, order, fill, { parts, now, exit: exits.get(order.id)?.watched ?? null })
        const after = exit ? withExit(order, exit) : order
        book.on(orders).put(after)
        if (end) putEnd(book, after, end, now)
        else if (fill && runOf(order) === null) tellOfFill(book, after, fill, now)
        others.push(...(exit ? [exit] : []), ...endBuyOf(book, after, quote, now))
      }
      return {
        orders: others.length === 0 ? ordersIn(book, group) : [...others, ...ordersIn(book, group)],
        isStale: false,
      }
    },
  }
}

/** The exit that meets an event first; null if none has one to meet. */
function firstMet(exits: Iterable<ExitAt>): MatchResult['first'] | null {
  let first: MatchResult['first'] | null = null
  for (const { watched, meets } of exits)
    if (meets && (!first || meets.at < first.event.at)) first = { exit: watched.order, event: meets }
  return first
}

/** Ends what is unfilled of the buy of an exit that an event has just reached. */
function endBuyOf(book: Book, exit: Order, quote: Quote, now: Instant): Order[] {
  const buy = isOfBuy(exit) && isReached(exit) ? buyIn(book, exit) : undefined
  const decision = buy && isOpen(buy) ? decideCancel(buy, now, chargesIn(book, buy), 'exit_reached') : null
  if (!buy || !decision || isRefused(decision)) return []
  const ended = { ...decision.order, through: Math.max(buy.through, quote.at) }
  book.on(orders).put(ended)
  putEnd(book, ended, decision.lines, now)
  return [ended]
}

const sharesOn = (fills: readonly Fill[], side: Order['side']): bigint =>
  fills.reduce((sum, fill) => (fill.side === side ? sum + fill.shares : sum), 0n)

/** The orders of a group as the book has them now. */
export const ordersIn = (book: Book, { customer, members }: Group): Order[] =>
  members.flatMap(({ order: { id } }) => book.on(orders).find({ customer, id }) ?? [])

function putFill(book: Book, { fill, lots: changed, closings: closed, lines, order }: FillResult, now: Instant): void {
  book.on(fills).put(fill)
  for (const lot of changed) book.on(lots).put(lot)
  for (const closing of closed) book.append(closings, closing)
  postOf(book, order, { lines, at: now, opened: isOpen(order) ? 0 : -1 })
}

/** Releases what an order that ended still holds, and tells the customer. */
export function putEnd(book: Book, order: Order, lines: readonly Line[], now: Instant, isNoticed = true): void {
  putReserved(book, order, order.filled - order.shares)
  postOf(book, order, { lines, at: now, opened: -1 })
  if (isNoticed && runOf(order) === null) tellOfEnd(book, order, now)
}

/** The fills of an order, oldest first. */
const fillsIn = (book: Book, { customer, id }: Order): Fill[] =>
  [...book.on(fills).list({ customer, order: id })].toSorted((a, b) => a.quote.at - b.quote.at)

/** The message of an order begins with its first fill, whose id it has, and grows with each. */
function tellOfFill(book: Book, order: Order, { fill, charges }: FillResult, now: Instant): void {
  const { customer, listing, side } = order
  const { valueE4, cost, fee } = charges
  const total = { asset: currencyFor(listing), units: side === 'buy' ? cost + fee : cost - fee }
  const price = priceE4(divideHalfEven(valueE4, order.filled))
  const first = order.filled === fill.shares ? fill : fillsIn(book, order)[0]
  assert(first !== undefined, 'an order that was filled has a fill')
  const notice = noticeOfFill(
    { customer, id: first.id, at: now },
    {
      order: order.id,
      listing,
      side,
      shares: order.shares,
      filled: order.filled,
      sellType: sellTypeOf(order),
      price,
      total,
    },
  )
  if (first === fill) appendNotice(book, notice)
  else growNotice(book, notice, !isOpen(order))
}

function tellOfEnd(book: Book, order: Order, now: Instant): void {
  const { customer, listing, side, shares, filled, endReason: reason } = order
  assert(reason !== null, 'an order that ended says why')
  const code = order.state === 'cancelled' ? 'order_cancelled' : 'order_expired'
  const [first] = fillsIn(book, order)
  const notice = noticeOfEnd({ customer, id: first?.id ?? newId(), at: now }, code, {
    order: order.id,
    listing,
    side,
    shares,
    filled,
    reason,
  })
  if (first) growNotice(book, notice, true)
  else appendNotice(book, notice)
}

/** The rate for a fill on an event; null for an order that holds nothing of the other currency. */
const rateFor = ({ held, asset }: Order, quote: Quote, market: Pick<EndingMarket, 'rateAt'>): ExchangeRate | null =>
  held.some((amount) => amount.asset !== asset) ? market.rateAt(quote.at) : null
