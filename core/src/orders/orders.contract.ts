import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { OrderId, LotId } from '../base/ids.ts'
import {
  Count,
  CurrencyCode,
  Listing,
  Moment,
  MomentText,
  Money,
  Page,
  pageOf,
  Price,
  Quantity,
  Shares,
  Side,
} from '../base/wire.ts'

/** The states of an order. The spec's words are the screen's: unfilled or in progress, executed, cancelled. */
export const ORDER_STATES = ['working', 'part_filled', 'filled', 'cancelled', 'expired'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/**
 * The reason why an order ended before all of its shares were filled. `not_at_once`: the first event did not fill all of
 * it. `auction_over`: the first or the last event of its session did not.
 */
export const END_REASONS = [
  'by_customer',
  'end_of_day',
  'beyond_collar',
  'market_closed_for_good',
  'restricted',
  'not_at_once',
  'auction_over',
  'split',
  'symbol_changed',
  'close_out',
  'closed_by_hand',
  'exit_reached',
  'by_strategy',
] as const
export type EndReason = (typeof END_REASONS)[number]

/**
 * The end reasons of a cancel: the customer's own, a restriction, a corporate action that its terms do not survive, shares
 * that the house closes out, for an exit a sell by hand that took all of its shares over, for a buy that its exit was
 * reached while the buy was still filling, or that its strategy gave the order up.
 */
export type CancelReason = Extract<
  EndReason,
  | 'by_customer'
  | 'restricted'
  | 'split'
  | 'symbol_changed'
  | 'close_out'
  | 'closed_by_hand'
  | 'exit_reached'
  | 'by_strategy'
>

/**
 * The kinds of orders. A stop order waits until the market reaches its stop, and is a market order from then on; a
 * stop-limit order is a limit order. The stop of a trailing order follows the market at a distance, and never goes back. A
 * pair sells at its profit or better, or once its stop is reached at market: whichever comes first.
 */
export const ORDER_KINDS = ['market', 'limit', 'stop', 'stop_limit', 'trailing', 'pair'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

/**
 * The times for which an order waits. `day`: to the close of its session. `gtc`: until it is cancelled. `ioc`: one event; what that
 * does not fill ends. `fok`: one event, which fills all of it or none. `open`, `close`: the first or the last event of a
 * session.
 */
export const TIMES_IN_FORCE = ['day', 'gtc', 'ioc', 'fok', 'open', 'close'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

/** The leverages of a buy: the house finances what is left of the cost. */
export const LEVERAGES = [1, 2, 5] as const
export type Leverage = (typeof LEVERAGES)[number]
export const LeverageNumber = z.literal(LEVERAGES)

/** The greatest share by which a stop follows the market: half of it. */
export const TRAIL_BPS_MOST = 5_000
export const TrailBps = z.int().check(z.gte(1), z.lte(TRAIL_BPS_MOST))

/**
 * The exit attached to a buy: a stop-loss, a take-profit, or both. It is placed with the first fill of the buy, as one order
 * for what the buy has bought, and grows with each further fill. Instead of a price its stop may have a trail, a share in
 * basis points by which it follows the market from that fill on.
 */
export const Exits = z.strictObject({
  stop: z.nullable(Price),
  trailBps: z.optional(z.nullable(TrailBps)),
  profit: z.nullable(Price),
})
export type Exits = z.output<typeof Exits>

/**
 * A ticket as the phone sends it. Its prices say its kind: none, a market order; a limit; a stop; both, a stop-limit; and
 * a trail, by which the stop follows the market: an amount, or a share of the price in basis points.
 */
export const Ticket = z.strictObject({
  id: OrderId,
  listing: Listing,
  side: Side,
  shares: Shares,
  limit: z.nullable(Price),
  stop: z.optional(z.nullable(Price)),
  trail: z.optional(z.nullable(Price)),
  trailBps: z.optional(z.nullable(TrailBps)),
  /** Beside a stop: the price from which a pair takes its profit. */
  profit: z.optional(z.nullable(Price)),
  timeInForce: z.enum(TIMES_IN_FORCE),
  /** 1 if it is left out. A sell has none: it pays back what its lots were financed with. */
  leverage: z.optional(LeverageNumber),
  /** True for a sell that is to end a position: at a profit, by a stop, or both. */
  exit: z.optional(z.boolean()),
  /** The lot that a sell closes; without it, it closes the oldest ones. */
  lot: z.optional(z.nullable(LotId)),
  /** For a buy: the exit that protects what it buys. */
  exits: z.optional(z.nullable(Exits)),
})
export type Ticket = z.output<typeof Ticket>

/** The held amounts, at most two: the asset itself, and the other currency if the first falls short. */
export const Holds = z.array(Quantity)

/** The clocks of an order: those of the server and of the market differ in a replay. */
const PlacedFields = {
  /** The server's time of placing. */
  placedAt: Moment,
  /** The market's time of placing: it fills on quotes newer than this. */
  marketAt: Moment,
  /** The market's time at which it expires; null for GTC. */
  endsAt: z.nullable(Moment),
}

/** The prices of an order by its kind; null where the kind has none. */
export const KindFields = {
  kind: z.enum(ORDER_KINDS),
  limit: z.nullable(Price),
  /** The stop as it was stated; for a trailing order null. */
  stop: z.nullable(Price),
  trail: z.nullable(Price),
  trailBps: z.nullable(TrailBps),
  /** The price from which a pair takes its profit. */
  profit: z.nullable(Price),
  timeInForce: z.enum(TIMES_IN_FORCE),
  /** True for a sell that is to end a position: at a profit, by a stop, or both. */
  exit: z.boolean(),
  /** The lot that a sell closes; null for one that closes the oldest first. */
  lot: z.nullable(LotId),
  /** The exit attached to a buy; null without one, and for a sell. */
  exits: z.nullable(Exits),
}

/** The orders that an attached exit connects. */
const ExitLinks = {
  /** For a buy with an attached exit: the exit's order, the newest one; null before the first fill. */
  exitOrder: z.nullable(OrderId),
  /** For an exit that was attached to a buy: that buy. It closes the lots of that buy alone. */
  ofBuy: z.nullable(OrderId),
}

/** An order as it was accepted. A repeat of its ticket gets it as it is now. */
export const Receipt = z.object({
  id: OrderId,
  listing: Listing,
  side: Side,
  shares: Shares,
  leverage: LeverageNumber,
  ...KindFields,
  ...ExitLinks,
  ...PlacedFields,
  held: Holds,
})

/** Place a buy or sell order. Spec section 7: POST /index/buyGupiao. */
export const placeOrder = write({
  path: '/index/buyGupiao',
  caller: 'customer',
  restrictedFrom: { field: 'side', levels: { buy: 1, sell: 3 } },
  key: 'id',
  summary: 'Place a buy or sell order; its id is the Idempotency-Key',
  input: Ticket,
  reply: Receipt,
  publishes: ['orders', 'balances'],
  refusals: [
    'unknown_listing',
    'not_tradable',
    'trading_paused',
    'day_public',
    'never_quoted',
    'no_price',
    'market_halted',
    'market_closed_for_good',
    'price_stale',
    'no_ask',
    'terms_mixed',
    'force_not_for_stops',
    'market_shut',
    'limit_out_of_range',
    'stop_out_of_range',
    'stop_on_wrong_side',
    'trail_too_wide',
    'exit_terms',
    'profit_below_stop',
    'exits_for_buys',
    'exits_empty',
    'exit_stop_too_high',
    'exit_profit_too_low',
    'exits_out_of_range',
    'leverage_for_buys',
    'no_rate',
    'no_rate_recorded',
    'amount_too_large',
    'too_many_open_orders',
    'lot_for_sells',
    'unknown_lot',
    'lot_reserved',
    'insufficient_balance',
    'insufficient_shares',
    'margin_short',
  ],
})

/** Cancel the unfilled part of an order. A repeat is answered from the order's state. */
export const cancelOrder = write({
  path: '/orders/cancel',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'none',
  summary: 'Cancel an order that has not been filled',
  input: z.strictObject({ id: OrderId }),
  reply: z.object({ id: OrderId, state: z.enum(ORDER_STATES), endedAt: z.nullable(Moment) }),
  publishes: ['orders', 'balances', 'notices'],
  refusals: ['unknown_order', 'order_ended', 'order_of_house', 'order_of_run'],
})

/** The quote event that reached the stop of an order; `best` is the price that a trailing stop had followed. */
export const Trigger = z.object({ at: Moment, bid: Price, ask: Price, stop: Price, best: z.nullable(Price) })
export type Trigger = z.output<typeof Trigger>

export const OrderRow = z.object({
  id: OrderId,
  listing: Listing,
  name: z.string(),
  currency: CurrencyCode,
  side: Side,
  shares: Shares,
  filled: Count,
  leverage: LeverageNumber,
  ...KindFields,
  ...ExitLinks,
  /** The stop at this moment: of a trailing order where it follows the market; of one that triggered, where it did. */
  stopNow: z.nullable(Price),
  /** The event that reached the stop. From the next one on the order may fill. */
  triggered: z.nullable(Trigger),
  /** The number of times that its terms were replaced. */
  changes: z.int(),
  state: z.enum(ORDER_STATES),
  endReason: z.nullable(z.enum(END_REASONS)),
  ...PlacedFields,
  /** The server's time at which it ended. */
  endedAt: z.nullable(Moment),
  /** The amounts held when the order was placed or last replaced. An order that has ended holds nothing any more. */
  held: Holds,
  /** The amounts that it holds now. */
  heldNow: Holds,
  /** Volume-weighted price of the fills and the server's time of the last one; null before a fill. */
  fillPrice: z.nullable(Price),
  filledAt: z.nullable(Moment),
  fee: z.nullable(Money),
  /** Cost plus fee for a buy, proceeds less fee for a sell, as posted; null before a fill. */
  total: z.nullable(Money),
  /** The amount that the house financed of a buy, or a sell paid back; null before a fill, and without financing. */
  financed: z.nullable(Money),
  /** Result of a sell against the cost of its lots; null for a buy and before a fill. */
  realised: z.nullable(Money),
})
export type OrderRow = z.output<typeof OrderRow>

/** Orders, newest first. `open` are those that may still fill, `ended` the rest. */
export const listOrders = read({
  path: '/orders/list',
  caller: 'customer',
  summary: 'Orders of the customer, newest first',
  topics: ['orders'],
  input: z.strictObject({
    ...Page,
    which: z.enum(['open', 'ended', 'filled']),
    listing: z.optional(Listing),
    /** By the time when they were placed, from `from` up to but without `to`. */
    from: z.optional(MomentText),
    to: z.optional(MomentText),
  }),
  reply: pageOf(OrderRow),
})

export const ordersCalls = { placeOrder, cancelOrder, listOrders }
