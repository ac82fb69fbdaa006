import type { Day } from '../base/instant.ts'

/* The trading days of the practice function, written a second time from the tables of docs/PRACTICE.md. */

export type Zone = 'America/New_York' | 'Europe/Madrid'
export type Hours = 'always' | 'exchange'

/** Days are counted from 1970-01-01. */
const DAY_MS = 86_400_000

const pad = (value: number): string => String(value).padStart(2, '0')
const dateOf = (day: number): Date => new Date(day * DAY_MS)

export const dayNumberOf = (text: string): number => Math.floor(Date.parse(`${text}T00:00:00Z`) / DAY_MS)

export function dayTextOf(day: number): Day {
  const date = dateOf(day)
  return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}` as Day
}

/** The quarter of the year that a day lies in, from 0, and the first day of that quarter. */
export function quarterOf(day: number): { readonly number: number; readonly firstDay: number } {
  const date = dateOf(day)
  const number = Math.floor(date.getUTCMonth() / 3)
  return { number, firstDay: Date.UTC(date.getUTCFullYear(), 3 * number, 1) / DAY_MS }
}

export const zoneOf = (listing: string): Zone => (listing.startsWith('XMAD:') ? 'Europe/Madrid' : 'America/New_York')

/** Midnight, in UTC, of the first Sunday on or after a date. */
function sundayFrom(year: number, month: number, date: number): number {
  let day = Date.UTC(year, month - 1, date)
  while (new Date(day).getUTCDay() !== 0) day += DAY_MS
  return day
}

const HOUR = 3_600_000

/** Hours that a zone's clocks are ahead of UTC. */
function aheadAt(zone: Zone, at: number): number {
  const year = new Date(at).getUTCFullYear()
  const [from, to, winter] =
    zone === 'Europe/Madrid'
      ? [sundayFrom(year, 3, 25) + HOUR, sundayFrom(year, 10, 25) + HOUR, 1]
      : [sundayFrom(year, 3, 8) + 7 * HOUR, sundayFrom(year, 11, 1) + 6 * HOUR, -5]
  return at >= from && at < to ? winter + 1 : winter
}

export const localDayAt = (zone: Zone, at: number): number => Math.floor((at + aheadAt(zone, at) * HOUR) / DAY_MS)

/** The instant of a clock time of a zone, in minutes after midnight: of a day's trading, or midnight itself. */
function instantOf(zone: Zone, day: number, minutes: number): number {
  const local = day * DAY_MS + minutes * 60_000
  const winter = zone === 'Europe/Madrid' ? 1 : -5
  return local - aheadAt(zone, local - winter * HOUR) * HOUR
}

/** The instant at which a day is over in both zones: midnight in New York is the later one. */
export const overAt = (day: number): number => instantOf('America/New_York', day + 1, 0)

/** Days without trading, and days that close early after a dot-comma. Other years: the first of January and Christmas. */
const SHUT: Readonly<Record<Zone, string>> = {
  'America/New_York': `
    2013: 01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25; 07-03 11-29 12-24
    2021: 01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24; 11-26
    2022: 01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26; 11-25
    2023: 01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25; 07-03 11-24
    2024: 01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25; 07-03 11-29 12-24
    2025: 01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25; 07-03 11-28 12-24
    2026: 01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25; 11-27 12-24
    2027: 01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24; 11-26
    2028: 01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25; 07-03 11-24`,
  'Europe/Madrid': `
    2013: 01-01 03-29 04-01 05-01 12-25 12-26; 12-24 12-31
    2021: 01-01 04-02 04-05; 12-24 12-31
    2022: 04-15 04-18 12-26;
    2023: 04-07 04-10 05-01 12-25 12-26;
    2024: 01-01 03-29 04-01 05-01 12-25 12-26; 12-24 12-31
    2025: 01-01 04-18 04-21 05-01 12-25 12-26; 12-24 12-31
    2026: 01-01 04-03 04-06 05-01 12-25; 12-24 12-31
    2027: 01-01 03-26 03-29; 12-24 12-31`,
}

/** For each zone and year: the days without trading and the short ones. */
const TABLES = new Map<string, readonly [shut: string, early: string]>(
  Object.entries(SHUT).flatMap(([zone, text]) =>
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [year = '', days = ''] = line.trim().split(':')
        const [shut = '', early = ''] = days.split(';')
        return [zone + year, [shut, early]] as const
      }),
  ),
)

/** Minutes after midnight: New York 09:30 to 16:00 or 13:00, Madrid 09:00 to 17:30 or 14:00. */
const CLOCK = { 'America/New_York': [570, 960, 780], 'Europe/Madrid': [540, 1_050, 840] } as const

/** The session of a day; null for none. */
export function spanOf(zone: Zone, day: number, hours: Hours): { open: number; close: number } | null {
  if (hours === 'always') return { open: instantOf(zone, day, 0), close: instantOf(zone, day + 1, 0) }
  const date = dateOf(day)
  if (date.getUTCDay() % 6 === 0) return null
  const [shut, early] = TABLES.get(zone + date.getUTCFullYear()) ?? ['01-01 12-25', '']
  const text = dayTextOf(day).slice(5)
  if (shut.includes(text)) return null
  const [opens, closes, closesEarly] = CLOCK[zone]
  return {
    open: instantOf(zone, day, opens),
    close: instantOf(zone, day, early.includes(text) ? closesEarly : closes),
  }
}
