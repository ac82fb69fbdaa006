import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { HOUR, MINUTE, SECOND, type Day, type Instant } from '../base/instant.ts'
import { DAY_MS, dayNumberOf, dayOf } from '../calendar/days.ts'
import { CHAIN_LINKS, isSeedOf } from '../practice/seeds.ts'
import type { Terms } from './terms.text.ts'

/** The facts of a drand chain of the scheme `bls-unchained-g1-rfc9380`; bytes are in hex. */
export interface DrandChain {
  readonly hash: string
  readonly publicKey: string
  readonly genesis: Instant
  readonly periodMs: number
}

/** The chain quicknet of the League of Entropy: a round each three seconds. */
export const QUICKNET: DrandChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367_000,
  periodMs: 3 * SECOND,
}

/** The root of a list is public at least so long before its round exists. */
export const ROOT_LEAD_MS = MINUTE

/** The instant at which a round comes out. The first round comes out at the genesis. */
export const roundTime = ({ genesis, periodMs }: DrandChain, round: number): Instant => genesis + (round - 1) * periodMs

/** The first round after an instant. A round that comes out at the instant itself is not after it. */
export const roundAfter = ({ genesis, periodMs }: DrandChain, at: Instant): number =>
  Math.max(1, Math.floor((at - genesis) / periodMs) + 2)

/**
 * The round that counts for a list whose root was published at an instant: the announced one, if it came out a minute
 * later or more. Otherwise it is void, and the first round after noon UTC of the next day counts, or of the first later
 * day for which there is a minute.
 */
export function roundFor(chain: DrandChain, announced: number, publishedAt: Instant): number {
  let round = announced
  while (publishedAt > roundTime(chain, round) - ROOT_LEAD_MS) {
    const nextDay = Math.floor(roundTime(chain, round) / DAY_MS) + 1
    // Noon of an earlier day than the root's has passed already.
    round = roundAfter(chain, Math.max(nextDay, Math.floor(publishedAt / DAY_MS)) * DAY_MS + 12 * HOUR)
  }
  return round
}

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/** The message of a round: the hash of its number in eight bytes, the most significant first. */
export function roundMessage(round: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  return sha256(bytes)
}

/** True if the group of a chain signed a round. A text that is no point of the curve is no signature. */
export function isSigned({ publicKey }: DrandChain, round: number, signature: Uint8Array): boolean {
  const { shortSignatures } = bls12_381
  try {
    return shortSignatures.verify(signature, shortSignatures.hash(roundMessage(round), DOMAIN), hexToBytes(publicKey))
  } catch {
    return false
  }
}

/** The value of a beacon: a signed round of a chain, or the seed of a day. */
export type BeaconValue =
  { readonly round: number; readonly signature: Uint8Array } | { readonly day: Day; readonly seed: Uint8Array }

/** The thirty-two bytes that a draw takes from a beacon. The hash of a day seed is public a day before it, so it is none. */
export const randomnessOf = (value: BeaconValue): Uint8Array =>
  'round' in value ? sha256(value.signature) : value.seed

/**
 * The first practice day that begins in every venue after an instant. Madrid's day begins first, at most two hours before
 * the day in UTC.
 */
export const seedDayFor = (publishedAt: Instant): Day => dayOf(Math.floor((publishedAt + 2 * HOUR) / DAY_MS) + 1)

/** True if a seed is the one that the chain named in the terms gives a day. */
export const isSeedOfTerms = ({ seeds }: Pick<Terms, 'seeds'>, day: Day, seed: Uint8Array): boolean =>
  isSeedOf(hexToBytes(seeds.end), dayNumberOf(day) - dayNumberOf(seeds.firstDay), seed, CHAIN_LINKS)

/** True if a value is the one that counts by the terms, for a list whose root was published at that instant. */
export function isBeaconOf(chain: DrandChain, terms: Terms, publishedAt: Instant, value: BeaconValue): boolean {
  const { beacon } = terms
  if (beacon.kind === 'seeds') {
    return 'day' in value && value.day === seedDayFor(publishedAt) && isSeedOfTerms(terms, value.day, value.seed)
  }
  return (
    'round' in value &&
    beacon.chain === chain.hash &&
    value.round === roundFor(chain, beacon.round, publishedAt) &&
    isSigned(chain, value.round, value.signature)
  )
}
