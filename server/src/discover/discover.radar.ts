import { venueOf, type Venue } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import { changeOf } from '@lonja/core/discover/lists.rules'
import { mayBeUnusual, paceFor, radarScore, unusualFor, type Unusual } from '@lonja/core/discover/radar.rules'
import type { Instrument } from '@lonja/core/market/market.contract'
import type { Board } from '../market/market.board.ts'
import type { Market } from '../market/market.quotes.ts'
import type { StaticColumns } from './discover.columns.ts'
import { usualsOf } from './discover.usuals.ts'

/**
 * The instruments with an unusual day. Only those that move enough, and those that measure a venue's pace, are
 * computed.
 */
export interface Radar {
  /**
   * A score of how unusual each instrument's day is, at a board's second; 0 for an instrument that is not on the radar.
   */
  scoresAt(board: Board): Float64Array
  of(place: number): Unusual | null
  ready(): Promise<void>
  /** Starts the computation in advance. */
  prepare(): void
}

/** The pace of a venue is measured on this many of its largest shares. */
const PACE_OF = 60
/** The first caller of a day waits at most this long for the whole radar, and then gets the part that is ready. */
const PATIENCE_MS = 4_000
const PREPARE_EVERY_MS = MINUTE

export function radarOf(market: Market, fixed: StaticColumns): Radar {
  const usuals = usualsOf(market)
  const pacers = pacersOf(fixed)
  const cache = new WeakMap<Board, { readonly scores: Float64Array; readonly unusual: ReadonlyMap<number, Unusual> }>()

  const scoredAt = (board: Board) => {
    const known = cache.get(board)
    if (known) return known
    const columns = fixed.columnsAt(board)
    const paces = new Map<Venue, number>()
    for (const [venue, places] of pacers) {
      paces.set(venue, paceFor(places.map((place) => (columns.volume[place] ?? 0) / (usuals.of(place)?.volume ?? NaN))))
    }
    const scores = new Float64Array(fixed.instruments.length)
    const unusuals = new Map<number, Unusual>()
    for (const place of candidatesAt(board)) {
      const usual = usuals.of(place)
      const change = changeOf(columns, place) ?? 0
      const pace = paces.get(venueAt(place)) ?? 0
      const unusual = usual && unusualFor({ change, volume: columns.volume[place] ?? 0 }, usual, pace)
      if (!unusual) continue
      unusuals.set(place, unusual)
      scores[place] = radarScore(unusual)
    }
    const both = { scores, unusual: unusuals }
    cache.set(board, both)
    return both
  }
  const venueAt = (place: number): Venue => venueOf((fixed.instruments[place] as Instrument).listing)
  const candidatesAt = (board: Board): number[] => {
    const columns = fixed.columnsAt(board)
    return [...fixed.instruments.keys()].filter(
      (place) => fixed.isIndex[place] === 0 && mayBeUnusual(changeOf(columns, place) ?? 0),
    )
  }
  const want = (patienceMs: number): Promise<void> =>
    usuals.want([...[...pacers.values()].flat(), ...candidatesAt(market.board())], patienceMs)
  let preparedAt = -Infinity
  return {
    scoresAt: (board) => scoredAt(board).scores,
    of: (place) => scoredAt(market.board()).unusual.get(place) ?? null,
    ready: () => want(PATIENCE_MS),
    prepare: () => {
      if (Math.abs(market.now() - preparedAt) < PREPARE_EVERY_MS) return
      preparedAt = market.now()
      // A caller of `ready` receives the error.
      want(0).catch(() => undefined)
    },
  }
}

/** The shares of each venue with the most shares in issue. */
function pacersOf({ instruments, isIndex }: StaticColumns): ReadonlyMap<Venue, readonly number[]> {
  const byVenue = new Map<Venue, number[]>()
  const largest = [...instruments.keys()]
    .filter((place) => isIndex[place] === 0)
    .sort((a, b) => Number((instruments[b]?.sharesInIssue ?? 0n) - (instruments[a]?.sharesInIssue ?? 0n)))
  for (const place of largest) {
    const venue = venueOf((instruments[place] as Instrument).listing)
    const places = byVenue.get(venue) ?? []
    if (places.length < PACE_OF) byVenue.set(venue, [...places, place])
  }
  return byVenue
}
