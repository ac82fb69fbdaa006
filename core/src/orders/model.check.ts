import type { Asset, ListingId } from '../base/amount.ts'
import type { CustomerId, OrderId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { midnightBefore } from '../base/zones.ts'
import {
  payDividend,
  recordDividend,
  rename,
  type CheckDividend,
  type CheckRenaming,
  type DueDividend,
} from './actions.check.ts'
import { NO_SUMS } from './amounts.check.ts'
import { closings, expireOne, meet } from './fills.check.ts'
import { newAccount, type CheckAccount } from './lots.check.ts'
import { chargeNight, covers, judge } from './margin.check.ts'
import { replace } from './replacing.check.ts'
import {
  accountOf,
  end,
  isOpen,
  open,
  orderOf,
  type CheckOrder,
  type CheckReplacement,
  type Running,
} from './state.check.ts'
import { split, type CheckSplit } from './splits.check.ts'
import { sharesTaken, takeOver, type CheckTakeover } from './takeover.check.ts'
import { take, type CheckMarket, type CheckTicket, type Ground, type Tick } from './tickets.check.ts'

/*
 * The orders of a house, written a second time from `docs/MONEY.md`, "An order": one customer after the other, one event
 * after the other, in plain maps. It is slow and short, and shares no code with the rules. A test gives both the same
 * commands and compares what follows.
 */

/** The house of the model. Commands return null, or the code of a refusal. */
export interface Model {
  readonly orders: Map<OrderId, CheckOrder>
  readonly accounts: Map<CustomerId, CheckAccount>
  /** Customers of whom something has changed; the caller clears it. */
  readonly changed: Set<CustomerId>
  /** Exits that fills have placed; the caller clears it. */
  readonly attached: CheckOrder[]
  grant(customer: CustomerId, cash: readonly (readonly [Asset, bigint])[]): void
  /** A quote event of now. */
  event(tick: Tick): void
  /** The clock has moved on: sessions that are over have a last event. */
  passed(now: Instant): void
  /** Ends the orders whose time is over. */
  expire(now: Instant): void
  place(ticket: CheckTicket, now: Instant): string | null
  replace(replacement: CheckReplacement, now: Instant): string | null
  cancel(customer: CustomerId, id: OrderId): string | null
  /** Cancels the open orders of a customer on a listing, on a side, or all. Returns those that it has cancelled. */
  cancelAll(customer: CustomerId, which: CheckWhich): readonly OrderId[]
  /** Judges the accounts at a whole minute. Each close-out takes its ids in turn. Returns the orders of the house. */
  judge(minute: Instant, idsOf: (customer: CustomerId) => () => OrderId): readonly CheckOrder[]
  /** Charges the interest of the nights that have begun between two instants. */
  nights(from: Instant, to: Instant): void
  /** Splits the shares of a listing between two sessions. */
  split(of: CheckSplit): void
  /** The record instant of a dividend is now; it is paid later. */
  recordDividend(of: CheckDividend): DueDividend
  payDividend(of: DueDividend): void
  /** Gives a listing a new ticker between two sessions. */
  rename(of: CheckRenaming): void
}

/** The orders that a cancel of many concerns; null for those of every listing or of both sides. */
export interface CheckWhich {
  readonly listing: ListingId | null
  readonly side: CheckTicket['side'] | null
}

/** @param exitId The id of the exit that a fill of a buy on an event places. */
export function openModel(market: CheckMarket, exitId: Running['exitId']): Model {
  const orders = new Map<OrderId, CheckOrder>()
  const accounts = new Map<CustomerId, CheckAccount>()
  const changed = new Set<CustomerId>()
  const attached: CheckOrder[] = []
  const model: Running = { market, orders, accounts, changed, open: new Set(), taken: new Map(), attached, exitId }
  return {
    orders,
    accounts,
    changed,
    attached,
    grant: (customer, cash) => void accounts.set(customer, newAccount(cash)),
    event: (tick) => meet(model, tick, (order) => order.timeInForce !== 'close'),
    passed: (now) => closings(model, now),
    expire: (now) => {
      for (const order of model.open) expireOne(model, order, now)
    },
    place: (ticket, now) => place(model, ticket, now),
    replace: (replacement, now) => replace(model, replacement, now),
    cancel: (customer, id) => {
      const order = orderOf(model, customer, id)
      if (!order) return 'unknown_order'
      if (order.state === 'cancelled') return null
      if (!isOpen(order)) return 'order_ended'
      if (order.isOfHouse) return 'order_of_house'
      end(model, order, 'cancelled', 'by_customer')
      return null
    },
    cancelAll: (customer, { listing, side }) =>
      [...model.open].flatMap((order) => {
        if (order.customer !== customer || order.isOfHouse) return []
        if ((listing ?? order.listing) !== order.listing || (side ?? order.side) !== order.side) return []
        end(model, order, 'cancelled', 'by_customer')
        return order.id
      }),
    judge: (minute, idsOf) => judge(model, minute, idsOf),
    nights: (from, to) => {
      for (let at = midnightBefore(from, -1); at <= to; at = midnightBefore(at, -1)) chargeNight(model)
    },
    split: (of) => split(model, of),
    recordDividend: (of) => recordDividend(model, of),
    payDividend: (of) => payDividend(model, of),
    rename: (of) => rename(model, of),
  }
}

function place(model: Running, ticket: CheckTicket, now: Instant): string | null {
  const ground = (exits: readonly CheckTakeover[]): Ground => ({
    account: accountOf(model, ticket.customer),
    covers: (currency, more) => covers(model, ticket.customer, currency, more, now),
    fromExits: {
      all: exits.reduce((sum, { shares }) => sum + shares, 0n),
      lot: exits.reduce((sum, { ofLot }) => sum + ofLot, 0n),
    },
  })
  let terms = take(ticket, now, model.market, ground([]))
  const isByHand = ticket.side === 'sell' && !ticket.exit && ticket.profit === null
  if (isByHand && (terms === 'insufficient_shares' || terms === 'lot_reserved')) {
    const exits = sharesTaken(model, ticket)
    terms = take(ticket, now, model.market, ground(exits))
    if (typeof terms !== 'string') takeOver(model, exits, ticket.lot)
  }
  if (typeof terms === 'string') return terms
  const { timeInForce } = ticket
  const { worst, hold, session, best } = terms
  const order: CheckOrder = {
    ...ticket,
    // A pair is an exit, also if its ticket does not say so.
    exit: ticket.exit || ticket.profit !== null,
    exitOrder: null,
    ofBuy: null,
    isOfHouse: false,
    placedAt: now,
    opensAt: timeInForce === 'open' || timeInForce === 'close' ? session.open : null,
    endsAt: timeInForce === 'gtc' ? null : session.close,
    worst,
    rank: now,
    changes: 0,
    best,
    trigger: null,
    hold: new Map(),
    filled: 0n,
    sums: NO_SUMS,
    fills: [],
    state: 'working',
    reason: null,
  }
  open(model, order, hold)
  return null
}
