import { HOUR } from '../base/instant.ts'
import type { LISTS, SORTS } from './discover.contract.ts'

/** Listings, or days of reports, on a page of the list, unless the call says how many. */
export const LIST_PAGE = 50

/** The popular list counts the orders of the last day. */
export const POPULAR_MS = 24 * HOUR

export type ListName = (typeof LISTS)[number]
export type Sort = (typeof SORTS)[number]
export type Direction = 'up' | 'down'

/**
 * The whole market as columns of equal length, one place per instrument. Prices are in ten-thousandths; 0 means none.
 */
export interface ListColumns {
  /** 1 for an index. */
  readonly isIndex: ArrayLike<number>
  /** Each code's rank in alphabetical order. */
  readonly codeRank: ArrayLike<number>
  /** Each name's rank in the alphabetical order of the caller's language. */
  readonly nameRank: ArrayLike<number>
  readonly last: ArrayLike<number>
  readonly previousClose: ArrayLike<number>
  readonly volume: ArrayLike<number>
  readonly marketCap: ArrayLike<number>
  /** The number of orders that this house's customers placed lately. */
  readonly orders: ArrayLike<number>
  /** The radar score of the instrument's day (`unusualFor`); 0 if it is not on the radar. */
  readonly radar: ArrayLike<number>
}

/** The change against the previous close; null unless both prices exist. */
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

/** The default sort column and direction of each list. */
const OWN_ORDER: Readonly<Record<ListName, { by: Column; direction: Direction }>> = {
  all: { by: 'marketCap', direction: 'down' },
  gainers: { by: 'change', direction: 'down' },
  losers: { by: 'change', direction: 'up' },
  active: { by: 'volume', direction: 'down' },
  popular: { by: 'orders', direction: 'down' },
  radar: { by: 'radar', direction: 'down' },
  indices: { by: 'code', direction: 'up' },
}

/** Text sorts upwards by default, figures downwards. */
const usualDirection = (sort: Sort): Direction => (sort === 'code' || sort === 'name' ? 'up' : 'down')

export interface ListRequest {
  readonly sort: Sort
  readonly direction: Direction | null
}

/**
 * The places of a list's instruments in the requested order. Gainers have risen, losers have fallen, the radar has
 * unusual ones; popular has the fifty with the most orders here, filled up with the most traded. Missing figures come
 * last in both directions; ties are broken by code.
 */
export function listFor(
  columns: ListColumns,
  places: ArrayLike<number>,
  { list, sort, direction }: ListRequest & { readonly list: ListName },
): number[] {
  const defaults = OWN_ORDER[list]
  const usual = sort === 'list' ? defaults.direction : usualDirection(sort)
  const up = (direction ?? usual) === 'up'
  const listed = Array.from(places).filter((place) => isIn(columns, list, place))
  if (list !== 'popular') return sortedBy(columns, listed, sort === 'list' ? defaults.by : sort, up)
  const members = mostPopular(columns, listed)
  if (sort === 'list') return up ? members.toReversed() : members
  return sortedBy(columns, members, sort, up)
}

/** The given places in the requested order, or unchanged if none was requested. */
export function orderFor(columns: ListColumns, places: readonly number[], { sort, direction }: ListRequest): number[] {
  if (sort === 'list') return direction === 'down' ? places.toReversed() : [...places]
  return sortedBy(columns, [...places], sort, (direction ?? usualDirection(sort)) === 'up')
}

/** Sort the places themselves. Their figures are read once, so that a comparison touches only a few numbers. */
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
      // NaN is unequal to itself.
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

/** Most orders first; ties by most traded, then by code. */
const mostPopular = (columns: ListColumns, places: readonly number[]): number[] =>
  places
    .toSorted(
      (a, b) =>
        (columns.orders[b] ?? 0) - (columns.orders[a] ?? 0) ||
        (columns.volume[b] ?? 0) - (columns.volume[a] ?? 0) ||
        (columns.codeRank[a] ?? 0) - (columns.codeRank[b] ?? 0),
    )
    .slice(0, POPULAR_MOST)

/** NaN if there is none. */
function figureOf(columns: ListColumns, by: Column, place: number): number {
  if (by === 'code') return columns.codeRank[place] ?? NaN
  if (by === 'name') return columns.nameRank[place] ?? NaN
  if (by === 'change') return changeAt(columns, place)
  const figure = columns[by][place] ?? 0
  return figure === 0 && (by === 'last' || by === 'marketCap') ? NaN : figure
}
