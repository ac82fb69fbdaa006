import type { ListingId } from '@lonja/core/base/amount'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { listFor, orderFor, type Direction, type ListName, type Sort } from '@lonja/core/discover/lists.rules'
import type { Unusual } from '@lonja/core/discover/radar.rules'
import type { Board } from '../market/market.board.ts'
import type { Market } from '../market/market.quotes.ts'
import { dayLineTextFor } from '../market/market.lines.ts'
import { fixedOf, type ListFilter, type StaticColumns } from './discover.columns.ts'
import { radarOf } from './discover.radar.ts'

export interface ListQuery extends ListFilter {
  readonly list: ListName
  readonly sort: Sort
  readonly direction: Direction | null
  readonly language: Language
}

/** The indexes of a list's instruments, in order, at a second of the source's clock. */
export interface Order {
  readonly at: Instant
  readonly places: ArrayLike<number> & { slice(first: number, end: number): ArrayLike<number> & Iterable<number> }
}

export interface Lists {
  readonly fixed: StaticColumns
  /**
   * The order of a list at an instant, the same for every page of one walk. `goesOn` is true after the first page. A
   * past order that is no longer cached is sorted again at a limited rate; beyond that rate the current order is
   * returned.
   */
  orderAt(query: ListQuery, at: Instant, goesOn: boolean, orders: ReadonlyMap<ListingId, number>): Order
  /** Sorts given places by the current figures. */
  orderOf(places: readonly number[], query: Pick<ListQuery, 'sort' | 'direction' | 'language'>): number[]
  /** Computes what the radar needs. Resolves when it is ready, or after a limited wait. */
  readyForRadar(): Promise<void>
  /** Starts the radar's computation in advance, since a reader of any list may open the radar next. */
  prepareRadar(): void
  /** The move and the volume of an instrument's day as multiples of the usual ones; null if it is not on the radar. */
  unusual(place: number): Unusual | null
  /** The day so far as at most 30 closes in wire form; empty before the day's first trade. */
  lineOf(listing: ListingId): string
}

/** Orders of which only the first page was read stay about a minute; orders with further pages stay longer. */
const FRESH_KEPT = 300
const WALKED_KEPT = 600
/** The market must walk back for a board of the past. The interval keeps callers from overloading the house with it. */
const PAST_EVERY_MS = 10 * SECOND

export function listsOf(market: Market): Lists {
  const fixed = fixedOf(market)
  const radar = radarOf(market, fixed)
  const cache = keptOrders()
  const none = new Float64Array(market.instruments.length)
  let pastMadeAt = -Infinity

  const order = (query: ListQuery, board: Board, key: string, orders: ReadonlyMap<ListingId, number>): Order => {
    const columns = {
      ...fixed.columnsAt(board),
      nameRank: query.sort === 'name' ? fixed.nameRank(query.language) : fixed.codeRank,
      orders: query.list === 'popular' ? countsOf(orders, fixed) : none,
      radar: query.list === 'radar' ? radar.scoresAt(board) : none,
    }
    const ordered = { at: board.at, places: Int32Array.from(listFor(columns, fixed.among(query), query)) }
    cache.put(key, ordered)
    return ordered
  }
  return {
    fixed,
    orderAt: (query, at, goesOn, orders) => {
      const second = Math.floor(at / SECOND) * SECOND
      const known = cache.get(keyFor(query, second), goesOn)
      if (known) return known
      const now = market.now()
      const isPast = second < now - SECOND
      if (isPast && Math.abs(now - pastMadeAt) >= PAST_EVERY_MS) {
        pastMadeAt = now
        return order(query, market.board(at), keyFor(query, second), orders)
      }
      const board = market.board(isPast ? now : at)
      const key = keyFor(query, board.at)
      return cache.get(key, goesOn) ?? order(query, board, key, orders)
    },
    orderOf: (places, query) =>
      orderFor(
        {
          ...fixed.columnsAt(market.board()),
          nameRank: query.sort === 'name' ? fixed.nameRank(query.language) : fixed.codeRank,
          orders: none,
          radar: none,
        },
        places,
        query,
      ),
    readyForRadar: () => radar.ready(),
    prepareRadar: () => radar.prepare(),
    unusual: (place) => radar.of(place),
    lineOf: (listing) => dayLineTextFor(market, listing),
  }
}

const keyFor = ({ list, venue, sector, sort, direction, language }: ListQuery, second: Instant): string =>
  [second, list, venue, sector, sort, direction, sort === 'name' ? language : ''].join(' ')

function keptOrders() {
  const fresh = new Map<string, Order>()
  const walked = new Map<string, Order>()
  const put = (into: Map<string, Order>, most: number, key: string, order: Order): void => {
    into.delete(key)
    into.set(key, order)
    const [oldest] = into.keys()
    if (into.size > most && oldest !== undefined) into.delete(oldest)
  }
  return {
    get: (key: string, goesOn: boolean): Order | undefined => {
      const known = walked.get(key) ?? fresh.get(key)
      if (known && goesOn) put(walked, WALKED_KEPT, key, known)
      return known
    },
    put: (key: string, order: Order): void => put(fresh, FRESH_KEPT, key, order),
  }
}

function countsOf(orders: ReadonlyMap<ListingId, number>, { instruments, placeOf }: StaticColumns): Float64Array {
  const counts = new Float64Array(instruments.length)
  for (const [listing, count] of orders) {
    const place = placeOf(listing)
    if (place !== undefined) counts[place] = count
  }
  return counts
}
