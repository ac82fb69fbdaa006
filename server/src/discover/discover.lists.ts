import { tickerOf, venueOf, type ListingId, type PriceE4, type Venue } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { MINUTE } from '@lonja/core/base/instant'
import { LOCALES, type Language } from '@lonja/core/base/language'
import { listFor, type Direction, type ListName, type Sort } from '@lonja/core/discover/lists.rules'
import type { Instrument } from '@lonja/core/market/market.contract'
import type { Board } from '../market/market.board.ts'
import type { Market } from '../market/market.quotes.ts'
import { dayLineFor, nameFor } from '../market/market.replies.ts'

export interface AskedList {
  readonly list: ListName
  readonly venue: Venue | 'us' | null
  readonly sort: Sort
  readonly direction: Direction | null
  readonly language: Language
}

export interface Lists {
  /** The listings of a list in their order at an instant of the source's clock: the same for every page of one walk. */
  orderAt(asked: AskedList, at: Instant, orders: ReadonlyMap<ListingId, number>): readonly ListingId[]
  /** The day so far as at most 30 closes; empty before the day's first trade. */
  lineOf(listing: ListingId): readonly PriceE4[]
}

const ORDERS_KEPT = 200

export function listsOf(market: Market): Lists {
  const ranks = new Map<Language, ReadonlyMap<ListingId, number>>()
  const rankIn = (language: Language): ReadonlyMap<ListingId, number> => {
    const known = ranks.get(language) ?? nameRanks(market.instruments, language)
    ranks.set(language, known)
    return known
  }
  const kept = new Map<string, readonly ListingId[]>()
  const lines = new Map<ListingId, { readonly minute: number; readonly line: readonly PriceE4[] }>()
  return {
    orderAt: (asked, at, orders) => {
      const board = market.board(at)
      const { list, venue, sort, direction, language } = asked
      const key = [board.at, list, venue, sort, direction, sort === 'name' ? language : ''].join(' ')
      const known = kept.get(key) ?? sorted(market, board, asked, rankIn(language), orders)
      kept.set(key, known)
      const [oldest] = kept.keys()
      if (kept.size > ORDERS_KEPT && oldest !== undefined) kept.delete(oldest)
      return known
    },
    lineOf: (listing) => {
      const minute = Math.floor(market.now() / MINUTE)
      const known = lines.get(listing)
      if (known?.minute === minute) return known.line
      const line = dayLineFor(market, listing)
      lines.set(listing, { minute, line })
      return line
    },
  }
}

function sorted(
  market: Market,
  board: Board,
  { list, venue, sort, direction }: AskedList,
  ranks: ReadonlyMap<ListingId, number>,
  orders: ReadonlyMap<ListingId, number>,
): ListingId[] {
  const instruments = board.listings.map((listing) => market.find(listing))
  const columns = {
    isIndex: instruments.map((instrument) => instrument?.kind === 'index'),
    code: board.listings.map(tickerOf),
    nameRank: board.listings.map((listing) => ranks.get(listing) ?? 0),
    last: board.last,
    previousClose: board.previousClose,
    volume: board.volume,
    marketCap: instruments.map(
      (instrument, place) => (board.last[place] ?? 0) * Number(instrument?.sharesInIssue ?? 0n),
    ),
    orders: board.listings.map((listing) => orders.get(listing) ?? 0),
  }
  const places = [...board.listings.keys()].filter((place) => isAt(venue, board.listings[place] as ListingId))
  return listFor(columns, places, { list, sort, direction }).map((place) => board.listings[place] as ListingId)
}

/** `us` is the three venues of the United States together. */
const isAt = (venue: AskedList['venue'], listing: ListingId): boolean =>
  venue === null || (venue === 'us' ? venueOf(listing) !== 'XMAD' : venueOf(listing) === venue)

function nameRanks(instruments: readonly Instrument[], language: Language): ReadonlyMap<ListingId, number> {
  const { compare } = new Intl.Collator(LOCALES[language])
  const named = instruments.map((instrument) => ({ ...instrument, shown: nameFor(instrument, language) }))
  return new Map(named.sort((a, b) => compare(a.shown, b.shown)).map(({ listing }, rank) => [listing, rank]))
}
