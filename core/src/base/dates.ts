import type { Instant } from './instant.ts'
import { LOCALES, type Language } from './language.ts'

/** Times are shown in Madrid, whoever looks and from wherever (spec section 9). */
export const DISPLAY_ZONE = 'Europe/Madrid'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter costs a hundred times using one. */
function formatterFor(locale: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + zone + Object.entries(options).join()
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formatters.set(key, made)
  return made
}

const DAY: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' }
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

// British English writes day, month, year with slashes, and the order is the same in all our languages.
const numeric = (at: Instant, zone: string, options: Intl.DateTimeFormatOptions): string =>
  formatterFor('en-GB', zone, options).format(at)

const ISO = /^[+-]?\d{4,6}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i
const MILLISECONDS_FROM = 1e12

/**
 * Read a date off the wire: a number or a string of digits is a timestamp, below 1e12 in seconds, otherwise in
 * milliseconds; another string is an ISO date, without a zone in UTC. Throws by the spec's texts. Spec section 5.
 */
export function readInstant(value: unknown): Instant {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) {
    const stamp = Number(value)
    return validInstant(stamp < MILLISECONDS_FROM ? stamp * 1_000 : stamp)
  }
  if (typeof value !== 'string') throw new Error('Unsupported date format')
  const text = value.trim()
  if (!ISO.test(text)) throw new Error('Invalid date input')
  const zoned = /[T ]\d/i.test(text) && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? `${text}Z` : text
  return validInstant(new Date(zoned.replace(' ', 'T').replace(',', '.')).getTime())
}

function validInstant(at: number): Instant {
  const whole = new Date(at).getTime()
  if (Number.isNaN(whole)) throw new Error('Invalid date input')
  return whole
}

/** Write a date off the wire as `dd/MM/yyyy HH:mm:ss` in Madrid. Spec sections 5 and 9. */
export const formatDate = (value: unknown, zone = DISPLAY_ZONE): string =>
  numeric(readInstant(value), zone, { ...DAY, ...TIME }).replace(', ', ' ')

/** `dd/MM/yyyy`. */
export const formatDay = (at: Instant, zone = DISPLAY_ZONE): string => numeric(at, zone, DAY)

/** `HH:mm:ss`. */
export const formatTime = (at: Instant, zone = DISPLAY_ZONE): string => numeric(at, zone, TIME)

/** `HH:mm`, for axes. */
export const formatClock = (at: Instant, zone = DISPLAY_ZONE): string => numeric(at, zone, CLOCK)

/** `14:32:08,120`: a quote's time to the millisecond, with the language's decimal sign. */
export function formatTimeMs(at: Instant, language: Language, zone = DISPLAY_ZONE): string {
  const decimal = language === 'tur' || language === 'fr' ? ',' : '.'
  const ms = String(((at % 1_000) + 1_000) % 1_000).padStart(3, '0')
  return formatTime(at, zone) + decimal + ms
}

/** Day and short month in a language: `23 oct`, `10月23日`. */
export const formatShortDay = (at: Instant, language: Language, zone = DISPLAY_ZONE): string =>
  formatterFor(LOCALES[language], zone, { day: 'numeric', month: 'short' }).format(at)
