import { rateE6 } from '../base/amount.ts'
import { stepsOf } from '../base/maths.ts'
import { MINUTE, type Instant } from '../base/instant.ts'
import type { Source } from '../market/market.source.ts'
import type { MarketDays, TradingDay } from './days.ts'
import { NO_PLAN } from './plan.ts'
import { levelAfter } from './v2/bars.ts'
import { twoOf } from './v2/days.ts'
import { shareOf as shareOfTwo } from './v2/shares.ts'
import { rateAfter } from './v3/rate.ts'
import { shareOf as shareOfThree } from './v3/shares.ts'

/** EUR/USD in millionths after the first `minutes` of a day, 0 for its open. */
export type RateLine = (day: TradingDay, minutes: number) => number

export const RATE_ZONE = 'America/New_York'

/** Neither version gives the rate a market, a sector, reports or volume. */
const ALONE = { listing: 'EUR/USD', growth: 0, beta: 0, sector: -1, turnover: 0, reportsOn: -1 } as const

const RATE_OF_TWO = { ...ALONE, basePrice: 1_080_000, volatility: 0.004, pull: 1 / 120 }

/**
 * From around 1.10 it moves as the real rate does: about 0.45 % a day. It returns by half its distance in four years, so
 * slowly that the cost of a conversion is more than anybody can expect from it.
 */
const RATE_OF_THREE = {
  ...ALONE,
  basePrice: 1_100_000,
  around: 0.01,
  volatility: 0.0043,
  pull: 1 / 2_000,
  hasSessions: false,
  plan: NO_PLAN,
  dividends: null,
  splits: null,
}

/** The rate in a market whose currencies trade around the clock. */
export function rateLine(days: MarketDays): RateLine {
  const two = shareOfTwo(RATE_OF_TWO, days)
  const ofTwo = (day: TradingDay, minutes: number): number => Math.round(levelAfter(two, twoOf(day), minutes))
  const three = shareOfThree(RATE_OF_THREE, days, ({ index }) => {
    const last = days.days[index - 1]
    return last?.version === 2 ? stepsOf(ofTwo(last, last.minutes)) : null
  })
  const ofThree = rateAfter(three)
  return (day, minutes) => (day.version === 2 ? ofTwo(day, minutes) : ofThree(day, minutes))
}

/** USD per EUR at the end of the last whole minute. */
export function rateFor(days: MarketDays, line: RateLine): Source['rateAt'] {
  return (until: Instant) => {
    const day = days.dayAt(until)
    if (!day) return null
    const minutes = Math.floor((until - day.open) / MINUTE)
    return { rate: rateE6(BigInt(line(day, minutes))), at: day.open + minutes * MINUTE, source: 'practice' }
  }
}
