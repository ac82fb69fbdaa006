import type { PriceE4, Venue } from '../base/amount.ts'
import { priceE4 } from '../base/amount.ts'
import type { Day, Instant } from '../base/instant.ts'
import { MINUTE } from '../base/instant.ts'
import { lowerBound } from '../base/ascending.ts'
import { dayNumberOf, dayOf, weekOf } from '../calendar/days.ts'
import { candleStart } from '../calendar/sessions.ts'
import type { Candles, DayFigures, Interval, Session } from '../market/market.contract.ts'
import { MINUTES_OF, isMinutes } from '../market/market.rules.ts'
import type { DayBars, MinuteBars } from './csv.ts'

/** The parts of a venue's calendar that recorded bars need. */
export interface ReplayCalendar {
  sessionOn(venue: Venue, day: Day): Session | null
  /** The day of an instant in the venue's time zone, and the instant at which a day starts there. */
  dayAt(venue: Venue, at: Instant): Day
  dayStart(venue: Venue, day: Day): Instant
}

/** One bar with its start: a candle as a row. */
interface Bar {
  readonly at: Instant
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/**
 * One day of a listing: from the minutes [first, end) of its regular session, otherwise row `daily` of the daily file.
 */
interface DayEntry {
  readonly day: Day
  /** The session's open; midnight for a day without a session in the calendar. */
  readonly start: Instant
  /** The starts of its week (from Monday), its month and its year: the start of their first day. */
  week: Instant
  month: Instant
  year: Instant
  readonly first: number
  readonly end: number
  readonly daily: number
  /** The instant from which the daily file's bar is known: the close. */
  readonly knownAt: Instant
}

const NO_MINUTES: MinuteBars = {
  at: new Float64Array(),
  open: new Float64Array(),
  high: new Float64Array(),
  low: new Float64Array(),
  close: new Float64Array(),
  volume: new Float64Array(),
  bid: new Float64Array(),
  bidSize: new Float64Array(),
  ask: new Float64Array(),
  askSize: new Float64Array(),
}

/** The recorded bars of one listing. Every answer is as of `until`: a minute is known once it is over. */
export interface Recording {
  readonly minutes: MinuteBars
  /** The rows of `minutes` that end with a quote. */
  readonly quoteRows: Int32Array
  candlesAt(interval: Interval, range: { from: Instant; to: Instant; most: number }, until: Instant): Candles
  dayFiguresAt(until: Instant): DayFigures | null
}

export function recordingFor(
  venue: Venue,
  calendar: ReplayCalendar,
  files: { readonly minutes?: MinuteBars | undefined; readonly days?: DayBars | undefined },
): Recording {
  const { minutes = NO_MINUTES, days } = files
  const entries = dayEntries(venue, calendar, minutes, days)
  const starts = Float64Array.from(entries, (entry) => entry.start)
  const barOf = (entry: DayEntry, until: Instant): Bar | null =>
    entry.daily < 0
      ? gather(minutes, entry.start, entry.first, Math.min(entry.end, knownRows(minutes, until)))
      : entry.knownAt <= until && days
        ? rowOf(days, entry.daily, entry.start)
        : null

  return {
    minutes,
    quoteRows: quoteRowsOf(minutes),
    candlesAt: (interval, range, until) => {
      if (interval === 'minute') return minuteCandles(minutes, range, until)
      if (isMinutes(interval)) return longMinutes(venue, minutes, range, MINUTES_OF[interval] * MINUTE, until)
      // The bars of a group may start before its first traded day, so the range is extended by the group's length.
      const around = GROUP_DAYS[interval] * DAY
      const from = lowerBound(starts, range.from - around)
      const to = lowerBound(starts, Math.min(range.to, until + 1) + around)
      const inRange =
        interval === 'day' ? entries.slice(Math.max(from, to - range.most - 1), to) : entries.slice(from, to)
      const bars = inRange.map((entry) => barOf(entry, until)).filter((bar) => bar !== null)
      if (interval === 'day') return columns(bars.slice(-range.most))
      const groups = new Map(inRange.map((entry) => [entry.start, entry[interval]]))
      return grouped(bars, (bar) => groups.get(bar.at) ?? bar.at, range)
    },
    dayFiguresAt: (until) => {
      for (let n = lowerBound(starts, until + 1) - 1; n >= 0; n--) {
        const entry = entries[n]
        const bar = entry && barOf(entry, until)
        if (!entry || !bar) continue
        const before = entries[n - 1]
        const last = Math.min(entry.end, knownRows(minutes, until)) - 1
        return {
          day: entry.day,
          open: priceE4(BigInt(bar.open)),
          high: priceE4(BigInt(bar.high)),
          low: priceE4(BigInt(bar.low)),
          last: priceE4(BigInt(bar.close)),
          previousClose: before ? priceE4(BigInt(barOf(before, until)?.close ?? 0)) : null,
          volume: BigInt(bar.volume),
          at: entry.daily < 0 ? (minutes.at[last] ?? 0) + MINUTE : entry.knownAt,
        }
      }
      return null
    },
  }
}

/** The rows with a quote, found without a list of all rows: a recording may have millions. */
function quoteRowsOf({ bid }: MinuteBars): Int32Array {
  const rows = new Int32Array(bid.length)
  let count = 0
  for (let row = 0; row < bid.length; row++) if (bid[row]! > 0) rows[count++] = row
  return rows.slice(0, count)
}

const DAY = 24 * 60 * MINUTE
/** The most days in a group. */
const GROUP_DAYS = { day: 0, week: 32, month: 32, year: 366 } as const

/** Every day with regular minutes, and from the daily file the days without. */
function dayEntries(
  venue: Venue,
  calendar: ReplayCalendar,
  minutes: MinuteBars,
  days: DayBars | undefined,
): DayEntry[] {
  const entries = new Map<Day, DayEntry>()
  const put = (day: Day, start: Instant, more: Pick<DayEntry, 'first' | 'end' | 'daily' | 'knownAt'>): unknown =>
    entries.set(day, { day, start, week: start, month: start, year: start, ...more })
  for (let row = 0; row < minutes.at.length;) {
    const day = calendar.dayAt(venue, minutes.at[row] ?? 0)
    const session = calendar.sessionOn(venue, day)
    if (session) {
      const first = lowerBound(minutes.at, session.open)
      const end = lowerBound(minutes.at, session.close)
      if (end > first) put(day, session.open, { first, end, daily: -1, knownAt: session.close })
    }
    row = lowerBound(minutes.at, calendar.dayStart(venue, dayAfter(day)))
  }
  for (const [daily, day] of (days?.day ?? []).entries()) {
    if (entries.has(day)) continue
    const session = calendar.sessionOn(venue, day)
    const start = session?.open ?? calendar.dayStart(venue, day)
    const knownAt = session?.close ?? calendar.dayStart(venue, dayAfter(day))
    put(day, start, { first: 0, end: 0, daily, knownAt })
  }
  const sorted = [...entries.values()].sort((a, b) => a.start - b.start)
  for (const [n, entry] of sorted.entries()) {
    const before = sorted[n - 1]
    if (!before) continue
    if (weekOf(dayNumberOf(before.day)) === weekOf(dayNumberOf(entry.day))) entry.week = before.week
    if (before.day.slice(0, 7) === entry.day.slice(0, 7)) entry.month = before.month
    if (before.day.slice(0, 4) === entry.day.slice(0, 4)) entry.year = before.year
  }
  return sorted
}

const dayAfter = (day: Day): Day => dayOf(dayNumberOf(day) + 1)

/** The number of minutes that are over at `until`. */
const knownRows = ({ at }: MinuteBars, until: Instant): number => lowerBound(at, until - MINUTE + 1)

function minuteCandles(
  minutes: MinuteBars,
  { from, to, most }: { from: Instant; to: Instant; most: number },
  until: Instant,
): Candles {
  const end = Math.min(lowerBound(minutes.at, to), knownRows(minutes, until))
  const first = Math.max(lowerBound(minutes.at, from), end - most)
  return columns(Array.from({ length: Math.max(0, end - first) }, (_row, n) => minuteRow(minutes, first + n)))
}

const longMinutes = (
  venue: Venue,
  minutes: MinuteBars,
  range: { from: Instant; to: Instant; most: number },
  width: number,
  until: Instant,
): Candles => grouped(minuteBars(venue, minutes, range, width, until), ({ at }) => candleStart(venue, at, width), range)

/** The known minutes that make up the newest groups of a width in the range. */
function minuteBars(
  venue: Venue,
  minutes: MinuteBars,
  { from, to, most }: { from: Instant; to: Instant; most: number },
  width: number,
  until: Instant,
): Bar[] {
  const lastGroupEnd = candleStart(venue, to - 1, width) + width
  const end = Math.min(lowerBound(minutes.at, lastGroupEnd), knownRows(minutes, until))
  const perGroup = width / MINUTE
  const first = Math.max(lowerBound(minutes.at, from), end - (most + 1) * perGroup)
  return Array.from({ length: Math.max(0, end - first) }, (_row, n) => minuteRow(minutes, first + n))
}

const minuteRow = (minutes: MinuteBars, row: number): Bar => rowOf(minutes, row, minutes.at[row] ?? 0)

function rowOf(bars: Omit<DayBars, 'day'>, row: number, at: Instant): Bar {
  return {
    at,
    open: bars.open[row] ?? 0,
    high: bars.high[row] ?? 0,
    low: bars.low[row] ?? 0,
    close: bars.close[row] ?? 0,
    volume: bars.volume[row] ?? 0,
  }
}

/** The minutes [first, end) as one bar; null for none. */
function gather(minutes: MinuteBars, at: Instant, first: number, end: number): Bar | null {
  let bar: Bar | null = null
  for (let row = first; row < end; row++) bar = joined(bar, minuteRow(minutes, row), at)
  return bar
}

const joined = (bar: Bar | null, next: Bar, at: Instant): Bar =>
  bar === null
    ? { ...next, at }
    : {
        at,
        open: bar.open,
        high: Math.max(bar.high, next.high),
        low: Math.min(bar.low, next.low),
        close: next.close,
        volume: bar.volume + next.volume,
      }

/** Bars merged by the group in which each starts; returns the newest groups that start in the range. */
function grouped(
  bars: readonly Bar[],
  startOf: (bar: Bar) => Instant,
  { from, to, most }: { from: Instant; to: Instant; most: number },
): Candles {
  const groups: Bar[] = []
  for (const bar of bars) {
    const at = startOf(bar)
    const last = groups.at(-1)
    if (last?.at === at) groups[groups.length - 1] = joined(last, bar, at)
    else groups.push({ ...bar, at })
  }
  return columns(groups.filter(({ at }) => at >= from && at < to).slice(-most))
}

const prices = (bars: readonly Bar[], of: 'open' | 'high' | 'low' | 'close'): PriceE4[] =>
  bars.map((bar) => priceE4(BigInt(bar[of])))

const columns = (bars: readonly Bar[]): Candles => ({
  at: bars.map((bar) => bar.at),
  open: prices(bars, 'open'),
  high: prices(bars, 'high'),
  low: prices(bars, 'low'),
  close: prices(bars, 'close'),
  volume: bars.map((bar) => BigInt(bar.volume)),
})
