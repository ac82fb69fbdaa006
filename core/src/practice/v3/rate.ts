import type { TradingDay } from '../days.ts'
import { threeOf } from './days.ts'
import { minuteOf, tickDay, type TickDay } from './paths.ts'
import type { Share } from './shares.ts'

/** The exchange rate after the first `minutes` of a day, in its smallest units: it goes as a share's price does. */
export function rateAfter(rate: Share): (day: TradingDay, minutes: number) => number {
  let latest: TickDay | null = null
  return (day, minutes) => {
    if (latest?.day !== day) latest = tickDay(rate, threeOf(day), 'one unit', 0)
    return minutes === 0 ? latest.ends[0]! : minuteOf(latest, minutes - 1).to
  }
}
