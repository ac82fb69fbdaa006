import type { ListingId } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { Fill } from '@lonja/core/orders/fills.rules'
import { lotNumberFor } from '@lonja/core/orders/lots.rules'
import type { openCloseOut } from '@lonja/core/risk/risk.staff.contract'
import type { Tx } from '../database/db.ts'
import type { CloseOutLot, WholeCloseOut } from '../margin/closeouts.store.ts'
import { listFillsOf } from '../orders/fills.store.ts'

type Reply = ReplyOf<typeof openCloseOut>

/** The evidence of a close-out and what became of it: its quotes, each lot as it was, its orders with their fills. */
export async function closeOutReply(
  tx: Tx,
  { customer, rate, quotes, lots }: WholeCloseOut,
  nameOf: (listing: ListingId) => string,
): Promise<Pick<Reply, 'rate' | 'quotes' | 'lots'>> {
  const orders = lots.flatMap(({ order }) => (order === null ? [] : [order]))
  const fills = await listFillsOf(tx, customer, orders)
  return {
    rate,
    quotes: quotes.map(({ listing, quoteAt, last }) => ({ listing, name: nameOf(listing), at: quoteAt, last })),
    lots: lots.map((lot) => ({
      lot: lot.lot,
      number: lotNumberFor(lot.lot),
      listing: lot.listing,
      name: nameOf(lot.listing),
      shares: lot.left,
      closing: lot.closing,
      financed: lot.financedLeft,
      order: orderOf(lot, fills),
    })),
  }
}

function orderOf({ order, closed }: CloseOutLot, fills: readonly Fill[]): Reply['lots'][number]['order'] {
  if (order === null) return null
  const own = fills.filter((fill) => fill.order === order)
  return {
    id: order,
    shares: closed,
    filled: own.reduce((sum, { shares }) => sum + shares, 0n),
    fills: own.map(({ quote, shares, price }) => ({ at: quote.at, shares, price })),
  }
}
