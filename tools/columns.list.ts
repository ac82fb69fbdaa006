import type { Listed } from './columns.ts'

const ORDERS = 'server/src/orders/orders.store.ts'

/** Every column that speaks of a price, a rate, odds or a result, with its one writer and why it is no way to steer one. */
export const COLUMNS: readonly Listed[] = [
  {
    table: 'orders',
    column: 'limit_e4',
    writer: ORDERS,
    changes: 'never',
    because: 'a term that the customer states, frozen when the order is placed',
  },
]
