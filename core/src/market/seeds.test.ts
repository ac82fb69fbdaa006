import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { CHAIN_LINKS, chainFor, follows, historySeedOf, isSeedOf } from './seeds.ts'

const secret = Uint8Array.from({ length: 32 }, (_, index) => index)
const { end, seeds } = chainFor(secret)

test('each seed of a chain hashes to the one of the day before, the first one to the published end', () => {
  expect(seeds).toHaveLength(CHAIN_LINKS)
  expect(sha256(seeds[0]!)).toEqual(end)
  for (let k = 1; k < seeds.length; k++) {
    expect(follows(seeds[k - 1]!, seeds[k]!)).toBe(true)
  }
  expect(seeds.at(-1)).toEqual(secret)
})

test('a chain of three links, worked out by hand', () => {
  const once = sha256(hexToBytes('11'.repeat(32)))
  const short = chainFor(hexToBytes('11'.repeat(32)), 3)
  expect(short.seeds.map(bytesToHex)).toEqual([bytesToHex(sha256(once)), bytesToHex(once), '11'.repeat(32)])
  // printf '11%.0s' {1..32} | xxd -r -p | sha256sum
  expect(bytesToHex(once)).toBe('02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc')
})

test.each([0, 1, 365, CHAIN_LINKS - 1])('the seed of day %i is known by the end', (k) => {
  expect(isSeedOf(end, k, seeds[k]!)).toBe(true)
})

test.each<[string, number, Uint8Array]>([
  ['the seed of the day before', 7, seeds[6]!],
  ['the seed of the day after', 7, seeds[8]!],
  ['one bit changed', 7, seeds[7]!.map((byte, index) => (index === 31 ? byte ^ 1 : byte))],
  ['a byte short', 7, seeds[7]!.slice(1)],
  ['a day before the chain', -1, end],
  ['a day after the chain', CHAIN_LINKS, secret],
  ['half a day', 0.5, seeds[0]!],
])('%s is not taken for a day’s seed', (_what, k, seed) => {
  expect(isSeedOf(end, k, seed)).toBe(false)
})

test('a seed does not follow another than the one before it', () => {
  expect(follows(seeds[3]!, seeds[5]!)).toBe(false)
  expect(follows(seeds[4]!, seeds[3]!)).toBe(false)
})

test('a secret of another length makes no chain', () => {
  expect(() => chainFor(secret.slice(1))).toThrow('32 bytes')
})

test('the days of the history have seeds of their own, which anyone can make', () => {
  const [one, two] = [historySeedOf(secret, '2026-01-01'), historySeedOf(secret, '2026-01-02')]
  expect(one).toHaveLength(32)
  expect(one).not.toEqual(two)
  expect(historySeedOf(secret, '2026-01-01')).toEqual(one)
})
