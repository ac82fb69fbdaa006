import type { LISTS, SORTS } from './discover.contract.ts'

export type ListName = (typeof LISTS)[number]
export type Sort = (typeof SORTS)[number]
export type Direction = 'up' | 'down'

/** The whole market as columns of equal length, a place an instrument. Prices in ten-thousandths; 0 says none. */
export interface ListColumns {
  readonly isIndex: readonly boolean[]
  readonly code: readonly string[]
  /** The place of each name in the alphabet of the caller's language. */
  readonly nameRank: ArrayLike<number>
  readonly last: ArrayLike<number>
  readonly previousClose: ArrayLike<number>
  readonly volume: ArrayLike<number>
  readonly marketCap: ArrayLike<number>
  /** How many orders customers of this house placed lately. */
  readonly orders: ArrayLike<number>
}

/** Change against the previous close; null without both prices. */
export function changeOf({ last, previousClose }: ListColumns, place: number): number | null {
  const before = previousClose[place] ?? 0
  const now = last[place] ?? 0
  return before > 0 && now > 0 ? now / before - 1 : null
}

/** What each list is sorted by where the caller does not say, and which way. */
const OWN_ORDER: Readonly<Record<ListName, { by: Exclude<Sort, 'list'> | 'orders'; direction: Direction }>> = {
  all: { by: 'marketCap', direction: 'down' },
  gainers: { by: 'change', direction: 'down' },
  losers: { by: 'change', direction: 'up' },
  active: { by: 'volume', direction: 'down' },
  popular: { by: 'orders', direction: 'down' },
  indices: { by: 'code', direction: 'up' },
}

/** A word is read from its beginning, a figure from its largest. */
const usualDirection = (sort: Sort): Direction => (sort === 'code' || sort === 'name' ? 'up' : 'down')

/**
 * The places of a list's instruments in the order that was asked for. Gainers are only what rose, losers what fell,
 * popular the fifty ordered most here, filled up with what is traded most. What has no figure comes last, whichever way; equals by code.
 */
export function listFor(
  columns: ListColumns,
  places: readonly number[],
  asked: { readonly list: ListName; readonly sort: Sort; readonly direction: Direction | null },
): number[] {
  const { list } = asked
  const own = OWN_ORDER[list]
  const by = asked.sort === 'list' ? own.by : asked.sort
  const usual = asked.sort === 'list' ? own.direction : usualDirection(asked.sort)
  const sign = (asked.direction ?? usual) === 'up' ? 1 : -1
  const listed = places.filter((place) => isIn(columns, list, place))
  const members = list === 'popular' ? mostPopular(columns, listed) : listed
  if (list === 'popular' && asked.sort === 'list') return sign < 0 ? members : members.toReversed()
  const keys = new Map(members.map((place) => [place, keyOf(columns, by, place)]))
  return members.sort((a, b) => {
    const [one, other] = [keys.get(a) ?? null, keys.get(b) ?? null]
    if (one !== other) {
      if (one === null) return 1
      if (other === null) return -1
      return one < other ? -sign : sign
    }
    return (columns.code[a] ?? '') < (columns.code[b] ?? '') ? -1 : 1
  })
}

function isIn(columns: ListColumns, list: ListName, place: number): boolean {
  if (list === 'indices') return columns.isIndex[place] === true
  if (columns.isIndex[place]) return false
  if (list === 'gainers') return (changeOf(columns, place) ?? 0) > 0
  if (list === 'losers') return (changeOf(columns, place) ?? 0) < 0
  return true
}

const POPULAR_MOST = 50

/** Ordered most first; of equals, traded most; then by code. */
const mostPopular = (columns: ListColumns, places: readonly number[]): number[] =>
  places
    .toSorted(
      (a, b) =>
        (columns.orders[b] ?? 0) - (columns.orders[a] ?? 0) ||
        (columns.volume[b] ?? 0) - (columns.volume[a] ?? 0) ||
        ((columns.code[a] ?? '') < (columns.code[b] ?? '') ? -1 : 1),
    )
    .slice(0, POPULAR_MOST)

function keyOf(columns: ListColumns, by: Exclude<Sort, 'list'> | 'orders', place: number): number | string | null {
  if (by === 'code') return columns.code[place] ?? null
  if (by === 'name') return columns.nameRank[place] ?? null
  if (by === 'change') return changeOf(columns, place)
  const figure = columns[by][place] ?? 0
  return figure === 0 && (by === 'last' || by === 'marketCap') ? null : figure
}
