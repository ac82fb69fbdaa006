import type { Amount, Asset, ListingId } from '@lonja/core/base/amount'
import type { OrderRow } from '@lonja/core/orders/orders.contract'

/** The open orders to cancel: all, those of one listing, those of one side, or both. */
export interface CancelChoice {
  readonly listing: ListingId | null
  readonly side: OrderRow['side'] | null
}

type CancelTarget = Pick<OrderRow, 'listing' | 'side'>

export const chosenOf = <Row extends CancelTarget>(
  rows: readonly Row[],
  { listing, side }: CancelChoice,
): readonly Row[] =>
  rows.filter((row) => (listing === null || row.listing === listing) && (side === null || row.side === side))

/** The amounts that orders hold now, summed by asset. */
export function heldBy(rows: readonly Pick<OrderRow, 'heldNow'>[]): readonly Amount[] {
  const sums = new Map<Asset, bigint>()
  for (const { asset, units } of rows.flatMap(({ heldNow }) => heldNow))
    sums.set(asset, (sums.get(asset) ?? 0n) + units)
  return [...sums].map(([asset, units]) => ({ asset, units }))
}

/** The listings of some orders with their names, each once. */
export function listingsOf(
  rows: readonly Pick<OrderRow, 'listing' | 'name'>[],
): readonly (readonly [ListingId, string])[] {
  return [...new Map(rows.map(({ listing, name }) => [listing, name]))]
}
