import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Order } from '@lonja/core/orders/orders.rules'
import type { BookTable } from '../database/book.ts'
import { loadSet, texts, uuids } from '../database/columns.ts'
import { COLUMNS, orderIn, orders } from './orders.store.ts'
import { PROCESSED, PROCESSED_AT } from './progress.store.ts'

interface ListingOf {
  readonly customer: CustomerId
  readonly listing: ListingId
}

/** An open order, and the instant up to which its server has processed its quote events. */
interface OpenOrder {
  readonly order: Order
  readonly processed: Instant
}

const findOpen = loadSet<ListingOf, OpenOrder>(
  'find_open_orders_on_listings',
  [uuids(({ customer }) => customer), texts(({ listing }) => listing)],
  (cells) => ({ order: orderIn(cells), processed: PROCESSED_AT.ofCells(cells.slice(-2)).processed ?? 0 }),
  `select ${COLUMNS}, ${PROCESSED} as processed_at, o.ctid from $rows as wanted (customer, listing)
   join orders o on o.customer = wanted.customer and o.listing = wanted.listing
   left join order_conditions oc on oc.customer = o.customer and oc.id = o.id
   left join fill_progress p on p.node = o.node where o.ended_at is null`,
)

/**
 * The open orders of a customer on one listing, of whichever server, in a batch's book. Open orders have no index: the
 * orders of the customer are read, and only beside another server. They are saved before the order for which they were
 * claimed.
 */
export const ordersOnListing: BookTable<ListingOf, OpenOrder> = {
  load: findOpen,
  textOf: ({ listing }) => listing,
  keyOf: ({ order: { customer, listing } }) => ({ customer, listing }),
  idOf: ({ order }) => order.id,
  isFirst: true,
  save: (_added, changed) =>
    orders.save(
      [],
      changed.map(({ value, row }) => ({ value: value.order, row })),
    ),
}
