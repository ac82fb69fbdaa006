import { LOG_ONE } from '../base/maths.ts'
import { atOnce, type Steps } from '../base/steps.ts'
import type { Liquidity, PracticeShare, Traits } from './companies.ts'
import { firstCompanies } from './first.ts'
import { indicesOver, type PracticeIndex } from './indices.ts'
import { MORE_COMPANIES, companiesAfter, moreCompanies, type Companies } from './more.ts'

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
  const names = nothingTaken()
  const first = firstCompanies(names)
  const shares = [...first, ...moreCompanies(names, Math.max(0, most - first.length))]
  const universe = { version: UNIVERSE_VERSION, shares, indices: indicesOver(shares) }
  cache.set(most, universe)
  return universe
}

const nothingTaken = () => ({ brands: new Set<string>(), chinese: new Set<string>(), tickers: new Set<string>() })

/** The companies after the first ones as far as they were needed: how many came, and those that are offered. */
let further: { readonly stream: Companies; count: number } | null = null
const offered: PracticeShare[] = []

/**
 * The company of an offer of the house, by the running number of the offer from 0. No seed is in it, and its name and its
 * ticker are those of no company of the universe and of no other offer.
 */
export const offeredCompany = (number: number): PracticeShare => atOnce(offeredSteps(number))

/** The same in steps: the names of the universe's companies come first, which takes a third of a second once. */
export function* offeredSteps(number: number): Steps<PracticeShare> {
  if (!further) {
    const names = nothingTaken()
    firstCompanies(names)
    further = { stream: companiesAfter(names), count: 0 }
  }
  for (;;) {
    const company = offered[number]
    if (company) return company
    const { value } = further.stream.next()
    if (further.count++ >= MORE_COMPANIES) offered.push(value)
    yield
  }
}

/** The daily growth of a share's base price, in log steps of 2^-26. */
export const growthStepsOf = (traits: Traits): number => (traits.growth * LOG_ONE) / 365
