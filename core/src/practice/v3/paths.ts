import { expOfSteps, LOG_ONE } from '../../base/maths.ts'
import { WORDS, mix } from '../../base/noise.ts'
import { CONTINUOUS, type HaltAfter } from '../auctions.ts'
import { tickOf } from '../bars.ts'
import type { DayOfThree } from './days.ts'
import { integersOf, unitAt } from './draws.ts'
import { levelsOn } from './levels.ts'
import type { Share, ShareDay } from './shares.ts'
import { part, split } from './split.ts'

/** A day of a share in whole ticks: the ends of its pieces, and the jumps between them. */
export interface TickDay {
  readonly day: DayOfThree
  readonly drawn: ShareDay
  /** The tick of the day's prices, by its open, in the price's units. */
  readonly tick: number
  /** The price at the ends of the pieces in ticks, without the wild minute's move. */
  readonly ends: readonly number[]
  readonly jumps: readonly number[]
  readonly wild: WildTicks | null
  /** The expected volume outside auctions. */
  readonly continuous: number
  /** The words of its path, its volume and its seconds, as 32-bit integers: a word above 2^31 would be a double. */
  readonly path: Int32Array
  readonly volume: Int32Array
  readonly seconds: Int32Array
  /** By piece: the ways of the world and of the zone, once they are needed. */
  readonly ways: (Uint16Array | null)[]
  /** The usual spread between bid and ask in ticks, not rounded. */
  readonly spread: number
}

/** The move of a wild minute in ticks, and the jumps that it adds to that minute. */
export interface WildTicks extends HaltAfter {
  readonly move: number
  readonly jumps: number
}

const PLACES = { jumps: 7, wildJumps: 9 } as const

/** The smallest unit of the exchange rate is its tick. */
export type Ticks = 'of the price' | 'one unit'

/** A share's day in ticks. */
export function tickDay(share: Share, day: DayOfThree, ticks: Ticks, spreadBps: number): TickDay {
  const { drawn, ends: logEnds, wildMove } = levelsOn(share, day)
  const tick = ticks === 'one unit' ? 1 : tickOf(expOfSteps(logEnds[0]!))
  const ends = logEnds.map((level) => inTicks(level, tick))
  return {
    day,
    drawn,
    tick,
    ends,
    jumps: drawn.pieces.map(({ variance }, n) =>
      jumpsFor(ends[n + 1]! - ends[n]!, expectedJumps(variance, ends[n]!), unitAt(drawn.words, PLACES.jumps + n)),
    ),
    wild: wildTicks(drawn, ends.at(-1)!, inTicks(logEnds.at(-1)! + wildMove, tick)),
    continuous: share.temper.hasSessions ? CONTINUOUS * drawn.volume : drawn.volume,
    volume: integersOf(drawn.words, WORDS.extremes),
    path: integersOf(drawn.words, WORDS.path),
    seconds: integersOf(drawn.words, WORDS.ticks),
    ways: [null, null, null, null],
    spread: (ends[0]! * spreadBps) / 10_000,
  }
}

/** A log price as a whole number of ticks, at least one. */
export const inTicks = (level: number, tick: number): number => Math.max(1, Math.floor(expOfSteps(level) / tick + 0.5))

/** A variance in steps as the expected number of jumps of one tick at a price. */
const expectedJumps = (variance: number, price: number): number => (variance / LOG_ONE / LOG_ONE) * price * price

/** The number of jumps of a move: as many as its variance asks for on average, as even or odd as the move. */
function jumpsFor(move: number, expected: number, luck: number): number {
  const odd = Math.abs(move % 2)
  const pairs = Math.floor(Math.max(0, (expected - odd) / 2) + luck)
  return Math.max(Math.abs(move), odd + 2 * pairs)
}

/** A wild minute leads to the close that its log price asks for, so the next open follows from the close alone. */
function wildTicks({ wild, words }: ShareDay, quiet: number, close: number): WildTicks | null {
  if (!wild) return null
  const move = close - quiet
  return {
    minute: wild.minute,
    reopens: wild.reopens,
    move,
    jumps: jumpsFor(move, expectedJumps(wild.variance, quiet), unitAt(words, PLACES.wildJumps)),
  }
}

/**
 * Buffers for one day of one share: the price in ticks at each minute's end, and the jumps up to it. They are filled and
 * used before the next call.
 */
export const prices = new Float64Array(1_561)
export const counts = new Float64Array(1_561)

/** Write the ends of the pieces of a day into the buffers, without the wild minute. */
export function beginDay({ day, ends, jumps }: TickDay): void {
  const bounds = day.shape.ends
  let count = 0
  for (let n = 0; n < bounds.length; n++) {
    prices[bounds[n]!] = ends[n]!
    counts[bounds[n]!] = count
    count += jumps[n] ?? 0
  }
}

/** Draw one inner point of a day between its two neighbours in the buffers. */
export function drawPoint(of: TickDay, point: number): void {
  const { before, after } = of.day.shape
  const from = before[point]!
  const to = after[point]!
  splitAt(of, point, counts[to]! - counts[from]!, prices[to]! - prices[from]!)
  prices[point] = prices[from]! + part[1]!
  counts[point] = counts[from]! + part[0]!
}

/** Split the interval around an inner point. */
function splitAt(of: TickDay, point: number, jumps: number, move: number): void {
  if (jumps === 0) {
    part[0] = 0
    part[1] = 0
    return
  }
  const { path, drawn } = of
  const { shape } = of.day
  const bits = mix(path[0]!, path[1]!, path[2]!, path[3]!, point)
  const n = shape.piece[point]!
  const piece = drawn.pieces[n]!
  const choice = bits & 255
  const direction =
    choice < piece.withCommon ? wayOf(of, n, choice < piece.withWorld)[shape.place[point]!]! : bits >>> 20
  split(jumps, move, shape.weight[point]!, direction, (bits >>> 8) & 4_095)
}

function wayOf({ ways, day }: TickDay, piece: number, isWorlds: boolean): Uint16Array {
  const place = isWorlds ? piece : piece + 2
  return (ways[place] ??= (isWorlds ? day.pieces[piece]!.worlds : day.pieces[piece]!.zones).minutes())
}

/** Fill the buffers with all points of a day: the same as drawing each, with what they share taken out of the loop. */
export function fillDay(of: TickDay): void {
  beginDay(of)
  const { order, before, after, weight, piece, place } = of.day.shape
  const { path } = of
  const [a, b, c, d] = [path[0]! | 0, path[1]! | 0, path[2]! | 0, path[3]! | 0]
  for (let n = 0; n < order.length; n++) {
    const point = order[n]!
    const from = before[point]!
    const to = after[point]!
    const jumps = counts[to]! - counts[from]!
    if (jumps === 0) {
      prices[point] = prices[from]!
      counts[point] = counts[from]!
      continue
    }
    const bits = mix(a, b, c, d, point)
    const choice = bits & 255
    const at = piece[point]!
    const { withWorld, withCommon } = of.drawn.pieces[at]!
    const direction = choice < withCommon ? wayOf(of, at, choice < withWorld)[place[point]!]! : bits >>> 20
    split(jumps, prices[to]! - prices[from]!, weight[point]!, direction, (bits >>> 8) & 4_095)
    prices[point] = prices[from]! + part[1]!
    counts[point] = counts[from]! + part[0]!
  }
}

/** A minute in ticks: the price at both ends, with the wild minute's move where it has happened, and its jumps. */
export interface TickMinute {
  readonly from: number
  readonly to: number
  readonly jumps: number
}

/** One minute of a day, equal to that of `fillDay` but without computing the others. */
export function minuteOf(of: TickDay, minute: number): TickMinute {
  const { shape } = of.day
  const n = shape.ends.length > 2 && minute >= shape.ends[1]! ? 1 : 0
  let from = shape.ends[n]!
  let to = shape.ends[n + 1]!
  let price = of.ends[n]!
  let jumps = of.jumps[n]!
  let move = of.ends[n + 1]! - price
  while (to - from > 1) {
    const point = (from + to) >> 1
    splitAt(of, point, jumps, move)
    if (minute < point) {
      to = point
      jumps = part[0]!
      move = part[1]!
    } else {
      from = point
      jumps -= part[0]!
      move -= part[1]!
      price += part[1]!
    }
  }
  return wildened(of, minute, price, price + move, jumps)
}

/** A minute of the filled buffers. */
export const minuteFilled = (of: TickDay, minute: number): TickMinute =>
  wildened(of, minute, prices[minute]!, prices[minute + 1]!, counts[minute + 1]! - counts[minute]!)

function wildened({ wild }: TickDay, minute: number, from: number, to: number, jumps: number): TickMinute {
  if (!wild || minute < wild.minute) return { from, to, jumps }
  const during = minute === wild.minute
  return { from: during ? from : from + wild.move, to: to + wild.move, jumps: during ? jumps + wild.jumps : jumps }
}
