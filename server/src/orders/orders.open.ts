import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import { isOpen, type Order } from '@lonja/core/orders/orders.rules'
import { newId } from '../base/ids.ts'
import { NOTHING_HEARD, type HeardEvents, type HeardFor } from '../market/market.heard.ts'
import type { OrderKey } from './orders.store.ts'

/**
 * An order that may still fill, and the instant up to which its quote events had been processed when it was taken in.
 */
export interface Open {
  readonly order: Order
  readonly seen: Instant
}

/** The open orders of one listing, to match with its quote events. */
export interface OpenBook {
  readonly listing: ListingId
  /** Orders taken in since the last round. Each is processed up to its own `seen`. */
  readonly fresh: Set<Open>
  /** All of these have been processed up to `through`. */
  readonly settled: ReadonlySet<Open>
  through: Instant
  /** Moves a fresh order to the settled ones. */
  settle(open: Open): void
  /** Whether an event could fill any settled order. If not, none of them needs a check. */
  reaches(quote: Quote): boolean
  /** The ends of the first and the last settled order; Infinity for one that ends only when it is cancelled. */
  ends(): { first: Instant; last: Instant }
}

/** The open orders in memory, by listing. Built from the database at start. */
export interface OpenOrders {
  /** The id of this start of this server; new orders name it. */
  node(): string
  /** Forgets all orders and begins under a new id, after another server has taken the orders over. */
  beginAnew(): void
  /** From this instant of the server's clock on, this server fills the orders of another, which have been taken in. */
  takeOver(node: string, at: Instant): void
  /** Forgets a server whose orders have all ended. */
  leave(node: string): void
  /** The servers whose orders this one has taken over, with the instant, and the number of those still open. */
  takenOver(): { readonly node: string; readonly at: Instant; readonly open: number }[]
  /**
   * Takes in an order as it is after a commit, and keeps it while it is open and this server fills it. `seen`: its events
   * up to then are processed.
   */
  take(order: Order, seen?: Instant): void
  drop(key: OrderKey): void
  find(key: OrderKey): Open | undefined
  /** The instant up to which the quote events of an order have been processed. */
  throughOf(open: Open): Instant
  idsOf(customer: CustomerId): OrderId[]
  keys(): OrderKey[]
  books(): OpenBook[]
  size(): number
}

/** The open orders of a server. The events of the listings with orders are kept on a live feed. */
export function openOrders(heardEvents: Pick<HeardEvents, 'begin' | 'end'> = NOTHING_HEARD): OpenOrders {
  // By customer, then by id: a joined key would be built anew for each of many lookups a second.
  const byCustomer = new Map<CustomerId, Map<OrderId, Open>>()
  const books = openBooks(heardEvents)
  const others = takenOverServers()
  let node = newId()
  let size = 0

  const find = ({ customer, id }: OrderKey): Open | undefined => byCustomer.get(customer)?.get(id)

  function drop(key: OrderKey): void {
    const { customer, id } = key
    const own = byCustomer.get(customer)
    const found = own?.get(id)
    if (!own || !found) return
    own.delete(id)
    if (own.size === 0) byCustomer.delete(customer)
    books.leave(found)
    others.count(found.order.node, -1)
    size -= 1
  }

  function take(order: Order, seen: Instant = order.marketAt): void {
    if (!isOpen(order)) return drop(order)
    if (order.node !== node && !others.has(order.node)) return
    if (find(order)) return
    const open = { order, seen: Math.max(seen, order.marketAt) }
    const own = byCustomer.get(order.customer)
    if (own) own.set(order.id, open)
    else byCustomer.set(order.customer, new Map([[order.id, open]]))
    const of = order.node === node ? null : { node: order.node, through: seen }
    books.add(open, { node, of })
    others.count(order.node, 1)
    size += 1
  }

  return {
    node: () => node,
    beginAnew: () => {
      node = newId()
      for (const all of [byCustomer, books, others]) all.clear()
      size = 0
    },
    takeOver: others.add,
    leave: others.leave,
    takenOver: others.list,
    take,
    drop,
    find,
    throughOf: (open) => throughOf(open, books.get(open.order.listing)),
    idsOf: (customer) => [...(byCustomer.get(customer)?.keys() ?? [])],
    keys: () => [...byCustomer].flatMap(([customer, own]) => [...own.keys()].map((id) => ({ customer, id }))),
    books: books.all,
    size: () => size,
  }
}

/** The books of all listings with an open order. */
function openBooks(heardEvents: Pick<HeardEvents, 'begin' | 'end'>) {
  const books = new Map<ListingId, OwnBook>()
  return {
    get: (listing: ListingId): OpenBook | undefined => books.get(listing),
    all: (): OpenBook[] => [...books.values()],
    add: (open: Open, by: Pick<HeardFor, 'node' | 'of'>): void => {
      const { listing } = open.order
      const book = books.get(listing) ?? openBook(listing)
      books.set(listing, book)
      book.fresh.add(open)
      heardEvents.begin({ ...by, listing, from: open.seen })
    },
    leave: (open: Open): void => {
      const book = books.get(open.order.listing)
      book?.remove(open)
      if (book?.fresh.size !== 0 || book.settled.size > 0) return
      books.delete(book.listing)
      heardEvents.end(book.listing)
    },
    clear: (): void => {
      for (const listing of books.keys()) heardEvents.end(listing)
      books.clear()
    },
  }
}

const throughOf = (open: Open, book: OpenBook | undefined): Instant =>
  book?.settled.has(open) ? Math.max(open.seen, book.through) : open.seen

/** The servers whose orders this one has taken over. */
function takenOverServers() {
  const servers = new Map<string, { readonly at: Instant; open: number }>()
  return {
    has: (node: string): boolean => servers.has(node),
    add: (node: string, at: Instant): void => void servers.set(node, { at, open: 0 }),
    leave: (node: string): void => void servers.delete(node),
    clear: (): void => servers.clear(),
    count: (node: string, more: number): void => {
      const server = servers.get(node)
      if (server) server.open += more
    },
    list: () => [...servers].map(([node, { at, open }]) => ({ node, at, open })),
  }
}

interface OwnBook extends OpenBook {
  remove(open: Open): void
}

/**
 * The price limits of all settled orders of a book together. Recomputed when the order with the furthest limit goes.
 */
interface Reach {
  /** The highest price that any buy accepts; 0 without one. */
  readonly buys: bigint
  /** The lowest price that any sell accepts; null without one. */
  readonly sells: bigint | null
}

function openBook(listing: ListingId): OwnBook {
  const fresh = new Set<Open>()
  const settled = new Set<Open>()
  // The number of orders by end. Most end with the day, so there are few keys.
  const ending = new Map<Instant, number>()
  let known: Reach | null = null
  const reach = (): Reach => (known ??= reachOf(settled))
  return {
    listing,
    fresh,
    settled,
    through: -Infinity,
    settle: (open) => {
      if (!fresh.delete(open)) return
      settled.add(open)
      count(ending, endOf(open), 1)
      known &&= withOrder(known, open.order)
    },
    remove: (open) => {
      fresh.delete(open)
      if (!settled.delete(open)) return
      count(ending, endOf(open), -1)
      if (known && reachesFurthest(known, open.order)) known = null
    },
    reaches: ({ ask, bid }) => {
      const { buys, sells } = reach()
      return (ask > 0n && ask <= buys) || (bid > 0n && sells !== null && bid >= sells)
    },
    ends: () => ({ first: Math.min(...ending.keys()), last: Math.max(...ending.keys()) }),
  }
}

const endOf = ({ order }: Open): Instant => order.endsAt ?? Infinity

function count(counts: Map<Instant, number>, at: Instant, more: number): void {
  const left = (counts.get(at) ?? 0) + more
  if (left > 0) counts.set(at, left)
  else counts.delete(at)
}

const NOTHING: Reach = { buys: 0n, sells: null }

function reachOf(settled: ReadonlySet<Open>): Reach {
  let reach = NOTHING
  for (const { order } of settled) reach = withOrder(reach, order)
  return reach
}

function withOrder(reach: Reach, { side, worst, limit }: Order): Reach {
  const { buys, sells } = reach
  if (side === 'buy') return worst !== null && worst > buys ? { buys: worst, sells } : reach
  const least = limit ?? 0n
  return sells === null || least < sells ? { buys, sells: least } : reach
}

const reachesFurthest = ({ buys, sells }: Reach, { side, worst, limit }: Order): boolean =>
  side === 'buy' ? worst === buys : (limit ?? 0n) === sells
