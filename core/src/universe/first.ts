import type { Venue } from '../base/amount.ts'
import { drawWords, wordsOfName, type Words } from '../base/noise.ts'
import { ACTIVITIES, type Activity } from './activities.ts'
import { shareOfCompany, tenTo, unit, type PracticeShare, type Size } from './companies.ts'
import { brandFor, firstTickerFor, namesFor, type Country, type NamesInUse } from './naming.ts'

/**
 * The companies of version 1, which every version keeps: customers hold them, so their listings, shares in issue and
 * parameters never change.
 */

const AMERICAN_SHARES = 264
const SPANISH_SHARES = 60

/** The number of companies in version 1. */
export const FIRST_COMPANIES = AMERICAN_SHARES + SPANISH_SHARES

/** The first companies; their names are added to `taken`. */
export function firstCompanies(usedNames: NamesInUse): PracticeShare[] {
  const key = wordsOfName('lonja universe 1')
  return Array.from({ length: FIRST_COMPANIES }, (_company, index) =>
    companyFor(index < AMERICAN_SHARES ? 'US' : 'ES', index, key, usedNames),
  )
}

function companyFor(country: Country, index: number, key: Words, usedNames: NamesInUse): PracticeShare {
  const draw = drawWords(key, wordsOfName(`share ${index}`), new Uint32Array(16))
  const size = sizeFor(country, draw)
  const kind = ACTIVITIES[draw[0]! % ACTIVITIES.length]!
  const venue = country === 'ES' ? 'XMAD' : venueFor(kind, size, unit(draw[1]!))
  const brand = brandFor(country, draw[2]!, draw[3]!, usedNames)
  const ticker = firstTickerFor(brand[0], venue, usedNames)
  const liquidity = size.scale > 0.35 ? 'high' : size.scale > 0.06 ? 'medium' : 'low'
  const sharesInIssue = Math.max(2_000_000, Math.round(size.worth / size.price / 100_000) * 100_000)
  const trade = { liquidity, sharesInIssue, reportsOn: 12 + (draw[13]! % 50), variety: 0.25, wildest: 0.034 } as const
  return shareOfCompany({ country, venue, ticker, names: namesFor(country, brand, kind), kind, size, trade, draw })
}

/** A company's size and share price: many are small, a few very large; larger ones have higher prices. */
function sizeFor(country: Country, draw: Words): Size {
  const u = unit(draw[7]!)
  const scale = u * u
  const worth = tenTo(country === 'US' ? 8.5 + 3.3 * scale : 8.2 + 2.7 * scale)
  const price = tenTo(0.95 + 0.75 * Math.sqrt(scale) + 0.85 * unit(draw[8]!))
  return { scale, worth, price }
}

function venueFor({ sector }: Activity, { worth }: Size, u: number): Venue {
  if (worth < 2e9 && u < 0.4) return 'XASE'
  const young = sector === 'technology' || sector === 'health' || sector === 'communication'
  return u > (young ? 0.35 : 0.7) ? 'XNAS' : 'XNYS'
}
