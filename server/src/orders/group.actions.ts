import type { CustomerId } from '@lonja/core/base/ids'
import type { Order } from '@lonja/core/orders/orders.rules'
import { watchedOf, type WatchedOrder } from '@lonja/core/orders/sharing.rules'
import type { Db, Tx } from '../database/db.ts'
import { listGroup, listOpenAmong } from './open.store.ts'
import type { OpenOrders } from './orders.open.ts'
import { listOrdersOf, type OrderKey } from './orders.store.ts'
import { hasOtherServers } from './progress.store.ts'
import { otherSide } from './sides.lane.ts'

/* The orders of a customer, mostly on one listing and side before a command on them: in memory, or in the database. */

export type GroupOf = Pick<Order, 'customer' | 'listing' | 'side'>

/**
 * The orders of a group in memory; from the database if this server does not have one that it was asked for. Those in
 * the database are decided at least up to what their rows say.
 */
export async function groupOf(
  { open }: { readonly open: OpenOrders },
  of: GroupOf & OrderKey,
  read: () => Promise<readonly WatchedOrder[]>,
): Promise<readonly WatchedOrder[]> {
  const known = open.group(of)
  return has(known, of) ? known : read()
}

/**
 * The orders of the other side of an order: in memory, if this server has the order there and is alone. The exit of a buy may
 * be another server's than the buy.
 */
export const othersOf = async (
  { open }: { readonly open: OpenOrders },
  of: GroupOf & OrderKey,
  read: () => Promise<readonly WatchedOrder[]>,
): Promise<readonly WatchedOrder[]> => (open.isAlone() && open.find(of) ? open.group(otherSide(of)) : read())

const has = (members: readonly WatchedOrder[], { id }: OrderKey): boolean =>
  members.some(({ order }) => order.id === id)

/** The open orders of a group in the database. A trailing stop has followed the events up to what its row says. */
export const watchedIn = async (tx: Tx, of: GroupOf): Promise<WatchedOrder[]> =>
  (await listGroup(tx, of)).map(({ order, processed }) => {
    const watched = watchedOf(order)
    return watched.best === null ? { ...watched, through: Math.max(watched.through, processed) } : watched
  })

const reading = new WeakMap<Db, Map<string, Promise<readonly WatchedOrder[]>>>()

/**
 * Reads a group from the database. Commands that ask for the same group at once, such as the cancels of all its orders,
 * share one read: a group that has an order has all older ones too.
 */
export async function readGroup(db: Db, of: GroupOf & OrderKey): Promise<readonly WatchedOrder[]> {
  const reads = reading.get(db) ?? new Map<string, Promise<readonly WatchedOrder[]>>()
  reading.set(db, reads)
  const key = `${of.customer} ${of.listing} ${of.side}`
  const shared = await reads.get(key)
  if (shared && has(shared, of)) return shared
  const read = db.read((tx) => watchedIn(tx, of)).finally(() => reads.delete(key))
  reads.set(key, read)
  return read
}

const NO_EXITS: readonly WatchedOrder[] = []

/** The exits of some buys, as this server has them in memory. */
export function exitsAmong({ find, watched }: OpenOrders, members: readonly WatchedOrder[]): readonly WatchedOrder[] {
  const ids = members.flatMap(({ order: { conditions } }) => conditions?.exitOrder ?? [])
  if (ids.length === 0) return NO_EXITS
  return members.flatMap(({ order: { customer, conditions } }) => {
    const id = conditions?.exitOrder ?? null
    const open = id === null ? undefined : find({ customer, id })
    return open ? [watched(open)] : []
  })
}

/**
 * Orders of a customer, newest first. Open orders have no index, and a scan would read every order that the customer
 * ever placed, so they are looked up by the ids in memory. If another server may have taken some, or the outcome of a
 * command is unknown, memory may be incomplete, and the table is scanned.
 */
export async function listOrdersFor(
  { open, doubtful }: { readonly open: OpenOrders; readonly doubtful: readonly OrderKey[] },
  tx: Tx,
  customer: CustomerId,
  page: Parameters<typeof listOrdersOf>[2],
  most: number,
): Promise<Order[]> {
  const isNarrowed = page.from !== undefined || page.to !== undefined
  const isInMemory =
    page.which === 'open' && !isNarrowed && doubtful.length === 0 && !(await hasOtherServers(tx, open.node()))
  return isInMemory
    ? listOpenAmong(tx, customer, open.idsOf(customer), page, most)
    : listOrdersOf(tx, customer, page, most)
}
