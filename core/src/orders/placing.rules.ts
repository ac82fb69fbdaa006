import { isCurrency, otherCurrency } from '../base/amount.ts'
import type { Amount, Asset, ListingId, PriceE4 } from '../base/amount.ts'
import type { RefusalOf } from '../base/contract.ts'
import { formatDate } from '../base/dates.ts'
import type { CustomerId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { isRefused, refuse, type Refused } from '../base/refusal.ts'
import { hold, type Line } from '../ledger/ledger.rules.ts'
import type { InstrumentKind } from '../market/instruments.ts'
import type { ExchangeRate, Quote, Session } from '../market/market.contract.ts'
import { isWithin } from '../market/market.rules.ts'
import { checkExits, sameExits } from './attached.rules.ts'
import type { FeeTableVersion } from './fees.rules.ts'
import { COST_MOST, holdFor, splitHold, worstFor } from './holds.rules.ts'
import { checkProfit, checkStop, kindTermsOf, lacksAsk, priceFor, type KindTerms } from './kinds.rules.ts'
import type { OrderKind, Ticket, TimeInForce, placeOrder } from './orders.contract.ts'
import type { Lot } from './lots.rules.ts'
import { FIRST_STATE, NO_CONDITIONS, leverageOf, samePrices, type Conditions, type Order } from './orders.rules.ts'

/** A limit further from the last price than this factor is taken for a typing error. */
export const LIMIT_FACTOR = 10n
export const OPEN_ORDERS_MOST = 200

/** The facts that the rule needs besides the ticket. `free` answers for any asset of the customer. */
export interface OrderFacts {
  /** The server that takes the order. */
  readonly node: string
  readonly now: Instant
  readonly marketNow: Instant
  readonly kind: InstrumentKind | null
  readonly halted: boolean
  /** Since when no order is taken, because the server's clock is in doubt; null while trading is open. */
  readonly pausedSince: Instant | null
  /** Until when no order is taken, because the seed of the session's day is public; null if it is not. */
  readonly publicUntil: Instant | null
  /** The market's current session, or the next one; null once the market is closed for good. */
  readonly session: Session | null
  /** The session after that one; null if there is none. Only an order at the open asks for it. */
  readonly sessionAfter: () => Session | null
  readonly quote: Quote | null
  /** True if the listing has no quotes in this house, so that no order in it can fill. */
  readonly isUnquoted: boolean
  readonly staleAfterMs: number
  readonly rate: ExchangeRate | null
  /** False if the source has no exchange rate at any time. */
  readonly hasRates: boolean
  readonly free: (asset: Asset) => bigint
  readonly openOrders: number
  /** The open lot that a ticket names; null if it names none, or if there is none. */
  readonly lot: Pick<Lot, 'left' | 'reserved'> | null
  /** The fee table in force. */
  readonly feeTable: FeeTableVersion
  /**
   * True if the account's equity covers its used margin and so much more. Only a buy with leverage asks for it, so it is
   * null for others.
   */
  readonly covers: ((more: Amount) => boolean) | null
}

export type OrderRefusal = RefusalOf<typeof placeOrder>

/**
 * Accept an order with its hold, or refuse it. Refusals are tried in the contract's order, so the customer reads first
 * the one to correct first. A closed market is not a refusal: the order waits for the open. While a listing is halted,
 * a limit order waits for the auction that reopens it; a market order is refused, because nobody can tell at what price
 * it would fill.
 */
export function decideOrder(
  customer: CustomerId,
  ticket: Ticket,
  facts: OrderFacts,
): { order: Order; lines: readonly Line[] } | Refused<OrderRefusal> {
  const { marketNow, kind, quote, session, rate, free, feeTable } = facts
  const { listing, side, shares, timeInForce } = ticket
  if (!kind) return refuse('unknown_listing', {}, 'listing')
  if (kind !== 'share') return refuse('not_tradable', {}, 'listing')
  if (facts.pausedSince !== null) return refuse('trading_paused')
  if (facts.publicUntil !== null) return refuse('day_public', { until: formatDate(facts.publicUntil) })
  if (facts.isUnquoted) return refuse('never_quoted')
  if (!quote) return refuse('no_price')
  const terms = kindTermsOf(ticket)
  if (isRefused(terms)) return terms
  if (facts.halted && terms.kind === 'market') return refuse('market_halted')
  const own = sessionFor(timeInForce, facts)
  if (!session || !own) return refuse('market_closed_for_good')
  const open = isWithin(session, marketNow)
  if (isStale(terms, facts, open)) return refuse('price_stale')
  if (terms.kind === 'market' && lacksAsk(side, terms, quote)) return refuse('no_ask')
  const wrong = checkTerms(ticket, terms, { quote, open })
  if (wrong) return wrong
  const leverage = ticket.leverage ?? 1
  if (side === 'sell' && leverage > 1) return refuse('leverage_for_buys', {}, 'leverage')

  const need = holdFor({ side, listing, shares, leverage, ...terms }, quote, feeTable)
  const held = side === 'sell' ? [need] : splitHold(need, free, rate)
  if (isCurrency(need.asset)) {
    if (!held && !rate && free(otherCurrency(need.asset)) > 0n)
      return refuse(facts.hasRates ? 'no_rate' : 'no_rate_recorded')
    if (need.units * BigInt(leverage) > COST_MOST) return refuse('amount_too_large', {}, 'shares')
  }
  if (facts.openOrders >= OPEN_ORDERS_MOST) return refuse('too_many_open_orders', { most: String(OPEN_ORDERS_MOST) })
  const ofLot = checkLot(ticket, facts)
  if (ofLot) return ofLot
  const shortage = { needed: need, free: { asset: need.asset, units: free(need.asset) } }
  if (!held) return refuse('insufficient_balance', shortage, 'shares')
  if (side === 'sell' && need.units > free(need.asset)) return refuse('insufficient_shares', shortage, 'shares')

  const accepted = { terms, session: own, quote, need, held }
  if (leverage > 1 && !facts.covers?.(need)) return refuse('margin_short', {}, 'leverage')

  // From here on the order must be accepted.
  return { order: orderFrom(customer, ticket, facts, accepted), lines: hold(held) }
}

/** The refusal of a ticket that names a lot which is not there, or more of it than other open sells of it leave. */
function checkLot(
  { side, listing, lot = null, shares }: Ticket,
  { lot: ownLot }: Pick<OrderFacts, 'lot'>,
): Refused<'lot_for_sells' | 'unknown_lot' | 'lot_reserved'> | null {
  if (lot === null) return null
  if (side === 'buy') return refuse('lot_for_sells', {}, 'lot')
  if (!ownLot) return refuse('unknown_lot', {}, 'lot')
  return lotFallsShort(listing, shares, ownLot)
}

/** The refusal of more shares of a lot than other open sells of it leave; null if they suffice. */
export function lotFallsShort(
  listing: ListingId,
  shares: bigint,
  { left, reserved }: Pick<Lot, 'left' | 'reserved'>,
): Refused<'lot_reserved'> | null {
  const free = left - reserved
  if (shares <= free) return null
  return refuse(
    'lot_reserved',
    { needed: { asset: listing, units: shares }, free: { asset: listing, units: free } },
    'shares',
  )
}

/** The order that an accepted ticket makes. */
function orderFrom(
  customer: CustomerId,
  ticket: Ticket,
  { node, now, marketNow, feeTable }: OrderFacts,
  { terms, session, quote, need, held }: PlacingTerms,
): Order {
  const { id, listing, side, shares, timeInForce } = ticket
  return {
    node,
    customer,
    id,
    listing,
    side,
    shares,
    limit: terms.limit,
    timeInForce,
    placedAt: now,
    marketAt: marketNow,
    endsAt: timeInForce === 'gtc' ? null : session.close,
    worst: worstFor({ side, ...terms }, quote),
    asset: need.asset,
    held,
    feeTable,
    fillRule: 'shared',
    conditions: conditionsFor(ticket, terms, { quote, session }),
    through: marketNow,
    ...FIRST_STATE,
  }
}

/** The conditions of an order; null for one without any, which has no row of them. */
function conditionsFor(
  { side, timeInForce, lot = null, exit = false, leverage = 1, exits = null }: Ticket,
  { kind, stop, profit }: KindTerms,
  { quote, session }: Pick<PlacingTerms, 'quote' | 'session'>,
): Conditions | null {
  const isAuction = timeInForce === 'open' || timeInForce === 'close'
  const isExit = exit || kind === 'pair'
  if (!stop && !isAuction && !isExit && lot === null && leverage === 1 && exits === null) return null
  return {
    ...NO_CONDITIONS,
    stop,
    best: stop && stop.by !== 'price' ? priceFor(side, quote) : null,
    opensAt: isAuction ? session.open : null,
    lot,
    profit,
    isExit,
    leverage,
    exits,
  }
}

/** The facts of a ticket on which it is accepted. */
interface PlacingTerms {
  readonly terms: KindTerms
  readonly session: Session
  readonly quote: Quote
  readonly need: Amount
  readonly held: readonly Amount[]
}

/** The session that an order is for: at the open the next one to open, else the current one, or the next. */
const sessionFor = (
  timeInForce: TimeInForce,
  { session, sessionAfter, marketNow }: Pick<OrderFacts, 'session' | 'sessionAfter' | 'marketNow'>,
): Session | null => (session && timeInForce === 'open' && session.open <= marketNow ? sessionAfter() : session)

/** A market order that may fill at once is not taken while the price is stale. */
const isStale = (
  { kind }: KindTerms,
  { quote, marketNow, staleAfterMs }: Pick<OrderFacts, 'quote' | 'marketNow' | 'staleAfterMs'>,
  open: boolean,
): boolean => open && kind === 'market' && quote !== null && marketNow - quote.at > staleAfterMs

/** The refusal of prices or of a time in force that do not go together, or that the market does not allow. */
function checkTerms(
  { side, timeInForce, exit = false, exits = null }: Ticket,
  terms: KindTerms,
  { quote, open }: { readonly quote: Quote; readonly open: boolean },
) {
  const { limit, stop, kind, profit } = terms
  if (profit !== null && side === 'buy') return refuse('terms_mixed', {}, 'profit')
  if (stop && timeInForce !== 'day' && timeInForce !== 'gtc') return refuse('force_not_for_stops', {}, 'timeInForce')
  if (!open && (timeInForce === 'ioc' || timeInForce === 'fok')) return refuse('market_shut', {}, 'timeInForce')
  if (limit !== null && !withinReach(limit, quote.last)) return refuse('limit_out_of_range', {}, 'limit')
  if (profit !== null && !withinReach(profit, quote.last)) return refuse('limit_out_of_range', {}, 'profit')
  const wrong = stop && checkStop(side, stop, quote, withinReach)
  if (wrong) return wrong
  if (exit && !isExitOf(side, kind, timeInForce)) return refuse('exit_terms', {}, 'exit')
  return checkProfit(terms, priceFor(side, quote)) ?? checkExits(exits, { side, terms, quote }, withinReach)
}

/** An exit is a sell that waits: at a limit, for a stop, or for whichever comes first. */
const isExitOf = (side: Order['side'], kind: OrderKind, timeInForce: TimeInForce): boolean =>
  side === 'sell' &&
  (timeInForce === 'day' || timeInForce === 'gtc') &&
  (kind === 'limit' || kind === 'stop' || kind === 'trailing' || kind === 'pair')

export const withinReach = (limit: PriceE4, last: PriceE4): boolean =>
  limit > 0n && limit <= last * LIMIT_FACTOR && limit * LIMIT_FACTOR >= last

/** True if a ticket sent again under the same id has the same terms. */
export function sameTicket(order: Order, ticket: Ticket): boolean {
  const terms = kindTermsOf(ticket)
  return (
    !isRefused(terms) &&
    order.listing === ticket.listing &&
    order.side === ticket.side &&
    order.shares === ticket.shares &&
    order.limit === terms.limit &&
    samePrices(order, terms) &&
    order.timeInForce === ticket.timeInForce &&
    leverageOf(order) === (ticket.leverage ?? 1) &&
    (order.conditions?.isExit ?? false) === (ticket.exit === true || terms.kind === 'pair') &&
    (order.conditions?.lot ?? null) === (ticket.lot ?? null) &&
    sameExits(order.conditions?.exits ?? null, ticket.exits ?? null)
  )
}
