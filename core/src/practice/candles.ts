import { priceE4 } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { Candles, Interval } from '../market/market.contract.ts'
import { MINUTES_OF, isMinutes } from '../market/market.rules.ts'
import type { TradingDay } from './days.ts'
import { daySoFar, hasBegun, joined, minuteSoFar, type Line, type LineState } from './lines.ts'
import type { Bar } from './bars.ts'

export interface Range {
  readonly from: Instant
  readonly to: Instant
  readonly most: number
}

/** The candle of a completed day. */
export type WholeDay = (line: Line, day: TradingDay) => Bar

/** A candle and its start. */
interface CandleStart {
  at: Instant
  bar: Bar
}

/** A cache of daily candles by line. It is bounded: the least recently used line is dropped. */
export function dayCandleCache(linesKept: number): WholeDay {
  const lines = new Map<Line, Map<number, Bar>>()
  return (line, day) => {
    let days = lines.get(line)
    if (days) lines.delete(line)
    days ??= new Map<number, Bar>()
    lines.set(line, days)
    if (lines.size > linesKept) lines.delete(lines.keys().next().value!)
    let bar = days.get(day.index)
    if (!bar) days.set(day.index, (bar = line.first(day, day.minutes)))
    return bar
  }
}

/**
 * The newest candles of a line that start in [from, to), at most `most`; the running one comes from `lineState`. Days start
 * at their session's open; weeks (from Monday), months and years at the open of their first session.
 */
export function candlesOf(
  line: Line,
  interval: Interval,
  range: Range,
  lineState: LineState,
  wholeDay: WholeDay,
): Candles {
  if (range.most < 1) return noCandles
  if (isMinutes(interval)) return columnsOf(minuteCandles(line, MINUTES_OF[interval], range, lineState))
  return columnsOf(dayCandles(line, interval === 'day' ? null : interval, range, lineState, wholeDay))
}

function minuteCandles(line: Line, minutes: number, { from, to, most }: Range, lineState: LineState): CandleStart[] {
  const { days } = line.days
  const width = minutes * 60_000
  const parts: CandleStart[][] = []
  let left = most
  for (let index = lineState.event.day.index; index >= 0 && left > 0; index--) {
    const day = days[index]!
    if (day.close <= from || !hasBegun(line, day)) break
    const running = index === lineState.event.day.index
    const begun = running ? Math.floor(lineState.event.minute / minutes) + 1 : Math.ceil(day.minutes / minutes)
    const last = Math.min(begun, Math.ceil((to - day.open) / width)) - 1
    // A halt may leave minutes without candles, so look back further by as many.
    const halt = line.halt(day)
    const empty = halt ? Math.ceil((halt.to - halt.from) / minutes) : 0
    const first = Math.max(0, Math.ceil((from - day.open) / width), last - left - empty + 1)
    if (last < first) continue
    const part = candlesIn(line, day, minutes, first, last, running ? lineState : null).slice(-left)
    parts.push(part)
    left -= part.length
  }
  return parts.reverse().flat()
}

/** The candles from the `first` to the `last` of a day that have trading; the running minute comes from `lineState`. */
function candlesIn(
  line: Line,
  day: TradingDay,
  minutes: number,
  first: number,
  last: number,
  lineState: LineState | null,
): CandleStart[] {
  const candles: CandleStart[] = []
  const whole = Math.min((last + 1) * minutes, lineState ? lineState.event.minute : day.minutes)
  const add = (minute: number, bar: Bar): void => {
    const latest = candles.at(-1)
    const at = day.open + Math.floor(minute / minutes) * minutes * 60_000
    if (latest?.at === at) latest.bar = joined(latest.bar, bar)
    else candles.push({ at, bar: { ...bar } })
  }
  line.eachMinute(day, first * minutes, whole, (bar, minute) => add(minute, bar))
  if (lineState && lineState.event.minute < (last + 1) * minutes)
    add(lineState.event.minute, minuteSoFar(line, lineState))
  return candles
}

function dayCandles(
  line: Line,
  group: 'week' | 'month' | 'year' | null,
  { from, to, most }: Range,
  lineState: LineState,
  wholeDay: WholeDay,
): CandleStart[] {
  const { days } = line.days
  const candles: CandleStart[] = []
  let index = lineState.event.day.index
  while (index >= 0 && candles.length < most) {
    let first = index
    if (group)
      while (first > 0 && days[first - 1]![group] === days[index]![group] && hasBegun(line, days[first - 1]!)) first--
    const at = days[first]!.open
    if (at < from || !hasBegun(line, days[index]!)) break
    if (at < to) {
      let bar: Bar | null = null
      for (let n = first; n <= index; n++) {
        const day = days[n]!
        bar = joined(bar, day === lineState.event.day ? daySoFar(line, lineState) : wholeDay(line, day))
      }
      candles.push({ at, bar: bar! })
    }
    index = first - 1
  }
  return candles.reverse()
}

const columnsOf = (candles: readonly CandleStart[]): Candles => ({
  at: candles.map(({ at }) => at),
  open: candles.map(({ bar }) => priceE4(BigInt(bar.open))),
  high: candles.map(({ bar }) => priceE4(BigInt(bar.high))),
  low: candles.map(({ bar }) => priceE4(BigInt(bar.low))),
  close: candles.map(({ bar }) => priceE4(BigInt(bar.close))),
  volume: candles.map(({ bar }) => BigInt(bar.volume)),
})

export const noCandles: Candles = columnsOf([])
