import { isDeepStrictEqual } from 'node:util'
import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { claimsOf } from '@lonja/core/orders/claiming.rules'
import { isAtClose, isOpen, type Order } from '@lonja/core/orders/orders.rules'
import { watchedOf, type WatchedOrder } from '@lonja/core/orders/sharing.rules'
import { newId } from '../base/ids.ts'
import { NOTHING_HEARD, type HeardEvents, type HeardFor } from '../market/market.heard.ts'
import type { Open } from './columns.book.ts'
import { openBook, type OpenBook, type OwnBook } from './orders.book.ts'
import type { OrderKey } from './orders.store.ts'

/** The open orders in memory, by listing. Built from the database at start. */
export interface OpenOrders {
  /** The id of this start of this server; new orders name it. */
  node(): string
  /** Forgets all orders and begins under a new id, after another server has taken the orders over. */
  beginAnew(): void
  /** From this instant of the server's clock on, this server fills the orders of another, which have been taken in. */
  takeOver(node: string, at: Instant): void
  /** True if this server fills the orders that name a server: itself, or one that it has taken over. */
  fills(node: string): boolean
  /** True while no other server is known. The database refuses a new order where that is out of date and matters. */
  isAlone(): boolean
  /** Called when another server is known, or none is left. */
  meets(others: boolean): void
  /** Forgets a server whose orders have all ended. */
  leave(node: string): void
  /** The servers whose orders this one has taken over, with the instant, and the number of those still open. */
  takenOver(): { readonly node: string; readonly at: Instant; readonly open: number }[]
  /**
   * Takes in an order as it is after a commit, and keeps it while it is open and this server fills it. `seen`: its events
   * up to then are processed.
   */
  take(order: Order, seen?: Instant): void
  /**
   * Knows an order from its decision on, before its commit is known: the events after that are decided with it. The order
   * is taken in or forgotten afterwards.
   */
  expect(order: Order): void
  /** Knows an order that was claimed from another server, from that decision on. Earlier knowledge of it is dropped. */
  claim(order: Order): void
  /** Takes in the orders of a customer that were claimed, after the commit. */
  takeClaims(customer: CustomerId): void
  /** Forgets the claims of a customer whose commit failed or is unknown, and returns them, to be looked up. */
  doubtClaims(customer: CustomerId): OrderKey[]
  /** Forgets an order, also one that was expected. */
  drop(key: OrderKey): void
  find(key: OrderKey): Open | undefined
  /** An order as it stands between two events. */
  watched(open: Open): WatchedOrder
  /** The open and the expected orders of a customer on a listing and side, which share each event. */
  group(of: Pick<Order, 'customer' | 'listing' | 'side'>): WatchedOrder[]
  idsOf(customer: CustomerId): OrderId[]
  keys(): OrderKey[]
  books(): OpenBook[]
  size(): number
}

/** The open orders of a server. The events of the listings with orders are kept on a live feed. */
export function openOrders(heardEvents: Pick<HeardEvents, 'begin' | 'end'> = NOTHING_HEARD): OpenOrders {
  const [open, expected, claims] = [byOrder<Open>(), byOrder<Order>(), byOrder<Order>()]
  const books = openBooks(heardEvents)
  const others = takenOverServers()
  let node = newId()
  let alone = false
  const fills = (by: string): boolean => by === node || others.has(by)

  function drop(key: OrderKey): void {
    expected.remove(key)
    claims.remove(key)
    const entry = open.remove(key)
    if (!entry) return
    books.leave(entry)
    others.count(entry.order.node, -1)
  }

  function take(order: Order, seen: Instant = order.marketAt): void {
    if (!isOpen(order)) return drop(order)
    const known = open.get(order)
    // Answers may come in another order than that of the decisions.
    if (isEarlier(order, known?.order ?? claims.get(order))) return
    if (!fills(order.node)) return drop(order)
    if (known && isWhereItWas(order, known.order)) return books.change(known, order)
    // Under a new ticker it waits for the events of another listing. One that was away goes on from its row.
    if (known) drop(order)
    for (const all of [expected, claims]) all.remove(order)
    const { through, best } = watchedOf(order)
    // A trailing stop has followed the events up to `through` alone.
    const entry = { order, through: best === null ? Math.max(seen, through) : through, best }
    open.set(order, entry)
    books.add(entry, { node, of: order.node === node ? null : { node: order.node, through: seen } })
    others.count(order.node, 1)
  }

  return {
    node: () => node,
    beginAnew: () => {
      node = newId()
      for (const all of [open, expected, claims, books, others]) all.clear()
    },
    takeOver: others.add,
    fills,
    isAlone: () => alone,
    meets: (known) => void (alone = !known),
    ...claiming({ expected, claims, drop, take }),
    leave: others.leave,
    takenOver: others.list,
    take,
    drop,
    find: open.get,
    watched: books.watched,
    group: (of) => groupOf(of, { open, expected, books }),
    expect: (order) => expected.set(order, order),
    idsOf: open.idsOf,
    keys: open.keys,
    books: books.all,
    size: open.size,
  }
}

/** The part of the open orders that keeps those that were claimed and are not known to be committed. */
function claiming({
  expected,
  claims,
  drop,
  take,
}: {
  readonly expected: ReturnType<typeof byOrder<Order>>
  readonly claims: ReturnType<typeof byOrder<Order>>
  readonly drop: (key: OrderKey) => void
  readonly take: (order: Order) => void
}): Pick<OpenOrders, 'claim' | 'takeClaims' | 'doubtClaims'> {
  return {
    claim: (order) => {
      drop(order)
      expected.set(order, order)
      claims.set(order, order)
    },
    takeClaims: (customer) => {
      for (const order of [...claims.of(customer)]) take(order)
    },
    doubtClaims: (customer) => {
      const keys = claims.idsOf(customer).map((id) => ({ customer, id }))
      keys.forEach(drop)
      return keys
    },
  }
}

/** Whether an order is as it was before another state of it. A replacement may be at the instant of the state before it. */
function isEarlier(one: Order, other: Order | undefined): boolean {
  if (!other) return false
  if (claimsOf(one) !== claimsOf(other)) return claimsOf(one) < claimsOf(other)
  return one.through < other.through || (one.through === other.through && changesOf(one) < changesOf(other))
}

const isWhereItWas = (order: Order, before: Order): boolean =>
  order.listing === before.listing && order.node === before.node && claimsOf(order) === claimsOf(before)

const changesOf = ({ conditions }: Order): number => conditions?.changes ?? 0

/** One value for each order: by customer, then by id. A joined key would be built anew for each of many lookups a second. */
function byOrder<Value>() {
  const all = new Map<CustomerId, Map<OrderId, Value>>()
  let size = 0
  return {
    get: ({ customer, id }: OrderKey): Value | undefined => all.get(customer)?.get(id),
    set: ({ customer, id }: OrderKey, value: Value): void => {
      const own = all.get(customer) ?? new Map<OrderId, Value>()
      if (own.size === 0) all.set(customer, own)
      if (!own.has(id)) size += 1
      own.set(id, value)
    },
    remove: ({ customer, id }: OrderKey): Value | undefined => {
      const own = all.get(customer)
      const entry = own?.get(id)
      if (!own?.delete(id)) return undefined
      if (own.size === 0) all.delete(customer)
      size -= 1
      return entry
    },
    of: (customer: CustomerId): Iterable<Value> => all.get(customer)?.values() ?? [],
    idsOf: (customer: CustomerId): OrderId[] => [...(all.get(customer)?.keys() ?? [])],
    keys: (): OrderKey[] => [...all].flatMap(([customer, own]) => [...own.keys()].map((id) => ({ customer, id }))),
    size: () => size,
    clear: (): void => {
      all.clear()
      size = 0
    },
  }
}

/** A customer's open orders on a listing and side, and those that are decided and not known to be committed. */
function groupOf(
  { customer, listing, side }: Pick<Order, 'customer' | 'listing' | 'side'>,
  {
    open,
    expected,
    books,
  }: {
    readonly open: ReturnType<typeof byOrder<Open>>
    readonly expected: ReturnType<typeof byOrder<Order>>
    readonly books: ReturnType<typeof openBooks>
  },
): WatchedOrder[] {
  const watched: WatchedOrder[] = []
  const isOf = (order: Order): boolean => order.listing === listing && order.side === side
  for (const each of open.of(customer)) if (isOf(each.order)) watched.push(books.watched(each))
  for (const order of expected.of(customer)) if (isOf(order)) watched.push(watchedOf(order))
  return watched
}

/** The books of all listings with an open order. */
function openBooks(heardEvents: Pick<HeardEvents, 'begin' | 'end'>) {
  const books = new Map<ListingId, OwnBook>()
  return {
    watched: (open: Open): WatchedOrder => {
      const { order } = open
      if (isAtClose(order)) return watchedOf(order)
      books.get(order.listing)?.look(open)
      const { best } = open
      // A trailing stop says itself up to which event it has followed.
      return { order, through: best === null ? throughOf(open, books.get(order.listing)) : open.through, best }
    },
    /** The order of one that is open is another now. */
    change: (open: Open, order: Order): void => {
      const book = books.get(order.listing)
      const { through, best } = watchedOf(order)
      if (changesOf(order) !== changesOf(open.order)) {
        // The events since the replacement were held against the old terms. They are gone through again.
        book?.remove(open)
        Object.assign(open, { order, through, best })
        book?.fresh.add(open)
        return
      }
      // A group that is read again has orders to which nothing has happened. Taken in anew, a trailing stop would lose the
      // mark of an event that has reached it and waits for its decision.
      if (order.through === open.order.through && isDeepStrictEqual(order, open.order)) return
      book?.change(open, () => {
        open.order = order
        // A trailing stop may have followed more events than its row says.
        if (best === null || through > open.through) open.best = best
        open.through = Math.max(open.through, through)
      })
    },
    all: (): OpenBook[] => [...books.values()],
    add: (open: Open, by: Pick<HeardFor, 'node' | 'of'>): void => {
      const { listing } = open.order
      const book = books.get(listing) ?? openBook(listing)
      books.set(listing, book)
      book.fresh.add(open)
      heardEvents.begin({ ...by, listing, from: open.through })
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
  book?.settled.has(open) ? Math.max(open.through, book.through) : open.through

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
