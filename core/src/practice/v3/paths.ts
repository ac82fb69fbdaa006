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
