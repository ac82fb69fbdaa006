import { NORMAL } from '../../base/maths.ts'

/**
 * A price moves in jumps of one tick. An interval of time holds `jumps` jumps whose sum is `move` ticks; a split says how
 * many of them, with which sum, fall in its first part. Every order of the jumps is equally likely, so a path has neither
 * trend nor reversal, on any scale: seconds that are exchanged make a path that is as likely.
 */

/** The result of the last split: the jumps of the first part, and their sum. An array, because its numbers are never boxed. */
export const part = new Float64Array(2)

/** Up to this number of jumps they are dealt out exactly, beyond it by the normal law of the same variance. */
const FEW = 16

/** Rounding to whole ticks adds this variance, so the normal law has that much less. */
const ROUNDING = 1 / 12

/**
 * Split an interval whose first part is `weight` of its variance, by two draws of twelve bits each: `direction` deals out
 * the ups and downs, `number` the jumps. The result is in `part`.
 */
export function split(jumps: number, move: number, weight: number, direction: number, number: number): void {
  if (jumps === 0) {
    part[0] = 0
    part[1] = 0
  } else if (jumps <= FEW) {
    splitFew(jumps, move, weight, direction, number)
  } else {
    const first = Math.floor(jumps * weight)
    const variance = jumps * weight * (1 - weight) - ROUNDING
    const wished = weight * move + (variance > 0 ? Math.sqrt(variance) : 0) * NORMAL[direction]!
    bound(jumps, move, first, Math.floor(wished + 0.5))
  }
}

/** Jumps and their sum are both even or both odd, and no part moves further than its jumps. */
function bound(jumps: number, move: number, first: number, wished: number): void {
  // Floors instead of a remainder, which is slow for numbers that are no small integers.
  const apart = first - wished
  const left = apart === 2 * Math.floor(apart / 2) ? first : first + 1
  const right = jumps - left
  const most = left < move + right ? left : move + right
  const least = -left > move - right ? -left : move - right
  part[0] = left
  part[1] = wished > most ? most : wished < least ? least : wished
}

/**
 * The number of jumps is a binomial draw, the number of ups among them a hypergeometric one: each by its distribution.
 * If all jumps go one way, their direction alone decides, so that shares that go together jump together.
 */
function splitFew(jumps: number, move: number, weight: number, direction: number, number: number): void {
  const directed = (direction + 0.5) / 4_096
  if (move === jumps || move === -jumps) {
    const first = binomial(jumps, weight, move > 0 ? directed : 1 - directed)
    part[0] = first
    part[1] = move > 0 ? first : -first
    return
  }
  const first = binomial(jumps, weight, (number + 0.5) / 4_096)
  part[0] = first
  part[1] = 2 * hypergeometric(jumps, (jumps + move) / 2, first, directed) - first
}

/** The smallest k whose cumulative probability among `n` trials of chance `p` exceeds `u`. */
function binomial(n: number, p: number, u: number): number {
  if (n === 1) return u < 1 - p ? 0 : 1
  const odds = p / (1 - p)
  let chance = 1
  for (let k = 0; k < n; k++) chance *= 1 - p
  let sum = chance
  let k = 0
  while (sum <= u && k < n) {
    chance *= (odds * (n - k)) / (k + 1)
    k++
    sum += chance
  }
  return k
}

/** The smallest k whose cumulative probability exceeds `u`: k ups among `first` of `n` jumps of which `ups` are ups. */
function hypergeometric(n: number, ups: number, first: number, u: number): number {
  const downs = n - ups
  const least = Math.max(0, first - downs)
  const most = Math.min(ups, first)
  if (least === most) return least
  let chance = 1
  // With `least` ups: the product over the jumps of the first part of the chances left at each.
  if (least === 0) {
    for (let k = 0; k < first; k++) chance *= (downs - k) / (n - k)
  } else {
    for (let k = 0; k < downs; k++) chance *= (first - k) / (n - k)
  }
  let sum = chance
  let k = least
  while (sum <= u && k < most) {
    chance *= ((ups - k) * (first - k)) / ((k + 1) * (downs - first + k + 1))
    k++
    sum += chance
  }
  return k
}
