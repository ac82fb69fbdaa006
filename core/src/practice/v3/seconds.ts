import { mix } from '../../base/noise.ts'
import type { TickDay, TickMinute } from './paths.ts'
import { part, split } from './split.ts'

/** The steps of a minute between its sixty trades. */
const STEPS = 59

/** A minute of a day as its seconds are drawn. */
const drawing = { of: null as TickDay | null, place: 0, piece: 0, commonPlace: 0 }

function beginSeconds(of: TickDay, number: number): void {
  const { ends } = of.day.shape
  drawing.of = of
  drawing.place = number * 64
  drawing.piece = ends.length > 2 && number >= ends[1]! ? 1 : 0
  drawing.commonPlace = (number - ends[drawing.piece]!) * 64
}

/** Write the sixty trades of a minute into `trades`, in ticks: the first is its open, the last its close. */
export function fillSeconds(of: TickDay, number: number, { from, to, jumps }: TickMinute, trades: Float64Array): void {
  trades[0] = from
  trades[STEPS] = to
  beginSeconds(of, number)
  fillBetween(0, STEPS, jumps, trades)
}

/** Fill the trades between two seconds whose own trades are filled. */
function fillBetween(from: number, to: number, jumps: number, trades: Float64Array): void {
  if (to - from < 2) return
  if (jumps === 0) {
    trades.fill(trades[from]!, from + 1, to)
    return
  }
  const second = (from + to) >> 1
  splitSecond(from, to, jumps, trades[to]! - trades[from]!)
  const [left, move] = [part[0]!, part[1]!]
  trades[second] = trades[from]! + move
  fillBetween(from, second, left, trades)
  fillBetween(second, to, jumps - left, trades)
}

function splitSecond(from: number, to: number, jumps: number, move: number): void {
  const { of, place, piece, commonPlace } = drawing
  const { seconds: words, drawn, day } = of!
  const second = (from + to) >> 1
  const bits = mix(words[0]!, words[1]!, words[2]!, words[3]!, place + second)
  const { withWorld, withCommon } = drawn.pieces[piece]!
  const choice = bits & 255
  let direction = bits >>> 20
  if (choice < withCommon) {
    const common = choice < withWorld ? day.pieces[piece]!.worlds : day.pieces[piece]!.zones
    const { seconds: shared } = common
    direction = mix(shared[0]!, shared[1]!, shared[2]!, shared[3]!, common.place + commonPlace + second) >>> 20
  }
  split(jumps, move, (second - from) / (to - from), direction, (bits >>> 8) & 4_095)
}

/** Highest and lowest trade, in ticks. */
export interface Extremes {
  high: number
  low: number
}

/**
 * No path strays further beyond both ends of an interval than this multiple of its deviation: of a Brownian bridge the
 * chance is exp(-2 · 4.5²), once in the age of the universe for all listings of a house.
 */
const REACH = 4.5

/** True if trades between `a` and `b` with some jumps may lie above or below those seen. */
export function mayExceed(a: number, b: number, jumps: number, seen: Extremes): boolean {
  const move = b - a
  const most = move > 0 ? b : a
  const least = move > 0 ? a : b
  // Nor further than its jumps the other way.
  const back = (jumps - (most - least)) / 2
  const normal = REACH * Math.sqrt(jumps) + 1
  const stray = back < normal ? back : normal
  return most + stray > seen.high || least - stray < seen.low
}

/** See the trades of a minute that may lie above or below those seen. */
export function seeSeconds(of: TickDay, number: number, { from, to, jumps }: TickMinute, seen: Extremes): void {
  see(seen, from)
  see(seen, to)
  beginSeconds(of, number)
  seeBetween(0, STEPS, from, to, jumps, seen)
}

export function see(seen: Extremes, price: number): void {
  if (price > seen.high) seen.high = price
  if (price < seen.low) seen.low = price
}

function seeBetween(from: number, to: number, a: number, b: number, jumps: number, seen: Extremes): void {
  if (to - from < 2 || !mayExceed(a, b, jumps, seen)) return
  splitSecond(from, to, jumps, b - a)
  const [left, move] = [part[0]!, part[1]!]
  const second = (from + to) >> 1
  const middle = a + move
  see(seen, middle)
  seeBetween(from, second, a, middle, left, seen)
  seeBetween(second, to, middle, b, jumps - left, seen)
}
