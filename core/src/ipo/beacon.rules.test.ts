import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { CHECKED_QUICKNET, chainHashOf, countedRound, daySeedDay, isDaySeed, isRoundSigned } from './beacon.check.ts'
import {
  QUICKNET,
  isBeaconOf,
  isSeedOfTerms,
  isSigned,
  randomnessOf,
  roundAfter,
  roundFor,
  roundTime,
  seedDayFor,
  type DrandChain,
} from './beacon.rules.ts'
import { FIRST_DAY, TERMS, TEST_CHAIN, dice, seedOn, signRound } from './draw.testing.ts'

/** Three rounds as the chain quicknet published them. */
const ROUNDS: readonly (readonly [round: number, signature: string, randomness: string])[] = [
  [123, 'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92', 'fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc'],
  [1_000, 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39', 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd'],
  [657_413, 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b', 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587'],
] // prettier-ignore

test.each(ROUNDS)('the real round %i is signed by its chain, and by no other', (round, signature, randomness) => {
  const bytes = hexToBytes(signature)
  expect(isSigned(QUICKNET, round, bytes)).toBe(true)
  expect(isRoundSigned(CHECKED_QUICKNET, round, signature)).toBe(true)
  expect(bytesToHex(randomnessOf({ round, signature: bytes }))).toBe(randomness)
  expect(isSigned(TEST_CHAIN, round, bytes)).toBe(false)
  expect(isRoundSigned({ ...CHECKED_QUICKNET, publicKey: TEST_CHAIN.publicKey }, round, signature)).toBe(false)
})

const [[ROUND, SIGNATURE]] = ROUNDS as unknown as readonly [(typeof ROUNDS)[number]]
const OTHER = ROUNDS[1]?.[1] ?? ''

// prettier-ignore
test.each<[string, round: number, signature: string]>([
  ['the round before',              ROUND - 1, SIGNATURE],
  ['the round after',               ROUND + 1, SIGNATURE],
  ['the signature of another round', ROUND,    OTHER],
  ['a changed signature',           ROUND,     `${SIGNATURE.slice(0, -1)}3`],
  ['the other point of the curve',  ROUND,     `97${SIGNATURE.slice(2)}`],
  ['the point at infinity',         ROUND,     `c0${'00'.repeat(47)}`],
  ['half a signature',              ROUND,     SIGNATURE.slice(0, 48)],
  ['nothing',                       ROUND,     ''],
])('%s is not signed', (_what, round, signature) => {
  expect(isSigned(QUICKNET, round, hexToBytes(signature))).toBe(false)
  expect(isRoundSigned(CHECKED_QUICKNET, round, signature)).toBe(false)
})

test('the name of the chain is the hash of its facts', () => {
  expect(chainHashOf(CHECKED_QUICKNET)).toBe(QUICKNET.hash)
  expect(chainHashOf({ ...CHECKED_QUICKNET, periodSeconds: 30 })).not.toBe(QUICKNET.hash)
  expect([CHECKED_QUICKNET.publicKey, CHECKED_QUICKNET.genesisSeconds * 1_000, CHECKED_QUICKNET.periodSeconds * 1_000]).toEqual(
    [QUICKNET.publicKey, QUICKNET.genesis, QUICKNET.periodMs],
  ) // prettier-ignore
})

const at = (text: string): number => Date.parse(`${text}Z`)

describe('a round follows from a time', () => {
  // prettier-ignore
  test.each<[string, instant: number, round: number]>([
    ['before the chain begins',        QUICKNET.genesis - 1,     1],
    ['at its first round',             QUICKNET.genesis,         2],
    ['a millisecond before the second', QUICKNET.genesis + 2_999, 2],
    ['at the second',                  QUICKNET.genesis + 3_000, 3],
  ])('%s', (_when, instant, round) => {
    expect(roundAfter(QUICKNET, instant)).toBe(round)
    expect(roundTime(QUICKNET, round)).toBeGreaterThan(instant)
  })

  test('noon of a day is itself the time of a round, so the first after it comes three seconds later', () => {
    expect(roundTime(QUICKNET, roundAfter(QUICKNET, at('2026-11-30T12:00:00')))).toBe(at('2026-11-30T12:00:03'))
  })
})

describe('the round that counts', () => {
  const announced = roundAfter(QUICKNET, at('2026-11-30T12:00:00'))
  const after = (noon: string): number => roundAfter(QUICKNET, at(noon))
  // prettier-ignore
  test.each<[string, published: number, round: number]>([
    ['a day before',                       at('2026-11-29T12:00:00'),     announced],
    ['a minute before its round',          at('2026-11-30T11:59:03'),     announced],
    ['a millisecond later',                at('2026-11-30T11:59:03') + 1, after('2026-12-01T12:00:00')],
    ['after its round',                    at('2026-11-30T18:00:00'),     after('2026-12-01T12:00:00')],
    ['a minute before that of the next day', at('2026-12-01T11:59:03'),   after('2026-12-01T12:00:00')],
    ['a millisecond later than that',      at('2026-12-01T11:59:03') + 1, after('2026-12-02T12:00:00')],
    ['days later, before noon',            at('2026-12-09T03:00:00'),     after('2026-12-09T12:00:00')],
    ['days later, after noon',             at('2026-12-09T13:00:00'),     after('2026-12-10T12:00:00')],
  ])('for a root published %s', (_when, published, round) => {
    expect(roundFor(QUICKNET, announced, published)).toBe(round)
    expect(countedRound(CHECKED_QUICKNET, announced, published)).toBe(round)
  })

  test('is the same by the check, for chains of other periods too', () => {
    const roll = dice('rounds')
    for (let n = 0; n < 5_000; n++) {
      const periodSeconds = 1 + roll(90)
      const chain: DrandChain = { ...QUICKNET, periodMs: periodSeconds * 1_000 }
      const round = 1 + roll(30_000_000)
      const published = roundTime(chain, round) + (roll(2) === 0 ? -1 : 1) * roll(4) * 30_000 + roll(10) * 86_400_000 - roll(3)
      expect(countedRound({ ...CHECKED_QUICKNET, periodSeconds }, round, published)).toBe(roundFor(chain, round, published))
    }
  }) // prettier-ignore
})

describe('without a chain the seed of a day is the beacon', () => {
  // prettier-ignore
  test.each<[string, published: number, day: string]>([
    ['in the morning',                           at('2026-11-29T06:00:00'),     '2026-11-30'],
    ['a millisecond before ten in the evening',  at('2026-11-29T22:00:00') - 1, '2026-11-30'],
    ['at ten, when Madrid’s summer day begins',  at('2026-11-29T22:00:00'),     '2026-12-01'],
    ['at midnight',                              at('2026-11-30T00:00:00'),     '2026-12-01'],
  ])('that of the first whole day after a root published %s', (_when, published, day) => {
    expect(seedDayFor(published)).toBe(day)
    expect(daySeedDay(published)).toBe(day)
  })

  test('it hashes to the published end, once for each day', () => {
    const { firstDay, end } = TERMS.seeds
    for (const day of [FIRST_DAY, '2026-11-30', '2037-09-12'] as const) {
      const seed = seedOn(day)
      expect([day, isSeedOfTerms(TERMS, day, seed), isDaySeed(firstDay, end, day, bytesToHex(seed))]).toEqual([day, true, true])
    }
    for (const day of ['2026-09-30', '2026-11-29', '2026-12-01', '2037-09-14'] as const) {
      const seed = seedOn('2026-11-30')
      expect([day, isSeedOfTerms(TERMS, day, seed), isDaySeed(firstDay, end, day, bytesToHex(seed))]).toEqual([day, false, false])
    }
  }) // prettier-ignore

  test('the draw takes the seed itself: its hash is the seed of the day before, which is public', () => {
    const seed = seedOn('2026-11-30')
    expect(sha256(seed)).toEqual(seedOn('2026-11-29'))
    expect(randomnessOf({ day: '2026-11-30', seed })).toEqual(seed)
  })
})

describe('the beacon of the terms', () => {
  const { beacon } = TERMS
  const round = beacon.kind === 'drand' ? beacon.round : 0
  const published = at('2026-11-29T12:00:00')
  const seeds = { ...TERMS, beacon: { kind: 'seeds' as const } }
  const value = { round, signature: signRound(round) }
  const seedOf = (day: '2026-11-29' | '2026-11-30' | '2026-12-01') => ({ day, seed: seedOn(day) })

  test('is its round, or its day, and nothing else', () => {
    expect(isBeaconOf(TEST_CHAIN, TERMS, published, value)).toBe(true)
    expect(isBeaconOf(QUICKNET, TERMS, published, value)).toBe(false)
    expect(isBeaconOf(TEST_CHAIN, TERMS, published, { round: round - 1, signature: signRound(round - 1) })).toBe(false)
    expect(isBeaconOf(TEST_CHAIN, TERMS, published, { round, signature: signRound(round - 1) })).toBe(false)
    expect(isBeaconOf(TEST_CHAIN, TERMS, published, seedOf('2026-11-30'))).toBe(false)
    expect(isBeaconOf(TEST_CHAIN, seeds, published, seedOf('2026-11-30'))).toBe(true)
    expect(isBeaconOf(TEST_CHAIN, seeds, published, seedOf('2026-11-29'))).toBe(false)
    expect(isBeaconOf(TEST_CHAIN, seeds, published, seedOf('2026-12-01'))).toBe(false)
    expect(isBeaconOf(TEST_CHAIN, seeds, published, value)).toBe(false)
  })
})
