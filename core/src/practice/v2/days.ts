import { assert } from '../../base/assert.ts'
import type { Zone } from '../../base/zones.ts'
import type { DayNumber } from '../../calendar/days.ts'
import type { Hours } from '../../calendar/sessions.ts'
import { SECTORS } from '../../market/instruments.ts'
import { FAT, LOG_ONE, NORMAL, TABLE_SHIFT, exp } from '../../base/maths.ts'
import { WORDS, drawWords, mix, wordsOf, wordsOfName, type Words } from '../../base/noise.ts'
import { reportsOf, type DrawDay, type TradingDay } from '../days.ts'
import { shapeFor, type Shape } from './shape.ts'

/** A trading day with the factors common to all shares of its zone. */
export interface DayOfTwo extends TradingDay {
  readonly version: 2
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
  /** The market's own path over the day, in steps from its open, at the end of each minute. */
  path(): Float64Array
  /** The largest distance of that path above and below the straight line through each leaf of the shape. */
  reach(): Reach
}

export interface Reach {
  readonly above: Float64Array
  readonly below: Float64Array
}

/** A day of version 2. Asserts that version 2 prices it. */
export function twoOf(day: TradingDay | undefined): DayOfTwo {
  assert(day?.version === 2, 'version 2 prices its own days only')
  return day as DayOfTwo
}

/** Standard deviations of the daily log return shared by all shares, and by a sector. */
const MARKET_DAY = 0.01
const SECTOR_DAY = 0.006
/** The part of a day's variance that falls between two sessions separated by a night. */
export const NIGHT = 0.25

/** The number of days whose market path is cached; others are walked again on request. */
const PATHS_KEPT = 600

/**
 * Draws the factors that all shares of a zone have in common on a day. The volatility factor carries over from day to
 * day.
 */
export function drawDayOfTwo(zone: Zone, hours: Hours, seedFor: (number: DayNumber) => Uint8Array | null): DrawDay {
  const name = wordsOfName(`market ${zone}`)
  const sectors = wordsOfName(`sectors ${zone}`)
  const night = hours === 'exchange' ? NIGHT : 0
  const paths = pathCache()
  let mood = 0
  return (plain, before) => {
    const bytes = seedFor(plain.number)
    if (!bytes) return null
    const seed = wordsOf(bytes)
    const words = drawWords(seed, name, new Uint32Array(16))
    mood = 0.94 * mood + 0.13 * NORMAL[words[WORDS.day]! >>> TABLE_SHIFT]!
    const restless = Math.min(2.2, Math.max(0.5, exp(mood)))
    const whole = MARKET_DAY * LOG_ONE * restless
    const sigma = whole * Math.sqrt(1 - night)
    const day: DayOfTwo = {
      version: 2,
      ...plain,
      shape: shapeFor(plain.minutes),
      seed,
      restless,
      gap: whole * Math.sqrt(night) * FAT[words[WORDS.day + 1]! >>> TABLE_SHIFT]!,
      sigma,
      move: sigma * FAT[words[WORDS.day + 2]! >>> TABLE_SHIFT]!,
      sectors: sectorMoves(seed, sectors, restless),
      ...reportsOf(plain.number, before ? before.number : plain.number - 1),
      path: () => paths(day, words).points,
      reach: () => {
        const path = paths(day, words)
        return (path.reach ??= reachOf(day.shape, path.points))
      },
    }
    return day
  }
}

function sectorMoves(seed: Words, name: Words, restless: number): Float64Array {
  const words = drawWords(seed, name, new Uint32Array(16))
  return Float64Array.from(
    SECTORS,
    (_, sector) => SECTOR_DAY * LOG_ONE * restless * FAT[words[sector]! >>> TABLE_SHIFT]!,
  )
}

interface Path {
  readonly points: Float64Array
  reach: Reach | null
}

/** The market's own path over a day, in steps from its open; every share takes its beta of it. */
function pathCache(): (day: DayOfTwo, words: Words) => Path {
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
