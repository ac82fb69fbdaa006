import { priceE4 } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { Candles, Interval } from '../market/market.contract.ts'
import type { MarketDay } from './days.ts'
import { daySoFar, joined, minuteSoFar, type Line, type Stand } from './lines.ts'
import type { Bar } from './bars.ts'

export interface Range {
  readonly from: Instant
  readonly to: Instant
  readonly most: number
}

/** The candle of a day that is over. */
export type WholeDay = (line: Line, day: MarketDay) => Bar

/** A candle and when it begins. */
interface Begun {
  at: Instant
  bar: Bar
}

/** The candles of whole days that were asked for, by line: bounded, the line not asked for longest is dropped. */
export function dayCandleCache(linesKept: number): WholeDay {
  const lines = new Map<Line, Map<number, Bar>>()
  return (line, day) => {
    let days = lines.get(line)
    if (days) lines.delete(line)
    days ??= new Map<number, Bar>()
    lines.set(line, days)
    if (lines.size > linesKept) lines.delete(lines.keys().next().value!)
    let bar = days.get(day.index)
    if (!bar) days.set(day.index, (bar = line.first(day, day.shape.minutes)))
    return bar
  }
}

/**
 * At most `most` newest candles of a line that begin in [from, to), and of the running one what `stand` knows. Days
 * begin at their session's open; weeks (from Monday), months and years at the open of their first session.
 */
export function candlesOf(line: Line, interval: Interval, range: Range, stand: Stand, wholeDay: WholeDay): Candles {
  if (range.most < 1) return noCandles
  if (interval === 'minute') return columnsOf(minuteCandles(line, 1, range, stand))
  if (interval === '5minutes') return columnsOf(minuteCandles(line, 5, range, stand))
  return columnsOf(dayCandles(line, interval === 'day' ? null : interval, range, stand, wholeDay))
}

function minuteCandles(line: Line, minutes: number, { from, to, most }: Range, stand: Stand): Begun[] {
  const { days } = line.days
  const width = minutes * 60_000
  const parts: Begun[][] = []
  let left = most
  for (let index = stand.event.day.index; index >= 0 && left > 0; index--) {
    const day = days[index]!
    if (day.close <= from) break
    const running = index === stand.event.day.index
    const begun = running ? Math.floor(stand.event.minute / minutes) + 1 : day.shape.minutes / minutes
    const last = Math.min(begun, Math.ceil((to - day.open) / width)) - 1
    // A halt may leave no candle for some of them: as many more are looked at.
    const halt = line.halt(day)
    const empty = halt ? Math.ceil((halt.to - halt.from) / minutes) : 0
    const first = Math.max(0, Math.ceil((from - day.open) / width), last - left - empty + 1)
    if (last < first) continue
    const part = candlesIn(line, day, minutes, first, last, running ? stand : null).slice(-left)
    parts.push(part)
    left -= part.length
  }
  return parts.reverse().flat()
}

/** The candles from the `first` to the `last` of a day that have any trading; of the running minute, what `stand` knows. */
function candlesIn(
  line: Line,
  day: MarketDay,
  minutes: number,
  first: number,
  last: number,
  stand: Stand | null,
): Begun[] {
  const found: Begun[] = []
  const whole = Math.min((last + 1) * minutes, stand ? stand.event.minute : day.shape.minutes)
  const add = (minute: number, bar: Bar): void => {
    const known = found.at(-1)
    const at = day.open + Math.floor(minute / minutes) * minutes * 60_000
    if (known?.at === at) known.bar = joined(known.bar, bar)
    else found.push({ at, bar: { ...bar } })
  }
  line.eachMinute(day, first * minutes, whole, (bar, minute) => add(minute, bar))
  if (stand && stand.event.minute < (last + 1) * minutes) add(stand.event.minute, minuteSoFar(line, stand))
  return found
}

function dayCandles(
  line: Line,
  group: 'week' | 'month' | 'year' | null,
  { from, to, most }: Range,
  stand: Stand,
  wholeDay: WholeDay,
): Begun[] {
  const { days } = line.days
  const found: Begun[] = []
  let index = stand.event.day.index
  while (index >= 0 && found.length < most) {
    let first = index
    if (group) while (first > 0 && days[first - 1]![group] === days[index]![group]) first--
    const at = days[first]!.open
    if (at < from) break
    if (at < to) {
      let bar: Bar | null = null
      for (let n = first; n <= index; n++) {
        const day = days[n]!
        bar = joined(bar, day === stand.event.day ? daySoFar(line, stand) : wholeDay(line, day))
      }
      found.push({ at, bar: bar! })
    }
    index = first - 1
  }
  return found.reverse()
}

const columnsOf = (found: readonly Begun[]): Candles => ({
  at: found.map(({ at }) => at),
  open: found.map(({ bar }) => priceE4(BigInt(bar.open))),
  high: found.map(({ bar }) => priceE4(BigInt(bar.high))),
  low: found.map(({ bar }) => priceE4(BigInt(bar.low))),
  close: found.map(({ bar }) => priceE4(BigInt(bar.close))),
  volume: found.map(({ bar }) => BigInt(bar.volume)),
})

export const noCandles: Candles = columnsOf([])
