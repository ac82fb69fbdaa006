import { NO_AUCTIONS } from './auctions.ts'
import type { Bar } from './bars.ts'
import type { TradingDay } from './days.ts'
import type { Line, Minute, ShareLine } from './lines.ts'
import type { PracticeIndex } from '../universe/indices.ts'

/** Quoted after all its members in every second, so that it uses their newest trades. */
const INDEX_PHASE = 999

/** The number of days whose index values at minute ends are cached. */
const DAYS_KEPT = 8

export interface Member {
  readonly line: ShareLine
  /** The shares in issue on a day: a split changes them. */
  readonly sharesOn: (day: TradingDay) => number
}

/** Index values are rounded to hundredths of a point. */
const onGrid = (value: number): number => Math.round(value / 100) * 100

/**
 * An index over shares of one market. Its value is the sum over its members of latest trade times shares in issue,
 * divided by a fixed divisor. Its high and low are the highest and lowest values at minute ends (including the day's
 * first); within a minute the value is clamped between those at the minute's ends, so that every value lies within its
 * candle. It has no volume: nobody trades it.
 */
export function indexLine(index: PracticeIndex, members: readonly Member[]): Line {
  const weightsOn = weightCache(members, index.divisor)
  const cache = new Map<number, Float64Array>()
  const valuesOf = (day: TradingDay): Float64Array => {
    const cachedValues = cache.get(day.index)
    if (cachedValues) return cachedValues
    const values = valuesAtMinutes(members, weightsOn(day), day)
    cache.set(day.index, values)
    if (cache.size > DAYS_KEPT) cache.delete(cache.keys().next().value!)
    return values
  }
  const bars = memberBars(members)
  return {
    listing: index.listing,
    days: members[0]!.line.days,
    phase: INDEX_PHASE,
    // An index has no path of its own through a minute: its members have.
    minute: (day, at) => ({ ...barOf(valuesOf(day), at, at + 1), auctions: NO_AUCTIONS }),
    tick: (day, at, second, bar) => {
      const minutes = bars(day, at)
      const weights = weightsOn(day)
      let sum = 0
      for (let n = 0; n < members.length; n++) {
        sum += members[n]!.line.tick(day, at, second, minutes[n]!) * weights[n]!
      }
      return Math.max(bar.low, Math.min(bar.high, onGrid(sum)))
    },
    first: (day, minutes) => barOf(valuesOf(day), 0, minutes),
    begins: null,
    offer: null,
    volume: () => 0,
    eachMinute: (day, from, to, take) => {
      const values = valuesOf(day)
      for (let at = from; at < to; at++) take(barOf(values, at, at + 1), at)
    },
    halt: () => null,
    close: (day) => valuesOf(day)[day.minutes]!,
  }
}

/** The weight of each member on the day requested last. */
function weightCache(members: readonly Member[], divisor: number): (day: TradingDay) => readonly number[] {
  let of: TradingDay | null = null
  let weights: readonly number[] = []
  return (day) => {
    if (of !== day) {
      weights = members.map(({ sharesOn }) => sharesOn(day) / divisor)
      of = day
    }
    return weights
  }
}

function valuesAtMinutes(members: readonly Member[], weights: readonly number[], day: TradingDay): Float64Array {
  const values = new Float64Array(day.minutes + 1)
  for (let n = 0; n < members.length; n++) {
    members[n]!.line.addMinuteEnds(day, weights[n]!, values)
  }
  for (let at = 0; at < values.length; at++) values[at] = onGrid(values[at]!)
  return values
}

/** The candle from one minute's end to another's. */
function barOf(values: Float64Array, from: number, to: number): Bar {
  let high = values[from]!
  let low = high
  for (let at = from + 1; at <= to; at++) {
    const value = values[at]!
    if (value > high) high = value
    if (value < low) low = value
  }
  return { open: values[from]!, high, low, close: values[to]!, volume: 0 }
}

/** The members' candles of the minute requested last. */
function memberBars(members: readonly Member[]): (day: TradingDay, minute: number) => readonly Minute[] {
  let of: { day: TradingDay; minute: number } | null = null
  let bars: Minute[] = []
  return (day, minute) => {
    if (of?.day !== day || of.minute !== minute) {
      bars = members.map(({ line }) => line.minute(day, minute))
      of = { day, minute }
    }
    return bars
  }
}
