import { LOG_ONE } from '../base/maths.ts'
import type { Liquidity, PracticeShare, Traits } from './companies.ts'
import { firstCompanies } from './first.ts'
import { indicesOver, type PracticeIndex } from './indices.ts'
import { moreCompanies } from './more.ts'

/** The version of the invented companies. Their names, shares in issue and parameters follow from it alone. */
export const UNIVERSE_VERSION = 2

export interface Universe {
  readonly version: number
  readonly shares: readonly PracticeShare[]
  readonly indices: readonly PracticeIndex[]
}

const SPREADS: Record<Liquidity, number> = { high: 2, medium: 8, low: 25 }

/** The usual spread between bid and ask of a share, in ten-thousandths of its price. */
export const spreadBpsOf = (liquidity: Liquidity): number => SPREADS[liquidity]

const cache = new Map<number, Universe>()

/**
 * The invented companies and the indices over them, the same everywhere, without a seed. The first ones in every
 * version are those of version 1. A test may request only the first `most`.
 */
export function practiceUniverse(most = Infinity): Universe {
  const cachedUniverse = cache.get(most)
  if (cachedUniverse) return cachedUniverse
  const taken = { brands: new Set<string>(), chinese: new Set<string>(), tickers: new Set<string>() }
  const first = firstCompanies(taken)
  const shares = [...first, ...moreCompanies(taken, Math.max(0, most - first.length))]
  const universe = { version: UNIVERSE_VERSION, shares, indices: indicesOver(shares) }
  cache.set(most, universe)
  return universe
}

/** The daily growth of a share's base price, in log steps of 2^-26. */
export const growthStepsOf = (traits: Traits): number => (traits.growth * LOG_ONE) / 365
