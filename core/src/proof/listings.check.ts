import { zoneOf } from './calendar.check.ts'
import type { Facts } from './factors.check.ts'
import { NORMAL, exp, ln } from './maths.check.ts'
import { block, wordsAt, wordsOfName, type Words } from './words.check.ts'

/*
 * The facts of the invented companies and indices, written a second time from docs/PRACTICE.md. The codes of all
 * listings are the only input: the place of a code among them says from which words its company is drawn.
 */

/** A share with the number of its shares in issue. */
export interface CheckedCompany {
  readonly facts: Facts
  readonly sharesInIssue: number
}

/** An index over shares, in their order. */
export interface CheckedIndex {
  readonly members: readonly CheckedCompany[]
  readonly divisor: number
}

export interface CheckedListings {
  /** A company by its code; null if there is none. */
  company(listing: string): CheckedCompany | null
  index(listing: string): CheckedIndex | null
}

const [
  TECHNOLOGY,
  HEALTH,
  FINANCE,
  INDUSTRY,
  CONSUMER,
  STAPLES,
  ENERGY,
  MATERIALS,
  UTILITIES,
  PROPERTY,
  COMMUNICATION,
] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** The sectors of the first companies and of later ones, each as often as it is drawn. */
const repeated = (of: readonly (readonly [sector: number, times: number])[]): number[] =>
  of.flatMap(([sector, times]) => Array.from({ length: times }, () => sector))
const FIRST_SECTORS = repeated([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((sector) => [sector, sector < STAPLES ? 3 : 2]))
const LATER_SECTORS = repeated([
  [HEALTH, 34],
  [FINANCE, 36],
  [TECHNOLOGY, 30],
  [INDUSTRY, 26],
  [CONSUMER, 24],
  [ENERGY, 10],
  [MATERIALS, 11],
  [STAPLES, 9],
  [PROPERTY, 9],
  [UTILITIES, 4],
  [COMMUNICATION, 7],
])

const TEMPERS = new Map([
  [TECHNOLOGY, 1.25],
  [HEALTH, 1.1],
  [CONSUMER, 1.1],
  [STAPLES, 0.65],
  [ENERGY, 1.2],
  [UTILITIES, 0.65],
])

const FIRST_COMPANIES = 324
const unitOf = (word: number): number => (word + 0.5) / 2 ** 32
const tenTo = (power: number): number => exp(2.302585 * power)
const round = (x: number): number => Math.floor(x + 0.5)

interface ListingDraw {
  readonly words: Words
  readonly sector: number
  readonly scale: number
  readonly price: number
  readonly sharesInIssue: number
  readonly spreadBps: number
  readonly reportsOn: number
  readonly variety: number
  readonly wildest: number
}

function firstCompany(place: number): ListingDraw {
  const words = wordsAt(wordsOfName('lonja universe 1'), `share ${place}`)
  const isSpanish = place >= 264
  const u = unitOf(words[7]!)
  const scale = u * u
  const worth = tenTo(isSpanish ? 8.2 + 2.7 * scale : 8.5 + 3.3 * scale)
  const price = tenTo(0.95 + 0.75 * Math.sqrt(scale) + 0.85 * unitOf(words[8]!))
  return {
    words,
    sector: FIRST_SECTORS[words[0]! % FIRST_SECTORS.length]!,
    scale,
    price,
    sharesInIssue: Math.max(2_000_000, 100_000 * round(worth / price / 100_000)),
    spreadBps: scale > 0.35 ? 2 : scale > 0.06 ? 8 : 25,
    reportsOn: 12 + (words[13]! % 50),
    variety: 0.25,
    wildest: 0.034,
  }
}

/** The n-th largest company's value as a power of ten. */
const POWERS = [
  [1, 12.45],
  [10, 12],
  [100, 11.15],
  [500, 10.25],
  [1_000, 9.8],
  [2_000, 9.25],
  [4_000, 8.45],
  [6_500, 7.85],
  [10_000, 7],
] as const

function powerAt(size: number): number {
  const next = Math.max(
    1,
    POWERS.findIndex(([from]) => from >= size),
  )
  const [[from, power], [to, less]] = [POWERS[next - 1]!, POWERS[next]!]
  return power + (less - power) * ((ln(size) - ln(from)) / (ln(to) - ln(from)))
}

const LATER_KEY = wordsOfName('lonja universe 2')

/** The companies after the first ones that are listed from the opening on. Those of offers come behind them. */
const LISTED_LATER = 9_112

const isMadrid = (place: number): boolean =>
  place < LISTED_LATER ? place % 67 === 66 : (place - LISTED_LATER) % 3 === 1

function laterCompany(place: number): ListingDraw {
  const words = block(LATER_KEY, Uint32Array.of(place, 0, 0, 0))
  const u = unitOf(words[7]!)
  const power = powerAt(isMadrid(place) ? 90 + 5_910 * u * u : 1 + 9_999 * u)
  const scale = (power - 7) / 5.5
  const worth = tenTo(power)
  const price = tenTo(0.62 + 1.05 * scale + 0.8 * unitOf(words[8]!))
  const coarse = worth > 1e9 ? 100_000 : 1_000
  const report = words[13]!
  return {
    words,
    sector: LATER_SECTORS[Math.floor(200 * unitOf(words[0]!))]!,
    scale,
    price,
    sharesInIssue: Math.max(400_000, coarse * round(worth / price / coarse)),
    spreadBps: worth > 1e10 ? 2 : worth > 1e9 ? 8 : 25,
    reportsOn: 13 + ((report % 65_536) % 27) + (Math.floor(report / 65_536) % 25),
    variety: 0.35,
    wildest: 0.042,
  }
}

/** The company of a code by its place among all codes. */
export function companyAt(listing: string, place: number): CheckedCompany {
  const drawn = place < FIRST_COMPANIES ? firstCompany(place) : laterCompany(place - FIRST_COMPANIES)
  const { words, sector, scale, price, sharesInIssue, spreadBps, reportsOn, variety, wildest } = drawn
  const temper = TEMPERS.get(sector) ?? 1
  const spread = exp(variety * NORMAL[words[9]! >>> 20]!)
  const traded = sharesInIssue * (spreadBps === 25 ? 0.002 : 0.004)
  return {
    sharesInIssue,
    facts: {
      listing,
      zone: zoneOf(listing),
      basePrice: 100 * round(price * 100),
      growth: 0.01 + 0.06 * unitOf(words[10]!),
      beta: (0.6 + 0.8 * unitOf(words[11]!)) * (0.5 + 0.5 * temper),
      sector,
      volatility: Math.min(wildest, (0.009 + 0.011 * (1 - scale)) * temper * spread),
      turnover: traded * exp(0.4 * NORMAL[words[12]! >>> 20]!),
      reportsOn,
      spreadBps,
    },
  }
}

/** The company of an offer of the house by its number. */
export const companyOfOffer = (listing: string, number: number): CheckedCompany =>
  companyAt(listing, FIRST_COMPANIES + LISTED_LATER + number)

interface IndexPlan {
  readonly count: number
  readonly points: number
  readonly takes: (facts: Facts) => boolean
}

const isAmerican = ({ zone }: Facts): boolean => zone === 'America/New_York'
const INDICES: Readonly<Record<string, IndexPlan>> = {
  'XNAS:LUS': { count: 100, points: 4_000, takes: isAmerican },
  'XNAS:LTEC': { count: 40, points: 12_000, takes: (of) => isAmerican(of) && of.sector === TECHNOLOGY },
  'XNYS:LIND': {
    count: 30,
    points: 25_000,
    takes: (of) => isAmerican(of) && (of.sector === INDUSTRY || of.sector === MATERIALS),
  },
  'XMAD:LM35': { count: 35, points: 10_000, takes: (of) => !isAmerican(of) },
}

/** All companies and indices of the codes of a house's shares, in their order. */
export function checkedListings(codes: readonly string[]): CheckedListings {
  const worthOf = ({ facts, sharesInIssue }: CheckedCompany): number => facts.basePrice * sharesInIssue
  return {
    company: (listing) => {
      const place = codes.indexOf(listing)
      return place < 0 ? null : companyAt(listing, place)
    },
    index: (listing) => {
      const plan = INDICES[listing]
      if (!plan) return null
      const members = codes
        .map(companyAt)
        .filter(({ facts }) => plan.takes(facts))
        .sort((a, b) => worthOf(b) - worthOf(a))
        .slice(0, plan.count)
      const total = members.reduce((sum, member) => sum + worthOf(member), 0)
      return { members, divisor: total / (plan.points * 10_000) }
    },
  }
}
