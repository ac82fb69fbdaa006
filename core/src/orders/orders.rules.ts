import { wholeShares, type Amount, type Asset, type ListingId, type PriceE4, type Shares } from '../base/amount.ts'
import type { CustomerId, LotId, OrderId, RunId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { recordNumber } from '../base/numbers.ts'
import type { FeeTableVersion } from './fees.rules.ts'
import { kindOf, pricesOf, sameStop, type Stop } from './kinds.rules.ts'
import type { EndReason, Exits, Leverage, OrderKind, OrderState, TimeInForce, Trigger } from './orders.contract.ts'

/** The most closed lots in a sell’s answer. The list of closed positions has the rest. */
export const CLOSED_LOTS_SHOWN = 1_000

/** The number of an order that people read out: `T-7K2M-91QX`. */
export const orderNumberFor = (id: string): string => recordNumber({ mark: 'T', numberIn: 'letters' }, id)

/** Orders on a page of the list, unless the call says how many. */
export const ORDERS_PAGE = 30

/**
 * The rule by which events fill an order. `whole`: one event fills all of it, whatever its size; orders of earlier
 * releases have it. `shared`: a customer's orders on one listing and side share a quarter of each event's size.
 */
export const FILL_RULES = ['whole', 'shared'] as const
export type FillRule = (typeof FILL_RULES)[number]

/** Everything that an order has beyond a plain market or limit order. An order without any of it has none. */
export interface Conditions {
  /** The price that the market must reach before it may fill. */
  readonly stop: Stop | null
  /** For a stop that follows the market: the best price among the events up to `through`. */
  readonly best: PriceE4 | null
  /** The event that reached the stop. */
  readonly trigger: Trigger | null
  /** For an order at the open or at the close: the opening of its session. Only later events are of it. */
  readonly opensAt: Instant | null
  /** The instant of the source's clock that gives its place after a replacement; null while it has its first place. */
  readonly rankAt: Instant | null
  /** The number of times that its terms were replaced. */
  readonly changes: number
  /** The lot that a sell closes; null for one that closes the oldest first. */
  readonly lot: LotId | null
  /** The price from which a pair takes its profit, until its stop is reached; null for any other kind. */
  readonly profit: PriceE4 | null
  /** True for a sell that is to end a position: at a profit, by a stop, or both. */
  readonly isExit: boolean
  /** The cost of a buy by this is its customer's; the house finances the rest. */
  readonly leverage: Leverage
  /** True for a sell of the house, for want of margin. */
  readonly isCloseOut: boolean
  /** For a buy: the exit that is placed with its first fill. */
  readonly exits: Exits | null
  /** For a buy: the newest exit that was placed with a fill of it. */
  readonly exitOrder: OrderId | null
  /** For such an exit: the buy. It closes the lots of that buy alone. */
  readonly ofBuy: OrderId | null
  /** The number of times that a server has claimed it from another, and its clock at the last one; null for none. */
  readonly claimed: { readonly times: number; readonly at: Instant } | null
  /** The run of a strategy that placed it: it trades with the run's purse. */
  readonly run: RunId | null
}

/** The conditions of an order to which one is added. */
export const NO_CONDITIONS: Conditions = {
  stop: null,
  best: null,
  trigger: null,
  opensAt: null,
  rankAt: null,
  changes: 0,
  lot: null,
  profit: null,
  isExit: false,
  leverage: 1,
  isCloseOut: false,
  exits: null,
  exitOrder: null,
  ofBuy: null,
  claimed: null,
  run: null,
}

export interface Order {
  /** The server that took the order, by the id of one start of it. It fills the order until another takes it over. */
  readonly node: string
  readonly customer: CustomerId
  readonly id: OrderId
  readonly listing: ListingId
  readonly side: 'buy' | 'sell'
  readonly shares: Shares
  readonly limit: PriceE4 | null
  readonly timeInForce: TimeInForce
  /** The server's clock, and the clock of the price source. They differ in a replay. */
  readonly placedAt: Instant
  readonly marketAt: Instant
  /** The instant at which the order expires, by the source's clock as the sessions are; null for GTC. */
  readonly endsAt: Instant | null
  /** The highest price at which a buy may fill; its hold covers it. Null for a sell. */
  readonly worst: PriceE4 | null
  /** The asset it holds: cash in the listing's currency for a buy, the shares for a sell. */
  readonly asset: Asset
  /**
   * The amounts held when the order was placed or last replaced, and those that its fills had spent until then: of that
   * asset, and possibly of the other currency. The amount that it still holds is this less what its fills spent.
   */
  readonly held: readonly Amount[]
  /** The fee table that it was placed under, which also says how its fills are rounded. */
  readonly feeTable: FeeTableVersion
  readonly fillRule: FillRule
  readonly conditions: Conditions | null
  /**
   * The instant of the source's clock up to which its quote events are decided: when it was placed, the event of its
   * last fill, or the decision of its end. 0 for an order of a release that did not store it.
   */
  readonly through: Instant
  readonly state: OrderState
  readonly filled: Shares
  readonly endedAt: Instant | null
  readonly endReason: EndReason | null
}

/** The state of an order when it is placed. */
export const FIRST_STATE = { state: 'working', filled: wholeShares(0n), endedAt: null, endReason: null } as const

/** Whether the house placed an order for want of margin. Its customer can neither cancel nor change it. */
export const isCloseOut = ({ conditions }: Pick<Order, 'conditions'>): boolean => conditions?.isCloseOut ?? false

/** The run of a strategy that placed an order; null for any other order. */
export const runOf = ({ conditions }: Pick<Order, 'conditions'>): RunId | null => conditions?.run ?? null

/** Whether the customer placed an order, who may cancel and change it: neither the house nor a strategy did. */
export const isOfCustomer = (order: Pick<Order, 'conditions'>): boolean => !isCloseOut(order) && runOf(order) === null

/** Whether an order is the exit that was attached to a buy. */
export const isOfBuy = ({ conditions }: Pick<Order, 'conditions'>): boolean => (conditions?.ofBuy ?? null) !== null

export const leverageOf = ({ conditions }: { readonly conditions: Pick<Conditions, 'leverage'> | null }): Leverage =>
  conditions?.leverage ?? 1

/** The part of an order that states its stop and its profit. */
interface WithPrices {
  readonly conditions: Pick<Conditions, 'stop' | 'profit'> | null
}

/** The kind of an order. */
export const kindOfOrder = ({ limit, conditions }: Pick<Order, 'limit'> & WithPrices): OrderKind =>
  kindOf({ limit, stop: conditions?.stop ?? null, profit: conditions?.profit ?? null })

/** The prices of an order's conditions as a ticket states them. */
export const statedIn = ({ conditions }: Pick<Order, 'conditions'>) => ({
  ...pricesOf(conditions?.stop ?? null),
  profit: conditions?.profit ?? null,
})

/** True if an order's conditions state the same prices. */
export const samePrices = (order: WithPrices, { stop, profit }: Pick<Conditions, 'stop' | 'profit'>): boolean =>
  sameStop(order.conditions?.stop ?? null, stop) && (order.conditions?.profit ?? null) === profit

/** Whether an order may still fill. Every other state is final. */
export const isOpen = ({ state }: Pick<Order, 'state'>): boolean => state === 'working' || state === 'part_filled'

/** True for an order whose one event, the last of its session, is known once the session is over. */
export const isAtClose = ({ timeInForce }: Pick<Order, 'timeInForce'>): boolean => timeInForce === 'close'

/** True for an exit whose shares a sell by hand may take over. One whose stop was reached is selling already. */
export const isExitToTake = (order: Order): boolean =>
  isOpen(order) && order.conditions?.isExit === true && !order.conditions.trigger

/** The place of an order among those of its customer on one listing and side: oldest first, by the source's clock, then by id. */
export const byRank = (a: Order, b: Order): number => rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export const rankOf = ({ conditions, marketAt }: Pick<Order, 'conditions' | 'marketAt'>): Instant =>
  conditions?.rankAt ?? marketAt
