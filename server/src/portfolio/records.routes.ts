import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import type { InputOf } from '@lonja/core/base/contract'
import type { CustomerId, OrderId } from '@lonja/core/base/ids'
import { downloadRecords } from '@lonja/core/portfolio/records.contract'
import { readCustomer } from '../accounts/accounts.store.ts'
import type { Db } from '../database/db.ts'
import { onFile, type FileContext } from '../door/serve.files.ts'
import type { Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listFillsOf } from '../orders/fills.store.ts'
import { listOrdersOf } from '../orders/orders.store.ts'
import { countFile } from './files.actions.ts'
import { recordsCsvOf, type RecordedOrder } from './records.csv.ts'

/** The orders of one piece of the file. */
const PIECE = 500

type Filter = InputOf<typeof downloadRecords>

/** The records of orders as a file. */
export const recordsRoutes = (market: Market): Route[] => [
  onFile(downloadRecords, {
    shut: countFile,
    handle: async ({ tx, house, customer, now, language }: FileContext, filter) => {
      const { displayName, phone } = await readCustomer(tx, customer)
      const pieces = recordsCsvOf({
        customer: { id: customer, name: displayName, phone: maskedPhone(phone) },
        language,
        madeAt: now,
        source: { name: market.name, label: market.label },
        nameOf: (listing) => nameOf(market, listing, language),
        filter,
        records: recordsOf(house.db, customer, filter),
      })
      const day = new Date(now).toISOString().slice(0, 10)
      return { file: { name: `lonja-${filter.which}-${day}.csv`, type: 'text/csv; charset=utf-8', pieces } }
    },
  }),
]

/** The orders that a filter leaves with their fills, newest first, piece by piece. An order keeps its place in the list. */
async function* recordsOf(
  db: Db,
  customer: CustomerId,
  { which, listing, from, to }: Filter,
): AsyncGenerator<readonly RecordedOrder[]> {
  for (let after: OrderId | null = null; ;) {
    const piece: RecordedOrder[] = await db.read(async (tx) => {
      const orders = await listOrdersOf(tx, customer, { which, listing: listing ?? null, after, from, to }, PIECE)
      const ids = orders.filter(({ filled }) => filled > 0n).map(({ id }) => id)
      const fills = await listFillsOf(tx, customer, ids)
      return orders.map((order) => ({ order, fills: fills.filter((fill) => fill.order === order.id) }))
    })
    const last = piece.at(-1)
    if (!last) return
    yield piece
    after = last.order.id
  }
}
