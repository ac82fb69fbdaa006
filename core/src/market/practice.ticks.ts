import { NORMAL, TABLE_SHIFT } from './practice.maths.ts'
import { WORDS, mix, type Words } from './practice.noise.ts'
import { onTick, tickOf, type Bar } from './practice.bars.ts'

/** Quote events a minute: one a second. */
export const TICKS = 60

const LAST = TICKS - 1

/** The range of a walk of sixty steps is on average this many of its steps. */
const RANGE_IN_STEPS = 12.4

/**
 * The trade at the n-th second of a minute: the first is the minute's open, the last its close, and its high and low are
 * each reached at a second of their own; between these the price wanders and never leaves [low, high].
 */
export function tickAt(bar: Bar, words: Words, minute: number, second: number): number {
  const { open, high, low, close } = bar
  if (high === low || second === 0) return open
  if (second === LAST) return close
  const t = WORDS.ticks
  const place = minute * 64
  const draw = mix(words[t]!, words[t + 1]!, words[t + 2]!, words[t + 3]!, place + 63)
  let top = 1 + ((draw & 0xffff) % (LAST - 1))
  let bottom = 1 + ((draw >>> 16) % (LAST - 2))
  if (bottom >= top) bottom++
  if (high === open) top = 0
  else if (high === close) top = LAST
  if (low === open) bottom = 0
  else if (low === close) bottom = LAST

  // The two known seconds around this one.
  let from = 0
  let a = open
  let to = LAST
  let b = close
  if (top <= second) [from, a] = [top, high]
  else [to, b] = [top, high]
  if (bottom <= second && bottom >= from) [from, a] = [bottom, low]
  else if (bottom > second && bottom <= to) [to, b] = [bottom, low]
  return wander(bar, words, place, second, from, a, to, b)
}

function wander(
  { high, low }: Bar,
  words: Words,
  place: number,
  second: number,
  start: number,
  first: number,
  end: number,
  last: number,
): number {
  const t = WORDS.ticks
  const step = (high - low) / RANGE_IN_STEPS
  let from = start
  let to = end
  let a = first
  let b = last
  while (from < second) {
    if (to === second) return b
    const middle = (from + to) >> 1
    const way = (middle - from) / (to - from)
    const draw = NORMAL[mix(words[t]!, words[t + 1]!, words[t + 2]!, words[t + 3]!, place + middle) >>> TABLE_SHIFT]!
    const wished = a + way * (b - a) + step * Math.sqrt(way * (to - middle)) * draw
    const value = Math.max(low, Math.min(high, onTick(wished)))
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

export interface Offer {
  readonly bid: number
  readonly ask: number
  readonly bidSize: number
  readonly askSize: number
}

/** What is offered around a trade at a second of a minute: a spread by liquidity, the trade within it, lots of a hundred. */
export function offerAt(
  last: number,
  { spreadBps, lots }: { spreadBps: number; lots: number },
  words: Words,
  minute: number,
  second: number,
): Offer {
  const t = WORDS.ticks
  const draw = mix(words[t]!, words[t + 1]!, words[t + 2]!, words[t + 3]!, 0x40000 + minute * 64 + second)
  const tick = tickOf(last)
  const spread = Math.max(1, Math.round((last * spreadBps) / 10_000 / tick)) + ((draw & 3) === 0 ? 1 : 0)
  const bid = Math.max(1, last - ((spread + ((draw >>> 2) & 1)) >> 1) * tick)
  return {
    bid,
    ask: bid + spread * tick,
    bidSize: 100 * (1 + ((draw >>> 4) & 15) * lots),
    askSize: 100 * (1 + ((draw >>> 8) & 15) * lots),
  }
}
