import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { OrderId } from '../base/ids.ts'
import { Count, Listing, Price, Shares, Side } from '../base/wire.ts'
import { Exits, ORDER_STATES, Receipt, TIMES_IN_FORCE, TrailBps } from './orders.contract.ts'

/** The terms of an open order that can be replaced. Its kind, listing and side stay. */
export const Replacement = z.strictObject({
  id: OrderId,
  /** The order's own side. It decides who may replace it while the account is restricted. */
  side: Side,
  /** The number of replacements that the customer has seen: of two at once, one is refused. */
  changes: z.int().check(z.gte(0)),
  /** All shares of the order, filled ones included. */
  shares: Shares,
  limit: z.nullable(Price),
  stop: z.nullable(Price),
  trail: z.nullable(Price),
  trailBps: z.nullable(TrailBps),
  profit: z.optional(z.nullable(Price)),
  /** The exit attached to a buy, until its first fill: another one, or null for none. Left out, it stays. */
  exits: z.optional(z.nullable(Exits)),
  timeInForce: z.enum(TIMES_IN_FORCE),
})
export type Replacement = z.output<typeof Replacement>

/**
 * Replace the terms of an open order, as one act: a quote event up to then that meets the old terms fills the order. It
 * keeps its place among the customer's orders if only its shares become fewer or its time in force changes. A repeat is
 * answered from the order's terms.
 */
export const replaceOrder = write({
  path: '/orders/replace',
  caller: 'customer',
  restrictedFrom: { field: 'side', levels: { buy: 1, sell: 3 } },
  key: 'none',
  summary: 'Replace the shares, the prices or the time in force of an open order',
  input: Replacement,
  reply: Receipt,
  publishes: ['orders', 'balances', 'notices'],
  refusals: [
    'unknown_order',
    'order_ended',
    'order_of_house',
    'order_of_run',
    'order_changed',
    'trading_paused',
    'day_public',
    'no_price',
    'market_closed_for_good',
    'terms_mixed',
    'kind_stays',
    'force_stays',
    'already_triggered',
    'shares_filled',
    'limit_out_of_range',
    'stop_out_of_range',
    'stop_on_wrong_side',
    'trail_too_wide',
    'profit_below_stop',
    'exits_for_buys',
    'exits_empty',
    'exit_stop_too_high',
    'exit_profit_too_low',
    'exits_out_of_range',
    'exits_placed',
    'no_rate',
    'no_rate_recorded',
    'amount_too_large',
    'lot_reserved',
    'insufficient_balance',
    'insufficient_shares',
  ],
})

/** Cancel all open orders, or those of a listing or a side. Those that an event fills before are filled. */
export const cancelOrders = write({
  path: '/orders/cancelAll',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'none',
  summary: 'Cancel all open orders, or those of one listing or side',
  input: z.strictObject({ listing: z.optional(z.nullable(Listing)), side: z.optional(z.nullable(Side)) }),
  reply: z.object({
    /** The orders that ended by it, with the shares of each that had been filled. */
    ended: z.array(z.object({ id: OrderId, state: z.enum(ORDER_STATES), filled: Count })),
  }),
  publishes: ['orders', 'balances', 'notices'],
  refusals: [],
})

export const replacingCalls = { replaceOrder, cancelOrders }
