import { currencyFor, otherCurrency, type Asset, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId, LotId } from '@lonja/core/base/ids'
import type { WatchedOrder } from '@lonja/core/orders/sharing.rules'
import { guard, reserve } from '@lonja/core/orders/asking.rules'
import { isOfBuy, type Order } from '@lonja/core/orders/orders.rules'
import { need, type Book, type NeededValue } from '../database/book.ts'
import { balances, lastEntries } from '../ledger/ledger.store.ts'
import { lots } from './lots.store.ts'

/** The topics of a command that fills or ends orders. */
export const TOPICS_CHANGED = ['orders', 'balances', 'notices'] as const

/** Reads that a posting needs: the balances that it may change, and the number of the customer's last entry. */
export const needBalances = (customer: CustomerId, assets: readonly Asset[]): NeededValue[] => [
  need(lastEntries, { customer }),
  ...assets.map((asset) => need(balances, { customer, asset })),
]

/** The assets that an order may change: its shares and both currencies, since either may pay for it. */
export const assetsOf = (listing: ListingId): Asset[] => {
  const currency = currencyFor(listing)
  return [listing, currency, otherCurrency(currency)]
}

/** The assets that fills change: the shares, their currency, and the holds in the other currency. */
export function assetsFilled(listing: ListingId, members: readonly WatchedOrder[]): Asset[] {
  const currency = currencyFor(listing)
  const other = otherCurrency(currency)
  // An exit that is reached ends its buy, which may hold the other currency.
  const isOther = members.some(({ order }) => isOfBuy(order) || order.held.some(({ asset }) => asset === other))
  return isOther ? [listing, currency, other] : [listing, currency]
}

/**
 * Reserves more shares of the lots that a sell closes, or fewer: of the lot that it names, or of the lots of the buy whose
 * exit it is, fewer of `first` before the others. Any other order reserves none.
 */
export function putReserved(
  book: Book,
  { customer, listing, conditions }: Order,
  more: bigint,
  first: LotId | null = null,
): void {
  const { lot = null, ofBuy = null } = conditions ?? {}
  if (lot === null && ofBuy === null) return
  const own = book.on(lots).list({ customer, listing })
  if (ofBuy !== null) for (const after of guard(own, ofBuy, more, first)) book.on(lots).put(after)
  const after = reserve(own, { lot }, more)
  if (after) book.on(lots).put(after)
}
