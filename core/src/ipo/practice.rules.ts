import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { priceE4, venueOf, wholeShares, type PriceE4, type Shares, type Venue } from '../base/amount.ts'
import { idFromHash } from '../base/derived.ts'
import { HOUR, type Day, type Instant } from '../base/instant.ts'
import { wordsOf, type Words } from '../base/noise.ts'
import { DAY_MS, dayNumberAt, dayNumberOf, dayOf, zoneOf, type DayNumber } from '../calendar/days.ts'
import { sessionAt, type Hours } from '../calendar/sessions.ts'
import type { NewListing } from '../practice/plan.ts'
import type { PublishedChain } from '../practice/seeds.ts'
import type { PracticeShare } from '../universe/companies.ts'
import { roundAfter, type DrandChain } from './beacon.rules.ts'
import { wholeLots, type Lots, type Terms } from './terms.text.ts'

/*
 * The offers that come by themselves in a practice house. Nobody chooses their companies, dates, sizes or prices: all of
 * them follow from the running number and from a seed that is revealed before the offer is published.
 */

const PRACTICE_OFFER_RULE = 1

/** The running numbers from here on are those of the offers that operations make. */
export const PRACTICE_OFFERS = 2_000

/** One offer opens each second day, and stays open for four: two are open at any time, and one waits for its draw. */
const FIRST_OPENS = 1
const OPENS_AT = 8
const EVERY_DAYS = 2
const CLOSES_AFTER = 4
const DRAWS_AFTER = 6
const DELIVERS_AFTER = 7
const LISTS_AFTER = 8
/** The seed of so many days before the opening: that day is over in every venue a day before. */
const SEED_BEFORE = 2

/** The facts of a practice house that its offers follow from. */
export interface PracticeHouse {
  readonly openingDay: Day
  readonly hours: Hours
  /** The drand chain that the house follows; null for a house that draws by day seeds. */
  readonly chain: DrandChain | null
}

type Dates = Pick<Terms, 'opens' | 'closes' | 'draws' | 'delivers' | 'lists'>

const opensOn = (number: number, { openingDay }: Pick<PracticeHouse, 'openingDay'>): DayNumber =>
  dayNumberOf(openingDay) + FIRST_OPENS + number * EVERY_DAYS

const at = (day: DayNumber, hour: number): Instant => day * DAY_MS + hour * HOUR

/** The dates of an offer of a venue, in UTC; it lists with the first session from a day on. */
export function practiceDates(number: number, venue: Venue, house: Omit<PracticeHouse, 'chain'>): Dates {
  const day = opensOn(number, house)
  return {
    opens: at(day, OPENS_AT),
    closes: at(day + CLOSES_AFTER, 17),
    draws: at(day + DRAWS_AFTER, 18),
    delivers: at(day + DELIVERS_AFTER, 8),
    lists: firstOpenFrom(venue, day + LISTS_AFTER, house.hours),
  }
}

/** The first open of a venue on a day or after it. */
function firstOpenFrom(venue: Venue, day: DayNumber, hours: Hours): Instant {
  for (let from = at(day, 0); ; from += DAY_MS) {
    const { open } = sessionAt(venue, from, hours)
    if (dayNumberAt(zoneOf(venue), open) >= day) return open
  }
}

/** The day whose seed gives an offer. One before the opening of the house has a seed of its public history. */
export const practiceSeedDay = (number: number, house: Pick<PracticeHouse, 'openingDay'>): Day =>
  dayOf(opensOn(number, house) - SEED_BEFORE)

/**
 * The running number of the offer that may be published at an instant: the day of its seed is over in every venue, and it is
 * not open. Null if there is none. An offer that was not published in time is left out.
 */
export function practiceNumberAt(now: Instant, house: Pick<PracticeHouse, 'openingDay'>): number | null {
  const tomorrow = Math.floor(now / DAY_MS) + 1
  const number = Math.floor((tomorrow - opensOn(0, house)) / EVERY_DAYS)
  return number >= 0 && number < PRACTICE_OFFERS && now < at(opensOn(number, house), OPENS_AT) ? number : null
}

/** The facts beside house and number. */
export interface PracticeFacts {
  readonly company: PracticeShare
  readonly seed: Uint8Array
  readonly seeds: Terms['seeds']
  /** The hash of the prospectus, in hex. */
  readonly prospectus: string
}

/** The terms of an offer of the house. */
export function practiceTerms(
  number: number,
  house: PracticeHouse,
  { company, seed, seeds, prospectus }: PracticeFacts,
): Terms {
  const hash = sha256(concatBytes(utf8ToBytes(`lonja practice offer ${PRACTICE_OFFER_RULE} ${number} `), seed))
  const dates = practiceDates(number, venueOf(company.listing), house)
  const { chain } = house
  return {
    offer: idFromHash(hash, dates.opens),
    company: company.name,
    sector: company.sector,
    listing: company.listing,
    ...sizesFor(company, wordsOf(hash)),
    ...dates,
    prospectus,
    seeds,
    crowd: true,
    beacon: chain ? { kind: 'drand', chain: chain.hash, round: roundAfter(chain, dates.draws) } : { kind: 'seeds' },
  }
}

/**
 * The company of an offer as it lists. Its first day and its price follow from the number alone, so each server of the house
 * and each checker has the same.
 */
export function practiceListing(
  number: number,
  house: Omit<PracticeHouse, 'chain'>,
  company: PracticeShare,
): NewListing {
  const venue = venueOf(company.listing)
  const { lists } = practiceDates(number, venue, house)
  return { company, first: { day: dayNumberAt(zoneOf(venue), lists), price: Number(priceFor(company)) } }
}

/** A tenth of a currency unit, and the least and the highest price in tenths. */
const TENTH_E4 = 1_000
const LEAST_TENTHS = 40
const MOST_TENTHS = 900
const LOT_SIZES = [100n, 50n, 20n, 10n]
/** A lot costs no more than so much, so that a newcomer can pay for one. */
const LOT_COSTS_MOST_E4 = 10_000_000n
/** One application may ask for a twentieth of the lots. */
const PART_MOST = 20n

/** The price is that of a company of its size, within bounds. */
const priceFor = ({ traits }: PracticeShare): PriceE4 =>
  priceE4(BigInt(Math.min(MOST_TENTHS, Math.max(LEAST_TENTHS, Math.round(traits.basePrice / TENTH_E4))) * TENTH_E4))

/** The seed gives the number of lots: 1,000 to 5,000. */
function sizesFor(company: PracticeShare, [word = 0]: Words): Pick<Terms, 'price' | 'lot' | 'lots' | 'most'> {
  const price = priceFor(company)
  const lots = wholeLots(BigInt(1_000 + 100 * (word % 41)))
  return { price, lot: lotFor(price), lots, most: mostOf(lots) }
}

const mostOf = (lots: Lots): Lots => wholeLots(lots / PART_MOST)

const lotFor = (price: PriceE4): Shares =>
  wholeShares(LOT_SIZES.find((shares) => price * shares <= LOT_COSTS_MOST_E4) ?? 10n)

/** The days that a chain of seeds must have after the draw, which may be late. */
const SPARE_DAYS = 31

/** The published chain that has the seeds of an offer: of its deadline, and of a draw that may be late. Null if none has all. */
export function practiceChain<Chain extends PublishedChain>(
  chains: readonly Chain[],
  { closes, draws }: Pick<Terms, 'closes' | 'draws'>,
): Chain | null {
  const [from, to] = [Math.floor(closes / DAY_MS), Math.floor(draws / DAY_MS) + SPARE_DAYS]
  const has = ({ firstDay, links }: PublishedChain): boolean =>
    dayNumberOf(firstDay) <= from && to < dayNumberOf(firstDay) + links
  return chains.find(has) ?? null
}
