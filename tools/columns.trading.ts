import { never, reasoned } from './columns.never.ts'
import type { SteeringColumn } from './columns.ts'

/** The columns of orders, fills, lots and closings, for the list of all. */
export const TRADING_COLUMNS: readonly SteeringColumn[] = [
  // Terms that a customer chooses, frozen when the order is placed or replaced.
  ...reasoned('orders', 'server/src/orders/orders.store.ts', {
    limit_e4: 'the price the customer states, written with the order and with each replacement',
    worst_e4:
      'what the hold was made for: the limit, or the ask of that moment with the collar; a fill above it is refused',
  }),
  ...reasoned('order_conditions', 'server/src/orders/conditions.store.ts', {
    stop_e4: 'the stop that the customer states, written with the order and with each replacement',
    trail_e4: 'the distance that the customer states',
    trail_bps: 'the distance that the customer states',
    rank_at: 'the instant of a replacement, which gives the place among the customer’s own orders',
    profit_e4: 'the profit that the customer states, written with the order and with each replacement',
    exits_stop_e4:
      'the stop-loss that the customer attaches to a buy, changed with a replacement before its first fill',
    exits_profit_e4: 'the take-profit that the customer attaches to a buy, changed in the same way',
    exits_trail_bps: 'the share by which an attached stop-loss is to follow, changed in the same way',
    best_e4: 'the best price of the events so far; the check of courses works it out anew',
    trigger_bid_e4: 'evidence: the event that reached the stop, which a trigger of the table keeps as it is',
    trigger_ask_e4: 'evidence: the event that reached the stop',
    trigger_stop_e4: 'evidence: where the stop was; the check of courses works it out anew',
    trigger_best_e4: 'evidence: the price that it followed; the check of courses works it out anew',
  }),
  ...never('order_conditions', 'server/src/orders/conditions.store.ts', {
    opens_at: 'the opening of the session that the order is for',
  }),
  ...never('order_changes', 'server/src/orders/changes.store.ts', {
    limit_e4: 'the limit that a replacement ended',
    worst_e4: 'the collar that a replacement ended',
    stop_e4: 'the stop that a replacement ended',
    trail_e4: 'the distance that a replacement ended',
    trail_bps: 'the distance that a replacement ended',
    rank_at: 'the place that a replacement ended',
    profit_e4: 'the profit that a replacement ended',
    exits_stop_e4: 'the attached stop-loss that a replacement ended',
    exits_profit_e4: 'the attached take-profit that a replacement ended',
    exits_trail_bps: 'the share of an attached stop-loss that a replacement ended',
  }),

  // A fill and its evidence: copied from one quote event, and cross-checked by the table's constraints.
  ...never('fills', 'server/src/orders/fills.store.ts', {
    price_e4: 'the ask or the bid of the event beside it: a constraint of the table compares them',
    bid_e4: 'evidence: the event as the source gave it',
    ask_e4: 'evidence: the event as the source gave it',
    bid_size: 'evidence: the event as the source gave it',
    ask_size: 'evidence: the event as the source gave it',
    last_e4: 'evidence: the event as the source gave it',
    quote_at: 'which event it was; an order fills at most once on each',
    source: 'who gave the event',
    fee_bps: 'the fee table in force, named by its version',
    markup: 'what the house added to a conversion, from the table in force',
    rate_e6: 'the rate of the conversion, as the source gave it at that instant',
    rate_at: 'when that rate was',
    realised: 'a sum over the closings of this fill, which the books compare',
  }),

  ...never('order_conditions', 'server/src/orders/conditions.store.ts', {
    is_close_out: 'whether the house placed it for want of margin, which the record of the close-out says too',
  }),

  // Lots and closings follow from fills.
  ...never('lots', 'server/src/orders/lots.store.ts', { price_e4: 'the price of its fill, divided by splits' }),
  ...never('closings', 'server/src/orders/lots.store.ts', {
    open_price_e4: 'the price of the lot',
    close_price_e4: 'the price of the sell',
    proceeds: 'the share of the sale that this part brought',
    realised: 'proceeds less fee less cost: a constraint of the table says so',
  }),
]
