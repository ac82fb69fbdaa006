import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Day, Instant } from '../base/instant.ts'
import { columnOf, commitRow, growingColumns, type GrowingColumns } from './columns.ts'
import { isFault, sayFault } from './faults.ts'
import { CR_ALONE, encodingFault, headingOf } from './heading.ts'
import { BAR, QUOTE, barRow, dayStartOf, instantOf, minuteOf, rateRow, type Cells, type Values } from './rows.ts'
import { usualRow, type UsualForm } from './usual.ts'

/**
 * Recorded bars as CSV, parsed strictly: one error rejects the whole file, with its line and reason, because a guessed
 * price would be an invented one. A file is scanned piece by piece as it is read, so its size does not matter: usual
 * rows go from the bytes into the columns, and all others through the parser of text in `rows.ts`.
 */

/** The reason why a file is rejected. `line` counts from 1, including the heading. */
export interface BrokenFile {
  readonly broken: string
  readonly line: number
}

/**
 * Minute bars as columns, oldest first. Prices in ten-thousandths. A bar without a complete quote has bid and ask 0.
 */
export interface MinuteBars {
  readonly at: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
  readonly bid: Float64Array
  readonly bidSize: Float64Array
  readonly ask: Float64Array
  readonly askSize: Float64Array
}

/** Day bars as columns, oldest first. */
export interface DayBars {
  readonly day: readonly Day[]
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
}

/** Exchange rates, oldest first: USD for one EUR in millionths, known from their time on. */
export interface Rates {
  readonly at: Float64Array
  readonly rate: Float64Array
}

export const isBroken = (answer: object): answer is BrokenFile => 'broken' in answer

/** A file that is read piece by piece. A piece may end anywhere, also inside a character. */
export interface Scan<T> {
  /** Takes the next bytes, which may be overwritten afterwards. Returns the fault as soon as there is one. */
  take(bytes: Uint8Array): BrokenFile | null
  /** The columns of the whole file. */
  end(): T | BrokenFile
}

/**
 * Minute bars: `time,open,high,low,close,volume,bid,bid_size,ask,ask_size`, where the time is the minute's start in
 * UTC or with its offset.
 */
export function scanMinuteBars(): Scan<MinuteBars> {
  const names = ['time', ...BAR, ...QUOTE]
  return scanRows({ names, momentOf: minuteOf, valuesOf: barRow, usual: 'minutes' }, (column) => ({
    at: column('time'),
    ...barColumns(column),
    bid: column('bid'),
    bidSize: column('bid_size'),
    ask: column('ask'),
    askSize: column('ask_size'),
  }))
}

/** Day bars: `date,open,high,low,close,volume`. */
export function scanDayBars(): Scan<DayBars> {
  const names = ['date', ...BAR]
  return scanRows({ names, momentOf: dayStartOf, valuesOf: barRow, usual: 'days' }, (column) => ({
    day: Array.from(column('date'), (at) => new Date(at).toISOString().slice(0, 10) as Day),
    ...barColumns(column),
  }))
}

/** Rates: `time,rate`, USD for one EUR with up to six decimals. */
export const scanRates = (): Scan<Rates> =>
  scanRows({ names: ['time', 'rate'], momentOf: instantOf, valuesOf: rateRow, usual: null }, (column) => ({
    at: column('time'),
    rate: column('rate'),
  }))

export const parseMinuteBars = (text: string): MinuteBars | BrokenFile => parsed(scanMinuteBars(), text)
export const parseDayBars = (text: string): DayBars | BrokenFile => parsed(scanDayBars(), text)
export const parseRates = (text: string): Rates | BrokenFile => parsed(scanRates(), text)

const parsed = <T>(scan: Scan<T>, text: string): T | BrokenFile => scan.take(utf8ToBytes(text)) ?? scan.end()

type ColumnOf = (name: string) => Float64Array

const barColumns = (column: ColumnOf): Omit<DayBars, 'day'> => ({
  open: column('open'),
  high: column('high'),
  low: column('low'),
  close: column('close'),
  volume: column('volume'),
})

/** The rows of a file: the names of the columns, the time first, and the parsers of text, which may return a fault. */
interface Form {
  readonly names: readonly string[]
  readonly momentOf: (text: string) => Instant | string
  readonly valuesOf: (cells: Cells) => Values | string
  /** The form of the rows that are read from the bytes; null to read them all as text. */
  readonly usual: UsualForm | null
}

interface Scanning {
  readonly form: Form
  readonly columns: GrowingColumns
  /** The columns of the file, and for each its place in a row or -1; empty before the heading. */
  heading: readonly string[]
  plan: Int8Array
  line: number
}

const LF = 10
const CR = 13
/** A longer line is none. */
const LINE_MOST = 1 << 16

function scanRows<T>(form: Form, rowsFrom: (column: ColumnOf) => T): Scan<T> {
  const { names } = form
  const columns = growingColumns(names.length)
  const scanning: Scanning = { form, columns, heading: [], plan: new Int8Array(), line: 0 }
  /** The beginning of a line whose end is in the next piece. */
  let rest = new Uint8Array()
  let fault: BrokenFile | null = null
  const takeText = (bytes: Uint8Array): void => {
    scanning.line++
    const text = bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes
    const broken = scanning.line === 1 ? takeHeading(scanning, text) : takeRow(scanning, textOf(text))
    if (broken !== null) fault = { broken, line: scanning.line }
  }
  return {
    take: (bytes) => {
      let from = 0
      const lastEnd = bytes.lastIndexOf(LF)
      while (fault === null) {
        if (rest.length === 0) from = takeUsualRows(scanning, bytes, from, lastEnd)
        const to = lineEnd(bytes, from)
        if (to < 0) break
        const line = bytes.subarray(from, to)
        const whole = rest.length === 0 ? line : joined(rest, line)
        rest = new Uint8Array()
        takeText(whole)
        from = to + 1
      }
      if (fault === null) rest = joined(rest, bytes.subarray(from))
      if (fault === null && rest.length > LINE_MOST) fault = tooLong(rest, scanning.line + 1)
      return fault
    },
    end: () => {
      if (fault === null && (rest.length > 0 || scanning.line === 0)) takeText(rest)
      if (fault !== null) return fault
      if (columns.rows === 0) return { broken: 'there are no rows', line: 1 }
      return rowsFrom((name) => columnOf(columns, names.indexOf(name)))
    },
  }
}

/** Takes the rows up to the last line end, for as long as they are usual. Returns the position of the first other. */
function takeUsualRows(scanning: Scanning, bytes: Uint8Array, from: number, lastEnd: number): number {
  const { form, plan, columns } = scanning
  if (form.usual === null || scanning.line === 0) return from
  let begin = from
  while (begin <= lastEnd) {
    const end = usualRow(form.usual, plan, columns, bytes, begin)
    if (end < 0 || columns.block[0]![columns.index]! <= columns.newest) return begin
    commitRow(columns)
    scanning.line++
    begin = end
  }
  return begin
}

function lineEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at] === LF) return at
  return -1
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

const tooLong = (rest: Uint8Array, line: number): BrokenFile => ({
  broken: longFault(rest),
  line,
})

function longFault(rest: Uint8Array): string {
  const fault = rest.includes(CR) ? CR_ALONE : encodingFault(rest)
  return fault ? sayFault(fault) : 'the line has no end within 64 KB'
}

/** The server and the browsers have it; the library of the language alone does not name it. */
declare class TextDecoder {
  decode(bytes: Uint8Array): string
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function takeHeading(scanning: Scanning, bytes: Uint8Array): string | null {
  const { names } = scanning.form
  const heading = encodingFault(bytes) ?? headingOf(textOf(bytes), names)
  if (isFault(heading)) return sayFault(heading)
  scanning.heading = heading
  scanning.plan = Int8Array.from(heading, (name) => names.indexOf(name))
  return null
}

/** Takes a row of text, or returns its fault. */
function takeRow({ form, heading, columns }: Scanning, line: string): string | null {
  const { names, momentOf, valuesOf } = form
  const [timeColumn = ''] = names
  if (line.includes('\r')) return sayFault(CR_ALONE)
  const parts = line.split(',')
  if (parts.length !== heading.length) return `${parts.length} columns, not ${heading.length}`
  const cells = Object.fromEntries(heading.map((name, n) => [name, parts[n] ?? '']))
  const time = cells[timeColumn] ?? ''
  const moment = momentOf(time)
  if (typeof moment === 'string') return moment
  if (moment === columns.newest) return `a second row for ${time}`
  if (moment < columns.newest) return `time goes back to ${time}`
  const values = valuesOf(cells)
  if (typeof values === 'string') return values
  for (const [place, name] of names.entries()) {
    columns.block[place]![columns.index] = place === 0 ? moment : (values[name] ?? 0)
  }
  commitRow(columns)
  return null
}
