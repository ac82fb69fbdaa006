import type { Instant } from './instant.ts'
import { LOCALES, type Language } from './language.ts'
import { ZONES, offsetAt } from './zones.ts'

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

/** The rules of our zones hold from 2007 on; what is earlier, or in another zone, the engine's own table knows. */
const RULED_FROM = Date.UTC(2007, 0, 2)
const RULED_TO = Date.UTC(2100, 0, 1)

/**
 * What the clock of a zone shows: year, month, day, hour, minute, second. By rule where that can be: the first formatter
 * that a page makes takes longer than all else that it writes.
 */
function clockOf(at: Instant, zone: string): readonly string[] {
  const ruled = ZONES.find((known) => known === zone)
  const iso =
    ruled && at >= RULED_FROM && at < RULED_TO
      ? new Date(at + offsetAt(ruled, at)).toISOString()
      : // Swedish writes as ISO does.
        formatterFor('sv-SE', zone, { dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return iso.split(/\D+/)
}

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
 * A day alone as a language writes it: `21/11/2026`, in Chinese `2026/11/21`, or at the head of a list `2026年11月21日`.
 * With its time of day it is the spec's `formatDate`, in every language.
 */
export function formatDayIn(
  at: Instant,
  language: Language,
  zone = DISPLAY_ZONE,
  where: 'figures' | 'head' = 'figures',
): string {
  if (language !== 'cn' && language !== 'tw') return formatDay(at, zone)
  const [year = '', month = '', day = ''] = clockOf(at, zone)
  return where === 'head' ? `${year}年${Number(month)}月${Number(day)}日` : `${year}/${month}/${day}`
}

/** The day of the week of a calendar day (`2026-11-23`) and its date, as a line begins: `Lunes, 23/11/2026`, `2026年11月23日 星期一`. */
export function formatCalendarDay(day: string, language: Language): string {
  const locale = LOCALES[language]
  const noon = Date.parse(`${day}T12:00:00Z`)
  const weekday = formatterFor(locale, 'UTC', { weekday: 'long' }).format(noon)
  const date = formatDayIn(noon, language, 'UTC', 'head')
  if (language === 'cn' || language === 'tw') return `${date} ${weekday}`
  return `${weekday.charAt(0).toLocaleUpperCase(locale)}${weekday.slice(1)}, ${date}`
}

/** A calendar month (`2026-11`) by its name, as a line begins: `Noviembre de 2026`. */
export function formatMonth(month: string, language: Language): string {
  const locale = LOCALES[language]
  const name = formatterFor(locale, 'UTC', { month: 'long', year: 'numeric' }).format(
    Date.parse(`${month}-15T12:00:00Z`),
  )
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
