import { currencyFor, otherCurrency, venueOf, type Asset, type ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import type { Quote } from '@lonja/core/market/market.contract'
import { staleAfterMs } from '@lonja/core/market/market.rules'
import { decideFill, type Fill } from '@lonja/core/orders/fills.rules'
import { cancelOrder, placeOrder, type Ticket } from '@lonja/core/orders/orders.contract'
import { decideCancel, decideExpiry, decideOrder, sameTicket, type Order } from '@lonja/core/orders/orders.rules'
import { noticeOfEnd, noticeOfFill } from '@lonja/core/orders/orders.notices'
import { need, type Book, type NeededValue } from '../database/book.ts'
import { newId } from '../base/ids.ts'
import type { Command } from '../database/batch.ts'
import type { LaneAsker } from '../door/serve.lane.ts'
import { nextPosting, post } from '../ledger/ledger.actions.ts'
import { balances, lastEntries } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { appendNotice, needDevices } from '../notices/notices.actions.ts'
import { fills } from './fills.store.ts'
import { closings, lots } from './lots.store.ts'
import { orders, type OrderKey } from './orders.store.ts'

const TOPICS_CHANGED = ['orders', 'balances', 'notices'] as const

/** Reads that a posting needs: the balances that it may change, and the number of the customer's last entry. */
const needBalances = (customer: CustomerId, assets: readonly Asset[]): NeededValue[] => [
  need(lastEntries, { customer }),
  ...assets.map((asset) => need(balances, { customer, asset })),
]

/** The assets that an order may change: its shares and both currencies, since either may pay for it. */
const assetsOf = (listing: ListingId): Asset[] => {
  const currency = currencyFor(listing)
  return [listing, currency, otherCurrency(currency)]
}

/** The assets that a fill changes: its shares, their currency, and the hold in the other currency. */
const assetsFilled = ({ listing, held }: Pick<Order, 'listing' | 'held'>): Asset[] => {
  const currency = currencyFor(listing)
  const others = held.map(({ asset }) => asset).filter((asset) => asset !== currency && asset !== listing)
  return [listing, currency, ...others]
}

/** The assets that a placing order may hold. */
const assetsFor = ({ side, listing }: Ticket): Asset[] => {
  const currency = currencyFor(listing)
  return side === 'buy' ? [currency, otherCurrency(currency)] : [listing]
}

/** Places an order. The same ticket again returns the same order; a different ticket under its id is refused. */
export function placing(
  { customer, session }: LaneAsker,
  ticket: Ticket,
  market: Market,
  openOrders: (customer: CustomerId) => number,
): Command<Order> {
  const { id, listing } = ticket
  return {
    call: placeOrder,
    input: ticket,
    customer,
    session,
    needs: [need(orders, { customer, id }), ...needBalances(customer, assetsFor(ticket))],
    decide: (book, now) => {
      const earlier = book.on(orders).find({ customer, id })
      if (earlier) return sameTicket(earlier, ticket) ? earlier : refuse('key_reused')
      const marketNow = market.now()
      const decision = decideOrder(customer, ticket, {
        now,
        marketNow,
        kind: market.find(listing)?.kind ?? null,
        halted: market.stateOf(listing) === 'halted',
        session: market.session(venueOf(listing), marketNow),
        quote: market.quote(listing),
        staleAfterMs: staleAfterMs(market.intervalMs),
        rate: market.rate(),
        free: (asset) => book.on(balances).find({ customer, asset })?.free ?? 0n,
        // Orders placed in this batch are counted among the open ones only after the commit, so they are added here.
        openOrders: openOrders(customer) + book.on(orders).added(customer),
      })
      if (isRefused(decision)) return decision
      book.on(orders).put(decision.order)
      post(book, { customer, cause: { kind: 'order', id }, at: now, lines: decision.lines })
      return decision.order
    },
  }
}

/**
 * Cancels an order. `listing` is read beforehand, since it never changes; null if there is no such order. The notice of
 * a cancel is never pushed, so the command does not read devices.
 */
export function cancelling({ customer, session }: LaneAsker, id: OrderId, listing: ListingId | null): Command<Order> {
  return {
    call: cancelOrder,
    input: { id },
    customer,
    session,
    needs: [need(orders, { customer, id }), ...needBalances(customer, listing ? assetsOf(listing) : [])],
    decide: (book, now) => {
      const order = listing ? book.on(orders).find({ customer, id }) : undefined
      const decision = decideCancel(order, now)
      if (isRefused(decision)) return decision
      if (decision.lines.length > 0) end(book, decision, now)
      return decision.order
    },
  }
}

/** Puts an order's end into the book: its state, the release of its hold, and the notice. */
function end(book: Book, { order, lines }: { order: Order; lines: Parameters<typeof post>[1]['lines'] }, now: Instant) {
  const { customer, id } = order
  book.on(orders).put(order)
  post(book, { customer, cause: { kind: 'order', id }, at: now, lines })
  const code = order.state === 'cancelled' ? 'order_cancelled' : 'order_expired'
  const { listing, side, shares, endReason: reason } = order
  assert(reason !== null, 'an order that ended says why')
  appendNotice(
    book,
    noticeOfEnd({ customer, id: newId(), at: now }, code, { order: id, listing, side, shares, reason }),
  )
}

/** The result of matching an order with a quote event: the order as it is now, and its fill if there was one. */
export interface MatchResult {
  readonly order: Order
  readonly fill: Fill | null
}

/** Fills an order on one quote event, if the event still meets it under the lock. */
export function filling(
  { customer, id, listing, side, held }: OrderKey & Pick<Order, 'listing' | 'side' | 'held'>,
  quote: Quote,
  market: Market,
): Command<MatchResult> {
  return {
    customer,
    topics: TOPICS_CHANGED,
    needs: [
      need(orders, { customer, id }),
      ...needBalances(customer, assetsFilled({ listing, held })),
      ...(side === 'sell' ? [need(lots, { customer, listing })] : []),
      needDevices(customer),
    ],
    decide: (book, now) => {
      const order = known(book, { customer, id })
      const filled = decideFill(order, {
        now,
        quote,
        source: market.name,
        rate: order.held.length > 1 || order.held[0]?.asset !== order.asset ? market.rateAt(quote.at) : null,
        lots: side === 'sell' ? book.on(lots).list({ customer, listing }) : [],
        fillId: newId(),
        posting: nextPosting(book, customer),
      })
      if (!filled) return { order, fill: null }
      const { fill } = filled
      book.on(orders).put(filled.order)
      book.append(fills, fill)
      for (const lot of filled.lots) book.on(lots).put(lot)
      for (const closing of filled.closings) book.append(closings, closing)
      post(book, { customer, cause: { kind: 'order', id }, at: now, lines: filled.lines })
      const total = { asset: currencyFor(listing), units: side === 'buy' ? fill.cost + fill.fee : fill.cost - fill.fee }
      const what = { order: id, listing, side, shares: fill.shares, price: fill.price, total }
      appendNotice(book, noticeOfFill({ customer, id: newId(), at: now }, what))
      return { order: filled.order, fill }
    },
  }
}

/** Ends an order whose time is over. Returns the order as it is now. */
export function expiring({ customer, id, listing }: OrderKey & Pick<Order, 'listing'>, market: Market): Command<Order> {
  return {
    customer,
    topics: TOPICS_CHANGED,
    needs: [need(orders, { customer, id }), ...needBalances(customer, assetsOf(listing)), needDevices(customer)],
    decide: (book, now) => {
      const order = known(book, { customer, id })
      const marketNow = market.now()
      const last = order.endsAt === null ? market.quote(listing) : market.quoteAt(listing, order.endsAt)
      const decision = decideExpiry(order, {
        now,
        marketNow,
        closedForGood: market.session(venueOf(listing), marketNow) === null,
        lastQuoteAt: last?.at ?? null,
      })
      if (!decision) return order
      end(book, decision, now)
      return decision.order
    },
  }
}

/** Reads an order that must exist. */
function known(book: Book, key: OrderKey): Order {
  const order = book.on(orders).find(key)
  assert(order !== undefined, 'an order that was open is there')
  return order
}
