import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { HOUR } from '../base/instant.ts'
import { drawWords, mix, wordsOfName } from '../base/noise.ts'
import type { Hours } from '../calendar/sessions.ts'
import { deviation } from '../market/measures.ts'
import { FIRST_COMPANIES } from '../universe/first.ts'
import { practiceUniverse } from '../universe/universe.ts'
import { asHappened, pathsOf, stepEdge, shuffled, tenthEdge, type Paths, type Steps } from './edges.ts'
import { practiceMarket } from './practice.ts'
import { makeWorld, type PracticeHouse } from './world.ts'

/** Bets on trends and reversals in houses with fixed seeds, for the short test and for the long one. */

/**
 * The number of other orders of the same steps. Their lowest and highest figure are the ends of the band from 0.5 to
 * 99.5 %: a figure without trend or reversal is as likely at each of the 200 places, so outside one time in a hundred.
 */
const ORDERS = 199

/** Looked back, and held. */
const DAYS = [
  [20, 20],
  [60, 60],
  [250, 60],
] as const
/** The seconds of a step, and the number of steps ahead. */
const SECONDS = [
  [5, 1],
  [10, 1],
  [20, 1],
  [20, 3],
  [30, 1],
  [60, 1],
  [300, 1],
] as const

/** Fewer names or days would not see that version 2 turns. */
const CALENDAR_DAYS = 1_400
const CLOSE_UP = 36
/** Eleven in New York, on six trading days. */
const CLOSE_UP_DAYS = [16, 17, 18, 19, 20, 23].map((day) => Date.UTC(2026, 10, day, 16))

/** A house of the bets, by its number. */
export const houseOf = (hours: Hours, number: number): PracticeHouse => ({
  universe: practiceUniverse(FIRST_COMPANIES),
  hours,
  openingDay: '2026-10-01',
  historySeed: sha256(utf8ToBytes(`edges ${number}`)),
  daySeed: (day) => sha256(utf8ToBytes(`edges ${number} ${day}`)),
})

const evenly = <T>(all: readonly T[], count: number): T[] =>
  all.filter((_one, n) => Math.floor((n * count) / all.length) !== Math.floor(((n - 1) * count) / all.length))

/** The log returns of the days after the opening. */
function daySteps(house: PracticeHouse): Steps {
  const { rows } = makeWorld(house)
  const end = Date.UTC(2026, 9, 1) + CALENDAR_DAYS * 24 * HOUR
  // One market's names: Madrid has other days.
  const shares = house.universe.shares.filter(({ listing }) => !listing.startsWith('XMAD'))
  return shares.map(({ listing }) => {
    const { line } = rows.get(listing)!
    line.days.dayAt(end)
    const closes = line.days.days.slice(line.days.historyDays()).map((day) => Math.log(line.close(day)))
    return Float64Array.from(closes.slice(1), (close, n) => close - closes[n]!)
  })
}

/**
 * The middle between bid and ask of each second of some hours of a session, in deviations of its changes: six listings on each of six
 * days, because the band of a figure is that of names that hardly go together.
 */
function midsOf(house: PracticeHouse, hours: number): Steps {
  const market = practiceMarket(house)
  return evenly(
    house.universe.shares.filter(({ listing }) => !listing.startsWith('XMAD')),
    CLOSE_UP,
  )
    .map(({ listing }, n) => {
      const from = CLOSE_UP_DAYS[n % CLOSE_UP_DAYS.length]!
      const quotes = market.quotesIn(listing, from, from + hours * HOUR, 100_000)
      const mids = quotes.map(({ bid, ask }) => Number(bid + ask) / 2)
      const scale = deviation(mids.slice(1).map((mid, at) => mid - mids[at]!)) || 1
      return Float64Array.from(mids, (mid) => mid / scale)
    })
    .filter((mids) => mids.length === hours * 3_600)
}

/** The changes over some seconds. */
const stepsOver = (mids: Steps, seconds: number): Steps =>
  mids.map((of) =>
    Float64Array.from(
      { length: Math.floor((of.length - 1) / seconds) },
      (_, n) => of[(n + 1) * seconds]! - of[n * seconds]!,
    ),
  )

/** Repeatable numbers from 0 to below 1. */
function randomOf(name: string): () => number {
  const words = drawWords(wordsOfName(name), wordsOfName('orders'), new Uint32Array(16))
  let place = 0
  return () => mix(words[0]!, words[1]!, words[2]!, words[3]!, place++) / 4_294_967_296
}

/** For each figure, true if it lies outside those of other orders of the same steps. */
function outside(steps: Steps, name: string, figuresIn: (paths: Paths) => readonly number[]): boolean[] {
  const count = steps[0]!.length
  const random = randomOf(name)
  const happened = figuresIn(pathsOf(steps, asHappened(count)))
  const others = Array.from({ length: ORDERS }, () => figuresIn(pathsOf(steps, shuffled(count, random))))
  return happened.map((figure, n) => others.every((of) => of[n]! > figure) || others.every((of) => of[n]! < figure))
}

/** The names of the figures of a house's days. */
export const DAY_FIGURES = DAYS.flatMap(([back, hold]) =>
  ['winners', 'losers'].map((side) => `the ${side} of ${back} days, held for ${hold}`),
)

/** For each figure of a house's days, true if it is outside its band. */
export const daysOutside = (house: PracticeHouse, name: string): boolean[] => {
  const steps = daySteps(house)
  return outside(steps, name, (paths) =>
    DAYS.flatMap(([back, hold]) => {
      const { winners, losers } = tenthEdge(paths, back, hold)
      return [winners, losers]
    }),
  )
}

/** The names of the figures of a house's seconds. */
export const SECOND_FIGURES = SECONDS.flatMap(([seconds, ahead]) =>
  ['gain', 'wins'].map((figure) => `the ${figure} of a bet against ${seconds} seconds, for ${ahead * seconds}`),
)

/** For each figure of a house's seconds, true if it is outside its band. Asserts at least one listing without a halt. */
export const secondsOutside = (house: PracticeHouse, name: string, hours: number): boolean[] => {
  const mids = midsOf(house, hours)
  return SECONDS.flatMap(([seconds, ahead]) =>
    outside(stepsOver(mids, seconds), `${seconds} ${name}`, (paths) => {
      const { gain, wins } = stepEdge(paths, ahead)
      return [gain, wins]
    }),
  )
}

/** For each figure, the number of houses in which it is outside its band. */
export const sumsOf = (houses: readonly boolean[][]): number[] =>
  houses[0]!.map((_, n) => houses.filter((figures) => figures[n]).length)
