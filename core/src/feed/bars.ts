import { assert } from '../base/assert.ts'
import { lowerBound } from '../base/ascending.ts'

/**
 * A feed's bars in compact form: growing columns while a day runs, bytes once it is over. Prices in ten-thousandths.
 */

export interface FeedBarRow {
  /** Its start: of a minute, or midnight UTC of a day's date. */
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Bars in order, one column per figure; the first `count` entries of each are in use. */
export interface BarColumns {
  count: number
  at: Float64Array
  figures: Float64Array
}

const FIGURES = 5
const FIRST_ROOM = 8

export const emptyColumns = (): BarColumns => ({ count: 0, at: new Float64Array(0), figures: new Float64Array(0) })

export function rowAt({ at, figures }: BarColumns, row: number): FeedBarRow {
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = figures.subarray(row * FIGURES, row * FIGURES + FIGURES)
  return { at: at[row] ?? 0, open, high, low, close, volume }
}

/** The number of rows that start before an instant. */
export const rowsBefore = ({ at, count }: BarColumns, before: number): number =>
  lowerBound(at.subarray(0, count), before)

/** Insert a bar in order; one with the same start is replaced. True if it is the newest. */
export function putRow(columns: BarColumns, { at, open, high, low, close, volume }: FeedBarRow): boolean {
  const row = rowsBefore(columns, at)
  const isThere = row < columns.count && columns.at[row] === at
  if (!isThere) makeRoom(columns, row)
  columns.at[row] = at
  columns.figures.set([open, high, low, close, volume], row * FIGURES)
  return row === columns.count - 1
}

function makeRoom(columns: BarColumns, row: number): void {
  const { count } = columns
  if (count === columns.at.length) {
    const room = Math.max(FIRST_ROOM, Math.ceil(count * 1.5))
    const [at, figures] = [new Float64Array(room), new Float64Array(room * FIGURES)]
    at.set(columns.at)
    figures.set(columns.figures)
    columns.at = at
    columns.figures = figures
  }
  columns.at.copyWithin(row + 1, row, count)
  columns.figures.copyWithin((row + 1) * FIGURES, row * FIGURES, count * FIGURES)
  columns.count = count + 1
}

export const rowsOf = (columns: BarColumns, from = 0, to = columns.count): FeedBarRow[] =>
  Array.from({ length: Math.max(0, to - from) }, (_row, n) => rowAt(columns, from + n))

/** Two neighbouring bars merged. */
export const joinedBar = (bar: FeedBarRow | null, next: FeedBarRow): FeedBarRow =>
  bar === null
    ? next
    : {
        at: bar.at,
        open: bar.open,
        high: Math.max(bar.high, next.high),
        low: Math.min(bar.low, next.low),
        close: next.close,
        volume: bar.volume + next.volume,
      }

const FORM = 1

/**
 * Bars as bytes: a format number and a count, then the changes from bar to bar, mostly one or two bytes per figure. All
 * starts are multiples of `unit`: a minute, or a day.
 */
export function packBars(bars: readonly FeedBarRow[], unit: number): Uint8Array {
  const to = { bytes: new Uint8Array(16 + bars.length * 48), at: 0 }
  put(to, FORM)
  put(to, bars.length)
  let [before, close] = [0, 0]
  for (const bar of bars) {
    put(to, bar.at / unit - before)
    putSigned(to, bar.open - close)
    put(to, bar.high - bar.open)
    put(to, bar.open - bar.low)
    putSigned(to, bar.close - bar.open)
    put(to, bar.volume)
    before = bar.at / unit
    close = bar.close
  }
  return to.bytes.slice(0, to.at)
}

/** The bars again; null if the bytes have another format or a wrong length. */
export function unpackBars(bytes: Uint8Array, unit: number): FeedBarRow[] | null {
  const from = { bytes, at: 0 }
  if (take(from) !== FORM) return null
  const count = take(from)
  if (count === null || count > bytes.length) return null
  const bars: FeedBarRow[] = []
  let [before, last] = [0, 0]
  for (let n = 0; n < count; n++) {
    const [step, opened, up, down, closed, volume] = [
      take(from),
      take(from),
      take(from),
      take(from),
      take(from),
      take(from),
    ]
    if (step === null || opened === null || up === null || down === null || closed === null || volume === null)
      return null
    before += step
    const open = last + unsigned(opened)
    const close = open + unsigned(closed)
    bars.push({ at: before * unit, open, high: open + up, low: open - down, close, volume })
    last = close
  }
  return from.at === bytes.length ? bars : null
}

interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

function put(to: Cursor, value: number): void {
  assert(Number.isSafeInteger(value) && value >= 0, 'a bar is packed in whole numbers from zero')
  let rest = value
  while (rest >= 128) {
    to.bytes[to.at++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  to.bytes[to.at++] = rest
}

const putSigned = (to: Cursor, value: number): void => put(to, value < 0 ? -2 * value - 1 : 2 * value)
const unsigned = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

function take(from: Cursor): number | null {
  let value = 0
  for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
    const byte = from.bytes[from.at++]
    if (byte === undefined) return null
    value += (byte % 128) * scale
    if (byte < 128) return value
  }
  return null
}
