import type { ListingId } from '@lonja/core/base/amount'
import { HOUR, SECOND, type Instant } from '@lonja/core/base/instant'
import type { DayFigures } from '@lonja/core/market/market.contract'
import { isEffective, type MarketAction } from '@lonja/core/market/actions'
import { withActions } from '@lonja/core/market/adjusting'
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

/** A source whose board has some listings' figures as they are shown: adjusted for the splits that have taken effect. */
export function withAdjustedRows(source: BoardSource, moved: (until: Instant) => Iterable<ListingId>): BoardSource {
  const { dayFiguresAt } = withActions(source)
  let rows: ReadonlyMap<ListingId, number> = new Map()
  return {
    ...source,
    boardAt: (until) => {
      const board = source.boardAt(until)
      if (rows.size !== board.listings.length) rows = new Map(board.listings.map((listing, row) => [listing, row]))
      for (const listing of moved(until)) {
        const row = rows.get(listing)
        if (row === undefined) continue
        const figures = dayFiguresAt(listing, until)
        board.last[row] = Number(figures?.last ?? 0n)
        board.previousClose[row] = Number(figures?.previousClose ?? 0n)
        board.volume[row] = Number(figures?.volume ?? 0n)
      }
      return board
    },
  }
}

/** Longer than any venue stays closed: a board has a close of before a split until the day after its ex-day. */
const SPLIT_SHOWN_MS = 12 * 24 * HOUR

/** A practice market whose board is adjusted around the ex-days of splits. Its other rows are as its figures are. */
export function withSplitBoard(source: BoardSource): BoardSource {
  let known: readonly MarketAction[] = []
  let splits: readonly MarketAction[] = []
  return withAdjustedRows(source, (until) => {
    const announced = source.actionsBy?.(source.now()) ?? []
    if (known !== announced) {
      known = announced
      splits = announced.filter(({ kind }) => kind === 'split')
    }
    return splits
      .filter((split) => isEffective(split, until) && until < split.exAt + SPLIT_SHOWN_MS)
      .map(({ listing }) => listing)
  })
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
  const cache = new Map<Instant, Board>()
  return (at) => {
    const second = Math.floor(at / SECOND) * SECOND
    const known = cache.get(second)
    if (known) return known
    const board = makeBoard(source, second)
    cache.set(second, board)
    const [oldest] = cache.keys()
    if (cache.size > KEPT && oldest !== undefined) cache.delete(oldest)
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
