import { HOUR } from '@lonja/core/base/instant'
import { placeLabel, type Box, type LabelPlace } from './line-labels.ts'

/** One point of a line: milliseconds, and a value in any unit; `average` belongs to a second, lighter line. */
export interface LinePoint {
  readonly at: number
  readonly value: number
  readonly average?: number | undefined
}

/** One session on the axis. */
export interface Span {
  readonly from: number
  readonly to: number
}

interface LabelPoint {
  readonly x: number
  readonly y: number
  readonly value: number
  /** The label's x, so that it stays inside the chart. */
  readonly labelX: number
}

interface Tick {
  readonly at: number
  readonly x: number
  readonly anchor: 'start' | 'middle' | 'end'
}

export interface LineLayout {
  readonly line: string
  /** The line up to `since`, where it begins before that; otherwise empty. */
  readonly before: string
  readonly average: string
  readonly area: string
  readonly baseline: number | null
  readonly high: LabelPoint | null
  readonly low: LabelPoint | null
  readonly last: { readonly x: number; readonly y: number } | null
  /** The label of the previous close, beside its line where the day's line leaves room. */
  readonly label: LabelPlace | null
  readonly ticks: readonly Tick[]
  /** The borders between sessions. */
  readonly seams: readonly number[]
  readonly nearest: (x: number) => number
  readonly place: (index: number) => { x: number; y: number }
}

const LETTER = 6.4
const ABOVE = 24
const BELOW = 26
/** The height of the names of two days beside their border, below the label of the low. */
const DAYS = 16
const INSET = 2

interface LineInput {
  readonly points: readonly LinePoint[]
  /** One session, or several, each joined to the one before it without a gap. */
  readonly sessions: readonly Span[]
  readonly previous?: number | undefined
  readonly width: number
  readonly height: number
  readonly unit: number
  /**
   * The highest and lowest points are named from this instant on: earlier ones belong to the day before. The sessions are
   * then parts of one axis with its hours.
   */
  readonly since?: number | undefined
  /**
   * The width of the longer label of high and low, of the previous close's label, and of its value alone, in spec
   * pixels.
   */
  readonly labelWide: number
  readonly previousWide?: number
  readonly previousShortWide?: number
}

/**
 * The positions of everything in a line chart of `width` × `height` real pixels, with `unit` of them per spec pixel.
 */
export function lineLayout(of: LineInput): LineLayout {
  const { points, sessions, previous, width, height, unit, labelWide } = of
  const { previousWide = labelWide, previousShortWide = previousWide } = of
  const half = (labelWide / 2) * unit
  const values = points.map(({ value }) => value)
  const averages = points.flatMap(({ average }) => (average === undefined ? [] : [average]))
  const all = [...values, ...averages, ...(previous === undefined ? [] : [previous])]
  const [bottom, top] = [Math.min(...all), Math.max(...all)]
  const x = axisOf(sessions, width)
  // A day without any move is drawn in the middle.
  const share = (value: number) => (top === bottom ? 0.5 : (top - value) / (top - bottom))
  const room = ABOVE + BELOW + (of.since === undefined ? 0 : DAYS)
  const y = (value: number) => ABOVE * unit + share(value) * (height - room * unit)
  const drawn = points.map(({ at, value }) => ({ x: x(at), y: y(value) }))
  const begin = firstFrom(points, of.since)
  const line = drawn.slice(begin)
  const baseline = previous === undefined || points.length === 0 ? null : y(previous)
  const named = (index: number): LabelPoint | null => {
    const [point, drawnAt] = [points[index], drawn[index]]
    if (!point || !drawnAt) return null
    return { ...drawnAt, value: point.value, labelX: Math.max(half, Math.min(width - half, drawnAt.x)) }
  }
  // A flat line has no high and no low to name.
  const [high = null, low = null] = top === bottom ? [] : ends(points, of.since).map(named)
  const second = points.flatMap(({ at, average }) => (average === undefined ? [] : [{ x: x(at), y: y(average) }]))
  return {
    line: pathOf(line),
    before: begin === 0 ? '' : pathOf(drawn.slice(0, begin + 1)),
    average: pathOf(second),
    area: baseline === null ? '' : areaOf(line, baseline),
    baseline,
    high,
    low,
    last: drawn.at(-1) ?? null,
    label:
      baseline === null
        ? null
        : placeLabel({
            lines: [drawn, second],
            baseline,
            width,
            unit,
            wide: previousWide,
            shortWide: previousShortWide,
            others: [
              ...(high ? [boxOf(high.labelX, high.y - 20 * unit, half, unit)] : []),
              ...(low ? [boxOf(low.labelX, low.y + 4 * unit, half, unit)] : []),
            ],
          }),
    ticks: apart(ticksOf(sessions, of.since, x), TICK_WIDE * unit),
    seams: sessions.slice(1).map(({ from }) => x(from)),
    nearest: (px) => nearestIndex(drawn, px),
    place: (index) => drawn[index] ?? { x: x(0), y: y(0) },
  }
}

/** The place of the first point from an instant on; 0 without one. */
const firstFrom = (points: readonly LinePoint[], since: number | undefined): number =>
  since === undefined
    ? 0
    : Math.max(
        0,
        points.findIndex(({ at }) => at >= since),
      )

/** The places of the highest and the lowest point from an instant on. */
function ends(points: readonly LinePoint[], since: number | undefined): [number, number] {
  const from = firstFrom(points, since)
  const counted = points.slice(from).map(({ value }) => value)
  return [from + counted.indexOf(Math.max(...counted)), from + counted.indexOf(Math.min(...counted))]
}

const boxOf = (middle: number, top: number, half: number, unit: number): Box => ({
  left: middle - half,
  right: middle + half,
  top,
  bottom: top + 16 * unit,
})

const pathOf = (drawn: readonly { x: number; y: number }[]): string =>
  drawn.map((point, index) => `${index === 0 ? 'M' : 'L'}${point.x.toFixed(1)},${point.y.toFixed(1)}`).join('')

/** The path of what lies between a line and its baseline. */
function areaOf(line: readonly { x: number; y: number }[], baseline: number): string {
  const [first, last] = [line[0], line.at(-1)]
  return first && last ? `${pathOf(line)}L${last.x.toFixed(1)},${baseline}L${first.x.toFixed(1)},${baseline}Z` : ''
}

/** Sessions one after another, each as wide as it is long; no time passes between them. */
function axisOf(sessions: readonly Span[], width: number): (at: number) => number {
  const whole = Math.max(
    1,
    sessions.reduce((sum, { from, to }) => sum + to - from, 0),
  )
  return (at) => {
    let passed = 0
    for (const { from, to } of sessions) {
      if (at < from) break
      passed += Math.min(at, to) - from
      if (at < to) break
    }
    return INSET + (passed / whole) * (width - 2 * INSET)
  }
}

/** The approximate width of a label of 12 px, in spec pixels: a Chinese character is nearly two letters wide. */
export const labelWideOf = (label: string): number =>
  [...label].reduce((sum, sign) => sum + LETTER * (sign >= '\u2e80' ? 1.9 : 1), 0)

/** The hours of one session, or of two that are parts of one axis; else the days. */
function ticksOf(sessions: readonly Span[], since: number | undefined, x: (at: number) => number): Tick[] {
  const [first, last] = [sessions[0], sessions.at(-1)]
  const isOneAxis = sessions.length === 1 || since !== undefined
  return first && last && isOneAxis ? ticksFor({ from: first.from, to: last.to }, x) : daysFor(sessions, x)
}

/** The ends of the session and up to three whole hours between them; of more than a day, whole days. */
function ticksFor({ from, to }: Span, x: (at: number) => number): Tick[] {
  const hours = (to - from) / HOUR
  const step = (hours > 26 ? Math.ceil(hours / 72) * 24 : hours > 12 ? 6 : hours > 5 ? 2 : 1) * HOUR
  const between: Tick[] = []
  for (let at = from + step; at < to - step / 2; at += step) between.push({ at, x: x(at), anchor: 'middle' })
  return [{ at: from, x: x(from), anchor: 'start' }, ...between, { at: to, x: x(to), anchor: 'end' }]
}

/** Five characters and a gap, in spec pixels. */
const TICK_WIDE = 44

/** With large text, drop every other tick; the ends stay. */
function apart(ticks: Tick[], wide: number): Tick[] {
  // An end's label is aligned inwards, so it takes a little more.
  const tight = ticks.some(({ x }, n) => n > 0 && x - (ticks[n - 1]?.x ?? 0) < 1.25 * wide)
  const last = ticks.length - 1
  return tight && last > 1 ? ticks.filter((_tick, n) => n === 0 || n === last || (n % 2 === 0 && last - n > 1)) : ticks
}

/** With several sessions, each is labelled in its middle. */
const daysFor = (sessions: readonly Span[], x: (at: number) => number): Tick[] =>
  sessions.map(({ from, to }) => ({ at: from, x: (x(from) + x(to - 1)) / 2, anchor: 'middle' as const }))

function nearestIndex(drawn: readonly { x: number }[], px: number): number {
  let low = 0
  let high = drawn.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((drawn[middle]?.x ?? 0) < px) low = middle
    else high = middle
  }
  return Math.abs((drawn[low]?.x ?? 0) - px) <= Math.abs((drawn[high]?.x ?? 0) - px) ? low : high
}
