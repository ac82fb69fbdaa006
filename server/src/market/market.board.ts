import type { ListingId } from '@lonja/core/base/amount'
import { SECOND, type Instant } from '@lonja/core/base/instant'
import type { DayFigures } from '@lonja/core/market/market.contract'
import type { Source } from '@lonja/core/market/market.source'

/** The day's figures of all instruments at one instant, a place an instrument. Prices in ten-thousandths; 0 says none. */
export interface Board {
  readonly at: Instant
  readonly listings: readonly ListingId[]
  readonly last: Float64Array
  readonly previousClose: Float64Array
  readonly volume: Float64Array
}

/** A source that knows the figures of all its instruments at once. Its columns may be used again by its next answer. */
export interface BoardSource extends Source {
  readonly boardAt: (until: Instant) => Omit<Board, 'at'>
  /** Makes what the first answer takes long for, a little a step. */
  readonly warmBoard?: (until: Instant) => Iterable<unknown>
}

/** A board of nine thousand instruments is 230 KB. The orders of lists are kept apart: a walk through one needs no board. */
const KEPT = 10

/** What has to be done before the first board is quick, a little a step. */
export const warmingOf = (source: Source, until: Instant): Iterable<unknown> =>
  ('warmBoard' in source && (source as BoardSource).warmBoard?.(until)) || []

/** The board at an instant that is over, to the second below it: made once a second at most, the latest ones are kept. */
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
