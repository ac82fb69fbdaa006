import type { PriceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { listWatches } from '@lonja/core/watchlist/watchlist.contract'

export type WatchlistRow = ReplyOf<typeof listWatches>['rows'][number]

/** A row of the list, in the fields that its order needs. */
export interface Sortable {
  readonly name: string
  readonly last: PriceE4 | null
  readonly previousClose: PriceE4 | null
}

export type WatchSort = 'own' | 'name' | 'last' | 'change'

/** The change since the previous close, in units comparable across prices; null if unknown. */
const changeOf = ({ last, previousClose }: Sortable): bigint | null =>
  last === null || previousClose === null || previousClose === 0n
    ? null
    : ((last - previousClose) * 1_000_000n) / previousClose

/** The list in its own order, or by a column. Rows without a figure come last in both directions. */
export function sortWatches<Row extends Sortable>(
  rows: readonly Row[],
  { by, down }: { by: WatchSort; down: boolean },
  locale: string,
): readonly Row[] {
  if (by === 'own') return rows
  const turn = down ? -1 : 1
  if (by === 'name') return rows.toSorted((a, b) => turn * a.name.localeCompare(b.name, locale))
  const key = (row: Row): bigint | null => (by === 'last' ? row.last : changeOf(row))
  return rows.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)]
    if (left === right) return 0
    if (left === null) return 1
    if (right === null) return -1
    return left > right ? turn : -turn
  })
}

/** The list with the item at `from` moved to `to`; places outside are clamped. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const place = Math.max(0, Math.min(items.length - 1, to))
  const item = items[from]
  if (item === undefined || place === from) return items
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, place), item, ...rest.slice(place)]
}
