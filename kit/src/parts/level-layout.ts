import type { Ahead, Level } from './level.ts'
import { labelWideOf } from './line-layout.ts'

interface DrawnLevel extends Level {
  readonly y: number
  /** The baseline of its name, on the side where the line is not. */
  readonly nameY: number
}

export interface LevelLayout {
  readonly line: string
  readonly levels: readonly DrawnLevel[]
  readonly last: { readonly x: number; readonly y: number; readonly labelY: number }
  /** The place of a value on the axis. */
  readonly x: (index: number) => number
  /** The left edge of the tags: the line ends before it. */
  readonly right: number
  /** The field between the start of the time to come and its end, on the side that wins; null without such a time. */
  readonly ahead: { readonly from: number; readonly to: number; readonly top: number; readonly bottom: number } | null
}

interface LevelInput {
  /** Oldest first, at equal steps; at least two. */
  readonly values: readonly number[]
  readonly levels: readonly Level[]
  /** The newest value in words, beside its mark. */
  readonly last: string
  readonly width: number
  readonly height: number
  readonly unit: number
  /** The place of the value at which the levels were set. */
  readonly since?: number | undefined
  readonly ahead?: Ahead | undefined
}

const ABOVE = 22
const BELOW = 34
const INSET = 2
/** The height of a tag, and the room on both sides of its words. */
export const TAG_HIGH = 20
const TAG_PAD = 8
/** From the mark of the newest value to its label. */
const LAST_GAP = 10
/** Two labels beside each other at the right keep this distance of their middles. */
const APART = TAG_HIGH + 2

/** The positions of a line and the levels beside it, in real pixels, with `unit` of them per spec pixel. */
export function levelLayout({ values, levels, last, width, height, unit, since, ahead }: LevelInput): LevelLayout {
  const tagWide = Math.max(0, ...levels.map(({ tag }) => labelWideOf(tag))) + 2 * TAG_PAD
  const right = width - Math.max(tagWide, labelWideOf(last) + LAST_GAP + INSET) * unit
  const all = [...values, ...levels.map(({ value }) => value)]
  const [bottom, top] = [Math.min(...all), Math.max(...all)]
  const share = (value: number): number => (top === bottom ? 0.5 : (top - value) / (top - bottom))
  const y = (value: number): number => ABOVE * unit + share(value) * (height - (ABOVE + BELOW) * unit)
  const steps = Math.max(1, values.length - 1 + (ahead?.steps ?? 0))
  const x = (index: number): number => INSET * unit + (index / steps) * (right - 2 * INSET * unit)
  const drawn = values.map((value, index) => ({ x: x(index), y: y(value) }))
  const end = drawn.at(-1) ?? { x: x(0), y: y(bottom) }
  const middle = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const placed = levels.map((level) => {
    const at = y(level.value)
    return { ...level, y: at, nameY: level.value <= middle ? at + 16 * unit : at - 7 * unit }
  })
  const border = placed[0]?.y ?? end.y
  return {
    line: drawn.map((point, n) => `${n === 0 ? 'M' : 'L'}${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(''),
    levels: placed,
    last: {
      ...end,
      labelY: clearOf(
        end.y,
        placed.map((level) => level.y),
        APART * unit,
      ),
    },
    x,
    right,
    ahead: ahead
      ? {
          from: since === undefined ? end.x : x(since),
          to: x(steps),
          top: ahead.side === 'above' ? 0 : border,
          bottom: ahead.side === 'above' ? border : height,
        }
      : null,
  }
}

/** The place nearest to a label's own that is clear of the tags: it gives way to the side on which it is. */
function clearOf(place: number, tags: readonly number[], apart: number): number {
  const tag = tags.find((each) => Math.abs(each - place) < apart)
  if (tag === undefined) return place
  return place <= tag ? tag - apart : tag + apart
}
