import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { assert } from '../base/assert.ts'
import type { Day } from '../base/instant.ts'
import { dayNumberOf, type DayNumber } from '../calendar/days.ts'

/** The length of a seed chain in days: nearly eleven years. */
export const CHAIN_LINKS = 4_000

/** The number of days before a chain ends at which the end of the next chain is published. */
export const NEXT_CHAIN_DAYS = 60

export const SEED_BYTES = 32

/** The public part of a chain: its days, and its end, published before the first of them. */
export interface PublishedChain {
  readonly firstDay: Day
  readonly links: number
  readonly end: Uint8Array
}

/**
 * The day seeds of a house, first day first, and the end of the chain, which is published before any of them is used.
 * The secret is hashed link by link, and the links are used backwards: today's seed hashes to yesterday's, and the
 * first day's seed to the published end. The end lets anyone verify every revealed seed; nobody can compute the other
 * way.
 *
 * Asserts 32 bytes of secret.
 */
export function chainFor(secret: Uint8Array, links = CHAIN_LINKS): { end: Uint8Array; seeds: Uint8Array[] } {
  assert(secret.length === SEED_BYTES, 'the secret of a chain has 32 bytes')
  const seeds = new Array<Uint8Array>(links)
  let seed = secret
  for (let k = links - 1; k >= 0; k--) {
    seeds[k] = seed
    seed = sha256(seed)
  }
  return { end: seed, seeds }
}

/** True if a revealed seed is the one that a published end commits the k-th day to. */
export function isSeedOf(end: Uint8Array, k: number, seed: Uint8Array, links = CHAIN_LINKS): boolean {
  if (!Number.isInteger(k) || k < 0 || k >= links || seed.length !== SEED_BYTES) return false
  return sameBytes(hashed(seed, k + 1), end)
}

/** True if a revealed seed is the one that the published chains commit its day to, in whichever chain the day lies. */
export function isSeedOn(chains: readonly PublishedChain[], day: Day, seed: Uint8Array): boolean {
  return chains.some(({ firstDay, links, end }) => isSeedOf(end, dayNumberOf(day) - dayNumberOf(firstDay), seed, links))
}

/** The day after a chain's last. */
export const dayAfter = ({ firstDay, links }: PublishedChain): DayNumber => dayNumberOf(firstDay) + links

/**
 * The first day of the chain whose end must be published now, because the last one ends soon; null while there is time.
 */
export function nextChainDue(last: PublishedChain, today: DayNumber): DayNumber | null {
  const next = dayAfter(last)
  return today >= next - NEXT_CHAIN_DAYS ? next : null
}

/** True if a revealed seed hashes to the seed of the day before, or to the published end. */
export const follows = (before: Uint8Array, seed: Uint8Array): boolean => sameBytes(sha256(seed), before)

/** The seed of a day before the opening. Anyone can compute it from the public history seed. */
export const historySeedOf = (historySeed: Uint8Array, day: Day): Uint8Array =>
  sha256(concatBytes(historySeed, utf8ToBytes(`lonja history ${day}`)))

/** The seed of all dividends of a house. Anyone can compute it from the public history seed. */
export const planSeedOf = (historySeed: Uint8Array): Uint8Array =>
  sha256(concatBytes(historySeed, utf8ToBytes('lonja 4 plan')))

function hashed(seed: Uint8Array, times: number): Uint8Array {
  let result = seed
  for (let n = 0; n < times; n++) result = sha256(result)
  return result
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
