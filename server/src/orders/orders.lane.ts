import {
  CURRENCIES,
  currencyFor,
  otherCurrency,
  venueOf,
  type Amount,
  type Asset,
  type ListingId,
} from '@lonja/core/base/amount'
import type { CustomerId, RunId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { emptyBalance, type Balance } from '@lonja/core/ledger/ledger.rules'
import { staleAfterMs } from '@lonja/core/market/market.rules'
import { feeTablesAt, type FeeTableDay } from '@lonja/core/orders/fees.rules'
import { askedOf } from '@lonja/core/orders/asking.rules'
import { owedOf } from '@lonja/core/lending/lending.rules'
import { coversMore, marginStanding } from '@lonja/core/orders/margin.rules'
import { placeOrder, type Ticket } from '@lonja/core/orders/orders.contract'
import { NO_CONDITIONS, type Order } from '@lonja/core/orders/orders.rules'
import { decideOrder, sameTicket, type OrderFacts } from '@lonja/core/orders/placing.rules'
import type { Line } from '@lonja/core/ledger/ledger.rules'
import { need, type Book } from '../database/book.ts'
import type { Command } from '../database/batch.ts'
import type { LaneAsker } from '../door/serve.lane.ts'
import { openOrdersOf } from '../ledger/ledger.actions.ts'
import { balances } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { claimIn, needClaims, type Claimer } from './claiming.lane.ts'
import { debtsOfAll } from '../lending/lending.store.ts'
import { lotsOfAll } from './lots.store.ts'
import type { OpenOrders } from './orders.open.ts'
import { orders } from './orders.store.ts'
import { lots } from './lots.store.ts'
import { needBalances, putReserved } from './needs.lane.ts'
import { postOf } from './purses.lane.ts'
import { purses } from './purses.store.ts'

/** The assets that a placing order may hold. */
const assetsFor = ({ side, listing }: Ticket): Asset[] => {
  const currency = currencyFor(listing)
  return side === 'buy' ? [currency, otherCurrency(currency)] : [listing]
}

const isLeveraged = ({ leverage = 1 }: Ticket): boolean => leverage > 1
const isOfLot = ({ side, lot = null }: Ticket): boolean => side === 'sell' && lot !== null

/** The parts that placing an order needs. */
export interface PlacingParts {
  readonly market: Market
  /** The fee tables with their days. The order keeps the one in force at its decision. */
  readonly fees: readonly FeeTableDay[]
  /** This server, which fills the order from then on, and is told of it at its decision, before its commit. */
  readonly open: Claimer & Pick<OpenOrders, 'expect'>
}

/** Places an order. The same ticket again returns the same order; a different ticket under its id is refused. */
export function placing({ customer, session }: LaneAsker, ticket: Ticket, parts: PlacingParts): Command<Order> {
  const { id, listing } = ticket
  return {
    call: placeOrder,
    input: ticket,
    customer,
    session,
    needs: [
      need(orders, { customer, id }),
      ...needBalances(customer, assetsFor(ticket)),
      ...(isLeveraged(ticket) ? [need(lotsOfAll, { customer }), need(debtsOfAll, { customer })] : []),
      ...(isOfLot(ticket) ? [need(lots, { customer, listing })] : []),
      ...needClaims({ customer, listing }, parts.open),
    ],
    decide: (book, now) => {
      const earlier = book.on(orders).find({ customer, id })
      if (earlier) return sameTicket(earlier, ticket) ? earlier : refuse('key_reused')
      const decision = decideOrder(customer, ticket, factsIn(book, customer, ticket, parts, now))
      if (isRefused(decision)) return decision
      return putPlaced(book, decision, parts, now)
    },
  }
}

/**
 * Places an order of a run, with the run's purse in place of the customer's balances; it converts nothing. The same ticket again
 * returns the same order.
 */
export function placingOfRun(
  { customer, id: run }: { readonly customer: CustomerId; readonly id: RunId },
  ticket: Ticket,
  parts: PlacingParts,
): Command<Order> {
  const { id, listing } = ticket
  return {
    customer,
    topics: ['orders', 'balances', 'strategies'],
    needs: [
      need(orders, { customer, id }),
      need(purses, { customer, id: run }),
      ...needBalances(customer, [listing, currencyFor(listing)]),
      ...needClaims({ customer, listing }, parts.open),
    ],
    decide: (book, now) => {
      const earlier = book.on(orders).find({ customer, id })
      if (earlier)
        return earlier.conditions?.run === run && sameTicket(earlier, ticket) ? earlier : refuse('key_reused')
      const purse = book.on(purses).find({ customer, id: run })
      if (!purse || purse.listing !== listing) return refuse('run_over')
      const free = (asset: Asset): bigint =>
        asset === listing ? purse.shares : asset === currencyFor(listing) ? purse.cash : 0n
      const facts = { ...factsIn(book, customer, ticket, parts, now), free, rate: null }
      const decision = decideOrder(customer, ticket, facts)
      if (isRefused(decision)) return decision
      const order = { ...decision.order, conditions: { ...(decision.order.conditions ?? NO_CONDITIONS), run } }
      return putPlaced(book, { ...decision, order }, parts, now)
    },
  }
}

/** True if the equity of an account covers its used margin and so much more, by the last event of each listing. */
function coversIn(
  book: Book,
  customer: CustomerId,
  more: Amount,
  { market, at }: { readonly market: Pick<Market, 'quoteAt' | 'rateAt'>; readonly at: Instant },
): boolean {
  const rate = market.rateAt(at)?.rate ?? null
  const own = (asset: Asset): Balance => book.on(balances).find({ customer, asset }) ?? emptyBalance(customer, asset)
  const standing = marginStanding({
    balances: CURRENCIES.map(own),
    lots: book.on(lotsOfAll).list({ customer }),
    lent: book
      .on(debtsOfAll)
      .list({ customer })
      .reduce((sum, { debt }) => sum + owedOf(debt), 0n),
    last: (listing) => market.quoteAt(listing, at)?.last ?? null,
    rate,
  })
  return standing !== null && coversMore(standing, more, rate)
}

/** The facts of a ticket, as the book and the market have them. */
export function factsIn(
  book: Book,
  customer: CustomerId,
  ticket: Ticket,
  { market, fees, open }: PlacingParts,
  now: Instant,
): OrderFacts {
  const { listing } = ticket
  const marketNow = market.now()
  const own = isOfLot(ticket) ? book.on(lots).list({ customer, listing }) : []
  return {
    node: open.node(),
    now,
    marketNow,
    kind: market.find(listing)?.kind ?? null,
    halted: market.stateOf(listing) === 'halted',
    pausedSince: market.pausedSince(),
    publicUntil: market.publicUntil(venueOf(listing)),
    session: market.session(venueOf(listing), marketNow),
    sessionAfter: () => sessionAfter(market, listing, marketNow),
    quote: market.quoteAt(listing, marketNow),
    isUnquoted: market.unquoted(listing) !== null,
    staleAfterMs: staleAfterMs(market.intervalMs),
    rate: market.rateAt(marketNow),
    hasRates: market.hasRates,
    free: (asset) => book.on(balances).find({ customer, asset })?.free ?? 0n,
    openOrders: openOrdersOf(book, customer),
    lot: own.filter((lot) => lot.id === ticket.lot).map(askedOf)[0] ?? null,
    feeTable: feeTablesAt(fees, now).current.version,
    covers: isLeveraged(ticket) ? (more) => coversIn(book, customer, more, { market, at: marketNow }) : null,
  }
}

/** Puts an accepted order into the book with its hold, and claims the others of its customer on its listing. */
export function putPlaced(
  book: Book,
  { order, lines }: { readonly order: Order; readonly lines: readonly Line[] },
  { open }: PlacingParts,
  now: Instant,
): Order {
  claimIn(book, order, open, now)
  book.on(orders).put(order)
  putReserved(book, order, order.shares)
  postOf(book, order, { lines, at: now, opened: 1 })
  open.expect(order)
  return order
}

/** The session after the current one, or after the next one to open. */
function sessionAfter(market: Pick<Market, 'session'>, listing: ListingId, at: Instant) {
  const current = market.session(venueOf(listing), at)
  return current && market.session(venueOf(listing), current.close + 1)
}
