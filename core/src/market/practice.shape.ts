/** How a session of so many minutes is walked through: which minute's price is drawn between which two, and when much is traded. */
export interface Shape {
  readonly minutes: number
  /** Inner points in an order in which both ends of a point come before it. */
  readonly order: Int16Array
  readonly before: Int16Array
  readonly after: Int16Array
  /** Of an inner point: how far it lies on the way from the end before it to the one after it. */
  readonly weight: Float64Array
  /** Of an inner point: the standard deviation of its draw, when that of the whole session is 1. */
  readonly deviation: Float64Array
  /** Of each minute: its part of the session's variance. They add up to 1. */
  readonly variance: Float64Array
  /** Of each minute: its part of the session's volume. They add up to 1. */
  readonly volume: Float64Array
}

const shapes = new Map<number, Shape>()

/** The shape of a session of so many minutes. There are few of them: made once, kept. */
export function shapeFor(minutes: number): Shape {
  const known = shapes.get(minutes)
  if (known) return known
  const shape = makeShape(minutes)
  shapes.set(minutes, shape)
  return shape
}

const sixth = (x: number): number => x * x * x * x * x * x

/** Busy after the open, quiet at midday, busy again before the close. */
const volumeAt = (u: number): number => 0.6 + 2 * sixth(1 - u) + 1.5 * sixth(u) * u * u
const varianceAt = (u: number): number => 0.75 + 0.9 * sixth(1 - u) + 0.4 * sixth(u) * u * u

function partsOf(minutes: number, at: (u: number) => number): Float64Array {
  const parts = Float64Array.from({ length: minutes }, (_, minute) => at((minute + 0.5) / minutes))
  const sum = parts.reduce((total, part) => total + part, 0)
  return parts.map((part) => part / sum)
}

function makeShape(minutes: number): Shape {
  const variance = partsOf(minutes, varianceAt)
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
  return { minutes, order, before, after, weight, deviation, variance, volume: partsOf(minutes, volumeAt) }
}
