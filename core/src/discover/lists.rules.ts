import type { LISTS, SORTS } from './discover.contract.ts'

export type ListName = (typeof LISTS)[number]
export type Sort = (typeof SORTS)[number]
export type Direction = 'up' | 'down'

/** The whole market as columns of equal length, a place an instrument. Prices in ten-thousandths; 0 says none. */
export interface ListColumns {
  /** 1 for an index. */
  readonly isIndex: ArrayLike<number>
  /** The place of each code in the alphabet. */
  readonly codeRank: ArrayLike<number>
  /** The place of each name in the alphabet of the caller's language. */
  readonly nameRank: ArrayLike<number>
  readonly last: ArrayLike<number>
  readonly previousClose: ArrayLike<number>
  readonly volume: ArrayLike<number>
  readonly marketCap: ArrayLike<number>
  /** How many orders customers of this house placed lately. */
  readonly orders: ArrayLike<number>
  /** How unusual the day is for it (`unusualFor`); 0 for what is not on the radar. */
  readonly radar: ArrayLike<number>
}

/** Change against the previous close; null without both prices. */
export function changeOf(columns: Pick<ListColumns, 'last' | 'previousClose'>, place: number): number | null {
  const change = changeAt(columns, place)
  return Number.isNaN(change) ? null : change
}

function changeAt({ last, previousClose }: Pick<ListColumns, 'last' | 'previousClose'>, place: number): number {
  const before = previousClose[place] ?? 0
  const now = last[place] ?? 0
  return before > 0 && now > 0 ? now / before - 1 : NaN
}

type Column = Exclude<Sort, 'list'> | 'orders' | 'radar'

/** What each list is sorted by where the caller does not say, and which way. */
const OWN_ORDER: Readonly<Record<ListName, { by: Column; direction: Direction }>> = {
  all: { by: 'marketCap', direction: 'down' },
  gainers: { by: 'change', direction: 'down' },
  losers: { by: 'change', direction: 'up' },
  active: { by: 'volume', direction: 'down' },
  popular: { by: 'orders', direction: 'down' },
  radar: { by: 'radar', direction: 'down' },
  indices: { by: 'code', direction: 'up' },
}

/** A word is read from its beginning, a figure from its largest. */
const usualDirection = (sort: Sort): Direction => (sort === 'code' || sort === 'name' ? 'up' : 'down')

export interface Asked {
  readonly sort: Sort
  readonly direction: Direction | null
}

/**
 * The places of a list's instruments in the order that was asked for. Gainers are only what rose, losers what fell, the
 * radar what is unusual, popular the fifty ordered most here, filled up with what is traded most. What has no figure comes
 * last, whichever way; equals by code.
 */
export function listFor(
  columns: ListColumns,
  places: ArrayLike<number>,
  { list, sort, direction }: Asked & { readonly list: ListName },
): number[] {
  const own = OWN_ORDER[list]
  const usual = sort === 'list' ? own.direction : usualDirection(sort)
  const up = (direction ?? usual) === 'up'
  const listed = Array.from(places).filter((place) => isIn(columns, list, place))
  if (list !== 'popular') return sortedBy(columns, listed, sort === 'list' ? own.by : sort, up)
  const members = mostPopular(columns, listed)
  if (sort === 'list') return up ? members.toReversed() : members
  return sortedBy(columns, members, sort, up)
}

/** Some places of one's own choice, in the order that was asked for; as they come where none was. */
export function orderFor(columns: ListColumns, places: readonly number[], { sort, direction }: Asked): number[] {
  if (sort === 'list') return direction === 'down' ? places.toReversed() : [...places]
  return sortedBy(columns, [...places], sort, (direction ?? usualDirection(sort)) === 'up')
}

/** Sorts the places themselves: their figures are read once, so that a comparison is a few numbers. */
function sortedBy(columns: ListColumns, places: number[], by: Column, up: boolean): number[] {
  const { codeRank } = columns
  const figures = new Float64Array(codeRank.length)
  for (const place of places) figures[place] = figureOf(columns, by, place)
  const sign = up ? 1 : -1
  return places.sort((a, b) => {
    const [one, other] = [figures[a] as number, figures[b] as number]
    if (one < other) return -sign
    if (one > other) return sign
    if (one !== other) {
      // A figure that is none is unequal to itself.
      if (one === one) return -1
      if (other === other) return 1
    }
    return (codeRank[a] ?? 0) - (codeRank[b] ?? 0)
  })
}

function isIn(columns: ListColumns, list: ListName, place: number): boolean {
  if (list === 'indices') return columns.isIndex[place] === 1
  if (columns.isIndex[place] === 1) return false
  if (list === 'gainers') return changeAt(columns, place) > 0
  if (list === 'losers') return changeAt(columns, place) < 0
  if (list === 'radar') return (columns.radar[place] ?? 0) > 0
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
        (columns.codeRank[a] ?? 0) - (columns.codeRank[b] ?? 0),
    )
    .slice(0, POPULAR_MOST)

/** NaN where there is none. */
function figureOf(columns: ListColumns, by: Column, place: number): number {
  if (by === 'code') return columns.codeRank[place] ?? NaN
  if (by === 'name') return columns.nameRank[place] ?? NaN
  if (by === 'change') return changeAt(columns, place)
  const figure = columns[by][place] ?? 0
  return figure === 0 && (by === 'last' || by === 'marketCap') ? NaN : figure
}
