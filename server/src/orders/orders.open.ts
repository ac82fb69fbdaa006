import type { ListingId } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { isOpen, type Order } from '@lonja/core/orders/orders.rules'
import type { OrderKey } from './orders.store.ts'

/** An order that may still fill, and through which instant its quote events have been gone through. */
export interface Open {
  readonly order: Order
  seen: Instant
}

/** The open orders in memory, by listing: what each quote event is held against. Built from the database at start. */
export interface OpenOrders {
  /** Take in an order as it stands after a commit: it is kept while it is open. `seen` where its events were gone through before. */
  take(order: Order, seen?: Instant): void
  drop(key: OrderKey): void
  find(key: OrderKey): Open | undefined
  countOf(customer: string): number
  listings(): ListingId[]
  of(listing: ListingId): Open[]
  size(): number
}

export function openOrders(): OpenOrders {
  // By customer, then by id: a key put together of both would be made anew for each look, of which there are many a second.
  const byCustomer = new Map<string, Map<string, Open>>()
  const byListing = new Map<ListingId, Set<Open>>()
  let size = 0

  const find = ({ customer, id }: OrderKey): Open | undefined => byCustomer.get(customer)?.get(id)

  function drop(key: OrderKey): void {
    const { customer, id } = key
    const own = byCustomer.get(customer)
    const found = own?.get(id)
    if (!own || !found) return
    own.delete(id)
    if (own.size === 0) byCustomer.delete(customer)
    const there = byListing.get(found.order.listing)
    there?.delete(found)
    if (there?.size === 0) byListing.delete(found.order.listing)
    size -= 1
  }

  function take(order: Order, seen: Instant = order.marketAt): void {
    if (!isOpen(order)) return drop(order)
    if (find(order)) return
    const open = { order, seen: Math.max(seen, order.marketAt) }
    const own = byCustomer.get(order.customer)
    if (own) own.set(order.id, open)
    else byCustomer.set(order.customer, new Map([[order.id, open]]))
    const there = byListing.get(order.listing)
    if (there) there.add(open)
    else byListing.set(order.listing, new Set([open]))
    size += 1
  }

  return {
    take,
    drop,
    find,
    countOf: (customer) => byCustomer.get(customer)?.size ?? 0,
    listings: () => [...byListing.keys()],
    of: (listing) => [...(byListing.get(listing) ?? [])],
    size: () => size,
  }
}
