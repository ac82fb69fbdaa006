import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Candle } from '@lonja/kit/parts/candles'
import type { LinePoint, Span } from '@lonja/kit/parts/line-layout'

/** The parts of a line of a day or a week: its points, the average, and the axis's sessions. */
export interface DrawnLine {
  readonly points: readonly LinePoint[]
  readonly sessions: readonly Span[]
  /** The close before the first session, and its time; undefined if unknown. */
  readonly previous: number | undefined
  readonly previousAt: Instant | undefined
  /** In the first hour of a day the line begins in the day before: from then on it is today's. */
  readonly since?: Instant | undefined
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
  /** The day's high and low so far: the table shows the same ones. */
  readonly high: number
  readonly low: number
}

/** The first hour of a day that begins at midnight shows the end of the day before it. */
const BEFORE_MS = 2 * HOUR

export const isFirstHour = (session: Session | null, now: Instant): boolean =>
  session !== null && now >= session.open && now < session.open + HOUR

/** The start of the bars for a day's line: in its first hour, those of the end of the day before as well. */
export const lineFrom = (session: Session, now: Instant): Instant =>
  isFirstHour(session, now) ? session.open - BEFORE_MS : session.open

/**
 * The closes of the session's bars, except that the bars of the day's high and low use those prices, so that line and
 * table agree. The average is volume-weighted over each bar's typical price (the mean of high, low and close). Without
 * volume there is none, as for an index.
 */
export function dayLine(candles: readonly Candle[], session: Session | null, newest: Newest | null): DrawnLine {
  const begin = session?.open ?? candles[0]?.at ?? 0
  const isOfSession = newest !== null && newest.at > begin && newest.at <= (session?.close ?? Infinity)
  const bars = withHighAndLow(
    candles.filter(({ at }) => at >= begin),
    isOfSession ? newest : null,
  )
  const points: LinePoint[] = extremes(bars)
  const averages = averagesOf(bars)
  for (const [n, point] of points.entries()) {
    const bar = bars.findLastIndex(({ at }) => at <= point.at)
    points[n] = { ...point, average: averages[bar] }
  }
  const last = bars.at(-1)
  if (newest && last && newest.at >= last.at && newest.at <= (session?.close ?? Infinity)) {
    points.push({ at: newest.at, value: newest.last, average: averageWith(bars, averages.at(-1), newest) })
  }
  const to = session?.close ?? points.at(-1)?.at ?? begin + 1
  const whole = { points, sessions: [{ from: begin, to }], previous: undefined, previousAt: undefined }
  return session && isFirstHour(session, points.at(-1)?.at ?? begin) ? firstHour(whole, candles, session) : whole
}

/** In the first hour: the end of the day before, if that one ends where this one begins, and an hour of today. */
function firstHour(line: DrawnLine, candles: readonly Candle[], { open }: Session): DrawnLine {
  const today = { from: open, to: open + HOUR }
  const before = candles.filter(({ at }) => at >= open - BEFORE_MS && at < open)
  if (before.length === 0) return { ...line, sessions: [today] }
  return {
    ...line,
    // An average of minutes says little, and beside the grey end of yesterday it would look like more of that.
    points: [
      ...before.map(({ at, close }) => ({ at, value: close })),
      ...line.points.map(({ at, value }) => ({ at, value })),
    ],
    sessions: [{ from: open - BEFORE_MS, to: open }, today],
    since: open,
  }
}

/**
 * The bars with the day's high and low of the stream. It has seen more than the last answer: a new high or low came
 * since then, so it belongs to the newest bar.
 */
function withHighAndLow(bars: readonly Candle[], newest: Newest | null): readonly Candle[] {
  const last = bars.at(-1)
  if (!newest || !last) return bars
  const high = bars.every((bar) => bar.high < newest.high) ? newest.high : last.high
  const low = bars.every((bar) => bar.low > newest.low) ? newest.low : last.low
  return high === last.high && low === last.low ? bars : [...bars.slice(0, -1), { ...last, high, low }]
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
  return bars.flatMap(({ at, high, low, close }, n) =>
    // One bar may have both, as in the first minutes of a day.
    n === highest && n === lowest
      ? [
          { at, value: high },
          { at, value: low },
        ]
      : [{ at, value: n === highest ? high : n === lowest ? low : close }],
  )
}

/**
 * The newest `count` sessions of bars of `width` milliseconds, one after another; the last one spans its full session.
 * `dayOf` names the day of an instant at the venue.
 */
export function weekLine(
  candles: readonly Candle[],
  session: Session | null,
  newest: Newest | null,
  { width, count, dayOf }: { width: number; count: number; dayOf: (at: Instant) => unknown },
): DrawnLine {
  const days: Candle[][] = []
  for (const candle of candles) {
    const day = days.at(-1)
    if (day && dayOf(day[0]!.at) === dayOf(candle.at)) day.push(candle)
    else days.push([candle])
  }
  const shown = days.slice(-count)
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
  const before = days.at(-count - 1)?.at(-1)
  return { points, sessions, previous: before?.close, previousAt: before?.at }
}
