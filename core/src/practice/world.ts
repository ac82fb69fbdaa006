import { rateE6, venueOf, type ListingId } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { MINUTE, type Day, type Instant } from '../base/instant.ts'
import type { Zone } from '../base/zones.ts'
import { dayNumberOf, dayOf, zoneOf, type DayNumber } from '../calendar/days.ts'
import { spanOf, type Hours } from '../calendar/sessions.ts'
import { SECTORS } from '../market/instruments.ts'
import type { Source } from '../market/market.source.ts'
import { marketDays, quarterStart, type MarketDays } from './days.ts'
import { indexLine, type Member } from './indices.ts'
import { follower, shareLine, type Event, type Line, type LineState } from './lines.ts'
import { levelAfter } from './bars.ts'
import { shareOf, type Share } from './shares.ts'
import { historySeedOf } from './seeds.ts'
import type { Liquidity, PracticeShare } from '../universe/companies.ts'
import type { PracticeIndex } from '../universe/indices.ts'
import { growthStepsOf, spreadBpsOf, type Universe } from '../universe/universe.ts'

/** The length of the history before the opening, in days. */
const HISTORY_DAYS = 1_826

/** The inputs of a practice market, fixed when the house opens. */
export interface PracticeHouse {
  readonly universe: Universe
  readonly hours: Hours
  /** The first day of the seed chain: `openingDayAt` for the instant the house opened. */
  readonly openingDay: Day
  /** Public: the days before the opening are made from it. */
  readonly historySeed: Uint8Array
  /** The seed of the opening day or a later one; null while the caller does not know it. */
  readonly daySeed: (day: Day) => Uint8Array | null
}

/** One listing of a running practice market. */
export interface Row {
  readonly line: Line
  readonly follow: (event: Event) => LineState
  /** Null for an index. */
  readonly share: Share | null
  readonly offer: { readonly spreadBps: number; readonly lots: number } | null
}

export interface World {
  readonly hours: Hours
  readonly companies: ReadonlyMap<ListingId, PracticeShare>
  readonly rows: Rows
  readonly rate: Share
}

/**
 * The listings of a market, shares first. Each is made on first request, because of thousands only a few are requested.
 */
export interface Rows {
  get(listing: ListingId): Row | undefined
  values(): Iterable<Row>
}

/** The part of the distance to the base price that a share, and the exchange rate, reverts per day. */
const SHARE_PULL = 1 / 300
const RATE_PULL = 1 / 120

const LOTS: Record<Liquidity, number> = { high: 8, medium: 3, low: 1 }

export function makeWorld({ universe, hours, openingDay, historySeed, daySeed }: PracticeHouse): World {
  const opening = dayNumberOf(openingDay)
  const firstDay = opening - HISTORY_DAYS
  const seedFor = (number: DayNumber): Uint8Array | null =>
    number < opening ? historySeedOf(historySeed, dayOf(number)) : daySeed(dayOf(number))
  const daysOf = (zone: Zone, of: Hours): MarketDays =>
    marketDays({ zone, hours: of, firstDay, openingDay: opening, seedFor })
  const markets: Record<Zone, MarketDays> = {
    'America/New_York': daysOf('America/New_York', hours),
    'Europe/Madrid': daysOf('Europe/Madrid', hours),
  }
  const companies = new Map(universe.shares.map((company) => [company.listing, company]))
  // Currencies trade around the clock, whatever the exchanges' hours.
  return {
    hours,
    companies,
    rows: rowsOf(universe, companies, markets),
    rate: shareOf(RATE_TEMPER, hours === 'always' ? markets[RATE_ZONE] : daysOf(RATE_ZONE, 'always')),
  }
}

function rowsOf(universe: Universe, companies: World['companies'], markets: Record<Zone, MarketDays>): Rows {
  const indices = new Map(universe.indices.map((index) => [index.listing, index]))
  const cache = new Map<ListingId, Row>()
  const make = (listing: ListingId): Row | undefined => {
    const company = companies.get(listing)
    if (company) return shareRow(company, markets[zoneOf(venueOf(listing))])
    const index = indices.get(listing)
    return index && indexRow(index, index.members.map(memberOf))
  }
  const memberOf = (listing: ListingId) => {
    const company = companies.get(listing)
    const share = get(listing)?.share
    assert(company !== undefined && share !== null && share !== undefined, 'an index is over listed shares')
    return { share, sharesInIssue: Number(company.sharesInIssue) }
  }
  const get = (listing: ListingId): Row | undefined => {
    const cachedRow = cache.get(listing)
    if (cachedRow) return cachedRow
    const row = make(listing)
    if (row) cache.set(listing, row)
    return row
  }
  const all = [...companies.keys(), ...indices.keys()]
  return { get, values: () => all.map((listing) => get(listing)!) }
}

function shareRow(company: PracticeShare, days: MarketDays): Row {
  const share = shareOf(temperOf(company), days)
  const line = shareLine(share, company.listing)
  const { liquidity } = company.traits
  return { line, follow: follower(line), share, offer: { spreadBps: spreadBpsOf(liquidity), lots: LOTS[liquidity] } }
}

function indexRow(index: PracticeIndex, members: readonly Member[]): Row {
  const line = indexLine(index, members)
  return { line, follow: follower(line), share: null, offer: null }
}

const temperOf = ({ listing, sector, traits }: PracticeShare) => ({
  listing,
  basePrice: traits.basePrice,
  growth: growthStepsOf(traits),
  beta: traits.beta,
  sector: sector === 'none' ? -1 : SECTORS.indexOf(sector),
  volatility: traits.volatility,
  turnover: traits.turnover,
  reportsOn: traits.reportsOn,
  pull: SHARE_PULL,
})

const RATE_ZONE = 'America/New_York'

/** EUR/USD in millionths: around 1.08, moving about 0.4 % a day. */
const RATE_TEMPER = {
  listing: 'EUR/USD',
  basePrice: 1_080_000,
  growth: 0,
  beta: 0,
  sector: -1,
  volatility: 0.004,
  turnover: 0,
  reportsOn: -1,
  pull: RATE_PULL,
} as const

/** USD per EUR at the end of the last whole minute. */
export function rateFor({ rate }: World): Source['rateAt'] {
  return (until: Instant) => {
    const day = rate.days.dayAt(until)
    if (!day) return null
    const minutes = Math.floor((until - day.open) / MINUTE)
    const value = Math.round(levelAfter(rate, day, minutes))
    return { rate: rateE6(BigInt(value)), at: day.open + minutes * MINUTE, source: 'practice' }
  }
}

/**
 * The trading days in [from, to] on which a company reports; a report due on a non-trading day comes on the next
 * trading day.
 */
export function reportDaysOf({ companies, hours }: World, listing: ListingId, from: Day, to: Day): readonly Day[] {
  const company = companies.get(listing)
  if (!company) return []
  const zone = zoneOf(venueOf(listing))
  const last = dayNumberOf(to)
  const days: Day[] = []
  for (let quarter = quarterStart(dayNumberOf(from)); quarter <= last; quarter = quarterStart(quarter + 95)) {
    let number = quarter + company.traits.reportsOn
    while (!spanOf(zone, number, hours)) number++
    if (number >= dayNumberOf(from) && number <= last) days.push(dayOf(number))
  }
  return days
}
