import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Chance that is fixed by a seed. A day's seed and a name give sixteen words by the ChaCha block function with eight
 * rounds, so that who sees the prices of a morning cannot work out those of the afternoon; inside the day a cheap mixing
 * of four of these words spreads them over the minutes.
 */

export type Words = Uint32Array

/** Which four of a day's sixteen words are for what. */
export const WORDS = { path: 0, extremes: 4, ticks: 8, day: 12 } as const

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

/** Thirty-two bytes as eight words, most significant byte first. */
export function wordsOf(bytes: Uint8Array): Words {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: 8 }, (_, index) => view.getUint32(index * 4))
}

/** The words that stand for a name. */
export const wordsOfName = (name: string): Words => wordsOf(sha256(utf8ToBytes(name)))

function quarter(x: Int32Array, a: number, b: number, c: number, d: number): void {
  x[a] = x[a]! + x[b]!
  x[d] = rotate(x[d]! ^ x[a]!, 16)
  x[c] = x[c]! + x[d]!
  x[b] = rotate(x[b]! ^ x[c]!, 12)
  x[a] = x[a]! + x[b]!
  x[d] = rotate(x[d]! ^ x[a]!, 8)
  x[c] = x[c]! + x[d]!
  x[b] = rotate(x[b]! ^ x[c]!, 7)
}

const state = new Int32Array(16)
const start = new Int32Array(16)

/** The sixteen words of a name on a day, into `out`: the day's seed is the key of the block, the name its counter and nonce. */
export function drawWords(seed: Words, name: Words, out: Words): Words {
  start[0] = 0x61707865
  start[1] = 0x3320646e
  start[2] = 0x79622d32
  start[3] = 0x6b206574
  for (let index = 0; index < 8; index++) start[4 + index] = seed[index]!
  for (let index = 0; index < 4; index++) start[12 + index] = name[index]!
  state.set(start)
  for (let round = 0; round < 4; round++) {
    quarter(state, 0, 4, 8, 12)
    quarter(state, 1, 5, 9, 13)
    quarter(state, 2, 6, 10, 14)
    quarter(state, 3, 7, 11, 15)
    quarter(state, 0, 5, 10, 15)
    quarter(state, 1, 6, 11, 12)
    quarter(state, 2, 7, 8, 13)
    quarter(state, 3, 4, 9, 14)
  }
  for (let index = 0; index < 16; index++) out[index] = state[index]! + start[index]!
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
