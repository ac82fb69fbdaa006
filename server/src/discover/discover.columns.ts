import { tickerOf, venueOf, type ListingId, type Venue } from '@lonja/core/base/amount'
import { LOCALES, type Language } from '@lonja/core/base/language'
import type { Instant } from '@lonja/core/base/instant'
import type { ListColumns } from '@lonja/core/discover/lists.rules'
import { isEffective, type MarketAction } from '@lonja/core/market/actions'
import type { Sector } from '@lonja/core/market/instruments'
import type { Instrument } from '@lonja/core/market/market.contract'
import type { Board } from '../market/market.board.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameFor } from '../market/market.replies.ts'

/** A filter by venue and sector; null means all. `us` is the three venues of the United States together. */
export interface ListFilter {
  readonly venue: Venue | 'us' | null
  readonly sector: Sector | null
}

/** The market data that does not change from second to second, as columns in the order of the instruments. */
export interface StaticColumns {
  readonly instruments: readonly Instrument[]
  readonly isIndex: Uint8Array
  readonly codeRank: Int32Array
  placeOf(listing: ListingId): number | undefined
  nameRank(language: Language): Int32Array
  /** The indexes of the instruments that pass a filter, market indices included. */
  among(which: ListFilter): Int32Array
  /** The columns that lists are sorted by, at the second of a board; computed once for each board. */
  columnsAt(board: Board): Omit<ListColumns, 'nameRank' | 'orders' | 'radar'>
}

export function fixedOf(market: Pick<Market, 'instruments' | 'actions' | 'sharesInIssue'>): StaticColumns {
  // The columns are those of the instruments of now.
  const instruments = [...market.instruments]
  const places = new Map(instruments.map(({ listing }, place) => [listing, place]))
  const isIndex = Uint8Array.from(instruments, ({ kind }) => (kind === 'index' ? 1 : 0))
  const sharesAt = sharesOf(market, places)
  const codes = instruments.map(({ listing }) => `${tickerOf(listing)} ${listing}`)
  const codeRank = ranksOf(codes, (a, b) => (a < b ? -1 : 1))
  const nameRanks = new Map<Language, Int32Array>()
  const cache = new Map<string, Int32Array>()
  const columns = new WeakMap<Board, ReturnType<StaticColumns['columnsAt']>>()
  return {
    instruments,
    isIndex,
    codeRank,
    placeOf: (listing) => places.get(listing),
    nameRank: (language) => {
      const known = nameRanks.get(language)
      if (known) return known
      const { compare } = new Intl.Collator(LOCALES[language])
      const ranks = ranksOf(
        instruments.map((instrument) => nameFor(instrument, language)),
        compare,
      )
      nameRanks.set(language, ranks)
      return ranks
    },
    among: ({ venue, sector }) => {
      const key = `${venue} ${sector}`
      const known = cache.get(key)
      if (known) return known
      const members = Int32Array.from(instruments.keys()).filter((place) =>
        isAmong(instruments[place] as Instrument, { venue, sector }),
      )
      cache.set(key, members)
      return members
    },
    columnsAt: (board) => {
      const known = columns.get(board)
      if (known) return known
      const { last, previousClose, volume } = inOrder(board, instruments, places)
      const shares = sharesAt(board.at)
      const fresh = {
        isIndex,
        codeRank,
        last,
        previousClose,
        volume,
        marketCap: last.map((price, n) => price * (shares[n] ?? 0)),
      }
      columns.set(board, fresh)
      return fresh
    },
  }
}

/** The shares in issue by instrument at an instant: those of companies that have split theirs are others from then on. */
function sharesOf(
  { instruments, actions, sharesInIssue }: Pick<Market, 'instruments' | 'actions' | 'sharesInIssue'>,
  places: ReadonlyMap<ListingId, number>,
): (at: Instant) => Float64Array {
  const whole = Float64Array.from(instruments, (instrument) => Number(instrument.sharesInIssue))
  let known: readonly MarketAction[] = []
  let splits: readonly MarketAction[] = []
  return (at) => {
    const announced = actions()
    if (known !== announced) {
      known = announced
      splits = announced.filter(({ kind }) => kind === 'split')
    }
    const effective = splits.filter((split) => isEffective(split, at))
    if (effective.length === 0) return whole
    const shares = whole.slice()
    for (const { listing } of effective) {
      const place = places.get(listing)
      if (place !== undefined) shares[place] = Number(sharesInIssue(listing, at))
    }
    return shares
  }
}

const isAmong = ({ listing, sector }: Instrument, among: ListFilter): boolean =>
  (among.sector === null || sector === among.sector) &&
  (among.venue === null || (among.venue === 'us' ? venueOf(listing) !== 'XMAD' : venueOf(listing) === among.venue))

function ranksOf(words: readonly string[], compare: (a: string, b: string) => number): Int32Array {
  const ranks = new Int32Array(words.length)
  const sorted = [...words.keys()].sort((a, b) => compare(words[a] as string, words[b] as string) || a - b)
  sorted.forEach((place, rank) => (ranks[place] = rank))
  return ranks
}

/** The board's columns in the order of the instruments. Most boards have that order already. */
function inOrder(board: Board, instruments: readonly Instrument[], places: ReadonlyMap<ListingId, number>) {
  if (
    board.listings.length === instruments.length &&
    board.listings.every((one, n) => one === instruments[n]?.listing)
  ) {
    return board
  }
  const moved = (column: Float64Array): Float64Array => {
    const to = new Float64Array(instruments.length)
    board.listings.forEach((listing, n) => {
      const place = places.get(listing)
      if (place !== undefined) to[place] = column[n] ?? 0
    })
    return to
  }
  return { last: moved(board.last), previousClose: moved(board.previousClose), volume: moved(board.volume) }
}
