import type { Instant } from '@lonja/core/base/instant'
import { claimed } from '@lonja/core/orders/claiming.rules'
import { isOpen, type Order } from '@lonja/core/orders/orders.rules'
import type { Command } from '../database/batch.ts'
import { need, type Book, type NeededValue } from '../database/book.ts'
import { ordersOnListing } from './claims.store.ts'
import type { OpenOrders } from './orders.open.ts'
import { orders } from './orders.store.ts'

/*
 * All open orders of a customer on one listing are filled by one server, so that they share each event. The server that is
 * asked for a further one claims the others from whichever server has them, under the lock of the customer.
 */

type OnListing = Pick<Order, 'customer' | 'listing'>
export type Claimer = Pick<OpenOrders, 'node' | 'fills' | 'isAlone' | 'claim'>

/** The reads of a command that may claim orders. A server that is alone has all of them. */
export const needClaims = ({ customer, listing }: OnListing, { isAlone }: Pick<Claimer, 'isAlone'>): NeededValue[] =>
  isAlone() ? [] : [need(ordersOnListing, { customer, listing })]

/** Claims the customer's open orders on a listing that other servers fill. */
export function claimIn(book: Book, { customer, listing }: OnListing, by: Claimer, now: Instant): void {
  for (const { order: read, processed } of book.on(ordersOnListing).list({ customer, listing })) {
    // An earlier command of the batch may have changed or ended it.
    const known = book.on(orders).find(read)
    const order = known ?? read
    if (!isOpen(order) || order.listing !== listing || by.fills(order.node)) continue
    const after = claimed(order, { node: by.node(), now, processed })
    if (known) book.on(orders).put(after)
    else book.on(ordersOnListing).put({ order: after, processed })
    by.claim(after)
  }
}

/** Claims the customer's open orders on a listing, before a command that changes or fills one of them. */
export const claiming = (of: OnListing, by: Claimer): Command<null> => ({
  customer: of.customer,
  topics: [],
  needs: [need(ordersOnListing, { customer: of.customer, listing: of.listing })],
  decide: (book, now) => {
    claimIn(book, of, by, now)
    return null
  },
})
