import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/* The random words of the practice function, written a second time from docs/PRACTICE.md. */

export type Words = Uint32Array

/** 32 bytes as eight words, most significant byte first. */
export const wordsOf = (bytes: Uint8Array): Words =>
  Uint32Array.from(
    { length: 8 },
    (_, n) => bytes[4 * n]! * 0x1000000 + bytes[4 * n + 1]! * 0x10000 + bytes[4 * n + 2]! * 0x100 + bytes[4 * n + 3]!,
  )

export const wordsOfName = (name: string): Words => wordsOf(sha256(utf8ToBytes(name)))

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]

/** The columns of the block, then its diagonals. */
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

/** ChaCha's block of sixteen words with eight rounds (RFC 8439, section 2.3, has it with twenty). */
export function block(key: Words, counterAndNonce: Words): Words {
  const start = Uint32Array.from([...CONSTANTS, ...key.slice(0, 8), ...counterAndNonce.slice(0, 4)])
  const x = start.slice()
  const step = (to: number, from: number, turned: number, by: number): void => {
    x[to] = x[to]! + x[from]!
    const word = x[turned]! ^ x[to]
    x[turned] = (word << by) | (word >>> (32 - by))
  }
  for (let double = 0; double < 4; double++) {
    for (const [a, b, c, d] of QUARTERS) {
      step(a, b, d, 16)
      step(c, d, b, 12)
      step(a, b, d, 8)
      step(c, d, b, 7)
    }
  }
  return x.map((word, n) => word + start[n]!)
}

/** The words of a name on the day of a seed. */
export const wordsAt = (seed: Words, name: string): Words => block(seed, wordsOfName(name))

/** The four words of a group: path, volume, seconds, day. */
export type Group = 'path' | 'volume' | 'seconds' | 'day'
const FIRST: Readonly<Record<Group, number>> = { path: 0, volume: 4, seconds: 8, day: 12 }

/** Thirty-two bits of a group of words at a place. */
export function mix(words: Words, group: Group, place: number): number {
  const first = FIRST[group]
  let h = Math.imul(place ^ words[first]!, 0x9e3779b1)
  h = Math.imul((h ^ (h >>> 15)) + words[first + 1]!, 0x85ebca77)
  h = Math.imul(h ^ (h >>> 13) ^ words[first + 2]!, 0xc2b2ae3d)
  h = Math.imul((h ^ (h >>> 16)) + words[first + 3]!, 0x27d4eb2f)
  return (h ^ (h >>> 15)) >>> 0
}
