import { WILD_VOLUME, auctionedIn, isHalted, type Wild } from '../auctions.ts'
import { priceOf, type Bar } from '../bars.ts'
import { beginDay, fillLevels, highOf, levels, lowOf, points, volumeOf } from './bars.ts'
import { walkThrough, type DayOfTwo, type Reach } from './days.ts'
import { EXTREME, TABLE_SHIFT } from '../../base/maths.ts'
import { mix } from '../../base/noise.ts'
import type { Leaves } from './shape.ts'
import { dayScale, hasSessions, ownSigma, wildOn, type Share } from './shares.ts'

/** Sums over the minutes of a day without making their candles: the practice market's most frequent loops. */

/** Highest and lowest log price of some minutes. */
interface HighLow {
  high: number
  low: number
}

/** The variance that a wild minute adds, and its volume as a multiple of a usual minute's. */
interface Wildness {
  readonly variance: number
  readonly busy: number
}

const USUAL: Wildness = { variance: 0, busy: 1 }

/** The candle of a day's first `minutes` minutes. */
export function dayOfShare(share: Share, day: DayOfTwo, minutes: number): Bar {
  const wild = wildOn(share, day)
  if (!wild && minutes === day.shape.minutes) return usualDay(share, day)
  fillLevels(share, day)
  const scale = dayScale(share, day)
  const seen: HighLow = { high: levels[0]!, low: levels[0]! }
  eachPart(wild, minutes, (from, to, { variance }) => {
    seeMinutes(share, day, scale.variance, from, to, variance, seen)
  })
  return {
    open: priceOf(levels[0]!),
    high: priceOf(seen.high),
    low: priceOf(seen.low),
    close: priceOf(levels[wild && isHalted(wild, minutes - 1) ? wild.minute + 1 : minutes]!),
    volume: volumeOfShare(share, day, minutes),
  }
}

/**
 * The candle of a whole day without a wild minute. The path is walked only in pieces where the day's high or low may
 * lie; for most pieces the ends show that they cannot reach it.
 */
function usualDay(share: Share, day: DayOfTwo): Bar {
  const { shape } = day
  const { leaves } = shape
  const { open } = beginDay(share, day)
  const sigma = ownSigma(share, day)
  const scale = dayScale(share, day)
  const way: Way = { open, beta: share.temper.beta, market: day.path() }
  walkThrough(points, shape, sigma, share.words, shape.order, 0, leaves.top)
  const seen = seeEnds(leaves.ends, way)
  pickLeaves(leaves, day.reach(), sigma, Math.sqrt(scale.variance), way.beta, seen)
  for (let n = 0; n < picked.count; n++) {
    // Earlier pieces may have gone beyond the reach of this one by now.
    if (picked.above[n]! <= seen.high && picked.below[n]! >= seen.low) continue
    const leaf = picked.leaves[n]!
    const from = leaves.ends[leaf]!
    const to = leaves.ends[leaf + 1]!
    walkThrough(points, shape, sigma, share.words, leaves.inner, leaves.starts[leaf]!, leaves.starts[leaf + 1]!)
    for (let point = from + 1; point < to; point++) levels[point] = levelAt(way, point)
    seeMinutes(share, day, scale.variance, from, to, 0, seen)
  }
  return {
    open: priceOf(levels[0]!),
    high: priceOf(seen.high),
    low: priceOf(seen.low),
    close: priceOf(levels[shape.minutes]!),
    volume: volumeOfShare(share, day, shape.minutes),
  }
}

/** A share's open, its beta, and the market's path. */
interface Way {
  readonly open: number
  readonly beta: number
  readonly market: Float64Array
}

/** The log price at a point of a day whose own path is known there. */
const levelAt = ({ open, beta, market }: Way, point: number): number =>
  Math.floor(open + points[point]! + beta * market[point]! + 0.5)

function seeEnds(ends: Int16Array, way: Way): HighLow {
  let high = -Infinity
  let low = Infinity
  for (let n = 0; n < ends.length; n++) {
    const level = levelAt(way, ends[n]!)
    levels[ends[n]!] = level
    if (level > high) high = level
    if (level < low) low = level
  }
  return { high, low }
}

/** The selected pieces of one day, and their reach. */
const picked = {
  leaves: new Int16Array(1_501),
  above: new Float64Array(1_501),
  below: new Float64Array(1_501),
  count: 0,
}

/** Select the pieces of a session that may reach beyond the highest or lowest of all piece ends. */
function pickLeaves(
  { ends, reach, beyond }: Leaves,
  market: Reach,
  sigma: number,
  deviation: number,
  beta: number,
  { high, low }: HighLow,
): void {
  const up = beta < 0 ? market.below : market.above
  const down = beta < 0 ? market.above : market.below
  const part = Math.abs(beta)
  let count = 0
  let from = levels[0]!
  for (let n = 0; n < reach.length; n++) {
    const to = levels[ends[n + 1]!]!
    // A margin of four steps, so that rounding can only cause an unnecessary walk.
    const most = reach[n]! * sigma + beyond[n]! * deviation + 4
    const above = (from > to ? from : to) + most + part * up[n]!
    const below = (from > to ? to : from) - most - part * down[n]!
    from = to
    if (above > high || below < low) {
      picked.leaves[count] = n
      picked.above[count] = above
      picked.below[count] = below
      count++
    }
  }
  picked.count = count
}

/** The volume of a day's first `minutes` minutes. It does not need the prices, which cost more. */
export function volumeOfShare(share: Share, day: DayOfTwo, minutes: number): number {
  const wild = wildOn(share, day)
  const scale = dayScale(share, day)
  let traded = 0
  eachPart(wild, minutes, (from, to, { busy }) => {
    traded += tradedIn(share, day, scale.continuous * busy, from, to)
  })
  return traded + (hasSessions(share) ? auctionedIn(minutes, day.minutes, wild, scale.volume) : 0)
}

/** The minutes with trading, in runs of equal parameters. */
function eachPart(wild: Wild | null, minutes: number, take: (from: number, to: number, how: Wildness) => void): void {
  if (!wild) {
    take(0, minutes, USUAL)
    return
  }
  const { minute, reopens, variance } = wild
  take(0, Math.min(minutes, minute), USUAL)
  if (minute < minutes) take(minute, minute + 1, { variance, busy: WILD_VOLUME })
  take(reopens, minutes, USUAL)
}

/**
 * Add the extremes of minutes whose levels are filled in; each is computed only if it may be the day's. `more` is the
 * variance that a wild minute adds.
 */
function seeMinutes(
  { words }: Share,
  { shape }: DayOfTwo,
  whole: number,
  first: number,
  end: number,
  more: number,
  seen: HighLow,
): void {
  // As 32-bit integers: a word above 2^31 would be stored as a double.
  const a = words[4]! | 0
  const b = words[5]! | 0
  const c = words[6]! | 0
  const d = words[7]! | 0
  const { variance } = shape
  let { high, low } = seen
  for (let minute = first; minute < end; minute++) {
    const draw = mix(a, b, c, d, minute)
    const from = levels[minute]!
    const to = levels[minute + 1]!
    const sum = from + to
    const move2 = (to - from) * (to - from)
    const spread = whole * variance[minute]! + more
    // A small margin, so that rounding can only cause an unnecessary computation.
    const above = 2 * high - sum
    const reachUp = move2 + spread * EXTREME[draw >>> TABLE_SHIFT]!
    if (above <= 0 || above * above <= reachUp * 1.000_001 + 4) high = Math.max(high, highOf(from, to, reachUp))
    const below = sum - 2 * low
    const reachDown = move2 + spread * EXTREME[(draw >>> 8) & 4_095]!
    if (below <= 0 || below * below <= reachDown * 1.000_001 + 4) low = Math.min(low, lowOf(from, to, reachDown))
  }
  seen.high = high
  seen.low = low
}

/** The volume of a day's minutes outside auctions. */
function tradedIn({ words }: Share, { shape }: DayOfTwo, continuous: number, first: number, end: number): number {
  const a = words[4]! | 0
  const b = words[5]! | 0
  const c = words[6]! | 0
  const d = words[7]! | 0
  const { volume } = shape
  let traded = 0
  for (let minute = first; minute < end; minute++) {
    const draw = mix(a, b, c, d, minute)
    traded += volumeOf(continuous * volume[minute]!, EXTREME[draw >>> TABLE_SHIFT]!, EXTREME[(draw >>> 8) & 4_095]!)
  }
  return traded
}
