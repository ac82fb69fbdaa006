import type { Instant } from '@lonja/core/base/instant'
import type { Candle } from '@lonja/kit/parts/candles'
import type { LinePoint, Span } from '@lonja/kit/parts/line-layout'

/** The parts of a one-day or five-day line: its points, the average, and the axis's sessions. */
export interface DrawnLine {
  readonly points: readonly LinePoint[]
  readonly sessions: readonly Span[]
  /** The close before the first session, and its time; undefined if unknown. */
  readonly previous: number | undefined
  readonly previousAt: Instant | undefined
}

interface Session {
  readonly open: Instant
  readonly close: Instant
}

/** The stream's figures beyond the last bar. */
export interface Newest {
  readonly at: Instant
  readonly last: number
  readonly volume: number
}

/**
 * The closes of the session's bars, except that the bars of the day's high and low use those prices, so that line and
 * table agree. The average is volume-weighted over each bar's typical price (the mean of high, low and close). Without
 * volume there is none, as for an index.
 */
export function dayLine(candles: readonly Candle[], session: Session | null, newest: Newest | null): DrawnLine {
  const begin = session?.open ?? candles[0]?.at ?? 0
  const bars = candles.filter(({ at }) => at >= begin)
  const points: LinePoint[] = extremes(bars)
  const averages = averagesOf(bars)
  for (const [n, average] of averages.entries()) points[n] = { ...points[n]!, average }
  const last = bars.at(-1)
  if (newest && last && newest.at >= last.at && newest.at <= (session?.close ?? Infinity)) {
    points.push({ at: newest.at, value: newest.last, average: averageWith(bars, averages.at(-1), newest) })
  }
  const to = session?.close ?? points.at(-1)?.at ?? begin + 1
  return { points, sessions: [{ from: begin, to }], previous: undefined, previousAt: undefined }
}

/** The average including the volume traded since the last bar, at the newest price. */
function averageWith(bars: readonly Candle[], average: number | undefined, newest: Newest): number | undefined {
  if (average === undefined) return undefined
  const counted = bars.reduce((sum, { volume }) => sum + volume, 0)
  const since = Math.max(0, newest.volume - counted)
  return (average * counted + newest.last * since) / (counted + since)
}

function averagesOf(bars: readonly Candle[]): (number | undefined)[] {
  let [paid, volume] = [0, 0]
  return bars.map((bar) => {
    paid += ((bar.high + bar.low + bar.close) / 3) * bar.volume
    volume += bar.volume
    return volume === 0 ? undefined : paid / volume
  })
}

function extremes(bars: readonly Candle[]): LinePoint[] {
  const highest = bars.reduce((best, { high }, n) => (high > (bars[best]?.high ?? -Infinity) ? n : best), 0)
  const lowest = bars.reduce((best, { low }, n) => (low < (bars[best]?.low ?? Infinity) ? n : best), 0)
  return bars.map(({ at, high, low, close }, n) => ({ at, value: n === highest ? high : n === lowest ? low : close }))
}

const DAYS = 5

/**
 * The newest five sessions of bars of `width` milliseconds, one after another; the last one spans its full session.
 * `dayOf` names the day of an instant at the venue.
 */
export function fiveDayLine(
  candles: readonly Candle[],
  session: Session | null,
  newest: Newest | null,
  width: number,
  dayOf: (at: Instant) => unknown,
): DrawnLine {
  const days: Candle[][] = []
  for (const candle of candles) {
    const day = days.at(-1)
    if (day && dayOf(day[0]!.at) === dayOf(candle.at)) day.push(candle)
    else days.push([candle])
  }
  const shown = days.slice(-DAYS)
  const bars = shown.flat()
  const sessions = shown.map((day, n) => {
    const [first, last] = [day[0]!, day.at(-1)!]
    const running = n === shown.length - 1 && session !== null && session.open <= last.at && session.close > last.at
    return running ? { from: session.open, to: session.close } : { from: first.at, to: last.at + width }
  })
  const points = extremes(bars)
  const end = sessions.at(-1)?.to ?? 0
  const last = bars.at(-1)
  if (newest && last && newest.at >= last.at && newest.at <= end) points.push({ at: newest.at, value: newest.last })
  const before = days.at(-DAYS - 1)?.at(-1)
  return { points, sessions, previous: before?.close, previousAt: before?.at }
}
