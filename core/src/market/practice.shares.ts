import type { ListingId } from '../base/amount.ts'
import type { MarketDay, MarketDays } from './practice.days.ts'
import { NIGHT, walk } from './practice.days.ts'
import { EXTREME, FAT, LOG_ONE, NORMAL, TABLE_SHIFT, expOfSteps, stepsOf } from './practice.maths.ts'
import { WORDS, drawWords, mix, wordsOfName, type Words } from './practice.noise.ts'

/** What a share, or the rate of exchange, is before any seed: how it moves and how much of it is traded. */
export interface Temper {
  readonly listing: ListingId | 'EUR/USD'
  /** The price it swings around when the history begins, in its smallest units, and how much that grows a day, in steps. */
  readonly basePrice: number
  readonly growth: number
  readonly beta: number
  /** The place of its sector in `SECTORS`; -1 for none. */
  readonly sector: number
  readonly volatility: number
  readonly turnover: number
  /** The day of the quarter on which it reports; -1 for never. */
  readonly reportsOn: number
  /** What part of the way back to the base price it goes a day. */
  readonly pull: number
}

/** A share on the practice market: its temper, and the log prices of its days as far as they have been asked for. */
export interface Share {
  readonly temper: Temper
  readonly days: MarketDays
  readonly name: Words
  /** Open and close of each trading day as log prices, in steps. */
  opens: Int32Array
  closes: Int32Array
  known: number
  /** The words of the day asked for last. */
  readonly words: Words
  wordsOf: number
}

/** A candle in the units of the price (ten-thousandths), and shares. */
export interface Bar {
  open: number
  high: number
  low: number
  close: number
  volume: number
}

const REPORT_JUMP = 2.5
const JUMP_MOST = 0.3 * LOG_ONE
const REPORT_VOLUME = 2.5

export const shareOf = (temper: Temper, days: MarketDays): Share => ({
  temper,
  days,
  name: wordsOfName(temper.listing),
  opens: new Int32Array(0),
  closes: new Int32Array(0),
  known: 0,
  words: new Uint32Array(16),
  wordsOf: -1,
})

export function wordsOn(share: Share, day: MarketDay): Words {
  if (share.wordsOf !== day.index) {
    drawWords(day.seed, share.name, share.words)
    share.wordsOf = day.index
  }
  return share.words
}

const reports = ({ temper }: Share, day: MarketDay): boolean =>
  temper.reportsOn > day.reportsAfter && temper.reportsOn <= day.reportsUpTo

/** The standard deviation of a share's own log return inside a day, in steps. */
const ownSigma = ({ temper, days }: Share, day: MarketDay): number => {
  const night = days.hours === 'exchange' ? NIGHT : 0
  return temper.volatility * LOG_ONE * (0.6 + 0.4 * day.restless) * Math.sqrt(1 - night)
}

/** Makes the log prices of a share's days known up to and with a day. */
function reach(share: Share, index: number): void {
  if (share.known > index) return
  if (share.opens.length <= index) {
    const room = Math.max(512, index + 1 + (index >> 2))
    share.opens = grown(share.opens, room)
    share.closes = grown(share.closes, room)
  }
  for (let next = share.known; next <= index; next++) drawDay(share, share.days.days[next]!)
  share.known = index + 1
}

const grown = (from: Int32Array, room: number): Int32Array => {
  const to = new Int32Array(room)
  to.set(from)
  return to
}

function drawDay(share: Share, day: MarketDay): void {
  const { temper } = share
  const words = wordsOn(share, day)
  const draw = (n: number): number => FAT[words[WORDS.day + n]! >>> TABLE_SHIFT]!
  const base = stepsOf(temper.basePrice)
  const sigma = ownSigma(share, day)
  let open: number
  if (day.index === 0) {
    open = base + Math.round(0.12 * LOG_ONE * NORMAL[words[WORDS.day + 1]! >>> TABLE_SHIFT]!)
  } else {
    const night = share.days.hours === 'exchange' ? sigma * Math.sqrt(NIGHT / (1 - NIGHT)) * draw(1) : 0
    const jump = reports(share, day) ? REPORT_JUMP * temper.volatility * LOG_ONE * draw(2) : 0
    const bounded = Math.max(-JUMP_MOST, Math.min(JUMP_MOST, jump))
    open = share.closes[day.index - 1]! + Math.round(night + temper.beta * day.gap + bounded)
  }
  const target = base + temper.growth * (day.number - share.days.firstDay)
  const sector = temper.sector < 0 ? 0 : day.sectors[temper.sector]!
  const move = sigma * draw(0) + temper.beta * day.move + sector + temper.pull * (target - open)
  share.opens[day.index] = open
  share.closes[day.index] = open + Math.round(move)
}

/** The smallest step of a price, in ten-thousandths: a cent from 1 on, a hundredth of a cent below. */
export const tickOf = (price: number): number => (price >= 10_000 ? 100 : 1)

/** A price on its grid of ticks, at least one ten-thousandth. */
export function onTick(price: number): number {
  if (price >= 9_999.5) return Math.floor(price * 0.01 + 0.5) * 100
  return price < 1.5 ? 1 : Math.floor(price + 0.5)
}

const priceOf = (steps: number): number => onTick(expOfSteps(steps))

const scratch = new Float64Array(1_501)

/** The log prices at the ends of a day's minutes, in steps, into `levels`: the day's open first, its close last. */
function fillLevels(share: Share, day: MarketDay, levels: Int32Array): void {
  reach(share, day.index)
  const { minutes } = day.shape
  const market = day.path()
  const { beta } = share.temper
  const open = share.opens[day.index]!
  scratch[0] = 0
  scratch[minutes] = share.closes[day.index]! - open - beta * market[minutes]!
  walk(scratch, day.shape, ownSigma(share, day), wordsOn(share, day))
  for (let minute = 0; minute <= minutes; minute++) {
    levels[minute] = Math.floor(open + scratch[minute]! + beta * market[minute]! + 0.5)
  }
}

/** The log prices at both ends of one minute: the same two that `fillLevels` finds, without the others. */
function levelsOf(share: Share, day: MarketDay, minute: number): readonly [number, number] {
  reach(share, day.index)
  const { shape } = day
  const market = day.path()
  const { beta } = share.temper
  const words = wordsOn(share, day)
  const sigma = ownSigma(share, day)
  const open = share.opens[day.index]!
  let from = 0
  let to = shape.minutes
  let a = 0
  let b = share.closes[day.index]! - open - beta * market[to]!
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
  return [Math.floor(open + a + beta * market[from]! + 0.5), Math.floor(open + b + beta * market[to]! + 0.5)]
}

/** The variance of a share's log price in a whole day, and its volume on that day before a minute's luck. */
function dayScale(share: Share, day: MarketDay): { variance: number; volume: number } {
  const words = wordsOn(share, day)
  const own = ownSigma(share, day)
  const common = share.temper.beta * day.sigma
  const luck = 0.6 + (0.8 * words[WORDS.day + 3]!) / 4_294_967_296
  const volume = share.temper.turnover * luck * day.restless * (reports(share, day) ? REPORT_VOLUME : 1)
  return { variance: own * own + common * common, volume }
}

const levels = new Int32Array(1_501)

/** Calls `take` with each minute of a day in [from, to), its candle in a bar that is used again for the next. */
export function eachMinute(share: Share, day: MarketDay, from: number, to: number, take: (bar: Bar) => void): void {
  fillLevels(share, day, levels)
  const scale = dayScale(share, day)
  const bar: Bar = { open: 0, high: 0, low: 0, close: 0, volume: 0 }
  for (let minute = from; minute < to; minute++) {
    fillBar(share, day, minute, levels[minute]!, levels[minute + 1]!, scale, bar)
    take(bar)
  }
}

/** The candle of one minute. */
export function minuteOf(share: Share, day: MarketDay, minute: number): Bar {
  const [open, close] = levelsOf(share, day, minute)
  const bar: Bar = { open: 0, high: 0, low: 0, close: 0, volume: 0 }
  fillBar(share, day, minute, open, close, dayScale(share, day), bar)
  return bar
}

/** Highest and lowest log price of a bridge between two ends: the closed form with one draw each. */
const highOf = (a: number, b: number, reach2: number): number => Math.floor((a + b + Math.sqrt(reach2)) / 2 + 0.5)
const lowOf = (a: number, b: number, reach2: number): number => Math.floor((a + b - Math.sqrt(reach2)) / 2 + 0.5)

const volumeOf = (expected: number, up: number, down: number): number =>
  1 + Math.floor(expected * (0.2 + 0.2 * (up + down)))

function fillBar(
  share: Share,
  day: MarketDay,
  minute: number,
  a: number,
  b: number,
  scale: { variance: number; volume: number },
  bar: Bar,
): void {
  const { words } = share
  const draw = mix(words[4]!, words[5]!, words[6]!, words[7]!, minute)
  const up = EXTREME[draw >>> TABLE_SHIFT]!
  const down = EXTREME[(draw >>> 8) & 4_095]!
  const move2 = (b - a) * (b - a)
  const variance = scale.variance * day.shape.variance[minute]!
  bar.open = priceOf(a)
  bar.close = priceOf(b)
  bar.high = priceOf(highOf(a, b, move2 + variance * up))
  bar.low = priceOf(lowOf(a, b, move2 + variance * down))
  bar.volume = volumeOf(scale.volume * day.shape.volume[minute]!, up, down)
}

/**
 * The candle of a day's first `minutes` minutes: what its minutes add up to, without making their candles. A minute's
 * extreme is worked out only where it may be the day's.
 */
export function dayOfShare(share: Share, day: MarketDay, minutes: number): Bar {
  fillLevels(share, day, levels)
  const { words } = share
  const a = words[4]!
  const b = words[5]!
  const c = words[6]!
  const d = words[7]!
  const scale = dayScale(share, day)
  const { variance, volume } = day.shape
  let high = levels[0]!
  let low = high
  let traded = 0
  for (let minute = 0; minute < minutes; minute++) {
    const draw = mix(a, b, c, d, minute)
    const up = EXTREME[draw >>> TABLE_SHIFT]!
    const down = EXTREME[(draw >>> 8) & 4_095]!
    const from = levels[minute]!
    const to = levels[minute + 1]!
    const sum = from + to
    const move2 = (to - from) * (to - from)
    const spread = scale.variance * variance[minute]!
    traded += volumeOf(scale.volume * volume[minute]!, up, down)
    // Slightly more than needed, so that rounding can only make us look once too often.
    const above = 2 * high - sum
    const reachUp = move2 + spread * up
    if (above <= 0 || above * above <= reachUp * 1.000_001 + 4) high = Math.max(high, highOf(from, to, reachUp))
    const below = sum - 2 * low
    const reachDown = move2 + spread * down
    if (below <= 0 || below * below <= reachDown * 1.000_001 + 4) low = Math.min(low, lowOf(from, to, reachDown))
  }
  return {
    open: priceOf(levels[0]!),
    high: priceOf(high),
    low: priceOf(low),
    close: priceOf(levels[minutes]!),
    volume: traded,
  }
}

/** The prices at the ends of a day's minutes, the open first, into `prices`. */
export function minuteEnds(share: Share, day: MarketDay, prices: Float64Array): void {
  fillLevels(share, day, levels)
  for (let minute = 0; minute <= day.shape.minutes; minute++) prices[minute] = priceOf(levels[minute]!)
}

/** The close of a day. */
export function closeOf(share: Share, day: MarketDay): number {
  reach(share, day.index)
  return priceOf(share.closes[day.index]!)
}

/** The unrounded price at the end of a minute (minute 0 ends at the open's price): what the rate of exchange is made of. */
export const levelAfter = (share: Share, day: MarketDay, minutes: number): number =>
  expOfSteps(minutes === 0 ? levelsOf(share, day, 0)[0] : levelsOf(share, day, minutes - 1)[1])
