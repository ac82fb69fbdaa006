import type { Venue } from '../base/amount.ts'
import type { Sector } from '../market/instruments.ts'
import { ln } from '../base/maths.ts'
import { drawWords, wordsOfName, type Words } from '../base/noise.ts'
import { ACTIVITIES, type Activity } from './activities.ts'
import { MORE_ACTIVITIES } from './activities.more.ts'
import { shareOfCompany, tenTo, unit, type Liquidity, type PracticeShare, type Size } from './companies.ts'
import { namesFor, tickerFor, type Country, type NamesInUse } from './naming.ts'
import { americanBrands, spanishBrands, type Brands } from './pools.ts'

/** The companies that version 2 lists beside the first ones. */

const AMERICAN_SHARES = 8_976
const SPANISH_SHARES = 136

/** The number of companies that version 2 lists beside the first ones. */
export const MORE_COMPANIES = AMERICAN_SHARES + SPANISH_SHARES

/** At most `most` further companies; none has a name in `taken`. */
export function moreCompanies(usedNames: NamesInUse, most: number): PracticeShare[] {
  const companies: PracticeShare[] = []
  const stream = companiesAfter(usedNames)
  while (companies.length < Math.min(most, MORE_COMPANIES)) companies.push(stream.next().value)
  return companies
}

/** All companies after the first ones, one after the other: those of the universe, then those that a house offers. */
export type Companies = Generator<PracticeShare, never, void>

export function* companiesAfter(usedNames: NamesInUse): Companies {
  const key = wordsOfName('lonja universe 2')
  const brands = { US: americanBrands(usedNames), ES: spanishBrands(usedNames) }
  const name = new Uint32Array(4)
  const draw = new Uint32Array(16)
  for (let index = 0; ; index++) {
    name[0] = index
    drawWords(key, name, draw)
    const country = countryOf(index)
    yield companyFor(country, brands[country], draw, usedNames)
  }
}

/** Madrid's are spread among the others, so that a smaller universe still has some of both. A third of the offered ones is Madrid's. */
const countryOf = (index: number): Country =>
  index < MORE_COMPANIES ? (index % 67 === 66 ? 'ES' : 'US') : (index - MORE_COMPANIES) % 3 === 1 ? 'ES' : 'US'

function companyFor(country: Country, brands: Brands, draw: Words, usedNames: NamesInUse): PracticeShare {
  const size = sizeFor(country, draw)
  const kind = kindFor(draw)
  const venue = country === 'ES' ? 'XMAD' : venueFor(kind, size, unit(draw[1]!))
  const brand = brands(kind.sector, draw[2]!)
  const ticker = tickerFor(brand[0], venue, usedNames)
  const liquidity: Liquidity = size.worth > 1e10 ? 'high' : size.worth > 1e9 ? 'medium' : 'low'
  const coarse = size.worth > 1e9 ? 100_000 : 1_000
  const sharesInIssue = Math.max(400_000, Math.round(size.worth / size.price / coarse) * coarse)
  const reportsOn = reportDayFor(draw[13]!)
  const trade = { liquidity, sharesInIssue, reportsOn, variety: 0.35, wildest: 0.042 }
  return shareOfCompany({ country, venue, ticker, names: namesFor(country, brand, kind), kind, size, trade, draw })
}

/** Most report in the fourth to the seventh week of a quarter, as real companies do. */
const reportDayFor = (word: number): number => 13 + ((word & 0xffff) % 27) + ((word >>> 16) % 25)

/** The percentage of companies in each sector, as in the United States. */
const SECTOR_PARTS: readonly (readonly [Exclude<Sector, 'none'>, number])[] = [
  ['health', 17],
  ['finance', 18],
  ['technology', 15],
  ['industry', 13],
  ['consumer', 12],
  ['energy', 5],
  ['materials', 5.5],
  ['staples', 4.5],
  ['property', 4.5],
  ['utilities', 2],
  ['communication', 3.5],
]

/** The activities of a sector, one entry for each half per cent of its share. */
const KINDS = SECTOR_PARTS.flatMap(([name, part]) => {
  const kinds = [...ACTIVITIES, ...MORE_ACTIVITIES].filter(({ sector }) => sector === name)
  return Array.from({ length: 2 * part }, () => kinds)
})

function kindFor(draw: Words): Activity {
  const kinds = KINDS[Math.floor(unit(draw[0]!) * KINDS.length)]!
  return kinds[draw[3]! % kinds.length]!
}

/** The value of the n-th largest company, as powers of ten: as in reality, a few hold most of the total. */
const PLACES = [1, 10, 100, 500, 1_000, 2_000, 4_000, 6_500, 10_000]
const POWERS = [12.45, 12, 11.15, 10.25, 9.8, 9.25, 8.45, 7.85, 7]
const LOG_PLACES = PLACES.map(ln)

function powerAt(place: number): number {
  let next = 1
  while (PLACES[next]! < place) next++
  const from = LOG_PLACES[next - 1]!
  const part = (ln(place) - from) / (LOG_PLACES[next]! - from)
  return POWERS[next - 1]! + (POWERS[next]! - POWERS[next - 1]!) * part
}

/** Madrid's largest company would be about the hundredth in New York. */
const MADRID_FROM = 90

function sizeFor(country: Country, draw: Words): Size {
  const u = unit(draw[7]!)
  const place = country === 'ES' ? MADRID_FROM + (6_000 - MADRID_FROM) * u * u : 1 + 9_999 * u
  const power = powerAt(place)
  const scale = (power - 7) / 5.5
  return { scale, worth: tenTo(power), price: tenTo(0.62 + 1.05 * scale + 0.8 * unit(draw[8]!)) }
}

function venueFor({ sector }: Activity, { worth }: Size, u: number): Venue {
  if (worth < 4e8 && u < 0.07) return 'XASE'
  const young = sector === 'technology' || sector === 'health' || sector === 'communication'
  const old = worth > 2e9 ? 0.7 : 0.44
  return u > (young ? old - 0.22 : old) ? 'XNAS' : 'XNYS'
}
