import type { Day, Instant } from '../base/instant.ts'
import { MINUTE } from '../base/instant.ts'

/**
 * Recorded bars as CSV text, parsed strictly: one error rejects the whole file, with its line and reason, because a
 * guessed price would be an invented one.
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

const BAR = ['open', 'high', 'low', 'close', 'volume'] as const
const QUOTE = ['bid', 'bid_size', 'ask', 'ask_size'] as const

/**
 * Minute bars: `time,open,high,low,close,volume,bid,bid_size,ask,ask_size`, where the time is the minute's start in
 * UTC.
 */
export function parseMinuteBars(text: string): MinuteBars | BrokenFile {
  const rows = parseRows(text, ['time', ...BAR, ...QUOTE], minuteOf, barRow)
  if (isBroken(rows)) return rows
  return {
    at: rows.at,
    ...barColumns(rows),
    bid: rows.column('bid'),
    bidSize: rows.column('bid_size'),
    ask: rows.column('ask'),
    askSize: rows.column('ask_size'),
  }
}

/** Day bars: `date,open,high,low,close,volume`. */
export function parseDayBars(text: string): DayBars | BrokenFile {
  const rows = parseRows(text, ['date', ...BAR], dayStartOf, barRow)
  if (isBroken(rows)) return rows
  const day = Array.from(rows.at, (at) => new Date(at).toISOString().slice(0, 10) as Day)
  return { day, ...barColumns(rows) }
}

/** Rates: `time,rate`, USD for one EUR with up to six decimals. */
export function parseRates(text: string): Rates | BrokenFile {
  const rows = parseRows(text, ['time', 'rate'], instantOf, (cells) => {
    const rate = decimalOf(cells['rate'] ?? '', 6)
    if (rate === null || rate === 0) return `rate is no rate of exchange: '${cells['rate']}'`
    return { rate }
  })
  return isBroken(rows) ? rows : { at: rows.at, rate: rows.column('rate') }
}

interface Rows {
  readonly at: Float64Array
  column(name: string): Float64Array
}

const barColumns = (rows: Rows): Omit<DayBars, 'day'> => ({
  open: rows.column('open'),
  high: rows.column('high'),
  low: rows.column('low'),
  close: rows.column('close'),
  volume: rows.column('volume'),
})

type Cells = Readonly<Record<string, string>>
type Values = Readonly<Record<string, number>>

/**
 * Parse every row: its instant by `momentOf` from the first of the `wanted` columns, the rest by `valuesOf`, which may
 * return a fault.
 */
function parseRows(
  text: string,
  columns: readonly string[],
  momentOf: (text: string) => Instant | null,
  valuesOf: (cells: Cells) => Values | string,
): Rows | BrokenFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  const heading = (lines[0] ?? '').split(',')
  const missing = columns.find((name) => !heading.includes(name))
  if (missing) return { broken: `the column ${missing} is missing`, line: 1 }
  if (lines.length < 2) return { broken: 'there are no rows', line: 1 }

  const [timeColumn = ''] = columns
  const at = new Float64Array(lines.length - 1)
  const values: Values[] = []
  for (let row = 0; row < at.length; row++) {
    const line = row + 2
    const parts = (lines[row + 1] ?? '').split(',')
    if (parts.length !== heading.length) return { broken: `${parts.length} columns, not ${heading.length}`, line }
    const cells = Object.fromEntries(heading.map((name, n) => [name, parts[n] ?? '']))
    const moment = momentOf(cells[timeColumn] ?? '')
    if (moment === null) return { broken: `${timeColumn} is not understood: '${cells[timeColumn]}'`, line }
    const before = row === 0 ? -Infinity : (at[row - 1] ?? 0)
    if (moment === before) return { broken: `a second row for ${cells[timeColumn]}`, line }
    if (moment < before) return { broken: `time goes back to ${cells[timeColumn]}`, line }
    const read = valuesOf(cells)
    if (typeof read === 'string') return { broken: read, line }
    at[row] = moment
    values.push(read)
  }
  return { at, column: (name) => Float64Array.from(values, (row) => row[name] ?? 0) }
}

function barRow(cells: Cells): Values | string {
  const values: Record<string, number> = {}
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    const price = decimalOf(cells[name] ?? '', 4)
    if (price === null || price === 0) return `${name} is no price: '${cells[name]}'`
    values[name] = price
  }
  const volume = decimalOf(cells['volume'] ?? '', 0)
  if (volume === null) return `volume is no number of shares: '${cells['volume']}'`
  const { open = 0, high = 0, low = 0, close = 0 } = values
  if (high < low) return `high ${cells['high']} is below low ${cells['low']}`
  for (const [name, price] of Object.entries({ open, close })) {
    if (price > high || price < low) return `${name} ${cells[name]} is not between low and high`
  }
  const quote = quoteRow(cells)
  return typeof quote === 'string' ? quote : { ...values, volume, ...quote }
}

/**
 * The closing quote of a bar. A quote without a side or a size is dropped: the bar then moves the chart and fills
 * nothing.
 */
function quoteRow(cells: Cells): Values | string {
  const values: Record<string, number> = {}
  for (const name of QUOTE) {
    const cell = cells[name] ?? ''
    if (cell === '') continue
    const value = decimalOf(cell, name.endsWith('size') ? 0 : 4)
    if (value === null || value === 0) return `${name} is no ${name.endsWith('size') ? 'size' : 'price'}: '${cell}'`
    values[name] = value
  }
  const { bid, ask } = values
  if (bid !== undefined && ask !== undefined && bid > ask) return `bid ${cells['bid']} is above ask ${cells['ask']}`
  return Object.keys(values).length === QUOTE.length ? values : {}
}

const LARGEST = 1e12

/** A plain decimal as whole units of its last place; null for anything else, or for too many places. */
function decimalOf(text: string, places: number): number | null {
  const parts = /^([0-9]{1,13})(?:\.([0-9]+))?$/.exec(text)
  if (!parts) return null
  const fraction = (parts[2] ?? '').replace(/0+$/, '')
  if (fraction.length > places) return null
  const units = Number((parts[1] ?? '') + fraction.padEnd(places, '0'))
  return units <= LARGEST * 10 ** places && Number.isSafeInteger(units) ? units : null
}

/** `2013-10-04T13:30:00Z` and nothing else; null for an impossible date such as the 30th of February. */
function instantOf(text: string): Instant | null {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) || new Date(at).toISOString() !== text.replace('Z', '.000Z') ? null : at
}

function minuteOf(text: string): Instant | null {
  const at = instantOf(text)
  return at === null || at % MINUTE !== 0 ? null : at
}

const dayStartOf = (text: string): Instant | null => instantOf(`${text}T00:00:00Z`)
