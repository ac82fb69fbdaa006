import { beginDay, counts, drawPoint, minuteFilled, prices, type TickDay } from './paths.ts'
import { mayExceed, see, seeSeconds, type Extremes } from './seconds.ts'

/** Points that are drawn before the search begins: their prices already show most of the day's range. */
const DRAWN_FIRST = 127

/**
 * The highest and lowest trade of the first `minutes` of a day. An interval is walked only if its jumps may carry it
 * beyond what was seen before; most cannot.
 */
export function extremesOf(of: TickDay, minutes: number): Extremes {
  const { shape } = of.day
  const { wild } = of
  beginDay(of)
  const first = Math.min(DRAWN_FIRST, shape.order.length)
  for (let n = 0; n < first; n++) drawPoint(of, shape.order[n]!)
  const seen: Extremes = { high: prices[0]!, low: prices[0]! }
  for (let n = 0; n < first; n++) seePoint(of, shape.order[n]!, minutes, seen)
  for (let n = 1; n < shape.ends.length; n++) search(of, shape.ends[n - 1]!, shape.ends[n]!, minutes, first, seen)
  if (wild && minutes > wild.minute) seeSeconds(of, wild.minute, minuteFilled(of, wild.minute), seen)
  return seen
}

/** See the price at the end of a minute, unless it lies in a halt or after the last minute. */
function seePoint({ wild }: TickDay, point: number, minutes: number, seen: Extremes): void {
  if (point > minutes) return
  if (!wild || point <= wild.minute) see(seen, prices[point]!)
  else if (point > wild.reopens) see(seen, prices[point]! + wild.move)
}

/** See the minutes [from, to) of a day before `minutes`; the prices at both ends are in the buffers. */
function search(of: TickDay, from: number, to: number, minutes: number, drawn: number, seen: Extremes): void {
  if (from >= minutes || isSilent(of, from, to)) return
  const { shape } = of.day
  const { wild } = of
  const isWhole = to <= minutes && !(wild && from <= wild.minute && to > wild.minute)
  const moved = wild && from > wild.minute ? wild.move : 0
  const point = (from + to) >> 1
  if (isWhole) {
    const jumps = counts[to]! - counts[from]!
    if (!mayExceed(prices[from]! + moved, prices[to]! + moved, jumps, seen)) return
  }
  if (to - from === 1) {
    if (from !== wild?.minute) seeSeconds(of, from, minuteFilled(of, from), seen)
    return
  }
  if (shape.rank[point]! >= drawn) {
    drawPoint(of, point)
    seePoint(of, point, minutes, seen)
  }
  search(of, from, point, minutes, drawn, seen)
  search(of, point, to, minutes, drawn, seen)
}

/** No trade happens in the minutes of a halt. */
const isSilent = ({ wild }: TickDay, from: number, to: number): boolean =>
  wild !== null && from > wild.minute && to <= wild.reopens
