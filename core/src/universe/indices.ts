import { venueOf, type ListingId } from '../base/amount.ts'
import type { Language } from '../base/language.ts'
import type { Sector } from '../market/instruments.ts'
import type { Instrument } from '../market/market.contract.ts'
import type { PracticeShare } from './companies.ts'

export interface PracticeIndex extends Instrument {
  readonly kind: 'index'
  readonly members: readonly ListingId[]
  /** The index in ten-thousandths of a point is the sum of its members' price × shares in issue, divided by this. */
  readonly divisor: number
}

type Names = Readonly<Record<Language, string>>

interface IndexPlan {
  readonly listing: ListingId
  readonly names: Names
  /** The name of its set of members, for the sentence that describes it. */
  readonly over: Names
  readonly count: number
  /** Its value with every member at its base price. */
  readonly points: number
  readonly takes: (share: PracticeShare) => boolean
}

const names = (tur: string, fr: string, en: string, cn: string, tw: string): Names => ({ tur, cn, tw, en, fr })

const isAmerican = ({ listing }: PracticeShare): boolean => venueOf(listing) !== 'XMAD'
const inSector =
  (...sectors: Sector[]) =>
  (share: PracticeShare): boolean =>
    isAmerican(share) && sectors.includes(share.sector)

const PLANS: readonly IndexPlan[] = [
  {
    listing: 'XNAS:LUS',
    names: names('Lonja EE. UU. 100', 'Lonja États-Unis 100', 'Lonja US 100', 'Lonja 美国100指数', 'Lonja 美國100指數'),
    over: names(
      'empresas inventadas de Estados Unidos',
      'entreprises inventées des États-Unis',
      'invented companies of the United States',
      '美国市场虚构公司',
      '美國市場虛構公司',
    ),
    count: 100,
    points: 4_000,
    takes: isAmerican,
  },
  {
    listing: 'XNAS:LTEC',
    names: names(
      'Lonja Tecnología 40',
      'Lonja Technologie 40',
      'Lonja Technology 40',
      'Lonja 科技40指数',
      'Lonja 科技40指數',
    ),
    over: names(
      'tecnológicas inventadas de Estados Unidos',
      'entreprises technologiques inventées des États-Unis',
      'invented technology companies of the United States',
      '美国市场虚构科技公司',
      '美國市場虛構科技公司',
    ),
    count: 40,
    points: 12_000,
    takes: inSector('technology'),
  },
  {
    listing: 'XNYS:LIND',
    names: names(
      'Lonja Industria 30',
      'Lonja Industrie 30',
      'Lonja Industrials 30',
      'Lonja 工业30指数',
      'Lonja 工業30指數',
    ),
    over: names(
      'industriales y de materiales inventadas de Estados Unidos',
      'entreprises inventées de l’industrie et des matériaux des États-Unis',
      'invented industrial and materials companies of the United States',
      '美国市场虚构工业和原材料公司',
      '美國市場虛構工業和原物料公司',
    ),
    count: 30,
    points: 25_000,
    takes: inSector('industry', 'materials'),
  },
  {
    listing: 'XMAD:LM35',
    names: names('Lonja Madrid 35', 'Lonja Madrid 35', 'Lonja Madrid 35', 'Lonja 马德里35指数', 'Lonja 馬德里35指數'),
    over: names(
      'empresas inventadas de Madrid',
      'entreprises inventées de Madrid',
      'invented companies of Madrid',
      '马德里市场虚构公司',
      '馬德里市場虛構公司',
    ),
    count: 35,
    points: 10_000,
    takes: (share) => !isAmerican(share),
  },
]

/** The indices over the largest companies of each market. */
export const indicesOver = (shares: readonly PracticeShare[]): PracticeIndex[] =>
  PLANS.map((plan) => indexFor(plan, shares))

const worthOf = (share: PracticeShare): number => share.traits.basePrice * Number(share.sharesInIssue)

function indexFor({ listing, names: called, over, count, points, takes }: IndexPlan, from: readonly PracticeShare[]) {
  const members = from
    .filter(takes)
    .sort((a, b) => worthOf(b) - worthOf(a))
    .slice(0, count)
  const total = members.reduce((sum, member) => sum + worthOf(member), 0)
  return {
    listing,
    kind: 'index',
    name: called.en,
    names: called,
    sector: 'none',
    sharesInIssue: 0n,
    profile: profileFor(members.length, over),
    members: members.map((member) => member.listing),
    divisor: total / (points * 10_000),
  } satisfies PracticeIndex
}

const profileFor = (count: number, { tur, cn, tw, en, fr }: Names): Names => ({
  tur: `Índice de las ${count} mayores ${tur}, ponderadas por capitalización.`,
  cn: `由${count}家市值最大的${cn}按市值加权编制的指数。`,
  tw: `由${count}家市值最大的${tw}按市值加權編製的指數。`,
  en: `Index of the ${count} largest ${en}, weighted by capitalisation.`,
  fr: `Indice des ${count} plus grandes ${fr}, pondérées par la capitalisation.`,
})
