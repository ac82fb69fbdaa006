import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { MarketAction } from '@lonja/core/market/actions'
import type { Line } from '@lonja/core/ledger/ledger.rules'
import { isOfBuy, isOpen, type Order } from '@lonja/core/orders/orders.rules'
import type { OrderMove, OrderSplit } from '@lonja/core/orders/changes.rules'
import type { LockedTx } from '../database/locks.ts'
import type { Market } from '../market/market.quotes.ts'
import { expiring } from '../orders/ending.lane.ts'
import { cancelAllNow, endManyNow, type EndingParts } from '../orders/orders.actions.ts'
import { moving } from '../orders/moving.lane.ts'
import { splitting } from '../orders/splitting.lane.ts'

/* The open orders of a customer at a split or a new ticker of their listing, within the write that carries it out. */

interface Ending {
  readonly action: MarketAction
  readonly parts: Omit<EndingParts, 'market'> & { readonly market: Market }
  readonly now: Instant
}

/** Orders whose last instant is over end by that, after the events up to it. */
async function expireOrders(tx: LockedTx, customer: CustomerId, { action, parts, now }: Ending): Promise<Order[]> {
  const { listing, recordAt } = action
  const market = { ...parts.market, now: () => recordAt + 1 }
  const ended = await endManyNow(tx, customer, parts, {
    now,
    which: (order) => order.listing === listing && order.endsAt !== null && order.endsAt <= recordAt,
    by: (order, group) => expiring(order, group ?? { ...order, members: [] }, { ...parts, market }),
  })
  return ended.filter((order) => !isOpen(order))
}

/** Orders that were placed after the record instant, while the action was not carried out. */
async function endLater(
  tx: LockedTx,
  customer: CustomerId,
  { action: { listing, recordAt, kind }, parts, now }: Ending,
): Promise<Order[]> {
  const later = new Set<Instant>()
  const ended: Order[] = []
  const reason = kind === 'split' ? 'split' : 'symbol_changed'
  const endAt = async (until: Instant, which: (order: Order) => boolean): Promise<void> => {
    const market = { ...parts.market, now: () => until }
    ended.push(...(await cancelAllNow(tx, customer, { ...parts, market }, { now, reason, isNoticed: true, which })))
  }
  await endAt(recordAt, (order) => {
    if (order.listing === listing && order.marketAt > recordAt) later.add(order.marketAt)
    return false
  })
  for (const at of later) await endAt(at, (order) => order.listing === listing && order.marketAt === at)
  return ended
}

/** The orders of a customer at a split: as they are after it, those that it adjusted, and the number that it ended. */
export interface SplitOrders {
  readonly orders: readonly Order[]
  readonly moved: readonly { readonly order: Order; readonly lines: readonly Line[] }[]
  readonly ended: number
}

/** The open orders of a customer at a new ticker: as they are after it, the shares that each one holds which moved, and the number that it ended. */
export interface MovedOrders {
  readonly orders: readonly Order[]
  readonly moved: readonly { readonly order: Order; readonly held: bigint }[]
  readonly ended: number
}

/** Moves the open orders on a listing to its new ticker as of the record instant. */
export async function moveOrders(
  tx: LockedTx,
  customer: CustomerId,
  ending: Ending & { readonly move: OrderMove },
): Promise<MovedOrders> {
  const { action, parts, now, move } = ending
  const { listing, recordAt } = action
  const expired = await expireOrders(tx, customer, ending)
  const market = { ...parts.market, now: () => recordAt }
  const moved: { order: Order; held: bigint }[] = []
  const terms = { move, recordAt, moved: (order: Order, held: bigint) => void moved.push({ order, held }) }
  const orders = await endManyNow(tx, customer, parts, {
    now,
    which: (order) => order.listing === listing && order.marketAt <= recordAt,
    by: (order, group) => moving(order, group ?? { ...order, members: [] }, { ...parts, market }, terms),
  })
  const later = await endLater(tx, customer, ending)
  const all = [...expired, ...orders, ...later]
  return { orders: all, moved, ended: all.filter(({ endReason }) => endReason === 'symbol_changed').length }
}

/** Adjusts the open orders on the listing of a split as of its record instant, and ends those that cannot be. */
export async function splitOrders(
  tx: LockedTx,
  customer: CustomerId,
  ending: Ending & { readonly split: OrderSplit },
): Promise<SplitOrders> {
  const { action, parts, now, split } = ending
  const { listing, recordAt } = action
  const expired = await expireOrders(tx, customer, ending)
  const market = { ...parts.market, now: () => recordAt }
  const moved: { order: Order; lines: readonly Line[] }[] = []
  const terms = { split, recordAt, moved: (order: Order, lines: readonly Line[]) => void moved.push({ order, lines }) }
  const done = new Set<Order['id']>()
  const splitSome = (): Promise<Order[]> =>
    endManyNow(tx, customer, parts, {
      now,
      which: (order) => order.listing === listing && order.marketAt <= recordAt && !done.has(order.id),
      by: (order, group) => {
        done.add(order.id)
        return splitting(order, group ?? { ...order, members: [] }, { ...parts, market }, terms)
      },
    })
  const orders = await splitSome()
  // An event up to the record instant that filled a buy first has placed its exit.
  if (orders.some((order) => isOpen(order) && isOfBuy(order) && !done.has(order.id)))
    orders.push(...(await splitSome()))
  const later = await endLater(tx, customer, ending)
  const ended = [...expired, ...orders, ...later].filter(({ endReason }) => endReason === 'split').length
  return { orders: [...expired, ...orders, ...later], moved, ended }
}
