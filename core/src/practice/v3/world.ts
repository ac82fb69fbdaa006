import type { Instant } from '../../base/instant.ts'
import { LOG_ONE, exp } from '../../base/maths.ts'
import { drawWords, wordsOf, wordsOfName, type Words } from '../../base/noise.ts'
import type { Zone } from '../../base/zones.ts'
import type { DayNumber } from '../../calendar/days.ts'
import { spanOf, type Hours, type Span } from '../../calendar/sessions.ts'
import { COMMON_VARIANCE, normalAt, varianceAt } from './draws.ts'

/**
 * The move that New York and Madrid share. It happens once, at one time: both zones' prices have it in the minutes in
 * which both trade, and in its gap whoever is shut. So neither zone foretells the other.
 */

/** The standard deviation of a zone's common move in a day, and the part of its variance that is the world's. */
export const MARKET_DAY = 0.01
export const WORLDS_PART = 0.8

/** The pieces of a calendar day, in order: the night before Madrid opens, Madrid alone, both, New York alone. */
export const PIECES = 4
const MADRID_ALONE = 1
const BOTH = 2
const NEW_YORK_ALONE = 3

/** The parts of the world's daily variance by piece. */
const PARTS: Record<Hours, readonly number[]> = { exchange: [0.12, 0.26, 0.27, 0.35], always: [0, 0, 0.75, 0.25] }

/** A day of the world. */
export interface WorldDay {
  /** The volatility factor of all markets: around 1, between 0.5 and 2.2. It carries over from day to day. */
  readonly restless: number
  /** By piece: its variance and its move, in steps. */
  readonly variance: readonly number[]
  readonly move: readonly number[]
  readonly words: Words
}

/** A sum of pieces of the world. */
export interface WorldMove {
  readonly variance: number
  readonly move: number
}

export interface WorldOfThree {
  /** A calendar day; null while its seed is not known. */
  dayAt(number: DayNumber): WorldDay | null
  /** The sum of the pieces in [from, to); a piece is numbered by 4 × its day + its place in the day. */
  sum(from: number, to: number): WorldMove
  readonly hours: Hours
}

const PLACES = { mood: 1, variance: 2, pieces: 16 } as const

/** The part of yesterday's logarithm of the volatility factor today's keeps, and the deviation of its own draw. */
const MOOD_KEPT = 0.94
const MOOD_DRAW = 0.13

/** The world from its first day on, as far as seeds are known. */
export function worldOfThree(
  hours: Hours,
  firstDay: DayNumber,
  seedFor: (number: DayNumber) => Uint8Array | null,
): WorldOfThree {
  const name = wordsOfName('lonja 3 world')
  const days: WorldDay[] = []
  let mood = 0
  const dayAt = (number: DayNumber): WorldDay | null => {
    while (firstDay + days.length <= number) {
      const next = firstDay + days.length
      const seed = seedFor(next)
      if (!seed) return null
      const words = drawWords(wordsOf(seed), name, new Uint32Array(16))
      mood = MOOD_KEPT * mood + MOOD_DRAW * normalAt(words, PLACES.mood)
      days.push(worldDay(hours, words, mood, isTraded(next, hours)))
    }
    return days[number - firstDay] ?? null
  }
  const sum = (from: number, to: number): WorldMove => {
    let [variance, move] = [0, 0]
    for (let piece = Math.max(from, firstDay * PIECES); piece < to; piece++) {
      const day = dayAt(Math.floor(piece / PIECES))
      const place = piece % PIECES
      variance += day?.variance[place] ?? 0
      move += day?.move[place] ?? 0
    }
    return { variance, move }
  }
  return { dayAt, sum, hours }
}

const isTraded = (number: DayNumber, hours: Hours): boolean =>
  spanOf('America/New_York', number, hours) !== null || spanOf('Europe/Madrid', number, hours) !== null

function worldDay(hours: Hours, words: Words, mood: number, traded: boolean): WorldDay {
  const restless = Math.min(2.2, Math.max(0.5, exp(mood)))
  const sigma = MARKET_DAY * LOG_ONE * restless
  const whole = traded ? WORLDS_PART * sigma * sigma * varianceAt(COMMON_VARIANCE, words, PLACES.variance) : 0
  const variance = PARTS[hours].map((part) => part * whole)
  const move = variance.map((of, piece) => Math.sqrt(of) * normalAt(words, PLACES.pieces + piece))
  return { restless, variance, move, words }
}

/** The pieces [from, to) of the world in a session, and the instant that parts it in two; null if it is not parted. */
export interface Crossing {
  readonly pieces: readonly [from: number, to: number]
  readonly cut: Instant | null
}

/** The pieces of the world that happen in a session of a zone. */
export function crossingOf(zone: Zone, { open, close }: Span, number: DayNumber, hours: Hours): Crossing {
  const today = number * PIECES
  const isMadrid = zone === 'Europe/Madrid'
  const other = spanOf(isMadrid ? 'America/New_York' : 'Europe/Madrid', number, hours)
  const turn = other && (isMadrid ? other.open : other.close)
  const cut = turn !== null && turn > open && turn < close ? turn : null
  if (hours === 'always') {
    // Madrid's day begins while New York's day before is still running, and ends six hours before New York's.
    const from = isMadrid ? today - PIECES + NEW_YORK_ALONE : today + BOTH
    return { pieces: [from, isMadrid ? today + NEW_YORK_ALONE : today + PIECES], cut }
  }
  if (!isMadrid) return { pieces: [today + BOTH, today + PIECES], cut }
  const isAlone = other !== null && cut === null
  return { pieces: [today + MADRID_ALONE, isAlone ? today + BOTH : today + NEW_YORK_ALONE], cut }
}
