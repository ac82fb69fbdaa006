import { NORMAL, TABLE_SHIFT, exp } from '../../base/maths.ts'
import { WORDS, mix, type Words } from '../../base/noise.ts'

/** Thirty-two bits of a name's day for a place, from the last four of its sixteen words. */
export const bitsAt = (words: Words, place: number): number => {
  const d = WORDS.day
  return mix(words[d]!, words[d + 1]!, words[d + 2]!, words[d + 3]!, place)
}

/** A normal draw of a name's day. */
export const normalAt = (words: Words, place: number): number => NORMAL[bitsAt(words, place) >>> TABLE_SHIFT]!

/** A number from 0 to below 1. */
export const unitAt = (words: Words, place: number): number => bitsAt(words, place) / 4_294_967_296

/** No day's variance is more than this multiple of the usual. */
const BUSIEST = 9

/**
 * 4,096 equally likely multiples of a day's variance: lognormal with mean 1, `spread` the deviation of the logarithm.
 * A normal move of a random variance has fat tails, and the day's path has the same variance as its move.
 */
const multiples = (spread: number): Float64Array =>
  Float64Array.from(NORMAL, (z) => Math.min(BUSIEST, exp(spread * z - (spread * spread) / 2)))

/** For the moves of the world and of a zone, and for a share's own. */
export const COMMON_VARIANCE = multiples(0.6)
export const OWN_VARIANCE = multiples(0.9)

/** A multiple of the variance for a name's day. */
export const varianceAt = (table: Float64Array, words: Words, place: number): number =>
  table[bitsAt(words, place) >>> TABLE_SHIFT]!

/** Four words as 32-bit integers, without a copy. */
export const integersOf = (words: Words, group: number): Int32Array =>
  new Int32Array(words.buffer, words.byteOffset + 4 * group, 4)
