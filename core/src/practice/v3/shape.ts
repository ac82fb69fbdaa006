import { varianceParts, volumeParts } from '../parts.ts'

/**
 * The construction of a session's path. A session is cut at most once, where the other zone's session begins or ends;
 * each piece is halved again and again, and each point drawn between the ends of the interval that it halves.
 */
export interface Shape {
  readonly minutes: number
  /** The ends of the pieces: the first minute, the cut if there is one, the last minute. */
  readonly ends: readonly number[]
  /** For each piece: its part of the session's variance. The parts add up to 1. */
  readonly parts: readonly number[]
  /** Inner points in drawing order, without the ends of pieces: both neighbours of a point precede it. */
  readonly order: Int16Array
  /** The position of an inner point in that order. */
  readonly rank: Int16Array
  readonly before: Int16Array
  readonly after: Int16Array
  /** For an inner point: the part of its interval's variance that lies before it. */
  readonly weight: Float64Array
  /** For an inner point: the piece that it lies in, and its minute counted from the start of that piece. */
  readonly piece: Uint8Array
  readonly place: Int16Array
  /** For each minute: its part of the session's volume. The parts add up to 1. */
  readonly volume: Float64Array
}

const shapes = new Map<number, Shape>()

/** The shape of a session of a given length, cut after `cut` minutes; 0 for none. Each is made once and cached. */
export function shapeFor(minutes: number, cut: number): Shape {
  const key = minutes * 2_048 + cut
  const cachedShape = shapes.get(key)
  if (cachedShape) return cachedShape
  const shape = makeShape(minutes, cut)
  shapes.set(key, shape)
  return shape
}

function makeShape(minutes: number, cut: number): Shape {
  const variance = varianceParts(minutes)
  const clock = new Float64Array(minutes + 1)
  for (let minute = 0; minute < minutes; minute++) clock[minute + 1] = clock[minute]! + variance[minute]!
  const ends = cut > 0 && cut < minutes ? [0, cut, minutes] : [0, minutes]
  const order: number[] = []
  const before = new Int16Array(minutes + 1)
  const after = new Int16Array(minutes + 1)
  const weight = new Float64Array(minutes + 1)
  const rank = new Int16Array(minutes + 1)
  const piece = new Uint8Array(minutes + 1)
  const place = new Int16Array(minutes + 1)
  const spans: [number, number, number][] = ends.slice(1).map((to, n) => [ends[n]!, to, n])
  for (let next = 0; next < spans.length; next++) {
    const [from, to, n] = spans[next]!
    if (to - from < 2) continue
    const middle = (from + to) >> 1
    rank[middle] = order.length
    order.push(middle)
    before[middle] = from
    after[middle] = to
    weight[middle] = (clock[middle]! - clock[from]!) / (clock[to]! - clock[from]!)
    piece[middle] = n
    place[middle] = middle - ends[n]!
    spans.push([from, middle, n], [middle, to, n])
  }
  return {
    minutes,
    ends,
    parts: ends.slice(1).map((to, n) => clock[to]! - clock[ends[n]!]!),
    order: Int16Array.from(order),
    rank,
    before,
    after,
    weight,
    piece,
    place,
    volume: volumeParts(minutes),
  }
}
