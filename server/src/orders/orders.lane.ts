import { currencyFor, otherCurrency, venueOf, type Asset, type ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import type { ExchangeRate, Quote } from '@lonja/core/market/market.contract'
import { staleAfterMs } from '@lonja/core/market/market.rules'
import { feeTablesAt, type FeeTableDay } from '@lonja/core/orders/fees.rules'
import { decideFill, type Fill } from '@lonja/core/orders/fills.rules'
import { cancelOrder, placeOrder, type CancelReason, type Ticket } from '@lonja/core/orders/orders.contract'
import {
  decideCancel,
  decideExpiry,
  decideOrder,
  isOpen,
  sameTicket,
  type Order,
} from '@lonja/core/orders/orders.rules'
import { noticeOfEnd, noticeOfFill } from '@lonja/core/orders/orders.notices'
import { overtakingEvent } from '@lonja/core/orders/overtaken.rules'
import { need, type Book, type NeededValue } from '../database/book.ts'
import { newId } from '../base/ids.ts'
import type { Command } from '../database/batch.ts'
import type { LaneAsker } from '../door/serve.lane.ts'
import { nextPosting, openOrdersOf, post } from '../ledger/ledger.actions.ts'
import { balances, lastEntries } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { appendNotice, needDevices } from '../notices/notices.actions.ts'
import { fills } from './fills.store.ts'
import { closings, lots } from './lots.store.ts'
import { eventsOf, type EndingGround, type MatchingParts } from './orders.events.ts'
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

/** The parts that placing an order needs. */
interface PlacingParts {
  readonly market: Market
  /** The fee tables with their days. The order keeps the one in force at its decision. */
  readonly fees: readonly FeeTableDay[]
  /** The id of this server, which fills the order from then on. */
  readonly node: () => string
}

/** Places an order. The same ticket again returns the same order; a different ticket under its id is refused. */
export function placing(
  { customer, session }: LaneAsker,
  ticket: Ticket,
  { market, fees, node }: PlacingParts,
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
        node: node(),
        now,
        marketNow,
        kind: market.find(listing)?.kind ?? null,
        halted: market.stateOf(listing) === 'halted',
        pausedSince: market.pausedSince(),
        publicUntil: market.publicUntil(venueOf(listing)),
        session: market.session(venueOf(listing), marketNow),
        quote: market.quoteAt(listing, marketNow),
        isUnquoted: market.unquoted(listing) !== null,
        staleAfterMs: staleAfterMs(market.intervalMs),
        rate: market.rateAt(marketNow),
        hasRates: market.hasRates,
        free: (asset) => book.on(balances).find({ customer, asset })?.free ?? 0n,
        openOrders: openOrdersOf(book, customer),
        feeTable: feeTablesAt(fees, now).current.version,
      })
      if (isRefused(decision)) return decision
      book.on(orders).put(decision.order)
      post(book, { customer, cause: { kind: 'order', id }, at: now, lines: decision.lines }, 1)
      return decision.order
    },
  }
}

/** The listing of an order that shall end, and the instant up to which its quote events have been processed. */
export interface Processed {
  readonly listing: ListingId
  readonly through: Instant
}

/**
 * The answer to a command that ends an order: the order as it is now, and the event that fills it, if there is one. In
 * that case nothing has changed: the order is to be filled on the event first.
 */
export interface EndResult {
  readonly order: Order
  readonly overtakenBy: Quote | null
}

/** The reason of a cancel, and whether the customer gets a notice of it. */
export interface CancelTerms {
  readonly reason: CancelReason
  readonly isNoticed: boolean
}

/**
 * Cancels an order, unless a quote event up to the market's now fills it. `processed` is read beforehand; null if there
 * is no such order. The notice of a cancel is never pushed, so the command does not read devices.
 */
export function cancelling(
  { customer, session }: LaneAsker,
  id: OrderId,
  processed: Processed | null,
  parts: EndingGround,
  { reason, isNoticed }: CancelTerms = { reason: 'by_customer', isNoticed: true },
): Command<EndResult> {
  const { market } = parts
  const assets = processed ? assetsOf(processed.listing) : []
  return {
    call: cancelOrder,
    input: { id },
    customer,
    session,
    needs: [need(orders, { customer, id }), ...needBalances(customer, assets)],
    decide: (book, now) => {
      const order = processed ? book.on(orders).find({ customer, id }) : undefined
      const until = market.now()
      const overtakenBy =
        order && processed ? overtakenIn(book, order, { through: processed.through, until, now }, parts) : null
      if (order && overtakenBy) return { order, overtakenBy }
      const decision = decideCancel(order, now, reason)
      if (isRefused(decision)) return decision
      if (decision.lines.length > 0) end(book, decision, { until, now }, isNoticed)
      return { order: decision.order, overtakenBy: null }
    },
  }
}

/** The decision of an order's end, under the lock: by the market's clock, and by the server's. */
interface End {
  readonly until: Instant
  readonly now: Instant
}

/** The event that fills an order before its end is decided; null if none does. */
function overtakenIn(
  book: Book,
  order: Order,
  { through, until, now }: End & Pick<Processed, 'through'>,
  parts: EndingGround,
) {
  const { market } = parts
  const events = eventsOf(parts, order.listing, Math.max(through, order.marketAt), until)
  const posting = nextPosting(book, order.customer)
  return overtakingEvent(order, events, until, (quote) => {
    const rate = rateFor(order, quote, market)
    return { now, quote, source: market.name, rate, lots: [], fillId: newId(), posting }
  })
}

/** The rate for a fill on an event; null for an order that holds nothing of the other currency. */
const rateFor = ({ held, asset }: Order, quote: Quote, market: Pick<Market, 'rateAt'>): ExchangeRate | null =>
  held.length > 1 || held[0]?.asset !== asset ? market.rateAt(quote.at) : null

/** Puts an order's end into the book: its state, the release of its hold, and the notice if there is one. */
function end(
  book: Book,
  { order, lines }: { order: Order; lines: Parameters<typeof post>[1]['lines'] },
  { until, now }: End,
  isNoticed = true,
): void {
  const { customer, id } = order
  book.on(orders).put({ ...order, through: Math.max(order.through, until) })
  post(book, { customer, cause: { kind: 'order', id }, at: now, lines }, -1)
  if (!isNoticed) return
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
  market: Pick<Market, 'name' | 'rateAt'>,
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
        rate: rateFor(order, quote, market),
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
      const ended = isOpen(filled.order) ? 0 : -1
      post(book, { customer, cause: { kind: 'order', id }, at: now, lines: filled.lines }, ended)
      const total = { asset: currencyFor(listing), units: side === 'buy' ? fill.cost + fill.fee : fill.cost - fill.fee }
      const what = { order: id, listing, side, shares: fill.shares, price: fill.price, total }
      appendNotice(book, noticeOfFill({ customer, id: newId(), at: now }, what))
      return { order: filled.order, fill }
    },
  }
}

/**
 * Ends an order whose time is over, unless a quote event up to the market's now fills it. `through` is the instant up to
 * which its quote events have been processed.
 */
export function expiring(
  { customer, id, listing }: OrderKey & Pick<Order, 'listing'>,
  through: Instant,
  parts: MatchingParts,
): Command<EndResult> {
  const { market } = parts
  return {
    customer,
    topics: TOPICS_CHANGED,
    needs: [need(orders, { customer, id }), ...needBalances(customer, assetsOf(listing)), needDevices(customer)],
    decide: (book, now) => {
      const order = known(book, { customer, id })
      const until = market.now()
      const overtakenBy = overtakenIn(book, order, { through, until, now }, parts)
      if (overtakenBy) return { order, overtakenBy }
      const last = market.quoteAt(listing, order.endsAt ?? until)
      const decision = decideExpiry(order, {
        now,
        marketNow: until,
        closedForGood: market.session(venueOf(listing), until) === null,
        lastQuoteAt: last?.at ?? null,
      })
      if (!decision) return { order, overtakenBy: null }
      end(book, decision, { until, now })
      return { order: decision.order, overtakenBy: null }
    },
  }
}

/** Reads an order that must exist. */
function known(book: Book, key: OrderKey): Order {
  const order = book.on(orders).find(key)
  assert(order !== undefined, 'an order that was open is there')
  return order
}
