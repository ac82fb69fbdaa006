import { round, unit } from './factors.check.ts'
import { NORMAL, ONE, priceOf } from './maths.check.ts'
import { inTicks, type CheckedDay } from './shares.check.ts'
import { mix } from './words.check.ts'

/* The path of a share through a day by version 3 of the practice function, written a second time from docs/PRACTICE.md. */

/** Jumps of one tick, and their sum. */
export interface Jumps {
  readonly jumps: number
  readonly move: number
}

/** The first part of an interval, whose part of the variance is `weight`. */
export function splitOf({ jumps, move }: Jumps, weight: number, direction: number, number: number): Jumps {
  if (jumps === 0) return { jumps: 0, move: 0 }
  if (jumps > 16) {
    const f = Math.floor(jumps * weight)
    const wished = round(
      weight * move + Math.sqrt(Math.max(0, jumps * weight * (1 - weight) - 1 / 12)) * NORMAL[direction]!,
    )
    const first = (f - wished) % 2 === 0 ? f : f + 1
    return {
      jumps: first,
      move: Math.max(-first, move - (jumps - first), Math.min(first, move + jumps - first, wished)),
    }
  }
  const [directed, numbered] = [(direction + 0.5) / 4_096, (number + 0.5) / 4_096]
  if (Math.abs(move) === jumps) {
    const one = smallest(binomial(jumps, weight), 0, move > 0 ? directed : 1 - directed)
    return { jumps: one, move: Math.sign(move) * one }
  }
  const first = smallest(binomial(jumps, weight), 0, numbered)
  const ups = (jumps + move) / 2
  const least = Math.max(0, first - (jumps - ups))
  return { jumps: first, move: 2 * smallest(hypergeometric(jumps, ups, first), least, directed) - first }
}

/** The smallest k from `least` on at which the sum of the chances exceeds `u`; the last one if none does. */
function smallest(chances: readonly number[], least: number, u: number): number {
  let sum = 0
  for (const [n, chance] of chances.entries()) {
    sum += chance
    if (sum > u) return least + n
  }
  return least + chances.length - 1
}

/** The chances of 0, 1, … n successes. For one trial the first chance alone counts. */
function binomial(n: number, p: number): number[] {
  let chance = 1
  for (let k = 0; k < n; k++) chance *= 1 - p
  const chances = [chance]
  for (let k = 0; k < n; k++) chances.push((chance *= ((p / (1 - p)) * (n - k)) / (k + 1)))
  return chances
}

/** The chances of the least possible number of ups among the first jumps, and of each larger one. */
function hypergeometric(n: number, ups: number, first: number): number[] {
  const downs = n - ups
  const [least, most] = [Math.max(0, first - downs), Math.min(ups, first)]
  let chance = 1
  if (least === 0) for (let k = 0; k < first; k++) chance *= (downs - k) / (n - k)
  else for (let k = 0; k < downs; k++) chance *= (first - k) / (n - k)
  const chances = [chance]
  for (let k = least; k < most; k++)
    chances.push((chance *= ((ups - k) * (first - k)) / ((k + 1) * (downs - first + k + 1))))
  return chances
}

/** A day of a share in ticks: for each minute's end the price without the wild minute, and the jumps so far. */
export interface CheckedPath {
  readonly day: CheckedDay
  readonly tick: number
  readonly prices: readonly number[]
  readonly counts: readonly number[]
  readonly wildMove: number
  readonly wildJumps: number
  /** The open in ticks. */
  readonly open: number
}

function jumpsFor(move: number, variance: number, price: number, luck: number): number {
  const odd = Math.abs(move) % 2
  const expected = (variance / ONE / ONE) * price * price
  return Math.max(Math.abs(move), odd + 2 * Math.floor(Math.max(0, (expected - odd) / 2) + luck))
}

/** The whole path of a day at its minutes' ends. `tick` is the rate's; null for a share, whose open decides. */
export function pathOf(day: CheckedDay, ownTick: number | null): CheckedPath {
  const { of, words, pieces, wild } = day
  const tick = ownTick ?? (priceOf(day.ends[0]!) >= 10_000 ? 100 : 1)
  const ends = day.ends.map((level) => inTicks(level, tick))
  const prices = new Array<number>(of.minutes + 1).fill(0)
  const counts = new Array<number>(of.minutes + 1).fill(0)
  for (const [n, piece] of pieces.entries()) {
    const [from, to] = [of.ends[n]!, of.ends[n + 1]!]
    const move = ends[n + 1]! - ends[n]!
    prices[from] = ends[n]!
    prices[to] = ends[n + 1]!
    counts[to] = counts[from]! + jumpsFor(move, piece.variance, ends[n]!, unit(words, 7 + n))
    halve(day, n, [from, to], prices, counts)
  }
  const quiet = ends.at(-1)!
  const wildMove = wild ? inTicks(day.close, tick) - quiet : 0
  const variance = wild ? wild.deviation * wild.deviation : 0
  const wildJumps = wild ? jumpsFor(wildMove, variance, quiet, unit(words, 9)) : 0
  return { day, tick, prices, counts, wildMove, wildJumps, open: ends[0]! }
}

function halve(day: CheckedDay, n: number, [from, to]: [number, number], prices: number[], counts: number[]): void {
  if (to - from < 2) return
  const { of, words, pieces } = day
  const point = (from + to) >> 1
  const b = mix(words, 'path', point)
  const since = point - of.ends[n]!
  const { worldWords: w, worldPiece } = of.pieces[n]!
  const common = (isWorlds: boolean): number =>
    isWorlds ? mix(w, 'path', (worldPiece << 16) | since) : mix(of.words, 'path', (n << 16) | since)
  const choice = b & 255
  const direction = choice < pieces[n]!.withCommon ? common(choice < pieces[n]!.withWorld) : b
  const weight = (of.clock[point]! - of.clock[from]!) / (of.clock[to]! - of.clock[from]!)
  const whole = { jumps: counts[to]! - counts[from]!, move: prices[to]! - prices[from]! }
  const first = splitOf(whole, weight, direction >>> 20, (b >>> 8) & 4_095)
  prices[point] = prices[from]! + first.move
  counts[point] = counts[from]! + first.jumps
  halve(day, n, [from, point], prices, counts)
  halve(day, n, [point, to], prices, counts)
}

/** True in the minutes of a halt. */
export const isHalted = ({ day: { wild } }: CheckedPath, minute: number): boolean =>
  wild !== null && minute > wild.minute && minute < wild.reopens

/** The price at a minute's end in ticks, with the wild minute's move once it has happened. */
export const priceAt = ({ day: { wild }, prices, wildMove }: CheckedPath, end: number): number =>
  prices[end]! + (wild && end > wild.minute ? wildMove : 0)

/** The sixty trades of a minute, as prices. */
export function tradesOf(path: CheckedPath, minute: number): number[] {
  const { day, counts, tick, wildJumps } = path
  const { of, words, pieces } = day
  const n = of.ends.length > 2 && minute >= of.ends[1]! ? 1 : 0
  const since = minute - of.ends[n]!
  const { worldWords: w, worldPiece } = of.pieces[n]!
  const trades = new Array<number>(60).fill(0)
  trades[0] = priceAt(path, minute)
  trades[59] = priceAt(path, minute + 1)
  const halves = (from: number, to: number, jumps: number): void => {
    if (to - from < 2) return
    const second = (from + to) >> 1
    const b = mix(words, 'seconds', 64 * minute + second)
    const choice = b & 255
    const place = 64 * since + second
    const direction =
      choice < pieces[n]!.withWorld
        ? mix(w, 'seconds', (worldPiece << 17) + place)
        : choice < pieces[n]!.withCommon
          ? mix(of.words, 'seconds', (n << 17) + place)
          : b
    const whole = { jumps, move: trades[to]! - trades[from]! }
    const first = splitOf(whole, (second - from) / (to - from), direction >>> 20, (b >>> 8) & 4_095)
    trades[second] = trades[from]! + first.move
    halves(from, second, first.jumps)
    halves(second, to, jumps - first.jumps)
  }
  halves(0, 59, counts[minute + 1]! - counts[minute]! + (day.wild?.minute === minute ? wildJumps : 0))
  return trades.map((trade) => Math.max(1, trade) * tick)
}
