import { NO_AUCTIONS, WILD_VOLUME, auctionsIn, isHalted, type Auctions, type Wild } from '../auctions.ts'
import { priceOf, type Bar, type TakeMinute } from '../bars.ts'
import { walk, type DayOfTwo } from './days.ts'
import { EXTREME, LOG_ONE, NORMAL, TABLE_SHIFT, expOfSteps } from '../../base/maths.ts'
import { mix } from '../../base/noise.ts'
import {
  closeLevelOf,
  dayScale,
  hasSessions,
  openOf,
  ownSigma,
  wildOn,
  wordsOn,
  type DayScale,
  type Share,
} from './shares.ts'

/**
 * Shared buffers for one day of one share: its own path, and the log prices made from it. They are filled and used
 * before the next call.
 */
export const points = new Float64Array(1_501)
export const levels = new Int32Array(1_501)

/** Write both ends of a day's own path into `points`. Afterwards `share.words` are the day's. */
export function beginDay(share: Share, day: DayOfTwo): { open: number; wild: Wild | null } {
  const { minutes } = day.shape
  const open = openOf(share, day)
  const wild = wildOn(share, day)
  points[0] = 0
  points[minutes] = closeLevelOf(share, day) - open - share.temper.beta * day.path()[minutes]! - (wild?.jump ?? 0)
  return { open, wild }
}

/**
 * Fill `levels` with the log prices at the minute ends of a day, in steps: the open first, the close last. They
 * continue through a halt unseen, and the reopening auction trades at the level reached.
 */
export function fillLevels(share: Share, day: DayOfTwo): void {
  const { minutes } = day.shape
  const market = day.path()
  const { beta } = share.temper
  const { open, wild } = beginDay(share, day)
  walk(points, day.shape, ownSigma(share, day), share.words)
  for (let minute = 0; minute <= minutes; minute++) {
    levels[minute] = Math.floor(open + points[minute]! + beta * market[minute]! + 0.5)
  }
  if (wild) for (let minute = wild.minute + 1; minute <= minutes; minute++) levels[minute]! += wild.jump
}

/** The log prices at both ends of one minute, equal to those of `fillLevels` but without computing the others. */
function levelsOf(share: Share, day: DayOfTwo, minute: number): [number, number] {
  const { shape } = day
  const market = day.path()
  const { beta } = share.temper
  const words = wordsOn(share, day)
  const { wild } = share
  const jump = wild?.jump ?? 0
  const sigma = ownSigma(share, day)
  const open = openOf(share, day)
  let from = 0
  let to = shape.minutes
  let a = 0
  let b = closeLevelOf(share, day) - open - beta * market[to]! - jump
  while (to - from > 1) {
    const point = (from + to) >> 1
    const draw = NORMAL[mix(words[0]!, words[1]!, words[2]!, words[3]!, point) >>> TABLE_SHIFT]!
    const value = a + shape.weight[point]! * (b - a) + shape.deviation[point]! * sigma * draw
    if (minute < point) {
      to = point
      b = value
    } else {
      from = point
      a = value
    }
  }
  const ends: [number, number] = [
    Math.floor(open + a + beta * market[from]! + 0.5),
    Math.floor(open + b + beta * market[to]! + 0.5),
  ]
  if (wild && from > wild.minute) ends[0] += jump
  if (wild && to > wild.minute) ends[1] += jump
  return ends
}

/** Up to this number of minutes, computing each one is faster than walking the whole day. */
const FEW_MINUTES = 30

/** Call `take` for each minute of a day in [from, to) that has trading. */
export function eachMinute(share: Share, day: DayOfTwo, from: number, to: number, take: TakeMinute): void {
  const wild = wildOn(share, day)
  if (to - from <= FEW_MINUTES) {
    for (let minute = from; minute < to; minute++) {
      if (!isHalted(wild, minute)) take(minuteOf(share, day, minute).bar, minute)
    }
    return
  }
  fillLevels(share, day)
  const scale = dayScale(share, day)
  const bar: Bar = { open: 0, high: 0, low: 0, close: 0, volume: 0 }
  for (let minute = from; minute < to; minute++) {
    if (isHalted(wild, minute)) continue
    fillBar(share, day, minute, levels[minute]!, levels[minute + 1]!, scale, bar)
    take(bar, minute)
  }
}

/** One minute: its candle, the standard deviation of its move in the price's units, its auctions. */
export interface OneMinute {
  readonly bar: Bar
  readonly deviation: number
  readonly auctions: Auctions
}

/** A minute of a day. Without trading it stays at the price of the last trade. */
export function minuteOf(share: Share, day: DayOfTwo, minute: number): OneMinute {
  const wild = wildOn(share, day)
  if (wild && isHalted(wild, minute)) {
    const price = priceOf(levelsOf(share, day, wild.minute)[1])
    return {
      bar: { open: price, high: price, low: price, close: price, volume: 0 },
      deviation: 0,
      auctions: NO_AUCTIONS,
    }
  }
  const [open, close] = levelsOf(share, day, minute)
  const scale = dayScale(share, day)
  const bar: Bar = { open: 0, high: 0, low: 0, close: 0, volume: 0 }
  fillBar(share, day, minute, open, close, scale, bar)
  const deviation = (Math.sqrt(varianceOf(share, day, minute, scale)) / LOG_ONE) * bar.open
  const auctions = hasSessions(share) ? auctionsIn(minute, day.minutes, wild, scale.volume) : NO_AUCTIONS
  return { bar, deviation, auctions }
}

/** The variance of the log price in a minute. */
function varianceOf(share: Share, day: DayOfTwo, minute: number, scale: DayScale): number {
  const { wild } = share
  return scale.variance * day.shape.variance[minute]! + (wild?.minute === minute ? wild.variance : 0)
}

/** The highest and lowest log price of a bridge between two ends: the closed form, with one draw each. */
export const highOf = (a: number, b: number, reach2: number): number =>
  Math.floor((a + b + Math.sqrt(reach2)) / 2 + 0.5)
export const lowOf = (a: number, b: number, reach2: number): number => Math.floor((a + b - Math.sqrt(reach2)) / 2 + 0.5)

/** Bit operators truncate below 2^31, which equals flooring here at half the cost: no minute trades more shares. */
export const volumeOf = (expected: number, up: number, down: number): number =>
  1 + ((expected * (0.2 + 0.2 * (up + down))) | 0)

function fillBar(share: Share, day: DayOfTwo, minute: number, a: number, b: number, scale: DayScale, bar: Bar): void {
  const { words, wild } = share
  const draw = mix(words[4]!, words[5]!, words[6]!, words[7]!, minute)
  const up = EXTREME[draw >>> TABLE_SHIFT]!
  const down = EXTREME[(draw >>> 8) & 4_095]!
  const move2 = (b - a) * (b - a)
  const variance = varianceOf(share, day, minute, scale)
  bar.open = priceOf(a)
  bar.close = priceOf(b)
  bar.high = priceOf(highOf(a, b, move2 + variance * up))
  bar.low = priceOf(lowOf(a, b, move2 + variance * down))
  const busy = wild?.minute === minute ? WILD_VOLUME : 1
  bar.volume = volumeOf(scale.continuous * busy * day.shape.volume[minute]!, up, down)
  if (hasSessions(share)) {
    const { first, last } = auctionsIn(minute, day.minutes, wild, scale.volume)
    bar.volume += first + last
  }
}

/** Add `weight` times the last trade's price at each minute end of a day, the open first, to `sums`. */
export function addMinuteEnds(share: Share, day: DayOfTwo, weight: number, sums: Float64Array): void {
  const { minutes } = day.shape
  const market = day.path()
  const { beta } = share.temper
  const { open, wild } = beginDay(share, day)
  walk(points, day.shape, ownSigma(share, day), share.words)
  const usual = wild ? wild.minute : minutes
  for (let minute = 0; minute <= usual; minute++) {
    sums[minute]! += priceOf(Math.floor(open + points[minute]! + beta * market[minute]! + 0.5)) * weight
  }
  if (!wild) return
  const priceAfter = (minute: number): number =>
    priceOf(Math.floor(open + points[minute]! + beta * market[minute]! + 0.5) + wild.jump)
  const halted = priceAfter(usual + 1) * weight
  for (let minute = usual + 1; minute <= wild.reopens; minute++) sums[minute]! += halted
  for (let minute = wild.reopens + 1; minute <= minutes; minute++) sums[minute]! += priceAfter(minute) * weight
}

/** The close of a day. */
export function closeOf(share: Share, day: DayOfTwo): number {
  return priceOf(closeLevelOf(share, day))
}

/** The unrounded price at a minute's end (minute 0 gives the open), from which the exchange rate is made. */
export const levelAfter = (share: Share, day: DayOfTwo, minutes: number): number =>
  expOfSteps(minutes === 0 ? levelsOf(share, day, 0)[0] : levelsOf(share, day, minutes - 1)[1])
