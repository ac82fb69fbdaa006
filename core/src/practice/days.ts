import { MINUTE, type Instant } from '../base/instant.ts'
import type { Zone } from '../base/zones.ts'
import { dateOf, dayNumber, dayNumberAt, dayOf, weekOf, type DayNumber } from '../calendar/days.ts'
import { spanOf, type Hours, type Span } from '../calendar/sessions.ts'
import { SECTORS } from '../market/instruments.ts'
import { FAT, LOG_ONE, NORMAL, TABLE_SHIFT, exp } from '../base/maths.ts'
import { WORDS, drawWords, mix, wordsOf, wordsOfName, type Words } from '../base/noise.ts'
import { shapeFor, type Shape } from './shape.ts'

/** One trading day of a zone's venues: its session, and the factors common to all their shares. */
export interface MarketDay {
  /** Its position among the trading days, counted from the first day of the history. */
  readonly index: number
  readonly number: DayNumber
  readonly open: Instant
  readonly close: Instant
  readonly shape: Shape
  readonly seed: Words
  /** The market's volatility factor: around 1, between 0.5 and 2.2. */
  readonly restless: number
  /** The market's log return from the last close to the open, and within the day, in steps. */
  readonly gap: number
  /** The standard deviation that `move` was drawn with, which scales the market's path within the day. */
  readonly sigma: number
  readonly move: number
  /** Each sector's log return within the day relative to the market's, in steps. */
  readonly sectors: Float64Array
  /** The days of the quarter that have passed since the last trading day: (reportsAfter, reportsUpTo]. */
  readonly reportsAfter: number
  readonly reportsUpTo: number
  readonly week: number
  readonly month: number
  readonly year: number
  /** The market's own path over the day, in steps from its open, at the end of each minute. */
  path(): Float64Array
  /** The largest distance of that path above and below the straight line through each leaf of the shape. */
  reach(): Reach
}

export interface Reach {
  readonly above: Float64Array
  readonly below: Float64Array
}

/** The trading days of a zone, from the first day of the history as far as seeds are known. */
export interface MarketDays {
  readonly hours: Hours
  /** The day on which the house opened, trading or not. */
  readonly openingDay: DayNumber
  readonly days: readonly MarketDay[]
  /** The number of history days, before the opening; they are known from the start. */
  historyDays(): number
  /** The last day that opened before `at`; null before the history, or if the seeds end earlier. */
  dayAt(at: Instant): MarketDay | null
}

export interface DaysFrom {
  readonly zone: Zone
  readonly hours: Hours
  readonly firstDay: DayNumber
  readonly openingDay: DayNumber
  readonly seedFor: (number: DayNumber) => Uint8Array | null
}

/** Standard deviations of the daily log return shared by all shares, and by a sector. */
const MARKET_DAY = 0.01
const SECTOR_DAY = 0.006
/** The part of a day's variance that falls between two sessions separated by a night. */
export const NIGHT = 0.25

/** The number of days whose market path is cached; others are walked again on request. */
const PATHS_KEPT = 600

/** The trading days of a zone: the whole history at once, later days one by one on request. */
export function marketDays({ zone, hours, firstDay, openingDay, seedFor }: DaysFrom): MarketDays {
  const days: MarketDay[] = []
  const drawDay = dayDrawer(zone, hours)
  let nextDay = firstDay

  /** Draw the days up to one; false if a seed is not known yet. */
  const reach = (last: DayNumber): boolean => {
    for (; nextDay <= last; nextDay++) {
      const span = spanOf(zone, nextDay, hours)
      if (!span) continue
      const seed = seedFor(nextDay)
      if (!seed) return false
      days.push(drawDay(nextDay, span, wordsOf(seed), days.at(-1) ?? null))
    }
    return true
  }
  let history = -1
  const historyDays = (): number => {
    if (history < 0) {
      reach(openingDay - 1)
      history = days.length
    }
    return history
  }
  const findDay = (at: Instant): MarketDay | null => {
    historyDays()
    if (reach(dayNumberAt(zone, at))) return lastBefore(days, at)
    // The seeds end before `at`, so everything after the last known day is unknown.
    const last = days.at(-1)
    return last && at <= nextOpen(zone, hours, last.number) ? lastBefore(days, at) : null
  }
  let latest: MarketDay | null = null
  const dayAt = (at: Instant): MarketDay | null => {
    if (!latest || at <= latest.open || at > latest.close) latest = findDay(at)
    return latest
  }
  return { hours, openingDay, days, historyDays, dayAt }
}

type DayDrawer = (number: DayNumber, span: Span, seed: Words, before: MarketDay | null) => MarketDay

/**
 * Draws the factors that all shares of a zone have in common on a day. The volatility factor carries over from day to
 * day.
 */
function dayDrawer(zone: Zone, hours: Hours): DayDrawer {
  const name = wordsOfName(`market ${zone}`)
  const sectors = wordsOfName(`sectors ${zone}`)
  const night = hours === 'exchange' ? NIGHT : 0
  const paths = pathCache()
  let mood = 0
  return (number, span, seed, before) => {
    const words = drawWords(seed, name, new Uint32Array(16))
    mood = 0.94 * mood + 0.13 * NORMAL[words[WORDS.day]! >>> TABLE_SHIFT]!
    const restless = Math.min(2.2, Math.max(0.5, exp(mood)))
    const whole = MARKET_DAY * LOG_ONE * restless
    const sigma = whole * Math.sqrt(1 - night)
    const day: MarketDay = {
      index: before ? before.index + 1 : 0,
      number,
      ...span,
      shape: shapeFor((span.close - span.open) / MINUTE),
      seed,
      restless,
      gap: whole * Math.sqrt(night) * FAT[words[WORDS.day + 1]! >>> TABLE_SHIFT]!,
      sigma,
      move: sigma * FAT[words[WORDS.day + 2]! >>> TABLE_SHIFT]!,
      sectors: sectorMoves(seed, sectors, restless),
      ...reportsOf(number, before ? before.number : number - 1),
      week: weekOf(number),
      month: monthOf(number),
      year: dateOf(number).year,
      path: () => paths(day, words).points,
      reach: () => {
        const path = paths(day, words)
        return (path.reach ??= reachOf(day.shape, path.points))
      },
    }
    return day
  }
}

function nextOpen(zone: Zone, hours: Hours, after: DayNumber): Instant {
  for (let number = after + 1; ; number++) {
    const span = spanOf(zone, number, hours)
    if (span) return span.open
  }
}

function lastBefore(days: readonly MarketDay[], at: Instant): MarketDay | null {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]!.open < at) low = middle + 1
    else high = middle
  }
  return days[low - 1] ?? null
}

function sectorMoves(seed: Words, name: Words, restless: number): Float64Array {
  const words = drawWords(seed, name, new Uint32Array(16))
  return Float64Array.from(
    SECTORS,
    (_, sector) => SECTOR_DAY * LOG_ONE * restless * FAT[words[sector]! >>> TABLE_SHIFT]!,
  )
}

/** Reports are due on a day of the quarter; one due on a non-trading day comes on the next trading day. */
function reportsOf(number: DayNumber, last: DayNumber): { reportsAfter: number; reportsUpTo: number } {
  const start = quarterStart(number)
  return { reportsAfter: Math.max(-1, last - start), reportsUpTo: number - start }
}

/** The first day of the quarter that holds a day. */
export function quarterStart(number: DayNumber): DayNumber {
  const { year, month } = dateOf(number)
  return dayNumber(year, month - ((month - 1) % 3), 1)
}

const monthOf = (number: DayNumber): number => {
  const { year, month } = dateOf(number)
  return year * 12 + month - 1
}

interface Path {
  readonly points: Float64Array
  reach: Reach | null
}

/** The market's own path over a day, in steps from its open; every share takes its beta of it. */
function pathCache(): (day: MarketDay, words: Words) => Path {
  const cache = new Map<number, Path>()
  return (day, words) => {
    const cachedPath = cache.get(day.index)
    if (cachedPath) return cachedPath
    const points = new Float64Array(day.shape.minutes + 1)
    points[day.shape.minutes] = day.move
    walk(points, day.shape, day.sigma, words)
    const path = { points, reach: null }
    cache.set(day.index, path)
    if (cache.size > PATHS_KEPT) cache.delete(cache.keys().next().value!)
    return path
  }
}

function reachOf({ leaves: { ends, way } }: Shape, points: Float64Array): Reach {
  const above = new Float64Array(ends.length - 1)
  const below = new Float64Array(ends.length - 1)
  for (let n = 0; n < above.length; n++) {
    const [first, last] = [ends[n]!, ends[n + 1]!]
    const [from, to] = [points[first]!, points[last]!]
    for (let point = first + 1; point < last; point++) {
      const off = points[point]! - from - way[point]! * (to - from)
      if (off > above[n]!) above[n] = off
      if (-off > below[n]!) below[n] = -off
    }
  }
  return { above, below }
}

/**
 * Fill the points between the ends of a session with a Brownian bridge, each drawn between its two neighbours (the
 * dyadic construction). `sigma` is the standard deviation of the whole session.
 */
export const walk = (points: Float64Array, shape: Shape, sigma: number, words: Words): void =>
  walkThrough(points, shape, sigma, words, shape.order, 0, shape.order.length)

/** The same for a range of the drawing order; the neighbours of each point must precede it. */
export function walkThrough(
  points: Float64Array,
  shape: Shape,
  sigma: number,
  words: Words,
  order: Int16Array,
  first: number,
  end: number,
): void {
  const { before, after, weight, deviation } = shape
  const a = words[WORDS.path]! | 0
  const b = words[WORDS.path + 1]! | 0
  const c = words[WORDS.path + 2]! | 0
  const d = words[WORDS.path + 3]! | 0
  for (let index = first; index < end; index++) {
    const point = order[index]!
    const from = points[before[point]!]!
    const to = points[after[point]!]!
    const draw = NORMAL[mix(a, b, c, d, point) >>> TABLE_SHIFT]!
    points[point] = from + weight[point]! * (to - from) + deviation[point]! * sigma * draw
  }
}

/** The date of a market day, `2026-11-21`. */
export const labelOf = (day: MarketDay) => dayOf(day.number)
