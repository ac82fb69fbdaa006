import { assert } from '../../base/assert.ts'
import { LOG_ONE, NORMAL, TABLE_SHIFT } from '../../base/maths.ts'
import { WORDS, drawWords, mix, wordsOf, wordsOfName, type Words } from '../../base/noise.ts'
import type { Zone } from '../../base/zones.ts'
import type { DayNumber } from '../../calendar/days.ts'
import { SECTORS } from '../../market/instruments.ts'
import { reportsOf, type DrawDay, type TradingDay } from '../days.ts'
import { COMMON_VARIANCE, integersOf, normalAt, varianceAt } from './draws.ts'
import { shapeFor, type Shape } from './shape.ts'
import { MARKET_DAY, PIECES, WORLDS_PART, crossingOf, type WorldMove, type WorldOfThree } from './world.ts'

/** A move that all shares of a zone have their part of, in steps, with the variance it was drawn with. */
export interface CommonMove {
  readonly world: WorldMove
  readonly zone: WorldMove
}

/** Draws that all shares of a zone can see. */
export interface CommonWay {
  /** Twelve bits for each minute from the start of the piece. */
  minutes(): Uint16Array
  /** The words from which those of its seconds are mixed, as 32-bit integers, and the first of their places. */
  readonly seconds: Int32Array
  readonly place: number
}

/** A piece of a session, between its ends and the cut. */
export interface CommonPiece extends CommonMove {
  /** Its part of the session's variance by the zone's own clock. */
  readonly part: number
  /** Each sector's draw, as a multiple of its deviation. */
  readonly sectors: Float64Array
  /** The draws by which the paths of all shares go together, of the world and of the zone. */
  readonly worlds: CommonWay
  readonly zones: CommonWay
}

/** A trading day with the moves common to all shares of its zone. */
export interface DayOfThree extends TradingDay {
  readonly version: 3
  readonly shape: Shape
  readonly seed: Words
  readonly restless: number
  readonly gap: CommonMove
  readonly pieces: readonly CommonPiece[]
  /** The days of the quarter that have passed since the last trading day: (reportsAfter, reportsUpTo]. */
  readonly reportsAfter: number
  readonly reportsUpTo: number
  /** Calendar days since the last trading day. */
  readonly passed: number
}

/** A day of version 3. Asserts that version 3 prices it. */
export function threeOf(day: TradingDay | undefined): DayOfThree {
  assert(day?.version === 3, 'version 3 prices its own days only')
  return day as DayOfThree
}

/** The part of a day's own variance that falls in the night between two sessions. */
export const NIGHT = 0.25

/** The standard deviation of a sector's move in a day, relative to the market's. */
export const SECTOR_DAY = 0.006

const PLACES = { variance: 1, gap: 2, pieces: 3 } as const

/** This number of ways is cached, up to four a day; others are drawn again on request. */
const WAYS_KEPT = 4_000

/** Draws the days of a zone. */
export function drawDayOfThree(
  zone: Zone,
  world: WorldOfThree,
  seedFor: (number: DayNumber) => Uint8Array | null,
): DrawDay {
  const { hours } = world
  const name = wordsOfName(`lonja 3 market ${zone}`)
  const sectors = wordsOfName(`lonja 3 sectors ${zone}`)
  const night = hours === 'exchange' ? NIGHT : 0
  const ways = wayCache()
  const worldsWay = (key: number, piece: number, minutes: number): CommonWay =>
    ways(key, world.dayAt(Math.floor(piece / PIECES))!.words, piece % PIECES, minutes)
  return (plain, before) => {
    const { number } = plain
    const bytes = seedFor(number)
    const today = world.dayAt(number)
    if (!bytes || !today) return null
    const seed = wordsOf(bytes)
    const words = drawWords(seed, name, new Uint32Array(16))
    const crossing = crossingOf(zone, plain, number, hours)
    const [from, to] = crossing.pieces
    const lastEnd = before ? crossingOf(zone, before, before.number, hours).pieces[1] : from
    const shape = shapeFor(plain.minutes, crossing.cut === null ? 0 : (crossing.cut - plain.open) / 60_000)
    const sigma = MARKET_DAY * LOG_ONE * today.restless
    const own = (1 - WORLDS_PART) * sigma * sigma * varianceAt(COMMON_VARIANCE, words, PLACES.variance)
    const drawn = drawWords(seed, sectors, new Uint32Array(16))
    const bounds = shape.parts.length === 1 ? [from, to] : [from, from + 1, to]
    return {
      version: 3,
      ...plain,
      shape,
      seed,
      restless: today.restless,
      gap: { world: world.sum(lastEnd, from), zone: moveOf(night * own, words, PLACES.gap) },
      pieces: shape.parts.map((part, n) => ({
        part,
        world: world.sum(bounds[n]!, bounds[n + 1]!),
        zone: moveOf((1 - night) * part * own, words, PLACES.pieces + n),
        sectors: sectorDraws(drawn, n),
        worlds: worldsWay(plain.index * 4 + n, bounds[n + 1]! - 1, shape.ends[n + 1]! - shape.ends[n]!),
        zones: ways(plain.index * 4 + 2 + n, words, n, shape.ends[n + 1]! - shape.ends[n]!),
      })),
      ...reportsOf(number, before ? before.number : number - 1),
      passed: before ? number - before.number : 1,
    } satisfies DayOfThree
  }
}

const moveOf = (variance: number, words: Words, place: number): WorldMove => ({
  variance,
  move: Math.sqrt(variance) * normalAt(words, place),
})

/** The first piece of a session takes the highest twelve bits of each sector's word, the second the next twelve. */
const sectorDraws = (words: Words, piece: number): Float64Array =>
  Float64Array.from(SECTORS, (_, sector) => NORMAL[((words[sector]! << (12 * piece)) >>> TABLE_SHIFT) & 4_095]!)

/** Ways from the words of a name on a day, by the number of the piece; those of minutes are cached under a key. */
function wayCache(): (key: number, words: Words, piece: number, minutes: number) => CommonWay {
  const cache = new Map<number, Uint16Array>()
  return (key, words, piece, count) => ({
    minutes: () => {
      const cachedWay = cache.get(key)
      if (cachedWay) return cachedWay
      const way = new Uint16Array(count)
      const p = WORDS.path
      const [a, b, c, d] = [words[p]! | 0, words[p + 1]! | 0, words[p + 2]! | 0, words[p + 3]! | 0]
      for (let minute = 0; minute < count; minute++)
        way[minute] = mix(a, b, c, d, (piece << 16) | minute) >>> TABLE_SHIFT
      cache.set(key, way)
      if (cache.size > WAYS_KEPT) cache.delete(cache.keys().next().value!)
      return way
    },
    seconds: integersOf(words, WORDS.ticks),
    place: piece << 17,
  })
}
