import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { dayNumberAt, dayNumberOf, dayOf, type DayNumber } from '@lonja/core/calendar/days'
import { overEverywhere } from '@lonja/core/calendar/sessions'
import { CHAIN_LINKS, SEED_BYTES, chainFor, dayAfter, nextChainDue } from '@lonja/core/practice/seeds'
import { CannotOpen } from '../base/cannot.ts'
import type { RevealedSeed, SeedChain } from './market.store.ts'

/**
 * The only module that reads seeds of days that are not over. The database stores them sealed (AES-256-GCM) with a key
 * made from the house's secret, which is not in the database. They are passed to the practice function and nowhere
 * else.
 */

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A new chain from the operating system's randomness, its secret sealed, for the days from `firstDay` on. */
export function newChain(firstDay: DayNumber, key: Buffer, now: Instant, links = CHAIN_LINKS): SeedChain {
  const secret = randomBytes(SEED_BYTES)
  return sealedChain({ firstDay, secret, links }, key, now)
}

/** The origin of a chain: its first day, its secret, and how many days it lasts. */
export interface ChainSecret {
  readonly firstDay: DayNumber
  readonly secret: Uint8Array
  readonly links: number
}

/** A chain as it is stored and published: its end public, its secret sealed. */
export function sealedChain({ firstDay, secret, links }: ChainSecret, key: Buffer, now: Instant): SeedChain {
  const { end } = chainFor(secret, links)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(end)
  const sealedSecret = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  return { firstDay: dayOf(firstDay), links, end, sealedSecret, publishedAt: now }
}

export interface DaySeeds {
  /** The chains whose ends are published, in order. Each begins on the day after the one before it ends. */
  chains(): readonly SeedChain[]
  /** Adds the chains published since. `chains` holds all published chains, the known ones first. */
  take(chains: readonly SeedChain[]): void
  /** The chain to publish now, because the last one ends soon; null while there is time. */
  nextChain(now: Instant): SeedChain | null
  /** The seed of a day since the opening. Asserts a day of a published chain. */
  seedOf(day: DayNumber): Uint8Array
  /**
   * The seeds of the days after `last` (null: from the first) that are over in every venue, oldest first. They may be
   * public.
   */
  overBy(now: Instant, last: DayNumber | null): RevealedSeed[]
}

/** Opens the chains of a house. A wrong key, or a chain that does not lead to its published end, stops the house. */
export function openSeeds(published: readonly SeedChain[], key: Buffer): DaySeeds {
  const first = firstDayOf(published)
  let chains: readonly SeedChain[] = []
  let seeds: Uint8Array[] = []
  const take = (all: readonly SeedChain[]): void => {
    const added = all.slice(chains.length)
    const more = added.flatMap((chain) => seedsOf(chain, key))
    for (const [n, chain] of all.entries()) {
      const before = all[n - 1]
      assert(!before || dayNumberOf(chain.firstDay) === dayAfter(before), 'a chain begins where the one before it ends')
    }
    chains = [...chains, ...added]
    seeds = [...seeds, ...more]
  }
  const seedOf = (day: DayNumber): Uint8Array => {
    const seed = seeds[day - first]
    assert(seed !== undefined, `${dayOf(day)} is a day of the chain`)
    return seed
  }
  take(published)
  return {
    chains: () => chains,
    take,
    nextChain: (now) => {
      const last = chains.at(-1)
      const due = last ? nextChainDue(last, dayNumberAt('Europe/Madrid', now)) : null
      return due === null ? null : newChain(due, key, now)
    },
    seedOf,
    overBy: (now, last) => {
      const over: RevealedSeed[] = []
      const latest = Math.min(dayNumberAt('Europe/Madrid', now), first + seeds.length - 1)
      for (let day = last === null ? first : last + 1; day <= latest && overEverywhere(day) <= now; day++) {
        over.push({ day: dayOf(day), seed: seedOf(day) })
      }
      return over
    },
  }
}

function firstDayOf([chain]: readonly SeedChain[]): DayNumber {
  assert(chain !== undefined, 'a practice house has a chain of seeds')
  return dayNumberOf(chain.firstDay)
}

const DOES_NOT_FIT =
  "The seeds of this house cannot be read with this key: set the SECRET_KEY that it opened with, or put the data folder's secret.key back."

function seedsOf(chain: SeedChain, key: Buffer): Uint8Array[] {
  const { seeds, end } = chainFor(unsealed(chain, key), chain.links)
  if (!Buffer.from(end).equals(Buffer.from(chain.end))) throw new CannotOpen(DOES_NOT_FIT)
  return seeds
}

function unsealed({ sealedSecret, end }: SeedChain, key: Buffer): Uint8Array {
  const sealed = Buffer.from(sealedSecret)
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES)).setAAD(end)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new CannotOpen(DOES_NOT_FIT, { cause })
  }
}
