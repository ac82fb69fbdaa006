import type { ListingId } from '@lonja/core/base/amount'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import type { DayFigures } from '@lonja/core/market/market.contract'
import type { Source } from '@lonja/core/market/market.source'

/**
 * The day's figures of all instruments at one instant, one index per instrument. Prices in ten-thousandths; 0 means
 * none.
 */
export interface Board {
  readonly at: Instant
  readonly listings: readonly ListingId[]
  readonly last: Float64Array
  readonly previousClose: Float64Array
  readonly volume: Float64Array
}

/**
 * A source that knows the figures of all its instruments at once. The next answer may overwrite the columns of this
 * one.
 */
export interface BoardSource extends Source {
  readonly boardAt: (until: Instant) => Omit<Board, 'at'>
  /** Does the slow preparation for the first answer, a little with each step. */
  readonly warmBoard?: (until: Instant) => Iterable<unknown>
}

/**
 * Boards in the cache. A board of nine thousand instruments takes 230 KB. Sorted lists have their own cache and need no
 * board.
 */
const KEPT = 10

/** The slow preparation for the first board, a little with each step. */
export const warmingOf = (source: Source, until: Instant): Iterable<unknown> =>
  ('warmBoard' in source && (source as BoardSource).warmBoard?.(until)) || []

/**
 * The board at a past instant, rounded down to the second. Each second is computed once; the latest boards are cached.
 */
export function boards(source: Source): (at: Instant) => Board {
  const kept = new Map<Instant, Board>()
  return (at) => {
    const second = Math.floor(at / SECOND) * SECOND
    const known = kept.get(second)
    if (known) return known
    const board = makeBoard(source, second)
    kept.set(second, board)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return board
  }
}

function makeBoard(source: Source, at: Instant): Board {
  if ('boardAt' in source) {
    const { listings, last, previousClose, volume } = (source as BoardSource).boardAt(at)
    return { at, listings, last: last.slice(), previousClose: previousClose.slice(), volume: volume.slice() }
  }
  const listings = source.instruments.map(({ listing }) => listing)
  const days = listings.map((listing) => source.dayFiguresAt(listing, at))
  const column = (of: (day: DayFigures) => bigint | null): Float64Array =>
    Float64Array.from(days, (day) => (day ? Number(of(day) ?? 0n) : 0))
  return {
    at,
    listings,
    last: column((day) => day.last),
    previousClose: column((day) => day.previousClose),
    volume: column((day) => day.volume),
  }
}
