import type { Language } from '../base/language.ts'
import type { Activity } from './activities.ts'
import type { CompanyNames, Country } from './naming.ts'
import { AMERICAN_CITIES, SALES_REGIONS, SPANISH_CITIES } from './words.ts'

/** The contents of a company's profile. */
export interface ProfileFacts {
  readonly country: Country
  readonly names: CompanyNames
  readonly kind: Activity
  readonly founded: number
  readonly city: number
  readonly people: number
  /** 0 for the smallest company, 1 for the largest. */
  readonly size: number
}

type Profile = Readonly<Record<Language, string>>

/** Put into words on demand, because most of nine thousand are never read. */
interface ProfileSource extends Profile {
  facts: ProfileFacts
}

const UNTOLD = Object.defineProperties(
  {},
  Object.fromEntries(
    (['tur', 'cn', 'tw', 'en', 'fr'] as const).map((language) => [
      language,
      {
        enumerable: true,
        get(this: ProfileSource) {
          return PROFILES[language](this.facts, factsOf(this.facts))
        },
      },
    ]),
  ),
) as Profile

/** A company's activity, founding year and seat in each language, with a note that it is invented. */
export function profileOf(company: ProfileFacts): Profile {
  const profile = Object.create(UNTOLD) as ProfileSource
  profile.facts = company
  return profile
}

interface Facts {
  readonly year: number
  readonly seat: (typeof AMERICAN_CITIES)[number]
  readonly sales: (typeof SALES_REGIONS)[number]
  readonly staff: number
}

function factsOf({ country, founded, city, people, size }: ProfileFacts): Facts {
  const cities = country === 'ES' ? SPANISH_CITIES : AMERICAN_CITIES
  return {
    year: 1921 + (founded % 98),
    seat: cities[city % cities.length]!,
    sales: SALES_REGIONS[(people >>> 12) % SALES_REGIONS.length]!,
    staff: 100 * Math.max(1, Math.round(3 + 40 * size + (60 + 700 * size) * size * ((people % 1_000) / 1_000))),
  }
}

const PROFILES: Readonly<Record<Language, (company: ProfileFacts, facts: Facts) => string>> = {
  tur: ({ names, kind }, { year, seat, sales, staff }) =>
    `${names.en} ${kind.does.tur}. Fundada en ${year}, tiene su sede en ${seat.tur}, da trabajo a unas ` +
    `${grouped(staff, '.')} personas y vende sobre todo en ${sales.tur}. Es una empresa inventada: solo existe en este ` +
    `mercado de práctica.`,
  cn: ({ names, kind }, { year, seat, sales, staff }) =>
    `${names.cn}${kind.does.cn}。公司成立于 ${year} 年，总部位于${seat.cn}，约有 ${grouped(staff, ',')} 名员工，主要市场为${sales.cn}。` +
    `本公司为虚构公司，只存在于此模拟市场。`,
  tw: ({ names, kind }, { year, seat, sales, staff }) =>
    `${names.tw}${kind.does.tw}。公司成立於 ${year} 年，總部位於${seat.tw}，約有 ${grouped(staff, ',')} 名員工，主要市場為${sales.tw}。` +
    `本公司為虛構公司，只存在於此模擬市場。`,
  en: ({ names, kind }, { year, seat, sales, staff }) =>
    `${names.en} ${kind.does.en}. Founded in ${year}, it has its seat in ${seat.en} and about ${grouped(staff, ',')} ` +
    `employees, and sells mostly in ${sales.en}. An invented company: it exists only in this practice market.`,
  fr: ({ names, kind }, { year, seat, sales, staff }) =>
    `${names.en} ${kind.does.fr}. Fondée en ${year}, l’entreprise a son siège à ${seat.fr}, emploie environ ` +
    `${grouped(staff, '\u202f')} personnes et vend surtout ${sales.fr}. Entreprise inventée : elle n’existe que dans ce ` +
    `marché d’entraînement.`,
}

const grouped = (value: number, separator: string): string => String(value).replace(/\B(?=(\d{3})+$)/g, separator)
