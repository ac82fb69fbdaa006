import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { assert } from '../base/assert.ts'
import type { Day } from '../base/instant.ts'
import { dayNumberOf, type DayNumber } from '../calendar/days.ts'

/** How many days a chain of seeds lasts: nearly eleven years. */
export const CHAIN_LINKS = 4_000

/** So many days before a chain ends, the end of the next one is published. */
export const NEXT_CHAIN_DAYS = 60

export const SEED_BYTES = 32

/** What everyone knows of a chain: its days, and the end that was published before them. */
export interface PublishedChain {
  readonly firstDay: Day
  readonly links: number
  readonly end: Uint8Array
}

/**
 * The day seeds of a house, first day first, with the end of the chain that is published before any of them is used.
 * The secret is hashed link by link and used from the other end: today's seed hashes to yesterday's, the first day's to
 * the published end. Who knows the end can check every revealed seed; nobody can go the other way.
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

/** Whether a revealed seed is the one that a published end has bound the k-th day to. */
export function isSeedOf(end: Uint8Array, k: number, seed: Uint8Array, links = CHAIN_LINKS): boolean {
  if (!Number.isInteger(k) || k < 0 || k >= links || seed.length !== SEED_BYTES) return false
  return sameBytes(hashed(seed, k + 1), end)
}

/** Whether a revealed seed is the one that the published chains have bound its day to, whichever of them the day belongs to. */
export function isSeedOn(chains: readonly PublishedChain[], day: Day, seed: Uint8Array): boolean {
  return chains.some(({ firstDay, links, end }) => isSeedOf(end, dayNumberOf(day) - dayNumberOf(firstDay), seed, links))
}

/** The day after a chain's last. */
export const dayAfter = ({ firstDay, links }: PublishedChain): DayNumber => dayNumberOf(firstDay) + links

/** The first day of the chain whose end is to be published now, because the last one ends soon; null while there is time. */
export function nextChainDue(last: PublishedChain, today: DayNumber): DayNumber | null {
  const next = dayAfter(last)
  return today >= next - NEXT_CHAIN_DAYS ? next : null
}

/** Whether a revealed seed follows the one of the day before it, or the published end. */
export const follows = (before: Uint8Array, seed: Uint8Array): boolean => sameBytes(sha256(seed), before)

/** The seed of the day before, or the published end before the first: anyone can go this way. */
export const seedBefore = (seed: Uint8Array): Uint8Array => sha256(seed)

/** The seed of a day before the opening: anyone can make it from the public history seed. */
export const historySeedOf = (historySeed: Uint8Array, day: Day): Uint8Array =>
  sha256(concatBytes(historySeed, utf8ToBytes(`lonja history ${day}`)))

function hashed(seed: Uint8Array, times: number): Uint8Array {
  let result = seed
  for (let n = 0; n < times; n++) result = sha256(result)
  return result
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
