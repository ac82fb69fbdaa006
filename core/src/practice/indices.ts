import { NO_AUCTIONS } from './auctions.ts'
import type { MarketDay } from './days.ts'
import { minuteIn, type Line } from './lines.ts'
import { addMinuteEnds, type Bar } from './bars.ts'
import { wordsOn, type Share } from './shares.ts'
import { tickAt, type Minute } from './ticks.ts'
import type { PracticeIndex } from '../universe/indices.ts'

/** Quoted after all its members in every second, so that it uses their newest trades. */
const INDEX_PHASE = 999

/** The number of days whose index values at minute ends are cached. */
const DAYS_KEPT = 8

export interface Member {
  readonly share: Share
  readonly sharesInIssue: number
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
  const weights = members.map(({ sharesInIssue }) => sharesInIssue / index.divisor)
  const cache = new Map<number, Float64Array>()
  const valuesOf = (day: MarketDay): Float64Array => {
    const cachedValues = cache.get(day.index)
    if (cachedValues) return cachedValues
    const values = valuesAtMinutes(members, weights, day)
    cache.set(day.index, values)
    if (cache.size > DAYS_KEPT) cache.delete(cache.keys().next().value!)
    return values
  }
  const bars = memberBars(members)
  return {
    listing: index.listing,
    days: members[0]!.share.days,
    phase: INDEX_PHASE,
    // An index has no path of its own through a minute: its members have.
    minute: (day, at) => ({ ...barOf(valuesOf(day), at, at + 1), ...NO_WAY }),
    tick: (day, at, second, bar) => {
      const minutes = bars(day, at)
      let sum = 0
      for (let n = 0; n < members.length; n++) {
        sum += tickAt(minutes[n]!, wordsOn(members[n]!.share, day), at, second) * weights[n]!
      }
      return Math.max(bar.low, Math.min(bar.high, onGrid(sum)))
    },
    first: (day, minutes) => barOf(valuesOf(day), 0, minutes),
    volume: () => 0,
    eachMinute: (day, from, to, take) => {
      const values = valuesOf(day)
      for (let at = from; at < to; at++) take(barOf(values, at, at + 1), at)
    },
    halt: () => null,
    close: (day) => valuesOf(day)[day.shape.minutes]!,
  }
}

const NO_WAY = { top: 0, bottom: 0, step: 0, auctions: NO_AUCTIONS } as const

function valuesAtMinutes(members: readonly Member[], weights: readonly number[], day: MarketDay): Float64Array {
  const values = new Float64Array(day.shape.minutes + 1)
  for (let n = 0; n < members.length; n++) {
    addMinuteEnds(members[n]!.share, day, weights[n]!, values)
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
function memberBars(members: readonly Member[]): (day: MarketDay, minute: number) => readonly Minute[] {
  let of: { day: MarketDay; minute: number } | null = null
  let bars: Minute[] = []
  return (day, minute) => {
    if (of?.day !== day || of.minute !== minute) {
      bars = members.map(({ share }) => minuteIn(share, day, minute))
      of = { day, minute }
    }
    return bars
  }
}
