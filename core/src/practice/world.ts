import { venueOf, type ListingId } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Day, Instant } from '../base/instant.ts'
import { stepsOf } from '../base/maths.ts'
import type { Zone } from '../base/zones.ts'
import { dayNumberOf, dayOf, zoneOf, type DayNumber } from '../calendar/days.ts'
import type { Hours } from '../calendar/sessions.ts'
import { byRecord, type MarketAction } from '../market/actions.ts'
import { SECTORS, type Sector } from '../market/instruments.ts'
import type { Source } from '../market/market.source.ts'
import type { Liquidity, PracticeShare } from '../universe/companies.ts'
import { growthStepsOf, spreadBpsOf, type Universe } from '../universe/universe.ts'
import { marketDays, type DrawDay, type MarketDays, type TradingDay } from './days.ts'
import { indexLine, type Member } from './indices.ts'
import { joinLines } from './joined.ts'
import { follower, type Event, type Line, type LineState, type ShareLine } from './lines.ts'
import { NO_PLAN, type ListingPlan, type NewListing } from './plan.ts'
import { RATE_ZONE, rateFor, rateLine } from './rates.ts'
import { historySeedOf } from './seeds.ts'
import { drawDayOfTwo } from './v2/days.ts'
import { lineOfTwo } from './v2/lines.ts'
import { shareOf as shareOfTwo } from './v2/shares.ts'
import { drawDayOfThree } from './v3/days.ts'
import { lineOfThree } from './v3/lines.ts'
import { shareOf as shareOfThree } from './v3/shares.ts'
import { worldOfThree } from './v3/world.ts'
import { announcedDividends } from './v4/announced.ts'
import { ANNOUNCED_DAYS, dividendsFor, type DividendDay } from './v4/dividends.ts'
import { announcedSplits, type AnnouncedSplits } from './v5/announced.ts'
import { splitsFor } from './v5/splits.ts'

/** The length of the history before the opening, in days. */
export const HISTORY_DAYS = 1_826

/** The inputs of a practice market, fixed when the house opens or announced days before they count. */
export interface PracticeHouse {
  readonly universe: Universe
  readonly hours: Hours
  /** The first day of the seed chain: `openingDayAt` for the instant the house opened. */
  readonly openingDay: Day
  /** Public: the days before the opening are made from it. */
  readonly historySeed: Uint8Array
  /** The seed of the opening day or a later one; null while the caller does not know it. */
  readonly daySeed: (day: Day) => Uint8Array | null
  /** The first day that version 3 prices, if version 2 priced those before; null or absent if version 3 prices all. */
  readonly turnsOn?: Day | null
  /** The first day of version 4, which has dividends; null or absent if there are none. */
  readonly plansFrom?: Day | null
  /** The first day of version 5, which has splits; null or absent if there are none. */
  readonly splitsFrom?: Day | null
  /** The plan of a listing. Without one nothing of any listing is planned. */
  readonly planOf?: (listing: ListingId) => ListingPlan
}

/** One listing of a running practice market. */
export interface Row {
  readonly line: Line
  readonly follow: (event: Event) => LineState
}

export interface World {
  readonly hours: Hours
  readonly companies: ReadonlyMap<ListingId, PracticeShare>
  readonly rows: Rows
  readonly rateAt: Source['rateAt']
  /** The dividends and splits announced up to an instant. Absent if the house has none. */
  readonly announcedBy?: (until: Instant) => readonly MarketAction[]
  /** The splits of a listing announced up to an instant. */
  readonly splitsBy: (listing: ListingId, until: Instant) => readonly MarketAction[]
  /** The first day of a company that lists after the opening; null for any other. */
  firstDayOf(listing: ListingId): DayNumber | null
  /** List companies that are not listed yet, before the first day of each is asked for. */
  list(listings: readonly NewListing[]): void
}

/** The listings of a market. Each is made on first request, because of thousands only a few are requested. */
export interface Rows {
  get(listing: ListingId): Row | undefined
  /** Those from the opening on. */
  values(): Iterable<Row>
}

/** The part of the distance to the base price that a share of version 2 reverts per day. */
const PULL_OF_TWO = 1 / 300

/** The deviation of a share's price at the opening around its base price. */
const AROUND_BASE = 0.12

const LOTS_OF_TWO: Record<Liquidity, number> = { high: 8, medium: 3, low: 1 }

export function makeWorld(house: PracticeHouse): World {
  const { universe, hours } = house
  const markets = marketsOf(house, hours)
  const companies = new Map(universe.shares.map((company) => [company.listing, company]))
  const firsts = new Map<ListingId, NewListing['first']>()
  const planOf = (listing: ListingId): ListingPlan => {
    const first = firsts.get(listing)
    return first ? { first, actions: [] } : (house.planOf?.(listing) ?? NO_PLAN)
  }
  const planned = { ...house, planOf }
  const lines = linesOf(planned, companies, markets)
  const actionsOf = () => {
    const splits = splitsIn(planned, companies, lines)
    return { announced: bothOf(announcedIn(planned, companies, lines), splits), splits }
  }
  let actions = actionsOf()
  // Currencies trade around the clock, whatever the exchanges' hours.
  const rateDays = hours === 'always' ? markets[RATE_ZONE] : marketsOf(house, 'always')[RATE_ZONE]
  return {
    hours,
    companies,
    rows: rowsOf(house, companies, lines),
    rateAt: rateFor(rateDays, rateLine(rateDays)),
    ...(actions.announced ? { announcedBy: (until) => actions.announced?.(until) ?? NONE } : {}),
    splitsBy: (listing, until) => actions.splits?.of(listing, until) ?? NONE,
    firstDayOf: (listing) => planOf(listing).first?.day ?? null,
    list: (listings) => {
      for (const { company, first } of listings) {
        assert(!companies.has(company.listing), 'a company is listed once')
        companies.set(company.listing, company)
        firsts.set(company.listing, first)
      }
      // The announcements are gone through again, with those of the new companies.
      if (listings.length > 0) actions = actionsOf()
    },
  }
}

/** The trading days of each zone: version 2 draws those before the turn, version 3 those from it on. */
function marketsOf(
  { openingDay, historySeed, daySeed, turnsOn = null }: PracticeHouse,
  hours: Hours,
): Record<Zone, MarketDays> {
  const opening = dayNumberOf(openingDay)
  const firstDay = opening - HISTORY_DAYS
  const turn = turnsOn === null ? -Infinity : dayNumberOf(turnsOn)
  const seedFor = (number: DayNumber): Uint8Array | null =>
    number < opening ? historySeedOf(historySeed, dayOf(number)) : daySeed(dayOf(number))
  // Madrid's first day begins in the last hours of the world's day before.
  const world = worldOfThree(hours, firstDay - 1, seedFor)
  const daysOf = (zone: Zone): MarketDays => {
    const [two, three] = [drawDayOfTwo(zone, hours, seedFor), drawDayOfThree(zone, world, seedFor)]
    const drawDay: DrawDay = (day, before) => (day.number < turn ? two(day, before) : three(day, before))
    return marketDays({ zone, hours, firstDay, openingDay: opening, drawDay })
  }
  return { 'America/New_York': daysOf('America/New_York'), 'Europe/Madrid': daysOf('Europe/Madrid') }
}

type LineOf = (listing: ListingId) => ShareLine | undefined

/** A house with the plan of each listing. */
type PlannedHouse = PracticeHouse & Required<Pick<PracticeHouse, 'planOf'>>

/** The days on which a company may act. A new listing acts by a close of its own. */
function actingFrom<Acts extends DividendDay>(acts: Acts | null, { first }: ListingPlan): Acts | null {
  return acts && first ? { ...acts, from: Math.max(acts.from, first.day + 1 + ANNOUNCED_DAYS) } : acts
}

function linesOf(house: PlannedHouse, companies: World['companies'], markets: Record<Zone, MarketDays>): LineOf {
  const plansOf = { dividendsOf: dividendsIn(house), splitsOf: drawnSplits(house) }
  return cached((listing) => {
    const company = companies.get(listing)
    return company && shareLine({ ...house, ...plansOf }, company, markets[zoneOf(venueOf(listing))])
  })
}

function dividendsIn({ historySeed, plansFrom = null, planOf }: PlannedHouse) {
  if (plansFrom === null) return () => null
  const dividendsOf = dividendsFor(historySeed, dayNumberOf(plansFrom))
  return (listing: ListingId) => actingFrom(dividendsOf(listing), planOf(listing))
}

function announcedIn(house: PlannedHouse, companies: World['companies'], lines: LineOf): World['announcedBy'] {
  const { hours, plansFrom = null } = house
  if (plansFrom === null) return undefined
  return announcedDividends({
    hours,
    from: dayNumberOf(plansFrom),
    listings: companies.keys(),
    dividendsOf: dividendsIn(house),
    amountOf: (listing, announcedAt) => lines(listing)?.dividendAt(announcedAt) ?? null,
  })
}

function drawnSplits({ historySeed, splitsFrom = null, planOf }: PlannedHouse) {
  if (splitsFrom === null) return () => null
  const splitsOf = splitsFor(historySeed, dayNumberOf(splitsFrom))
  return (listing: ListingId) => actingFrom(splitsOf(listing), planOf(listing))
}

function splitsIn(house: PlannedHouse, companies: World['companies'], lines: LineOf): AnnouncedSplits | null {
  if ((house.splitsFrom ?? null) === null) return null
  const splitsOf = drawnSplits(house)
  return announcedSplits({
    hours: house.hours,
    listings: companies.keys(),
    splitsOf: (listing) => (companies.has(listing) ? splitsOf(listing) : null),
    ratioOf: (listing, announcedAt) => lines(listing)?.splitAt(announcedAt) ?? null,
  })
}

const NONE: readonly MarketAction[] = []

/** Dividends and splits together, in order: the same array while both are. */
function bothOf(dividends: World['announcedBy'], splits: AnnouncedSplits | null): World['announcedBy'] {
  if (!splits) return dividends
  if (!dividends) return splits.all
  let latest: readonly (readonly MarketAction[])[] = []
  return (until) => {
    const [one, other] = [dividends(until), splits.all(until)]
    if (other.length === 0) return one
    if (latest[0] !== one || latest[1] !== other) latest = [one, other, [...one, ...other].toSorted(byRecord)]
    return latest[2] as readonly MarketAction[]
  }
}

function rowsOf(house: PracticeHouse, companies: World['companies'], lines: LineOf): Rows {
  const indices = new Map(house.universe.indices.map((index) => [index.listing, index]))
  const memberOf = (listing: ListingId): Member => {
    const [company, line] = [companies.get(listing), lines(listing)]
    assert(company !== undefined && line !== undefined, 'an index is over listed shares')
    const sharesInIssue = Number(company.sharesInIssue)
    return { line, sharesOn: (day) => sharesInIssue * line.sharesOn(day) }
  }
  const get = cached((listing) => {
    const index = indices.get(listing)
    const line: Line | undefined = index ? indexLine(index, index.members.map(memberOf)) : lines(listing)
    return line && { line, follow: follower(line) }
  })
  const all = [...companies.keys(), ...indices.keys()]
  return { get, values: () => all.map((listing) => get(listing)!) }
}

/** A function of a listing that is computed once for each. */
function cached<Value>(make: (listing: ListingId) => Value | undefined): (listing: ListingId) => Value | undefined {
  const cache = new Map<ListingId, Value>()
  return (listing) => {
    const cachedValue = cache.get(listing)
    if (cachedValue) return cachedValue
    const value = make(listing)
    if (value) cache.set(listing, value)
    return value
  }
}

/** Everything that the later versions plan for a share. */
interface Plans {
  readonly dividendsOf: ReturnType<typeof dividendsIn>
  readonly splitsOf: ReturnType<typeof drawnSplits>
}

/** The line of a share: version 3 goes on from the last price of version 2. */
function shareLine(
  { turnsOn = null, hours, planOf, dividendsOf, splitsOf }: PlannedHouse & Plans,
  company: PracticeShare,
  days: MarketDays,
): ShareLine {
  const { listing, traits } = company
  const temper = temperOf(company)
  const spreadBps = spreadBpsOf(traits.liquidity)
  const ofThree = {
    ...temper,
    around: AROUND_BASE,
    pull: 0,
    hasSessions: hours === 'exchange',
    plan: planOf(listing),
    dividends: dividendsOf(listing),
    splits: splitsOf(listing),
  }
  // No day of a new listing was priced by version 2.
  if (turnsOn === null || ofThree.plan.first) return lineOfThree(shareOfThree(ofThree, days), listing, spreadBps)
  const spread = { spreadBps, lots: LOTS_OF_TWO[traits.liquidity] }
  const two = lineOfTwo(shareOfTwo({ ...temper, pull: PULL_OF_TWO }, days), listing, spread)
  const lastClose = ({ index }: TradingDay): number | null => {
    const last = days.days[index - 1]
    return last ? stepsOf(two.close(last)) : null
  }
  return joinLines(two, lineOfThree(shareOfThree(ofThree, days, lastClose), listing, spreadBps))
}

const sectorOf = (sector: Sector): number => (sector === 'none' ? -1 : SECTORS.indexOf(sector))

const temperOf = ({ listing, sector, traits }: PracticeShare) => ({
  listing,
  basePrice: traits.basePrice,
  growth: growthStepsOf(traits),
  beta: traits.beta,
  sector: sectorOf(traits.movesWith ?? sector),
  volatility: traits.volatility,
  turnover: traits.turnover,
  reportsOn: traits.reportsOn,
})
