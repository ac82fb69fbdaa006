import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumberOf, dayOf } from '../calendar/days.ts'
import {
  CHAIN_LINKS,
  NEXT_CHAIN_DAYS,
  chainFor,
  dayAfter,
  follows,
  historySeedOf,
  isSeedOf,
  isSeedOn,
  nextChainDue,
} from './seeds.ts'

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

test('with any number of days a chain, each day’s seed is known by the end of its own chain, and by no other day', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(lengths, fc.nat(), (links, pick) => {
      let day = dayNumberOf('2026-11-20')
      const chains = links.map((days, n) => {
        const fixture = {
          firstDay: dayOf(day),
          links: days,
          ...chainFor(
            secret.map((byte) => (byte + n) & 255),
            days,
          ),
        }
        day = dayAfter(fixture)
        return fixture
      })
      const seeds = chains.flatMap((chain) => chain.seeds)
      const first = dayNumberOf('2026-11-20')
      seeds.forEach((seed, k) => expect(isSeedOn(chains, dayOf(first + k), seed)).toBe(true))
      const [one, other] = [pick % seeds.length, (pick >> 8) % seeds.length]
      expect(isSeedOn(chains, dayOf(first + one), seeds[other]!)).toBe(one === other)
      expect(isSeedOn(chains, dayOf(day), seeds.at(-1)!)).toBe(false)
      expect(isSeedOn(chains, dayOf(first - 1), chains[0]!.end)).toBe(false)
    }),
  )
})

test('the next chain is due sixty days before the last one ends, not a day sooner', () => {
  const last = { firstDay: '2026-11-20', links: CHAIN_LINKS, end } as const
  const next = dayNumberOf('2026-11-20') + CHAIN_LINKS
  expect(nextChainDue(last, next - NEXT_CHAIN_DAYS - 1)).toBeNull()
  expect(nextChainDue(last, next - NEXT_CHAIN_DAYS)).toBe(next)
  expect(nextChainDue(last, next + 5)).toBe(next)
})
