import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Randomness fixed by a seed. A day's seed and a name give sixteen words by the ChaCha block function with eight
 * rounds, so that the prices of a morning do not reveal those of the afternoon; within the day a cheap mix of four of
 * these words spreads them over the minutes.
 */

export type Words = Uint32Array

/** The purpose of each group of four among a day's sixteen words. */
export const WORDS = { path: 0, extremes: 4, ticks: 8, day: 12 } as const

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

/** Thirty-two bytes as eight words, most significant byte first. */
export function wordsOf(bytes: Uint8Array): Words {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: 8 }, (_, index) => view.getUint32(index * 4))
}

/** The words of a name. */
export const wordsOfName = (name: string): Words => wordsOf(sha256(utf8ToBytes(name)))

const SIGMA = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const

/**
 * The sixteen words of a name on a day, into `out`: the day's seed is the key of the block, the name its counter and
 * nonce. Written out word by word for speed, because the history of a share takes one block per day.
 */
// prettier-ignore
export function drawWords(seed: Words, name: Words, out: Words): Words {
  let x0: number = SIGMA[0], x1: number = SIGMA[1], x2: number = SIGMA[2], x3: number = SIGMA[3]
  let x4 = seed[0]! | 0, x5 = seed[1]! | 0, x6 = seed[2]! | 0, x7 = seed[3]! | 0
  let x8 = seed[4]! | 0, x9 = seed[5]! | 0, xa = seed[6]! | 0, xb = seed[7]! | 0
  let xc = name[0]! | 0, xd = name[1]! | 0, xe = name[2]! | 0, xf = name[3]! | 0
  for (let round = 0; round < 8; round += 2) {
    x0 = (x0 + x4) | 0; xc = rotate(xc ^ x0, 16); x8 = (x8 + xc) | 0; x4 = rotate(x4 ^ x8, 12); x0 = (x0 + x4) | 0; xc = rotate(xc ^ x0, 8); x8 = (x8 + xc) | 0; x4 = rotate(x4 ^ x8, 7)
    x1 = (x1 + x5) | 0; xd = rotate(xd ^ x1, 16); x9 = (x9 + xd) | 0; x5 = rotate(x5 ^ x9, 12); x1 = (x1 + x5) | 0; xd = rotate(xd ^ x1, 8); x9 = (x9 + xd) | 0; x5 = rotate(x5 ^ x9, 7)
    x2 = (x2 + x6) | 0; xe = rotate(xe ^ x2, 16); xa = (xa + xe) | 0; x6 = rotate(x6 ^ xa, 12); x2 = (x2 + x6) | 0; xe = rotate(xe ^ x2, 8); xa = (xa + xe) | 0; x6 = rotate(x6 ^ xa, 7)
    x3 = (x3 + x7) | 0; xf = rotate(xf ^ x3, 16); xb = (xb + xf) | 0; x7 = rotate(x7 ^ xb, 12); x3 = (x3 + x7) | 0; xf = rotate(xf ^ x3, 8); xb = (xb + xf) | 0; x7 = rotate(x7 ^ xb, 7)
    x0 = (x0 + x5) | 0; xf = rotate(xf ^ x0, 16); xa = (xa + xf) | 0; x5 = rotate(x5 ^ xa, 12); x0 = (x0 + x5) | 0; xf = rotate(xf ^ x0, 8); xa = (xa + xf) | 0; x5 = rotate(x5 ^ xa, 7)
    x1 = (x1 + x6) | 0; xc = rotate(xc ^ x1, 16); xb = (xb + xc) | 0; x6 = rotate(x6 ^ xb, 12); x1 = (x1 + x6) | 0; xc = rotate(xc ^ x1, 8); xb = (xb + xc) | 0; x6 = rotate(x6 ^ xb, 7)
    x2 = (x2 + x7) | 0; xd = rotate(xd ^ x2, 16); x8 = (x8 + xd) | 0; x7 = rotate(x7 ^ x8, 12); x2 = (x2 + x7) | 0; xd = rotate(xd ^ x2, 8); x8 = (x8 + xd) | 0; x7 = rotate(x7 ^ x8, 7)
    x3 = (x3 + x4) | 0; xe = rotate(xe ^ x3, 16); x9 = (x9 + xe) | 0; x4 = rotate(x4 ^ x9, 12); x3 = (x3 + x4) | 0; xe = rotate(xe ^ x3, 8); x9 = (x9 + xe) | 0; x4 = rotate(x4 ^ x9, 7)
  }
  out[0] = x0 + SIGMA[0]; out[1] = x1 + SIGMA[1]; out[2] = x2 + SIGMA[2]; out[3] = x3 + SIGMA[3]
  out[4] = x4 + seed[0]!; out[5] = x5 + seed[1]!; out[6] = x6 + seed[2]!; out[7] = x7 + seed[3]!
  out[8] = x8 + seed[4]!; out[9] = x9 + seed[5]!; out[10] = xa + seed[6]!; out[11] = xb + seed[7]!
  out[12] = xc + name[0]!; out[13] = xd + name[1]!; out[14] = xe + name[2]!; out[15] = xf + name[3]!
  return out
}

/** Thirty-two bits for a place (a minute, a tick), from four words of a day. */
export function mix(a: number, b: number, c: number, d: number, place: number): number {
  let h = Math.imul(place ^ a, 0x9e3779b1)
  h = Math.imul((h ^ (h >>> 15)) + b, 0x85ebca77)
  h = Math.imul(h ^ (h >>> 13) ^ c, 0xc2b2ae3d)
  h = Math.imul((h ^ (h >>> 16)) + d, 0x27d4eb2f)
  return (h ^ (h >>> 15)) >>> 0
}
