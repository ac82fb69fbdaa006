import { priceE4, venueOf, type ListingId, type Venue } from '../base/amount.ts'
import type { Language } from '../base/language.ts'
import type { Dividend } from './instruments.ts'
import type { Instrument } from './market.contract.ts'
import { LOG_ONE, NORMAL, TABLE_SHIFT, exp } from './practice.maths.ts'
import { drawWords, wordsOfName, type Words } from './practice.noise.ts'
import { ACTIVITIES, type Activity } from './universe.activities.ts'
import type { Industry } from './universe.industries.ts'
import { brandFor, namesFor, profileFor, tickerFor } from './universe.naming.ts'

/** The version of the invented companies: their names, shares in issue and temper follow from it alone. */
export const UNIVERSE_VERSION = 1

export type Liquidity = 'high' | 'medium' | 'low'

/** How the practice market moves a share. Nothing here depends on a seed: it is public before any price. */
export interface Traits {
  readonly liquidity: Liquidity
  /** The price, in ten-thousandths, that the share swings around when the history begins. */
  readonly basePrice: number
  /** How fast that price grows, as a log return a year. */
  readonly growth: number
  /** How much of the market's move the share takes. */
  readonly beta: number
  /** Standard deviation of the share's own log return in a day. */
  readonly volatility: number
  /** Shares traded on a usual day. */
  readonly turnover: number
  /** The day of each quarter, counted from 0, on which it reports. */
  readonly reportsOn: number
}

export interface PracticeShare extends Instrument {
  readonly kind: 'share'
  readonly traits: Traits
}

export interface PracticeIndex extends Instrument {
  readonly kind: 'index'
  readonly members: readonly ListingId[]
  /** The index in ten-thousandths of a point is the sum of its members' price × shares in issue, over this. */
  readonly divisor: number
}

export interface Universe {
  readonly version: number
  readonly shares: readonly PracticeShare[]
  readonly indices: readonly PracticeIndex[]
}

const AMERICAN_SHARES = 264
const SPANISH_SHARES = 60

const SPREADS: Record<Liquidity, number> = { high: 2, medium: 8, low: 25 }

/** The usual distance between bid and ask of a share, in ten-thousandths of its price. */
export const spreadBpsOf = (liquidity: Liquidity): number => SPREADS[liquidity]

/** The invented companies of a version and the indices over them: the same everywhere, without a seed. */
export function practiceUniverse(version = UNIVERSE_VERSION): Universe {
  const taken = new Set<string>()
  const shares: PracticeShare[] = []
  const key = wordsOfName(`lonja universe ${version}`)
  for (let index = 0; index < AMERICAN_SHARES + SPANISH_SHARES; index++) {
    shares.push(shareFor(index < AMERICAN_SHARES ? 'US' : 'ES', index, key, taken))
  }
  const americans = shares.filter(({ listing }) => venueOf(listing) !== 'XMAD')
  const spaniards = shares.filter(({ listing }) => venueOf(listing) === 'XMAD')
  return {
    version,
    shares,
    indices: [
      indexFor('XNAS:LUS', LUS_NAMES, 50, 4_000, americans),
      indexFor('XMAD:LM35', LM35_NAMES, 35, 10_000, spaniards),
    ],
  }
}

const unit = (word: number): number => (word + 0.5) / 4_294_967_296

function shareFor(country: 'US' | 'ES', index: number, key: Words, taken: Set<string>): PracticeShare {
  const draw = drawWords(key, wordsOfName(`share ${index}`), new Uint32Array(16))
  const size = sizeFor(country, draw)
  const kind = ACTIVITIES[draw[0]! % ACTIVITIES.length]!
  const venue = country === 'ES' ? 'XMAD' : venueFor(kind, size, unit(draw[1]!))
  const brand = brandFor(country, draw[2]!, draw[3]!, taken)
  const ticker = tickerFor(brand[0], venue, taken)
  const names = namesFor(country, brand, kind)
  const sharesInIssue = Math.max(2_000_000, Math.round(size.worth / size.price / 100_000) * 100_000)
  return {
    listing: `${venue}:${ticker}`,
    kind: 'share',
    name: names.en,
    names: { cn: names.cn, tw: names.tw },
    sector: kind.sector,
    industry: kind.industry.words,
    dividend: dividendFor(country, kind, size, draw),
    sharesInIssue: BigInt(sharesInIssue),
    profile: profileFor(country, names, kind, {
      founded: draw[4]!,
      city: draw[5]!,
      people: draw[6]!,
      size: size.scale,
    }),
    traits: traitsFor(draw, size, sharesInIssue),
  }
}

interface Size {
  /** 0 the smallest company, 1 the largest. */
  readonly scale: number
  readonly worth: number
  readonly price: number
}

/** How large a company is and what a share of it costs: many small ones, a few very large; larger ones cost more. */
function sizeFor(country: 'US' | 'ES', draw: Words): Size {
  const u = unit(draw[7]!)
  const scale = u * u
  const worth = exp(2.302_585 * (country === 'US' ? 8.5 + 3.3 * scale : 8.2 + 2.7 * scale))
  const price = exp(2.302_585 * (0.95 + 0.75 * Math.sqrt(scale) + 0.85 * unit(draw[8]!)))
  return { scale, worth, price }
}

function venueFor({ sector }: Activity, { worth }: Size, u: number): Venue {
  if (worth < 2e9 && u < 0.4) return 'XASE'
  const young = sector === 'technology' || sector === 'health' || sector === 'communication'
  return u > (young ? 0.35 : 0.7) ? 'XNAS' : 'XNYS'
}

/** What part of a sector's companies pay a dividend, and what they pay a year as a part of the base price. */
const PAYERS: Readonly<Record<Industry['sector'], readonly [part: number, yearly: number]>> = {
  technology: [0.25, 0.01],
  health: [0.3, 0.015],
  finance: [0.8, 0.032],
  industry: [0.6, 0.02],
  consumer: [0.45, 0.02],
  staples: [0.75, 0.028],
  energy: [0.6, 0.04],
  materials: [0.6, 0.025],
  utilities: [0.95, 0.037],
  property: [0.95, 0.045],
  communication: [0.4, 0.03],
}

/** A stated dividend: quarterly in the United States; in Madrid half-yearly or once a year. Larger companies pay sooner. */
function dividendFor(country: 'US' | 'ES', { sector }: Activity, { scale, price }: Size, draw: Words): Dividend | null {
  const [part, yearly] = PAYERS[sector]
  if (unit(draw[14]!) > part * (0.45 + 0.9 * Math.sqrt(scale))) return null
  const timesAYear = country === 'US' ? 4 : draw[15]! % 3 === 0 ? 1 : 2
  const yearlyCents = price * yearly * (0.5 + unit(draw[15]!)) * 100
  return { perYear: priceE4(BigInt(Math.max(1, Math.round(yearlyCents / timesAYear)) * timesAYear * 100)), timesAYear }
}

const RESTLESS: Partial<Record<Activity['sector'], number>> = {
  technology: 1.25,
  health: 1.1,
  energy: 1.2,
  consumer: 1.1,
  utilities: 0.65,
  staples: 0.65,
}

function traitsFor(draw: Words, { scale, price }: Size, sharesInIssue: number): Traits {
  const temper = RESTLESS[ACTIVITIES[draw[0]! % ACTIVITIES.length]!.sector] ?? 1
  const liquidity: Liquidity = scale > 0.35 ? 'high' : scale > 0.06 ? 'medium' : 'low'
  const spread = exp(0.25 * NORMAL[draw[9]! >>> TABLE_SHIFT]!)
  const volatility = Math.min(0.034, (0.009 + 0.011 * (1 - scale)) * temper * spread)
  return {
    liquidity,
    basePrice: Math.round(price * 100) * 100,
    growth: 0.01 + 0.06 * unit(draw[10]!),
    beta: (0.6 + 0.8 * unit(draw[11]!)) * (0.5 + 0.5 * temper),
    volatility,
    turnover: sharesInIssue * (liquidity === 'low' ? 0.002 : 0.004) * exp(0.4 * NORMAL[draw[12]! >>> TABLE_SHIFT]!),
    reportsOn: 12 + (draw[13]! % 50),
  }
}

type Names = Readonly<Record<Language, string>>

const LUS_NAMES: Names = {
  tur: 'Lonja EE. UU. 50',
  cn: 'Lonja 美国50指数',
  tw: 'Lonja 美國50指數',
  en: 'Lonja US 50',
  fr: 'Lonja États-Unis 50',
}

const LM35_NAMES: Names = {
  tur: 'Lonja Madrid 35',
  cn: 'Lonja 马德里35指数',
  tw: 'Lonja 馬德里35指數',
  en: 'Lonja Madrid 35',
  fr: 'Lonja Madrid 35',
}

const INDEX_PROFILE = (count: number): Names => ({
  tur: `Índice de las ${count} mayores empresas inventadas de su mercado, ponderadas por capitalización.`,
  cn: `由其市场中${count}家最大的虚构公司按市值加权编制的指数。`,
  tw: `由其市場中${count}家最大的虛構公司按市值加權編製的指數。`,
  en: `Index of the ${count} largest invented companies of its market, weighted by capitalisation.`,
  fr: `Indice des ${count} plus grandes entreprises inventées de son marché, pondérées par la capitalisation.`,
})

const worthOf = (share: PracticeShare): number => share.traits.basePrice * Number(share.sharesInIssue)

/** An index of the largest companies; it stands at `points` when every member is at its base price. */
function indexFor(
  listing: ListingId,
  names: Names,
  count: number,
  points: number,
  from: readonly PracticeShare[],
): PracticeIndex {
  const members = [...from].sort((a, b) => worthOf(b) - worthOf(a)).slice(0, count)
  const total = members.reduce((sum, member) => sum + worthOf(member), 0)
  return {
    listing,
    kind: 'index',
    name: names.en,
    names,
    sector: 'none',
    sharesInIssue: 0n,
    profile: INDEX_PROFILE(count),
    members: members.map((member) => member.listing),
    divisor: total / (points * 10_000),
  }
}

/** How much the price that a share swings around grows a day, in log steps of 2^-26. */
export const growthStepsOf = (traits: Traits): number => (traits.growth * LOG_ONE) / 365
