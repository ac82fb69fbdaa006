import type { Instant } from '../base/instant.ts'
import { MINUTE } from '../base/instant.ts'
import { faultOf, isFault, sayFault, type FileFault } from './faults.ts'

/**
 * One row of a recording's CSV file, parsed strictly and with the reason for each refusal. `csv.ts` reads usual rows
 * straight from the bytes, and comes here for all others.
 */

export type Cells = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, number>>

export const BAR = ['open', 'high', 'low', 'close', 'volume'] as const
export const QUOTE = ['bid', 'bid_size', 'ask', 'ask_size'] as const

export function barRow(cells: Cells): Values | string {
  const values: Record<string, number> = {}
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    const price = decimalOf(cells[name] ?? '', 4)
    if (price === null || price === 0) return noPrice(name, cells[name] ?? '')
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
    const isSize = name.endsWith('size')
    const value = decimalOf(cell, isSize ? 0 : 4)
    if (value === null || value === 0) return isSize ? `${name} is no size: '${cell}'` : noPrice(name, cell)
    values[name] = value
  }
  const { bid, ask } = values
  if (bid !== undefined && ask !== undefined && bid > ask) return `bid ${cells['bid']} is above ask ${cells['ask']}`
  return Object.keys(values).length === QUOTE.length ? values : {}
}

const noPrice = (name: string, cell: string): string =>
  /^[0-9]{1,13}\.[0-9]{5,}$/.test(cell)
    ? `${name} has more than four decimals: '${cell}': round it to four`
    : `${name} is no price: '${cell}'`

export function rateRow(cells: Cells): Values | string {
  const cell = cells['rate'] ?? ''
  const rate = decimalOf(cell, 6)
  if (rate !== null && rate !== 0) return { rate }
  return /^[0-9]{1,13}\.[0-9]{7,}$/.test(cell)
    ? `rate has more than six decimals: '${cell}': round it to six`
    : `rate is no rate of exchange: '${cell}'`
}

const LARGEST = 1e12

/** A plain decimal as whole units of its last place; null for anything else, or for too many places. */
export function decimalOf(text: string, places: number): number | null {
  const parts = /^([0-9]{1,13})(?:\.([0-9]+))?$/.exec(text)
  if (!parts) return null
  const fraction = (parts[2] ?? '').replace(/0+$/, '')
  if (fraction.length > places) return null
  const units = Number((parts[1] ?? '') + fraction.padEnd(places, '0'))
  return units <= LARGEST * 10 ** places && Number.isSafeInteger(units) ? units : null
}

const USUAL = '2013-10-04T13:30:00Z'
const TIME = /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$/

/** A time in UTC or with its offset, `2013-10-04T13:30:00Z` or `2013-10-04T09:30:00-04:00`, or the reason why not. */
export function instantOf(text: string): Instant | string {
  const parts = TIME.exec(text)
  if (!parts) return noTime(text)
  const [, day = '', clock = '', fraction = '', zone = ''] = parts
  if (/[1-9]/.test(fraction)) return `time has a part of a second: '${text}'`
  const local = Date.parse(`${day}T${clock}Z`)
  const isReal = !Number.isNaN(local) && new Date(local).toISOString() === `${day}T${clock}.000Z`
  const [hours = 0, minutes = 0] = zone === 'Z' ? [] : zone.slice(1).split(':').map(Number)
  if (!isReal || hours > 14 || minutes > 59) return `time is not of this calendar: '${text}'`
  const offset = (hours * 60 + minutes) * MINUTE
  return zone.startsWith('-') ? local + offset : local - offset
}

/** The nearest thing that is wrong with a time, and the remedy. */
function noTime(text: string): string {
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2} /.test(text)) return `time has a space instead of T: '${text}': write it as ${USUAL}`
  if (/^[0-9-]{10}T[0-9]{2}:[0-9]{2}(Z|[+-][0-9:]+)?$/.test(text))
    return `time has no seconds: '${text}': write it as ${USUAL}`
  if (/^[0-9-]{10}T[0-9:]{8}(\.[0-9]+)?$/.test(text))
    return `time has no time zone: '${text}': write Z behind a time of UTC, or the offset, such as -04:00`
  return `time is not understood: '${text}': write it as ${USUAL}`
}

export function minuteOf(text: string): Instant | string {
  const at = instantOf(text)
  return typeof at === 'string' || at % MINUTE === 0 ? at : `time is not the start of a minute: '${text}'`
}

export function dayStartOf(text: string): Instant | string {
  const at = dayStartIn(text)
  return isFault(at) ? sayFault(at) : at
}

/** The start of a day, or the fault of a text that is none. */
export function dayStartIn(text: string): Instant | FileFault {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return faultOf('date_form', { text })
  const at = instantOf(`${text}T00:00:00Z`)
  return typeof at === 'string' ? faultOf('date_unreal', { text }) : at
}
