import type { ListingId } from '../../base/amount.ts'
import { LOG_ONE, expOfSteps, ln } from '../../base/maths.ts'
import { drawWords, wordsOf, wordsOfName, type Words } from '../../base/noise.ts'
import { zoneOf, type DayNumber } from '../../calendar/days.ts'
import { venueOf } from '../../base/amount.ts'
import { planSeedOf } from '../seeds.ts'
import type { DayOfThree } from '../v3/days.ts'
import { unitAt } from '../v3/draws.ts'

/*
 * Version 4 of the practice function is version 3 with dividends. The days on which a company pays, and the part of its
 * price, are drawn from the history's seed, which is public from the opening on. The amount follows from the last close
 * before the announcement, which everybody knows by then.
 */

/** The days on which a company may act. */
export interface DividendDay {
  /** No ex-day is before this day. */
  readonly from: DayNumber
  /** The quarters of the year in which it acts. */
  readonly quarters: readonly boolean[]
  /** Days from the first one of a quarter to the ex-day, or to the day before it that has no trading. */
  readonly offset: number
}

/** The dividends of a company. */
export interface Dividends extends DividendDay {
  /** The part of the price that each of them is. */
  readonly rate: number
}

/** The days from the announcement of a dividend to its ex-day. */
export const ANNOUNCED_DAYS = 7

/** The most that a company pays in a year, as a part of its price. */
const YIELD_MOST = 0.05
const PLACES = { pays: 1, rate: 2, twice: 3, quarter: 4, offset: 5 } as const
const PAYS = { 'America/New_York': 0.6, 'Europe/Madrid': 0.75 } as const
const OFFSETS = { least: 8, count: 56 } as const

/** The draws of all companies of a house. `plansFrom` is the first day of version 4. */
export function dividendsFor(historySeed: Uint8Array, plansFrom: DayNumber): (listing: ListingId) => Dividends | null {
  const seed = wordsOf(planSeedOf(historySeed))
  return (listing) => {
    const words = drawWords(seed, wordsOfName(listing), new Uint32Array(16))
    const zone = zoneOf(venueOf(listing))
    if (unitAt(words, PLACES.pays) >= PAYS[zone]) return null
    const quarters = zone === 'Europe/Madrid' ? quartersIn(words) : [true, true, true, true]
    const yearly = unitAt(words, PLACES.rate)
    return {
      from: plansFrom + ANNOUNCED_DAYS,
      quarters,
      offset: offsetIn(words),
      rate: (YIELD_MOST * yearly * yearly) / quarters.filter(Boolean).length,
    }
  }
}

/** The days from the first one of a quarter to a company's dividend, if it pays any. */
export const offsetIn = (words: Words): number =>
  OFFSETS.least + Math.floor(OFFSETS.count * unitAt(words, PLACES.offset))

/** A company in Madrid pays once or twice a year, half a year apart. */
function quartersIn(words: Words): boolean[] {
  const first = Math.floor(4 * unitAt(words, PLACES.quarter))
  const second = unitAt(words, PLACES.twice) < 0.5 ? (first + 2) % 4 : first
  return [0, 1, 2, 3].map((quarter) => quarter === first || quarter === second)
}

/** Whether a trading day is an ex-day: the first one on or after the drawn day of its quarter. */
export const isExDay = (
  { from, quarters, offset }: DividendDay,
  { number, month, reportsAfter, reportsUpTo }: Pick<DayOfThree, 'number' | 'month' | 'reportsAfter' | 'reportsUpTo'>,
): boolean =>
  offset > reportsAfter && offset <= reportsUpTo && number >= from && quarters[Math.floor((month % 12) / 3)] === true

/** The amount for a share in ten-thousandths, whole cents, by the log price of a close. 0: less than a cent, and none. */
export const amountAt = ({ rate }: Dividends, close: number): number =>
  100 * Math.floor((rate * expOfSteps(close)) / 100)

/** The most of its price that a share loses by a dividend. */
const LOST_MOST = 0.5

/** The fall of a log price by a dividend, in steps. */
export const dividendMove = (amount: number, level: number): number =>
  amount === 0 ? 0 : Math.round(ln(Math.max(LOST_MOST, 1 - amount / expOfSteps(level))) * LOG_ONE)
