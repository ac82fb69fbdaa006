import { NORMAL, TABLE_SHIFT } from '../../base/maths.ts'
import { WORDS, mix, type Words } from '../../base/noise.ts'
import { onTick, tickOf, type Offer } from '../bars.ts'
import { LAST, TICKS, type Minute } from '../lines.ts'
import type { OneMinute } from './bars.ts'

/** A minute of version 2: its candle, and parameters of the path. */
export interface MinuteOfTwo extends Minute {
  /** The seconds at which the high and the low are reached. */
  readonly top: number
  readonly bottom: number
  /** The standard deviation of one second's step, in the price's units. */
  readonly step: number
}

/** The path parameters of a minute. */
export function minuteFor({ bar, deviation, auctions }: OneMinute, words: Words, minute: number): MinuteOfTwo {
  const { open, high, low, close } = bar
  const place = minute * 64
  const top = secondOf(high - open, high - close, deviation, draw(words, place + 62))
  const bottom = secondOf(open - low, close - low, deviation, draw(words, place + 63))
  const apart = top !== bottom || high === low ? bottom : top > LAST / 2 ? top - 1 : top + 1
  // Copied field by field: a spread here is the slowest part of a tick.
  const step = deviation / Math.sqrt(TICKS)
  return { open, high, low, close, volume: bar.volume, top, bottom: apart, step, auctions }
}

const draw = (words: Words, place: number): number => {
  const t = WORDS.ticks
  return mix(words[t]!, words[t + 1]!, words[t + 2]!, words[t + 3]!, place)
}

/**
 * The second at which a Brownian bridge reaches its extreme, which lies `fromStart` from its start and `fromEnd` from
 * its end: the exact law, by an inverse Gaussian draw (Beskos, Papaspiliopoulos and Roberts 2006, section 2). With any
 * other law, a trade would reveal something about the rest of the minute.
 */
function secondOf(fromStart: number, fromEnd: number, deviation: number, word: number): number {
  if (fromStart === 0) return 0
  if (fromEnd === 0) return LAST
  const normal = NORMAL[word >>> TABLE_SHIFT]!
  const one = ((word & 1_023) + 0.5) / 1_024
  const two = (((word >>> 10) & 1_023) + 0.5) / 1_024
  const a = (fromStart / deviation) * (fromStart / deviation)
  const b = (fromEnd / deviation) * (fromEnd / deviation)
  const ratio = fromEnd / fromStart
  const left =
    one < 1 / (1 + ratio) ? inverseGaussian(ratio, b, normal, two) : 1 / inverseGaussian(1 / ratio, a, normal, two)
  return Math.max(1, Math.min(LAST - 1, Math.floor(LAST / (1 + left) + 0.5)))
}

/** An inverse Gaussian draw from a normal and a uniform one (Michael, Schucany and Haas 1976). */
function inverseGaussian(mean: number, shape: number, normal: number, even: number): number {
  const y = (mean * normal * normal) / (2 * shape)
  const root = mean * (1 + y - Math.sqrt(y * (2 + y)))
  const least = mean * 1e-6
  const value = root > least ? root : least
  return even <= mean / (mean + value) ? value : (mean * mean) / value
}

/**
 * The trade at the n-th second of a minute: the first is the minute's open, the last its close, and its high and low
 * are each reached at a second of their own; between these the price wanders within [low, high].
 */
export function tickAt(minute: MinuteOfTwo, words: Words, number: number, second: number): number {
  const { open, high, low, close, top, bottom } = minute
  if (high === low || second === 0) return open
  if (second === LAST) return close
  // The two known seconds around this one.
  let from = 0
  let a = open
  let to = LAST
  let b = close
  if (top <= second) {
    from = top
    a = high
  } else {
    to = top
    b = high
  }
  if (bottom <= second && bottom >= from) {
    from = bottom
    a = low
  } else if (bottom > second && bottom <= to) {
    to = bottom
    b = low
  }
  while (from < second) {
    if (to === second) return b
    const middle = (from + to) >> 1
    const way = (middle - from) / (to - from)
    const luck = NORMAL[draw(words, number * 64 + middle) >>> TABLE_SHIFT]!
    const wished = a + way * (b - a) + minute.step * Math.sqrt(way * (to - middle)) * luck
    const value = within(low, high, wished)
    if (second < middle) {
      to = middle
      b = value
    } else {
      from = middle
      a = value
    }
  }
  return a
}

/** A price reflected at the minute's high or low, rounded to its tick. */
function within(low: number, high: number, wished: number): number {
  const back = wished > high ? 2 * high - wished : wished < low ? 2 * low - wished : wished
  return Math.max(low, Math.min(high, onTick(back)))
}

/** The usual spread of a share in ten-thousandths of its price, and the factor of its sizes. */
export interface Spread {
  readonly spreadBps: number
  readonly lots: number
}

/**
 * The quote around a trade at a second of a minute: a spread by liquidity with the trade inside it, sizes in lots of a
 * hundred.
 */
export function offerAt(
  last: number,
  { spreadBps, lots }: Spread,
  words: Words,
  minute: number,
  second: number,
): Offer {
  const bits = draw(words, 0x40000 + minute * 64 + second)
  const tick = tickOf(last)
  const spread = Math.max(1, Math.round((last * spreadBps) / 10_000 / tick)) + ((bits & 3) === 0 ? 1 : 0)
  const bid = Math.max(1, last - ((spread + ((bits >>> 2) & 1)) >> 1) * tick)
  return {
    bid,
    ask: bid + spread * tick,
    bidSize: 100 * (1 + ((bits >>> 4) & 15) * lots),
    askSize: 100 * (1 + ((bits >>> 8) & 15) * lots),
  }
}
