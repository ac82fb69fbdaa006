import type { Instant } from './instant.ts'
import { LOCALES, type Language } from './language.ts'
import { ZONES, offsetAt } from './zones.ts'

/** Times are shown in Madrid time to every reader (spec section 9). */
export const DISPLAY_ZONE = 'Europe/Madrid'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter costs about a hundred times as much as using one. */
function formatterFor(locale: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + zone + Object.entries(options).join()
  const cachedFormatter = formatters.get(key)
  if (cachedFormatter) return cachedFormatter
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formatters.set(key, formatter)
  return formatter
}

/** The zone rules hold from 2007 on. Earlier instants and other zones fall back to the engine's own time zone data. */
const RULED_FROM = Date.UTC(2007, 0, 2)
const RULED_TO = Date.UTC(2100, 0, 1)

/**
 * The local time in a zone: year, month, day, hour, minute, second. It is computed by rule where possible, because the
 * first formatter that a page creates takes longer than everything else that it writes.
 */
function clockOf(at: Instant, zone: string): readonly string[] {
  const ruled = ZONES.find((each) => each === zone)
  const iso =
    ruled && at >= RULED_FROM && at < RULED_TO
      ? new Date(at + offsetAt(ruled, at)).toISOString()
      : // The Swedish locale writes dates as ISO does.
        formatterFor('sv-SE', zone, { dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return iso.split(/\D+/)
}

const ISO = /^[+-]?\d{4,6}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i
const MILLISECONDS_FROM = 1e12

/**
 * Read a date from the wire. A number or a string of digits is a timestamp: below 1e12 in seconds, otherwise in
 * milliseconds. Any other string is an ISO date, in UTC if it names no zone. Throws with the spec's texts. Spec section
 * 5.
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

/** Write a date from the wire as `dd/MM/yyyy HH:mm:ss` in Madrid time. Spec sections 5 and 9. */
export function formatDate(value: unknown, zone = DISPLAY_ZONE): string {
  const at = readInstant(value)
  return `${formatDay(at, zone)} ${formatTime(at, zone)}`
}

/** `dd/MM/yyyy`. */
export function formatDay(at: Instant, zone = DISPLAY_ZONE): string {
  const [year, month, day] = clockOf(at, zone)
  return `${day}/${month}/${year}`
}

/** `HH:mm:ss`. */
export const formatTime = (at: Instant, zone = DISPLAY_ZONE): string => clockOf(at, zone).slice(3, 6).join(':')

/** `HH:mm`, for axes. */
export const formatClock = (at: Instant, zone = DISPLAY_ZONE): string => clockOf(at, zone).slice(3, 5).join(':')

/** `14:32:08,120`: a quote's time to the millisecond, with the language's decimal sign. */
export function formatTimeMs(at: Instant, language: Language, zone = DISPLAY_ZONE): string {
  const decimal = language === 'tur' || language === 'fr' ? ',' : '.'
  const ms = String(((at % 1_000) + 1_000) % 1_000).padStart(3, '0')
  return formatTime(at, zone) + decimal + ms
}

/** Day and short month in a language: `23 oct`, `10月23日`. */
export const formatShortDay = (at: Instant, language: Language, zone = DISPLAY_ZONE): string =>
  formatterFor(LOCALES[language], zone, { day: 'numeric', month: 'short' }).format(at)

/**
 * A day alone in a language's own form: `21/11/2026`, in Chinese `2026/11/21`. A day with its time of day uses the spec's
 * `formatDate` in every language, and a day on a screen beside such instants their `formatDay`.
 */
export function formatDayIn(at: Instant, language: Language, zone = DISPLAY_ZONE): string {
  return language === 'cn' || language === 'tw' ? clockOf(at, zone).slice(0, 3).join('/') : formatDay(at, zone)
}

/**
 * The weekday and date of a calendar day (`2026-11-23`), capitalised as at the start of a line: `Lunes, 23/11/2026`,
 * `2026/11/23 星期一`.
 */
export function formatCalendarDay(day: string, language: Language): string {
  const locale = LOCALES[language]
  const noon = Date.parse(`${day}T12:00:00Z`)
  const weekday = formatterFor(locale, 'UTC', { weekday: 'long' }).format(noon)
  const date = formatDayIn(noon, language, 'UTC')
  if (language === 'cn' || language === 'tw') return `${date} ${weekday}`
  return `${weekday.charAt(0).toLocaleUpperCase(locale)}${weekday.slice(1)}, ${date}`
}

/** The name of a calendar month (`2026-11`), capitalised as at the start of a line: `Noviembre de 2026`. */
export function formatMonth(month: string, language: Language): string {
  const locale = LOCALES[language]
  const name = formatterFor(locale, 'UTC', { month: 'long', year: 'numeric' }).format(
    Date.parse(`${month}-15T12:00:00Z`),
  )
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
