import type { ListingId } from '../base/amount.ts'
import { MINUTE, type Instant } from '../base/instant.ts'
import type { Instrument } from '../market/market.contract.ts'
import { eventAt, follower, hasBegun, instantOf, prepareNext, volumeSoFar, type LineState } from './lines.ts'
import type { Row, Rows } from './world.ts'

/**
 * The columns of every instrument for lists. All figures are 0 where nothing is known. The next call reuses the object.
 */
export interface Board {
  readonly listings: readonly ListingId[]
  /** Prices in ten-thousandths, volume in shares. */
  readonly last: Float64Array
  /** 0 on the first day of the history. */
  readonly previousClose: Float64Array
  readonly volume: Float64Array
  /** The time of `last`. */
  readonly at: Float64Array
}

export interface BoardMaker {
  /** All rows at once. It is cheap enough for every second, because each row only advances to its newest trade. */
  (until: Instant): Board
  /** The first call costs as much as a hundred others; this does its work a few rows at a time. */
  warmUp(until: Instant): Generator<void, void, void>
}

/**
 * The next minute of all rows is prepared over this many calls of one minute, because all at once would block for a
 * moment.
 */
const CALLS_TO_PREPARE = 40
const ROWS_AT_ONCE = 64
const PAST_MS = 2 * MINUTE

export function boardFor(
  instruments: readonly Pick<Instrument, 'listing'>[],
  rowsOf: Rows,
  lineStateAt: (row: Row, until: Instant) => LineState | null,
): BoardMaker {
  let { board, previousDay } = emptyBoard(instruments)
  let rows: readonly Row[] | null = null
  let prepared = 0
  let latest = -Infinity

  const prepareSome = (all: readonly Row[], until: Instant): void => {
    for (let n = 0; n * CALLS_TO_PREPARE < all.length; n++) {
      prepared = (prepared + 1) % all.length
      const row = all[prepared]!
      const lineState = lineStateAt(row, until)
      if (lineState) prepareNext(row.line, lineState)
    }
  }
  /** Instruments that were listed meanwhile have rows of their own from now on. */
  const grow = (): void => {
    if (board.listings.length === instruments.length) return
    rows = null
    ;({ board, previousDay } = emptyBoard(instruments))
  }
  const boardAt = (until: Instant): Board => {
    grow()
    rows ??= board.listings.map((listing) => rowsOf.get(listing)!)
    // A board of the past does not move the lines from the present: moving them back costs as much as the first board.
    const isPast = until < latest - PAST_MS
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place]!
      fill(board, previousDay, place, row, isPast ? newLineState(row, until) : lineStateAt(row, until))
    }
    latest = Math.max(latest, until)
    if (!isPast) prepareSome(rows, until)
    return board
  }
  function* warmUp(until: Instant): Generator<void, void, void> {
    grow()
    for (let place = 0; place < board.listings.length; place++) {
      const row = rowsOf.get(board.listings[place]!)!
      fill(board, previousDay, place, row, lineStateAt(row, until))
      if (place % ROWS_AT_ONCE === 0) yield
    }
  }
  return Object.assign(boardAt, { warmUp })
}

function emptyBoard(instruments: readonly Pick<Instrument, 'listing'>[]): { board: Board; previousDay: Int32Array } {
  const listings = instruments.map(({ listing }) => listing)
  const column = (): Float64Array => new Float64Array(listings.length)
  const board = { listings, last: column(), previousClose: column(), volume: column(), at: column() }
  return { board, previousDay: new Int32Array(listings.length).fill(-2) }
}

function newLineState({ line }: Row, until: Instant): LineState | null {
  const event = eventAt(line, until)
  return event && follower(line)(event)
}

function fill(board: Board, previousDay: Int32Array, place: number, { line }: Row, lineState: LineState | null): void {
  if (!lineState) {
    for (const column of [board.last, board.previousClose, board.volume, board.at]) column[place] = 0
    previousDay[place] = -2
    return
  }
  board.last[place] = lineState.last
  board.volume[place] = volumeSoFar(line, lineState)
  board.at[place] = instantOf(line, lineState.event)
  const { index } = lineState.event.day
  if (previousDay[place] !== index - 1) {
    const before = line.days.days[index - 1]
    board.previousClose[place] = before && hasBegun(line, before) ? line.close(before) : 0
    previousDay[place] = index - 1
  }
}
