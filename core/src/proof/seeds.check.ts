import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Day } from '../base/instant.ts'
import { dayNumberOf, dayTextOf } from './calendar.check.ts'

/* The seeds of a practice house, written a second time from docs/PRACTICE.md and SECURITY.md. */

/** A chain as a house publishes it: its days, its end, and the newest seed that it has revealed. */
export interface CheckedChain {
  readonly firstDay: Day
  readonly links: number
  readonly end: Uint8Array
  readonly newest: { readonly day: Day; readonly seed: Uint8Array } | null
}

/** The revealed seeds by day, or the day of a seed that does not hash to the published end. */
export type RevealedSeeds = { readonly seeds: ReadonlyMap<number, Uint8Array> } | { readonly brokenOn: Day }

export function revealedSeeds(chains: readonly CheckedChain[]): RevealedSeeds {
  const seeds = new Map<number, Uint8Array>()
  for (const { firstDay, links, end, newest } of chains) {
    if (!newest) continue
    const first = dayNumberOf(firstDay)
    let day = dayNumberOf(newest.day)
    if (newest.seed.length !== 32 || day < first || day >= first + links) return { brokenOn: newest.day }
    let { seed } = newest
    for (; day >= first; day--) {
      seeds.set(day, seed)
      seed = sha256(seed)
    }
    if (end.length !== 32 || seed.some((byte, n) => byte !== end[n])) return { brokenOn: newest.day }
  }
  return { seeds }
}

/** The seed of a day before the opening. */
export const historySeedOf = (historySeed: Uint8Array, day: number): Uint8Array =>
  sha256(concatBytes(historySeed, utf8ToBytes(`lonja history ${dayTextOf(day)}`)))

/** The seed of all dividends. */
export const planSeedOf = (historySeed: Uint8Array): Uint8Array =>
  sha256(concatBytes(historySeed, utf8ToBytes('lonja 4 plan')))
