import type { Instant } from '../base/instant.ts'

/** A feed's numbers and times, parsed exactly or rejected. Prices here are whole ten-thousandths in a double. */

/** Ten million of a currency per share: no price is above it. */
const PRICE_MOST_E4 = 1e11
const SIZE_MOST = 1e12
const E4 = 10_000

/**
 * A price in ten-thousandths, if the number has at most four decimals. JSON gives the double nearest to the written
 * number, and dividing k by 10000 gives the same double again, so no digit is invented. Null for anything else: NaN,
 * zero, negative, absurdly large, or finer than a ten-thousandth.
 */
export function exactPriceOf(value: unknown): number | null {
  if (typeof value !== 'number') return null
  const units = Math.round(value * E4)
  return units > 0 && units <= PRICE_MOST_E4 && units / E4 === value ? units : null
}

/** The same for a trade or a bar, which may be finer: rounded half to even. Nothing is ever bought or sold at it. */
export function roundedPriceOf(value: unknown): number | null {
  const exact = exactPriceOf(value)
  if (exact !== null || typeof value !== 'number') return exact
  const parts = /^([0-9]{1,8})\.([0-9]{5,17})$/.exec(String(value))
  if (!parts) return null
  const [, whole = '', fraction = ''] = parts
  const floor = Number(whole + fraction.slice(0, 4))
  const rest = fraction.slice(4).replace(/0+$/, '')
  const isUp = rest === '5' ? floor % 2 === 1 : rest > '5'
  const units = floor + (isUp ? 1 : 0)
  return units > 0 && units <= PRICE_MOST_E4 ? units : null
}

/** A number of shares, zero or more, as a whole number (fractions are cut off); null for anything else. */
export const sizeOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= SIZE_MOST ? Math.floor(value) : null

/** An instant to the nanosecond: whole milliseconds, and the nanoseconds after them. */
export interface FineInstant {
  readonly at: Instant
  /** 0 to 999999. */
  readonly nanos: number
}

const TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?(Z|[+-][0-9]{2}:[0-9]{2})$/

/** An RFC 3339 time with up to nine decimals; null for an impossible one, such as the 30th of February. */
export function fineInstantOf(value: unknown): FineInstant | null {
  if (typeof value !== 'string') return null
  const parts = TIME.exec(value)
  if (!parts) return null
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = parts
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (new Date(midnight).toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return null
  const nanos = Number(fraction.padEnd(9, '0'))
  const seconds = Number(hour) * 3_600 + Number(minute) * 60 + Number(second)
  return { at: midnight + seconds * 1_000 + Math.floor(nanos / 1e6) - offsetOf(zone), nanos: nanos % 1e6 }
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
