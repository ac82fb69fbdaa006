import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { HOUR } from '../base/instant.ts'
import { drawWords, mix, wordsOfName } from '../base/noise.ts'
import { HOURS, type Hours } from '../calendar/sessions.ts'
import { deviation } from '../market/measures.ts'
import { FIRST_COMPANIES } from '../universe/first.ts'
import { practiceUniverse } from '../universe/universe.ts'
import { asHappened, pathsOf, stepEdge, shuffled, tenthEdge, type Paths, type Steps } from './edges.ts'
import { practiceMarket } from './practice.ts'
import { makeWorld, type PracticeHouse } from './world.ts'

/** Environment settings of the run; this room has no Node types. */
const ASKED = (globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } }).process?.env ?? {}
const LONG = ASKED['LONJA_LONG'] === '1'

/** Houses with fixed seeds, all of them in `npm run test:long`, and the number of them in which a figure may lie outside its band. */
const HOUSES = LONG ? 20 : 5
const OUTSIDE = LONG ? 2 : 1
/** Among so many other orders of the same steps, the lowest and the highest figure are the ends of a band of 99 %. */
const ORDERS = LONG ? 999 : 199

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
const CLOSE_UP_HOURS = LONG ? 3 : 1
/** Eleven in New York, on six trading days. */
const CLOSE_UP_DAYS = [16, 17, 18, 19, 20, 23].map((day) => Date.UTC(2026, 10, day, 16))

const houseOf = (hours: Hours, number: number): PracticeHouse => ({
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
 * The middle between bid and ask of each second of a session, in deviations of its changes: six listings on each of six
 * days, because the band of a figure is that of names that hardly go together.
 */
function midsOf(house: PracticeHouse): Steps {
  const market = practiceMarket(house)
  return evenly(
    house.universe.shares.filter(({ listing }) => !listing.startsWith('XMAD')),
    CLOSE_UP,
  )
    .map(({ listing }, n) => {
      const from = CLOSE_UP_DAYS[n % CLOSE_UP_DAYS.length]!
      const quotes = market.quotesIn(listing, from, from + CLOSE_UP_HOURS * HOUR, 100_000)
      const mids = quotes.map(({ bid, ask }) => Number(bid + ask) / 2)
      const scale = deviation(mids.slice(1).map((mid, at) => mid - mids[at]!)) || 1
      return Float64Array.from(mids, (mid) => mid / scale)
    })
    .filter((mids) => mids.length === CLOSE_UP_HOURS * 3_600)
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

/** The figures of a house's days: winners and losers over each stretch. */
const daysOutside = (house: PracticeHouse, name: string): boolean[] => {
  const steps = daySteps(house)
  return outside(steps, name, (paths) =>
    DAYS.flatMap(([back, hold]) => {
      const { winners, losers } = tenthEdge(paths, back, hold)
      return [winners, losers]
    }),
  )
}

/** The figures of a house's seconds: gain and wins over each stretch. */
const secondsOutside = (house: PracticeHouse, name: string): boolean[] => {
  const mids = midsOf(house)
  return SECONDS.flatMap(([seconds, ahead]) =>
    outside(stepsOver(mids, seconds), `${seconds} ${name}`, (paths) => {
      const { gain, wins } = stepEdge(paths, ahead)
      return [gain, wins]
    }),
  )
}

const sumsOf = (houses: readonly boolean[][]): number[] =>
  houses[0]!.map((_, n) => houses.filter((figures) => figures[n]).length)

const numbers = Array.from({ length: HOUSES }, (_, n) => n)

describe.each(HOURS)('with hours %s nobody lives on betting', { timeout: 600_000 }, (hours) => {
  // `npm run test:long` makes every bet with both hours.
  test.skipIf(!LONG && hours !== 'always')(
    'that the tenth that moved most over 20, 60 or 250 days turns or goes on',
    () => {
      const houses = numbers.map((number) => daysOutside(houseOf(hours, number), `days ${number}`))
      for (const count of sumsOf(houses)) expect(count).toBeLessThanOrEqual(OUTSIDE)
    },
  )

  test.skipIf(!LONG && hours !== 'exchange')('that the last 5 to 300 seconds turn or go on', () => {
    const houses = numbers.map((number) => secondsOutside(houseOf(hours, number), `seconds ${number}`))
    for (const count of sumsOf(houses)) expect(count).toBeLessThanOrEqual(OUTSIDE)
  })
})

test('the same bets see that version 2 turns, over 250 days and over seconds', { timeout: 120_000 }, () => {
  const two = numbers.slice(0, 3).map((number) => ({ ...houseOf('always', number), turnsOn: '9999-01-01' as const }))
  const [, , , , winners, losers] = sumsOf(two.map((house, n) => daysOutside(house, `days ${n}`)))
  expect([winners, losers]).toEqual([3, 3])
  const [gain, wins] = sumsOf(two.map((house, n) => secondsOutside(house, `seconds ${n}`))).slice(6, 8)
  expect([gain, wins]).toEqual([3, 3])
})
