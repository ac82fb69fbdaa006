import type { ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { daySoFar, instantOf, type Stand } from './practice.lines.ts'
import type { Row } from './practice.world.ts'

/** The day so far of every instrument, as columns. Where nothing is known all figures are 0. Used again by the next call. */
export interface Board {
  readonly listings: readonly ListingId[]
  /** Prices in ten-thousandths, volume in shares. */
  readonly last: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  /** 0 on the first day of the history. */
  readonly previousClose: Float64Array
  readonly volume: Float64Array
  /** When `last` was. */
  readonly at: Float64Array
}

/** All rows at once: cheap enough for every second, since each is only followed on to its newest trade. */
export function boardFor(
  rows: readonly Row[],
  standAt: (row: Row, until: Instant) => Stand | null,
): (until: Instant) => Board {
  const column = (): Float64Array => new Float64Array(rows.length)
  const board: Board = {
    listings: rows.map(({ line }) => line.listing),
    last: column(),
    open: column(),
    high: column(),
    low: column(),
    previousClose: column(),
    volume: column(),
    at: column(),
  }
  const previousDay = new Int32Array(rows.length).fill(-2)
  return (until) => {
    rows.forEach((row, place) => fill(board, previousDay, place, row, standAt(row, until)))
    return board
  }
}

function fill(board: Board, previousDay: Int32Array, place: number, { line }: Row, stand: Stand | null): void {
  if (!stand) {
    for (const column of [board.last, board.open, board.high, board.low, board.previousClose, board.volume, board.at]) {
      column[place] = 0
    }
    previousDay[place] = -2
    return
  }
  const { open, high, low, close, volume } = daySoFar(line, stand)
  board.open[place] = open
  board.high[place] = high
  board.low[place] = low
  board.last[place] = close
  board.volume[place] = volume
  board.at[place] = instantOf(line, stand.event)
  const { index } = stand.event.day
  if (previousDay[place] !== index - 1) {
    const before = line.days.days[index - 1]
    board.previousClose[place] = before ? line.close(before) : 0
    previousDay[place] = index - 1
  }
}
