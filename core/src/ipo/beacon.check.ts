import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/* The beacon of a draw, written a second time from docs/DRAW.md. Times are milliseconds since 1970. */

/** A drand chain by the facts whose hash names it. */
export interface CheckedChain {
  readonly name: string
  readonly groupHash: string
  readonly publicKey: string
  readonly genesisSeconds: number
  readonly periodSeconds: number
}

export const CHECKED_QUICKNET: CheckedChain = {
  name: 'quicknet',
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisSeconds: 1_692_803_367,
  periodSeconds: 3,
}

/** A number as bytes, most significant first. */
export function bigEndian(value: number, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes)
  for (let n = bytes - 1, rest = value; n >= 0; n--, rest = Math.floor(rest / 256)) out[n] = rest % 256
  return out
}

/** The hash by which drand names a chain. */
export const chainHashOf = ({ name, groupHash, publicKey, genesisSeconds, periodSeconds }: CheckedChain): string =>
  bytesToHex(
    sha256(
      concatBytes(
        bigEndian(periodSeconds, 4),
        bigEndian(genesisSeconds, 8),
        hexToBytes(publicKey),
        hexToBytes(groupHash),
        utf8ToBytes(name),
      ),
    ),
  )

const DAY_SECONDS = 86_400
const HALF_DAY_SECONDS = 43_200
const LEAD_SECONDS = 60

/** The round that counts for a root that was published at a time: the announced one, or one after a noon. */
export function countedRound(chain: CheckedChain, announced: number, publishedMs: number): number {
  const { genesisSeconds, periodSeconds } = chain
  const secondsOf = (round: number): number => genesisSeconds + (round - 1) * periodSeconds
  const inTime = (round: number): boolean => publishedMs <= (secondsOf(round) - LEAD_SECONDS) * 1_000
  if (inTime(announced)) return announced
  const dayAfter = Math.floor(secondsOf(announced) / DAY_SECONDS) + 1
  const dayOfRoot = Math.floor(publishedMs / 1_000 / DAY_SECONDS)
  const rounds = [0, 1].map((more) => {
    const noon = (Math.max(dayAfter, dayOfRoot) + more) * DAY_SECONDS + HALF_DAY_SECONDS
    const before = Math.floor((noon - genesisSeconds) / periodSeconds)
    return Math.max(before + 2, 1)
  })
  return rounds.find(inTime) ?? 0
}

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/** True if the pairing of the signature with the generator is that of the round's point with the public key. */
export function isRoundSigned({ publicKey }: CheckedChain, round: number, signature: string): boolean {
  const { G1, G2, fields, pairing } = bls12_381
  try {
    const point = G1.Point.fromHex(signature)
    point.assertValidity()
    const key = G2.Point.fromHex(publicKey)
    const message = G1.hashToCurve(sha256(bigEndian(round, 8)), { DST: DOMAIN })
    return fields.Fp12.eql(pairing(point, G2.Point.BASE), pairing(G1.Point.fromAffine(message.toAffine()), key))
  } catch {
    return false
  }
}

/** The number of days in the chain of day seeds. */
const SEEDS = 4_000

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** True if a seed, hashed once for its day and once for each day before it, is the published end. */
export function isDaySeed(firstDay: string, end: string, day: string, seed: string): boolean {
  const links = dayNumber(day) - dayNumber(firstDay)
  if (!(links >= 0 && links < SEEDS)) return false
  let hash = hexToBytes(seed)
  for (let n = 0; n <= links; n++) hash = sha256(hash)
  return bytesToHex(hash) === end
}

/** The day (UTC) of a time. */
export const dayOfTime = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The first practice day that begins after a time in every venue. */
export const daySeedDay = (publishedMs: number): string => dayOfTime(publishedMs + 7_200_000 + 86_400_000)
