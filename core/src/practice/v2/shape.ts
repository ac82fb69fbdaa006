import { EXTREME, NORMAL } from '../../base/maths.ts'
import { varianceParts, volumeParts } from '../parts.ts'

/**
 * The construction of a session's path: the two neighbours between which each minute's price is drawn, and the
 * distribution of volume over the session.
 */
export interface Shape {
  readonly minutes: number
  /** Inner points in drawing order: both neighbours of a point precede it. */
  readonly order: Int16Array
  readonly before: Int16Array
  readonly after: Int16Array
  /** For an inner point: its relative position between its two neighbours. */
  readonly weight: Float64Array
  /** For an inner point: the standard deviation of its draw, relative to the whole session's. */
  readonly deviation: Float64Array
  /** For each minute: its part of the session's variance. The parts add up to 1. */
  readonly variance: Float64Array
  /** For each minute: its part of the session's volume. The parts add up to 1. */
  readonly volume: Float64Array
  readonly leaves: Leaves
}

/**
 * A session cut into pieces of a few minutes, most of which need no walk: the largest possible distance of the price
 * inside a piece from the straight line between its ends is known in advance.
 */
export interface Leaves {
  /**
   * The ends of all pieces: the first `top` points in drawing order, which are drawn before the others, plus 0 and the
   * last.
   */
  readonly ends: Int16Array
  readonly top: number
  /** The points inside each piece in order; those of the n-th are [starts[n], starts[n + 1]). */
  readonly inner: Int16Array
  readonly starts: Int32Array
  /** The largest distance of a piece's points from that line, in standard deviations of the whole session's draw. */
  readonly reach: Float64Array
  /** The largest distance of a minute's extreme beyond its two ends, in standard deviations of the total move. */
  readonly beyond: Float64Array
  /** A point's relative position along that line. */
  readonly way: Float64Array
}

const shapes = new Map<number, Shape>()

/** The shape of a session of a given length. There are few, so each is made once and cached. */
export function shapeFor(minutes: number): Shape {
  const cachedShape = shapes.get(minutes)
  if (cachedShape) return cachedShape
  const shape = makeShape(minutes)
  shapes.set(minutes, shape)
  return shape
}

function makeShape(minutes: number): Shape {
  const variance = varianceParts(minutes)
  const clock = new Float64Array(minutes + 1)
  for (let minute = 0; minute < minutes; minute++) clock[minute + 1] = clock[minute]! + variance[minute]!
  const order = new Int16Array(minutes - 1)
  const before = new Int16Array(minutes + 1)
  const after = new Int16Array(minutes + 1)
  const weight = new Float64Array(minutes + 1)
  const deviation = new Float64Array(minutes + 1)
  const spans: [number, number][] = [[0, minutes]]
  let count = 0
  for (let next = 0; next < spans.length; next++) {
    const [from, to] = spans[next]!
    if (to - from < 2) continue
    const middle = (from + to) >> 1
    const whole = clock[to]! - clock[from]!
    const left = clock[middle]! - clock[from]!
    order[count++] = middle
    before[middle] = from
    after[middle] = to
    weight[middle] = left / whole
    deviation[middle] = Math.sqrt((left * (whole - left)) / whole)
    spans.push([from, middle], [middle, to])
  }
  const volume = volumeParts(minutes)
  const leaves = leavesOf({ minutes, order, before, after, deviation, variance }, clock)
  return { minutes, order, before, after, weight, deviation, variance, volume, leaves }
}

const LEAF_MINUTES = 5
const NORMAL_MOST = NORMAL.at(-1)!
const EXTREME_MOST = EXTREME[0]!

type Tree = Pick<Shape, 'minutes' | 'order' | 'before' | 'after' | 'deviation' | 'variance'>

function leavesOf({ minutes, order, before, after, deviation, variance }: Tree, clock: Float64Array): Leaves {
  let count = 1
  while (minutes / (2 * count) >= LEAF_MINUTES) count *= 2
  const top = count - 1
  const ends = Int16Array.from([0, ...order.slice(0, top), minutes]).sort()
  const pieceOf = new Int16Array(minutes + 1)
  for (let n = 0; n < count; n++) pieceOf.fill(n, ends[n]! + 1, ends[n + 1])
  const pieces = Array.from({ length: count }, (): number[] => [])
  for (const point of order.slice(top)) pieces[pieceOf[point]!]!.push(point)
  const starts = new Int32Array(count + 1)
  pieces.forEach((points, n) => (starts[n + 1] = starts[n]! + points.length))
  const far = new Float64Array(minutes + 1)
  const way = new Float64Array(minutes + 1)
  for (const [n, points] of pieces.entries()) {
    const [from, to] = [clock[ends[n]!]!, clock[ends[n + 1]!]!]
    for (const point of points) {
      far[point] = Math.max(far[before[point]!]!, far[after[point]!]!) + deviation[point]! * NORMAL_MOST
      way[point] = (clock[point]! - from) / (to - from)
    }
  }
  const reach = Float64Array.from(pieces, (points) => Math.max(0, ...points.map((point) => far[point]!)))
  const beyond = Float64Array.from(
    pieces,
    (_, n) => Math.sqrt(Math.max(...variance.slice(ends[n], ends[n + 1])) * EXTREME_MOST) / 2,
  )
  return { ends, top, inner: Int16Array.from(pieces.flat()), starts, reach, beyond, way }
}
