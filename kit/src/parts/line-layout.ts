import { HOUR } from '@lonja/core/base/instant'

/** One moment of a line: milliseconds, and a value in any unit. */
export interface LinePoint {
  readonly at: number
  readonly value: number
}

interface Named {
  readonly x: number
  readonly y: number
  readonly value: number
  /** Where its label stands, so that it stays inside. */
  readonly labelX: number
}

export interface LineLayout {
  readonly line: string
  readonly area: string
  readonly baseline: number | null
  readonly high: Named | null
  readonly low: Named | null
  readonly last: { readonly x: number; readonly y: number } | null
  /** The previous close's label stands below its line where the day's line, or the high's label, is above it. */
  readonly labelBelow: boolean
  readonly ticks: readonly { readonly at: number; readonly x: number; readonly anchor: 'start' | 'middle' | 'end' }[]
  readonly nearest: (x: number) => number
  readonly place: (index: number) => { x: number; y: number }
}

const LETTER = 6.4
const LABEL_HIGH = 16
const ABOVE = 24
const BELOW = 26

/** Where everything of a day's line stands: `width` × `height` real pixels, `unit` of them for one of the spec's. */
export function lineLayout(of: {
  points: readonly LinePoint[]
  session: { readonly from: number; readonly to: number }
  previous?: number | undefined
  width: number
  height: number
  unit: number
  /** The longest label of the high and the low, in the spec's pixels. */
  labelWide: number
}): LineLayout {
  const { points, session, previous, width, height, unit, labelWide } = of
  const half = (labelWide / 2) * unit
  const values = points.map(({ value }) => value)
  const all = previous === undefined ? values : [...values, previous]
  const [bottom, top] = [Math.min(...all), Math.max(...all)]
  const length = Math.max(1, session.to - session.from)
  const inset = 2
  const x = (at: number) => inset + Math.max(0, Math.min(1, (at - session.from) / length)) * (width - 2 * inset)
  // A day that never moved stands in the middle.
  const share = (value: number) => (top === bottom ? 0.5 : (top - value) / (top - bottom))
  const y = (value: number) => ABOVE * unit + share(value) * (height - (ABOVE + BELOW) * unit)
  const place = (index: number) => ({ x: x(points[index]?.at ?? 0), y: y(points[index]?.value ?? 0) })
  const drawn = points.map((_, index) => place(index))
  const path = drawn
    .map((point, index) => `${index === 0 ? 'M' : 'L'}${point.x.toFixed(1)},${point.y.toFixed(1)}`)
    .join('')
  const [first, last] = [drawn[0], drawn[drawn.length - 1]]
  const baseline = previous === undefined || points.length === 0 ? null : y(previous)
  const named = (index: number): Named | null => {
    const [point, drawnAt] = [points[index], drawn[index]]
    if (!point || !drawnAt) return null
    return { ...drawnAt, value: point.value, labelX: Math.max(half, Math.min(width - half, drawnAt.x)) }
  }
  const high = named(values.indexOf(Math.max(...values)))
  const lineAbove = last !== undefined && baseline !== null && last.y < baseline
  return {
    line: path,
    area:
      first && last && baseline !== null
        ? `${path}L${last.x.toFixed(1)},${baseline}L${first.x.toFixed(1)},${baseline}Z`
        : '',
    baseline,
    high,
    low: named(values.indexOf(Math.min(...values))),
    last: last ?? null,
    labelBelow: lineAbove || meets(high, baseline, width, half, unit),
    ticks: ticksFor(session, x),
    nearest: (px) => nearestIndex(drawn, px),
    place,
  }
}

/** Whether the high's label would stand where the previous close's does, above its line at the right. */
function meets(high: Named | null, baseline: number | null, width: number, half: number, unit: number): boolean {
  if (!high || baseline === null) return false
  const apart = width - high.labelX > 4 * half
  return !apart && Math.abs(high.y - baseline) < LABEL_HIGH * unit
}

/** About how wide a label of 12 px stands, in the spec's pixels: a Chinese sign is nearly two letters. */
export const labelWideOf = (label: string): number =>
  [...label].reduce((sum, sign) => sum + LETTER * (sign >= '\u2e80' ? 1.9 : 1), 0)

/** The ends of the session and up to three whole hours between them. */
function ticksFor({ from, to }: { from: number; to: number }, x: (at: number) => number): LineLayout['ticks'] {
  const hours = (to - from) / HOUR
  const step = (hours > 12 ? 6 : hours > 5 ? 2 : 1) * HOUR
  const ends = [
    { at: from, x: x(from), anchor: 'start' as const },
    { at: to, x: x(to), anchor: 'end' as const },
  ]
  const between = []
  for (let at = from + step; at < to - step / 2; at += step) between.push({ at, x: x(at), anchor: 'middle' as const })
  return [ends[0]!, ...between, ends[1]!]
}

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
