import { NO_AUCTIONS, WILD_VOLUME, auctionsIn, isHalted, type Auctions, type Wild } from './auctions.ts'
import { walk, type MarketDay } from './days.ts'
import { EXTREME, LOG_ONE, NORMAL, TABLE_SHIFT, expOfSteps } from '../base/maths.ts'
import { mix } from '../base/noise.ts'
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

/** A candle in the units of the price (ten-thousandths), and shares. */
export interface Bar {
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** The smallest step of a price, in ten-thousandths: a cent from 1 on, a hundredth of a cent below. */
export const tickOf = (price: number): number => (price >= 10_000 ? 100 : 1)

/** A price on its grid of ticks, at least one ten-thousandth. */
export function onTick(price: number): number {
  if (price >= 9_999.5) return Math.floor(price * 0.01 + 0.5) * 100
  return price < 1.5 ? 1 : Math.floor(price + 0.5)
}

export const priceOf = (steps: number): number => onTick(expOfSteps(steps))

/** The own way of a share through one day at a time, and the levels made of it: filled and used up at once. */
export const points = new Float64Array(1_501)
export const levels = new Int32Array(1_501)

/** Puts both ends of a day's own way into `points`; the day's words are the share's from then on. */
export function beginDay(share: Share, day: MarketDay): { open: number; wild: Wild | null } {
  const { minutes } = day.shape
  const open = openOf(share, day)
  const wild = wildOn(share, day)
  points[0] = 0
  points[minutes] = closeLevelOf(share, day) - open - share.temper.beta * day.path()[minutes]! - (wild?.jump ?? 0)
  return { open, wild }
}

/**
 * The log prices at the ends of a day's minutes, in steps, into `levels`: the day's open first, its close last. While a
 * share is halted they go on unseen: the auction that reopens it finds them where they are by then.
 */
export function fillLevels(share: Share, day: MarketDay): void {
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

/** The log prices at both ends of one minute: the same two that `fillLevels` finds, without the others. */
function levelsOf(share: Share, day: MarketDay, minute: number): [number, number] {
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

/** So few minutes of a day are found one by one sooner than by a walk through the whole day. */
const FEW_MINUTES = 30

/** Takes the candle of a minute: a bar that is used again for the next one. */
export type TakeMinute = (bar: Bar, minute: number) => void

/** Calls `take` with each minute of a day in [from, to) in which there is trading. */
export function eachMinute(share: Share, day: MarketDay, from: number, to: number, take: TakeMinute): void {
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

/** One minute: its candle, the standard deviation of its move in the units of the price, its auctions. */
export interface OneMinute {
  readonly bar: Bar
  readonly deviation: number
  readonly auctions: Auctions
}

/** A minute of a day. One without trading stands at the price of the trade before it. */
export function minuteOf(share: Share, day: MarketDay, minute: number): OneMinute {
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
  const auctions = hasSessions(share) ? auctionsIn(minute, day, wild, scale.volume) : NO_AUCTIONS
  return { bar, deviation, auctions }
}

/** The variance of the log price in a minute. */
function varianceOf(share: Share, day: MarketDay, minute: number, scale: DayScale): number {
  const { wild } = share
  return scale.variance * day.shape.variance[minute]! + (wild?.minute === minute ? wild.variance : 0)
}

/** Highest and lowest log price of a bridge between two ends: the closed form with one draw each. */
export const highOf = (a: number, b: number, reach2: number): number =>
  Math.floor((a + b + Math.sqrt(reach2)) / 2 + 0.5)
export const lowOf = (a: number, b: number, reach2: number): number => Math.floor((a + b - Math.sqrt(reach2)) / 2 + 0.5)

/** Whole below 2^31, where cutting off is the same as rounding down and half the work: no minute trades so many shares. */
export const volumeOf = (expected: number, up: number, down: number): number =>
  1 + ((expected * (0.2 + 0.2 * (up + down))) | 0)

function fillBar(share: Share, day: MarketDay, minute: number, a: number, b: number, scale: DayScale, bar: Bar): void {
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
    const { first, last } = auctionsIn(minute, day, wild, scale.volume)
    bar.volume += first + last
  }
}

/** Adds `weight` times the prices of the last trades by the ends of a day's minutes, the open first, to `sums`. */
export function addMinuteEnds(share: Share, day: MarketDay, weight: number, sums: Float64Array): void {
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
export function closeOf(share: Share, day: MarketDay): number {
  return priceOf(closeLevelOf(share, day))
}

/** The unrounded price at the end of a minute (minute 0 ends at the open's price): what the rate of exchange is made of. */
export const levelAfter = (share: Share, day: MarketDay, minutes: number): number =>
  expOfSteps(minutes === 0 ? levelsOf(share, day, 0)[0] : levelsOf(share, day, minutes - 1)[1])
