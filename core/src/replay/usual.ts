import type { GrowingColumns } from './columns.ts'

/**
 * The usual row of a recording, read from its bytes: `2013-10-04T13:30:00Z` or `2013-10-04`, and plain decimals. A
 * row of any other form is left to the parser of text, which reads it or names its fault; so nothing is decided twice.
 */
export type UsualForm = 'minutes' | 'days'

const [ZERO, NINE, COMMA, DOT, DASH, COLON, T, Z, LF, CR] = [48, 57, 44, 46, 45, 58, 84, 90, 10, 13] as const
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** The places in a row, by the order of the names. */
const [OPEN, HIGH, LOW, CLOSE, VOLUME, BID, BID_SIZE, ASK, ASK_SIZE] = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
/** Decimals of each place: four of a price, none of volume and sizes. */
const PLACES = [0, 4, 4, 4, 4, 0, 4, 0, 4, 0] as const
const POWERS = [1, 10, 100, 1_000, 10_000] as const
/** A number with more digits before its point is left to the parser of text: below, every product is exact. */
const DIGITS_MOST = 11
const EMPTY = -1

/** The last date read, and its midnight: thousands of rows have the same. At first no date is the same. */
let lastDate = NaN
let lastMidnight = 0

/**
 * Reads the line that begins at `from` into the columns' next row. `plan` has the place of each column, or -1. Returns
 * the position after its end; -1 if the row is not usual, and then nothing is read. The line must end in these bytes:
 * a read beyond them would slow down all others.
 */
export function usualRow(
  form: UsualForm,
  plan: Int8Array,
  columns: GrowingColumns,
  bytes: Uint8Array,
  from: number,
): number {
  const { block, index } = columns
  const last = plan.length - 1
  let at = from
  for (let column = 0; column <= last; column++) {
    const place = plan[column]!
    if (place > 0) at = numberAt(block[place]!, index, PLACES[place]!, bytes, at)
    else if (place < 0) at = cellEnd(bytes, at)
    else at = form === 'minutes' ? minuteAt(block[0]!, index, bytes, at) : dateAt(block[0]!, index, bytes, at)
    if (at < 0) return -1
    if (column < last && bytes[at++] !== COMMA) return -1
  }
  if (bytes[at] === CR) at++
  if (bytes[at] !== LF) return -1
  return isBar(block, index) && (form === 'days' || hasQuote(block, index)) ? at + 1 : -1
}

/** The end of a cell that is not read. */
function cellEnd(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] !== COMMA && bytes[at] !== LF && bytes[at] !== CR) at++
  return at
}

function isBar(block: readonly Float64Array[], index: number): boolean {
  const open = block[OPEN]![index]!
  const high = block[HIGH]![index]!
  const low = block[LOW]![index]!
  const close = block[CLOSE]![index]!
  return low > 0 && open >= low && open <= high && close >= low && close <= high && block[VOLUME]![index]! >= 0
}

/** A quote without a side or a size is none. One that is odd is left to the parser of text. */
function hasQuote(block: readonly Float64Array[], index: number): boolean {
  const bid = block[BID]![index]!
  const bidSize = block[BID_SIZE]![index]!
  const ask = block[ASK]![index]!
  const askSize = block[ASK_SIZE]![index]!
  if (bid > 0 && bidSize > 0 && ask >= bid && askSize > 0) return true
  if (bid === 0 || bidSize === 0 || ask === 0 || askSize === 0) return false
  if (bid > 0 && ask > 0 && bid > ask) return false
  for (const place of [BID, BID_SIZE, ASK, ASK_SIZE]) block[place]![index] = 0
  return true
}

/** Reads a decimal as whole units of its last place. Returns the position after it, or -1. */
function numberAt(column: Float64Array, index: number, places: number, bytes: Uint8Array, from: number): number {
  let at = from
  let value = 0
  let digit = bytes[at]! - ZERO
  for (; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO) value = value * 10 + digit
  if (at === from) {
    column[index] = EMPTY
    return at
  }
  if (at - from > DIGITS_MOST) return -1
  let decimals = 0
  if (bytes[at] === DOT) {
    const point = at
    for (digit = bytes[++at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO) {
      if (decimals < places) {
        value = value * 10 + digit
        decimals++
      } else if (digit !== 0) return -1
    }
    if (at === point + 1) return -1
  }
  column[index] = value * POWERS[places - decimals]!
  return at
}

const digitOf = (byte: number): number => (byte >= ZERO && byte <= NINE ? byte - ZERO : NaN)
const pair = (bytes: Uint8Array, at: number): number => digitOf(bytes[at]!) * 10 + digitOf(bytes[at + 1]!)

/** Reads `2013-10-04` as its midnight in UTC. Returns the position after it, or -1. */
function dateAt(column: Float64Array, index: number, bytes: Uint8Array, at: number): number {
  if (at + 10 > bytes.length || bytes[at + 4] !== DASH || bytes[at + 7] !== DASH) return -1
  const year = pair(bytes, at) * 100 + pair(bytes, at + 2)
  const month = pair(bytes, at + 5)
  const day = pair(bytes, at + 8)
  const date = year * 10_000 + month * 100 + day
  if (date !== lastDate) {
    const midnight = Date.UTC(year, month - 1, day)
    const read = new Date(midnight)
    // Not a number is equal to nothing. Years below 1000 are left to the parser of text.
    if (year < 1_000 || read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return -1
    lastDate = date
    lastMidnight = midnight
  }
  column[index] = lastMidnight
  return at + 10
}

/** Reads `2013-10-04T13:30:00Z`, a whole minute. Returns the position after it, or -1. */
function minuteAt(column: Float64Array, index: number, bytes: Uint8Array, at: number): number {
  if (at + 20 > bytes.length || bytes[at + 10] !== T || bytes[at + 13] !== COLON || bytes[at + 16] !== COLON) return -1
  if (bytes[at + 19] !== Z || bytes[at + 17] !== ZERO || bytes[at + 18] !== ZERO) return -1
  if (dateAt(column, index, bytes, at) < 0) return -1
  const hours = pair(bytes, at + 11)
  const minutes = pair(bytes, at + 14)
  if (!(hours < 24 && minutes < 60)) return -1
  column[index] = lastMidnight + hours * HOUR_MS + minutes * MINUTE_MS
  return at + 20
}
