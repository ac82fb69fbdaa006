import { cents, currencyFor, divideHalfEven, plus, type Asset, type Cents, type Shares } from '../base/amount.ts'
import { idFromHash } from '../base/derived.ts'
import type { FillId, OrderId } from '../base/ids.ts'
import { MINUTE, type Instant } from '../base/instant.ts'
import { isRefused } from '../base/refusal.ts'
import type { Line } from '../ledger/ledger.rules.ts'
import type { Quote, Session } from '../market/market.contract.ts'
import { staleAfterMs } from '../market/market.rules.ts'
import { NO_CHARGES, type Charges } from '../orders/charges.rules.ts'
import { decideExpiry, endOrder } from '../orders/ending.rules.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import { decideFill, type Fill, type FillResult } from '../orders/fills.rules.ts'
import { holdLeft } from '../orders/holds.rules.ts'
import { positionFor, type Closing, type Lot } from '../orders/lots.rules.ts'
import type { Ticket } from '../orders/orders.contract.ts'
import { isOpen, type Order } from '../orders/orders.rules.ts'
import { decideOrder, type OrderFacts, type OrderRefusal } from '../orders/placing.rules.ts'
import { decideEvent, watchedOf, type Outcome } from '../orders/sharing.rules.ts'
import { bookFrom, type RunBook } from './passing.rules.ts'
import type { RunTerms } from './running.rules.ts'

/*
 * The account of a run in a backtest. Its orders are accepted, filled, charged and ended by the functions of `orders`, as
 * those of a customer are. It has the amount of the run alone, and the lots that the run buys.
 */

export interface Account {
  readonly terms: RunTerms
  readonly feeTable: FeeTableVersion
  /** Free and held by asset: cash in the listing's currency, and its shares. */
  readonly free: Map<Asset, bigint>
  readonly held: Map<Asset, bigint>
  /** The open orders, oldest first, and the sums over the fills of each. */
  orders: Order[]
  readonly charges: Map<OrderId, Charges>
  /** The open lots. */
  lots: Lot[]
  readonly fills: Fill[]
  readonly closings: Closing[]
  /** The number of tickets that each refusal met. */
  readonly refusals: Map<OrderRefusal, number>
}

export const openAccount = (terms: RunTerms, feeTable: FeeTableVersion): Account => ({
  terms,
  feeTable,
  free: new Map([[currencyFor(terms.listing), terms.budget]]),
  held: new Map(),
  orders: [],
  charges: new Map(),
  lots: [],
  fills: [],
  closings: [],
  refusals: new Map(),
})

const unitsIn = (column: ReadonlyMap<Asset, bigint>, asset: Asset): bigint => column.get(asset) ?? 0n

function post({ free, held }: Account, lines: readonly Line[]): void {
  for (const line of lines) {
    free.set(line.asset, unitsIn(free, line.asset) + line.free)
    held.set(line.asset, unitsIn(held, line.asset) + line.held)
  }
}

/** The market at the instant of a ticket. */
export interface PlacingMarket {
  readonly marketNow: Instant
  readonly quote: Quote | null
  readonly session: Session
  readonly sessionAfter: () => Session | null
}

/** Place a ticket as `decideOrder` does. A refusal is counted. */
export function placeTicket(
  account: Account,
  ticket: Ticket,
  { marketNow, quote, session, sessionAfter }: PlacingMarket,
): void {
  const { terms, free, feeTable, orders, refusals } = account
  const facts: OrderFacts = {
    node: terms.id,
    now: marketNow,
    marketNow,
    quote,
    session,
    sessionAfter,
    kind: 'share',
    halted: false,
    pausedSince: null,
    publicUntil: null,
    isUnquoted: false,
    staleAfterMs: staleAfterMs(MINUTE),
    // A run converts nothing: its amount is in the listing's currency.
    rate: null,
    hasRates: false,
    free: (asset) => unitsIn(free, asset),
    openOrders: orders.length,
    lot: null,
    feeTable,
    covers: null,
  }
  const decision = decideOrder(terms.customer, ticket, facts)
  if (isRefused(decision)) {
    refusals.set(decision.refused, (refusals.get(decision.refused) ?? 0) + 1)
    return
  }
  post(account, decision.lines)
  account.orders = [...orders, decision.order]
}

const chargesOf = ({ charges }: Account, { id }: Order): Charges => charges.get(id) ?? NO_CHARGES

/** Fills and ends the open orders on a quote event. Those of a side share it, as a customer's orders do. */
export function meetQuote(account: Account, quote: Quote): void {
  for (const side of ['buy', 'sell'] as const) {
    const orders = account.orders.filter((order) => order.side === side).map(watchedOf)
    if (orders.length === 0) continue
    const facts = {
      now: quote.at,
      quote,
      taken: 0n,
      closingOf: () => null,
      fill: (order: Order, shares: Shares) => fillFor(account, order, shares, quote),
      chargesOf: (order: Order) => chargesOf(account, order),
    }
    for (const outcome of decideEvent(orders, facts)) carryOut(account, outcome)
  }
}

function fillFor(account: Account, order: Order, shares: Shares, quote: Quote): FillResult | null {
  return decideFill(order, shares, {
    now: quote.at,
    quote,
    source: 'backtest',
    rate: null,
    lots: account.lots,
    free: unitsIn(account.free, currencyFor(order.listing)),
    fillId: fillIdFor(account, quote),
    posting: 0,
    before: chargesOf(account, order),
  })
}

/** Fills of a backtest are not stored, so a number is their id. */
function fillIdFor({ fills }: Account, { at }: Quote): FillId {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(0, fills.length)
  return idFromHash(bytes, at)
}

function carryOut(account: Account, { order, fill, end }: Outcome): void {
  if (fill) {
    post(account, fill.lines)
    const changed = new Map(fill.lots.map((lot) => [lot.id, lot]))
    const others = account.lots.filter(({ id }) => !changed.has(id))
    account.lots = [...others, ...changed.values()].filter(({ left }) => left > 0n)
    if (isOpen(order)) account.charges.set(order.id, fill.charges)
    else account.charges.delete(order.id)
    account.fills.push(fill.fill)
    account.closings.push(...fill.closings)
  }
  if (end) post(account, end)
  account.orders = account.orders.flatMap((each) => (each.id !== order.id ? [each] : isOpen(order) ? [order] : []))
}

/** Expires the orders whose session is over. `lastQuoteAt` is the newest event that they could have filled on. */
export function expireOrders(account: Account, marketNow: Instant, lastQuoteAt: Instant | null): void {
  account.orders = account.orders.filter((order) => {
    const facts = { now: marketNow, marketNow, closedForGood: false, lastQuoteAt, charges: chargesOf(account, order) }
    const expiry = decideExpiry(order, facts)
    if (expiry) post(account, expiry.lines)
    return expiry === null
  })
}

/** Ends all open orders. The events up to the instant are decided already. */
export function cancelOrders(account: Account, now: Instant): void {
  for (const order of account.orders) {
    const end = { state: 'cancelled', reason: 'by_customer', now, charges: chargesOf(account, order) } as const
    post(account, endOrder(order, end).lines)
  }
  account.orders = []
}

/** The run's amounts, worked out as those of a live run are. */
export function bookOf({ terms, free, held, orders, lots }: Account): RunBook {
  const currency = currencyFor(terms.listing)
  return bookFrom({ free: cents(unitsIn(free, currency)), held: cents(unitsIn(held, currency)), orders, lots })
}

/** The fees of the fills, and what they cost against the middle of bid and ask: shown only, so rounded half to even. */
export function costsOf({ fills }: Account): { readonly fees: Cents; readonly spread: Cents } {
  let fees = cents(0n)
  let twiceE4 = 0n
  for (const { fee, quote, shares } of fills) {
    fees = plus(fees, fee)
    // An event may have one side alone: then there is no middle.
    if (quote.bid > 0n && quote.ask > 0n) twiceE4 += (quote.ask - quote.bid) * shares
  }
  return { fees, spread: cents(divideHalfEven(twiceE4, 200n)) }
}

/** True if the held amounts are those of the open orders: nothing of the account is lost. */
export const isBalanced = (account: Account): boolean => {
  const held = new Map<Asset, bigint>()
  for (const order of account.orders)
    for (const { asset, units } of holdLeft(order, chargesOf(account, order)))
      held.set(asset, unitsIn(held, asset) + units)
  const { shares } = positionFor(account.lots)
  const { listing } = account.terms
  const assets = [currencyFor(listing), listing]
  return (
    assets.every((asset) => unitsIn(account.held, asset) === unitsIn(held, asset)) &&
    unitsIn(account.free, listing) + unitsIn(account.held, listing) === shares
  )
}
