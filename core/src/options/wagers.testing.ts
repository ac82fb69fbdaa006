import { SECOND, type Instant } from '../base/instant.ts'
import { ln } from '../base/maths.ts'
import { chanceOf, MODEL_MINUTES, MODEL_MINUTES_LEAST, sellPriceOf, valueOf } from './model.rules.ts'
import type { OptionSide } from './options.contract.ts'
import {
  OPTION_TERMS,
  SETTLING_EVENTS,
  SETTLING_MS,
  eventOf,
  expectedLossBps,
  winOf,
  type Bet,
  type OptionEvent,
} from './options.rules.ts'
import { practiceMarket } from '../practice/practice.ts'
import type { PracticeHouse } from '../practice/world.ts'

/*
 * Rules of entering options, tried on sessions of quotes. A rule reads the quotes of before its entry alone. No rule may do
 * better than the stated edge says, since then the product would pay those who follow it, from what the others lose.
 */

/** One listing's session with an event each second, and the columns that rules read. */
export interface SessionPath {
  /** The venue day: the entries of one day go together, on all listings. */
  readonly day: string
  readonly events: readonly OptionEvent[]
  /** Twice the mid of each event. */
  readonly mids: Float64Array
  /** The sum of the last ten of these. */
  readonly lastTen: Float64Array
  /** The variance of a minute by the model, of the minutes before each event; 0 where there are too few. */
  readonly variances: Float64Array
}

/** A sum of squares below it is of prices that have not moved: the least move of a dear share is more. */
const LEAST_SUM = 1e-16

/** The columns of a session, from its events in order, one a second. */
export function pathOf(day: string, events: readonly OptionEvent[]): SessionPath {
  const mids = Float64Array.from(events, ({ bid, ask }) => Number(bid + ask))
  const lastTen = new Float64Array(mids.length)
  const squares = new Float64Array(mids.length)
  const sums = new Float64Array(mids.length)
  const variances = new Float64Array(mids.length)
  for (let n = 0; n < mids.length; n++) {
    lastTen[n] = (lastTen[n - 1] ?? 0) + mids[n]! - (mids[n - SETTLING_EVENTS] ?? 0)
    if (n < 60) continue
    squares[n] = ln(mids[n]! / mids[n - 60]!) ** 2
    const sum = squares[n]! + sums[n - 60]! - (squares[n - 60 * MODEL_MINUTES] ?? 0)
    // A sum that is kept up may miss zero by its rounding.
    sums[n] = sum > LEAST_SUM ? sum : 0
    const minutes = Math.min(MODEL_MINUTES, Math.floor(n / 60))
    if (minutes >= MODEL_MINUTES_LEAST) variances[n] = sums[n]! / minutes
  }
  return { day, events, mids, lastTen, variances }
}

/** A rule: which side it enters at an event, for how long, and when it sells. */
export interface Rule {
  readonly name: string
  /** The seconds from the entry to the expiry; null until the session's end. */
  readonly seconds: number | null
  /** The seconds between two entries. */
  readonly every: number
  /** The side by the events up to this one; null for no entry. */
  side(path: SessionPath, at: number): OptionSide | null
  /** True if it sells at this price, in parts of the stake, so many seconds after its entry. */
  sells?(price: number, seconds: number): boolean
}

const TERMS = OPTION_TERMS[1]
const STAKE = 100_00n
const WIN = Number(winOf(STAKE, TERMS) - STAKE) / 100
const LOSS = -Number(STAKE) / 100
/** A rule that sells looks at the price as often. */
const LOOK_EVERY = 5

/** The last second for a sale, counted back from the expiry. */
const UNSOLD = SETTLING_MS / SECOND

/** The gain of 100 that are entered at an event. The strike is of the event after it. */
export function gainOf(
  path: SessionPath,
  at: number,
  side: OptionSide,
  { seconds, sells }: Omit<Rule, 'side'>,
): number {
  const end = seconds === null ? path.mids.length - 1 : at + seconds
  if (sells)
    for (let now = at + LOOK_EVERY; now <= end - UNSOLD; now += LOOK_EVERY) {
      // The house has no price for it then.
      if (path.variances[now] === 0) continue
      const paid = salePrice(path, { at, now, end, side })
      if (sells(paid / Number(STAKE), now - at)) return (paid - Number(STAKE)) / 100
    }
  const above = path.lastTen[end]! - SETTLING_EVENTS * path.mids[at + 1]!
  return above === 0 ? 0 : above > 0 === (side === 'up') ? WIN : LOSS
}

interface Sale {
  readonly at: number
  readonly now: number
  readonly end: number
  readonly side: OptionSide
}

/** The cents that the house pays for an option of 100.00 at an event, by the very rules of a sale. */
export function salePrice({ events, variances }: SessionPath, { at, now, end, side }: Sale): number {
  const expiresAt: Instant = events[end]!.at
  const of = { side, strike: events[at + 1]!, quote: events[now]!, expiresAt, variance: variances[now]! }
  const bet: Bet = { side, stake: STAKE, terms: TERMS }
  return Number(sellPriceOf(valueOf(bet, chanceOf(of)), TERMS.sellEdgeBps))
}

/** The entries of a rule with the sum of their gains, by venue day. */
export type ByDay = Map<string, { count: number; gain: number }>

/** Enters by a rule all through a session. */
export function enterBy(rule: Rule, path: SessionPath, into: ByDay): void {
  const sum = into.get(path.day) ?? { count: 0, gain: 0 }
  into.set(path.day, sum)
  const last = path.mids.length - 1 - (rule.seconds ?? 60)
  for (let at = 60 * (MODEL_MINUTES_LEAST + 1); at <= last; at += rule.every) {
    if (path.variances[at] === 0) continue
    const side = rule.side(path, at)
    if (side === null) continue
    sum.count++
    sum.gain += gainOf(path, at, side, rule)
  }
}

/** The mean gain of 100 by a rule, and the lower end of its band of 99 %, with the entries of one venue day as one. */
export interface Band {
  readonly count: number
  readonly mean: number
  readonly lower: number
}

/** The 99 % point of the normal distribution. */
const Z = 2.326_347_874

/** The 99 % point of Student's distribution with so many degrees of freedom (Abramowitz and Stegun 26.7.5; 19 give 2.538). */
const pointOf = (freedom: number): number =>
  Z + (Z ** 3 + Z) / (4 * freedom) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * freedom ** 2)

export function bandOf(days: ByDay): Band {
  const all = [...days.values()].filter(({ count }) => count > 0)
  const count = all.reduce((sum, day) => sum + day.count, 0)
  const mean = all.reduce((sum, day) => sum + day.gain, 0) / count
  const squares = all.reduce((sum, day) => sum + (day.gain - mean * day.count) ** 2, 0)
  const error = Math.sqrt((squares * all.length) / (all.length - 1)) / count
  return { count, mean, lower: mean - pointOf(all.length - 1) * error }
}

/** A path whose changes of a minute each turn back a part of the one before, as no path of the market may. */
export function turningPath({ day, events, mids }: SessionPath, part: number): SessionPath {
  const turned = new Float64Array(mids)
  for (let minute = 1; (minute + 1) * 60 < mids.length; minute++) {
    const back = -part * (turned[minute * 60]! - turned[(minute - 1) * 60]!)
    for (let n = minute * 60 + 1; n < mids.length; n++) turned[n]! += (Math.min(60, n - minute * 60) / 60) * back
  }
  return pathOf(
    day,
    events.map(({ at }, n) => {
      const mid = BigInt(Math.round(turned[n]!))
      return { at, bid: mid / 2n, ask: mid - mid / 2n }
    }),
  )
}

/** The sessions of New York that are tried, in a row. */
const DAYS = 20
const FIRST_NOON = Date.UTC(2026, 10, 2, 16)

/** Sessions of a practice house: on each of 20 days some listings, no listing twice. Sessions with a halt are left out. */
export function* pathsIn(house: PracticeHouse, listingsADay: number): Generator<SessionPath> {
  const market = practiceMarket(house)
  const shares = house.universe.shares.filter(({ listing }) => !listing.startsWith('XMAD'))
  const spacing = Math.floor(shares.length / (DAYS * listingsADay))
  let session = market.sessionAt('XNYS', FIRST_NOON)
  for (let n = 0; n < DAYS * listingsADay && session; n++) {
    const { day, open, close } = session
    const events = market.quotesIn(shares[n * spacing]!.listing, open, close, SESSION_MOST)
    if (events.length === (close - open) / SECOND) yield pathOf(day, events.map(eventOf))
    if ((n + 1) % listingsADay === 0) session = market.sessionAt('XNYS', close + SECOND)
  }
}

/** More than the seconds of a day. */
const SESSION_MOST = 100_000

/** The bands of rules over the sessions of some houses. A day of each house is a day of its own. */
export function bandsIn(houses: readonly Iterable<SessionPath>[], rules: readonly Rule[]): Map<string, Band> {
  const sums = new Map<string, ByDay>(rules.map(({ name }) => [name, new Map()]))
  for (const [number, paths] of houses.entries())
    for (const path of paths)
      for (const rule of rules) enterBy(rule, { ...path, day: `${number} ${path.day}` }, sums.get(rule.name)!)
  return new Map([...sums].map(([name, days]) => [name, bandOf(days)]))
}

/** The gain of 100 above which no rule's band may begin: half of what the terms state as the loss. */
export const GAIN_MOST = -expectedLossBps(TERMS) / 2 / 100

/** The rules that win: those whose whole band lies above it. */
export const winnersOf = (bands: ReadonlyMap<string, Band>): string[] =>
  [...bands].filter(([, { lower }]) => lower > GAIN_MOST).map(([name, { mean, lower }]) => `${name}: ${mean.toFixed(2)}, at least ${lower.toFixed(2)}`) // prettier-ignore
