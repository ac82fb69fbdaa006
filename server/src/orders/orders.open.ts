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
  const byKey = new Map<string, Open>()
  const byListing = new Map<ListingId, Map<string, Open>>()
  const counts = new Map<string, number>()
  const keyOf = ({ customer, id }: OrderKey): string => customer + id

  const count = (customer: string, by: number): void => {
    const left = (counts.get(customer) ?? 0) + by
    if (left > 0) counts.set(customer, left)
    else counts.delete(customer)
  }

  function drop(key: OrderKey): void {
    const text = keyOf(key)
    const found = byKey.get(text)
    if (!found) return
    byKey.delete(text)
    const there = byListing.get(found.order.listing)
    there?.delete(text)
    if (there?.size === 0) byListing.delete(found.order.listing)
    count(key.customer, -1)
  }

  function take(order: Order, seen: Instant = order.marketAt): void {
    if (!isOpen(order)) return drop(order)
    const text = keyOf(order)
    if (byKey.has(text)) return
    const open = { order, seen: Math.max(seen, order.marketAt) }
    byKey.set(text, open)
    const there = byListing.get(order.listing) ?? new Map<string, Open>()
    byListing.set(order.listing, there.set(text, open))
    count(order.customer, 1)
  }

  return {
    take,
    drop,
    find: (key) => byKey.get(keyOf(key)),
    countOf: (customer) => counts.get(customer) ?? 0,
    listings: () => [...byListing.keys()],
    of: (listing) => [...(byListing.get(listing)?.values() ?? [])],
    size: () => byKey.size,
  }
}
