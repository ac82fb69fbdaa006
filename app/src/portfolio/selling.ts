import { wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { OrderId } from '@lonja/core/base/ids'
import type { Ticket, placeOrder } from '@lonja/core/orders/orders.contract'
import type { previewSales } from '@lonja/core/portfolio/sales.contract'
import type { ChangeState } from '@lonja/kit/series'

export type SaleRow = ReplyOf<typeof previewSales>['rows'][number]

/** The sale of one position as it was confirmed: its order keeps its id, so it is placed once however often it is sent. */
export interface ConfirmedSale {
  readonly row: SaleRow
  readonly ticket: Ticket
}

/** One market order for all free shares of each position that can be sold now. */
export const confirmSales = (rows: readonly SaleRow[], newId: () => OrderId): readonly ConfirmedSale[] =>
  rows
    .filter(({ obstacle }) => obstacle === null)
    .map((row) => ({
      row,
      ticket: {
        id: newId(),
        listing: row.listing,
        side: 'sell',
        shares: wholeShares(row.selling),
        limit: null,
        timeInForce: 'day',
      },
    }))

type SentById = Readonly<Record<string, ChangeState<typeof placeOrder>>>

/** The sales whose order is not known to be accepted: refused, without an answer, or not sent. */
export const remainingSales = (sales: readonly ConfirmedSale[], sent: SentById): readonly ConfirmedSale[] =>
  sales.filter(({ ticket }) => sent[ticket.id]?.state !== 'accepted')
