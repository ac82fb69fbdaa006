import type { Day } from '../base/instant.ts'
import { dayNumberOf, dayTextOf, localDayAt, overAt, spanOf, zoneOf, type Hours } from './calendar.check.ts'
import { checkedListings, companyOfOffer } from './listings.check.ts'
import { checkedOffer, type CheckedOffer } from './offers.check.ts'
import {
  phaseOf,
  priceChecker,
  type CheckedBar,
  type CheckedListing,
  type CheckedQuote,
  type Checker,
} from './price.check.ts'
import { historySeedOf, planSeedOf, revealedSeeds, type CheckedChain } from './seeds.check.ts'

/*
 * A price of a house at an instant, by the second implementation alone: which day and which quote event it is, what the
 * seeds are, and every figure. Written from docs/PRACTICE.md.
 */

/** The version of the function that is written down there. */
export const CHECKED_VERSION = 5

const HISTORY_DAYS = 1_826

/** The publications of a house on which its prices depend. */
export interface HouseFacts {
  readonly hours: Hours
  readonly openingDay: Day
  readonly historySeed: Uint8Array
  /** The first day that version 3 prices, if version 2 prices the days before it. */
  readonly turnsOn: Day | null
  /** The first day of version 4, and of version 5. */
  readonly plansFrom: Day | null
  readonly splitsFrom: Day | null
}

export interface PublishedHouse extends HouseFacts {
  readonly chains: readonly CheckedChain[]
  /** The first day that can be checked, if a version that is no longer run priced the days before. */
  readonly checkableFrom: Day | null
  /** The codes of all its shares, in their order. */
  readonly codes: readonly string[]
  /** The codes of the companies of its offers, by number. */
  readonly offered: readonly string[]
  /** The offers that operations made, by their published terms. */
  readonly houseOffers: readonly PublishedOffer[]
}

/** An offer that operations made: its running number, and the first instant and the price of its terms. */
export interface PublishedOffer {
  readonly listing: string
  readonly number: number
  readonly lists: number
  /** In ten-thousandths. */
  readonly price: number
}

export interface BarAt extends CheckedBar {
  readonly at: number
}

export type PriceAt =
  /** The newest quote event up to the instant, and the candles of its whole minute and day. */
  | { readonly result: 'computed'; readonly quote: CheckedQuote | null; readonly minute: BarAt; readonly day: BarAt }
  | { readonly result: 'unknown_listing' }
  | { readonly result: 'too_early' }
  | { readonly result: 'earlier_version'; readonly from: Day }
  /** Version 2 prices this day. */
  | { readonly result: 'version_two' }
  | { readonly result: 'not_yet'; readonly day: Day; readonly from: number }
  | { readonly result: 'broken_seed'; readonly day: Day }

/** The second implementation for a house whose seeds are known. `startOf` gives the last price of version 2. */
export function checkerFor(
  { hours, openingDay, historySeed, turnsOn, plansFrom, splitsFrom }: HouseFacts,
  daySeed: (day: Day) => Uint8Array | null,
  startOf?: (listing: string) => number | null,
): Checker {
  const opening = dayNumberOf(openingDay)
  return priceChecker(
    {
      hours,
      openingDay: opening,
      firstDay: opening - HISTORY_DAYS,
      turn: turnsOn === null ? null : dayNumberOf(turnsOn),
      seedOf: (day) => (day < opening ? historySeedOf(historySeed, day) : daySeed(dayTextOf(day))),
      spanOf: (zone, day) => spanOf(zone, day, hours),
      plan: plansFrom === null ? null : { seed: planSeedOf(historySeed), from: dayNumberOf(plansFrom) },
      splitsFrom: splitsFrom === null ? null : dayNumberOf(splitsFrom),
    },
    startOf,
  )
}

/** The price of a listing at an instant. `startOf` gives the last price of version 2 in a house that turned. */
export function priceAt(
  house: PublishedHouse,
  listing: string,
  at: number,
  startOf: (listing: string) => number | null,
): PriceAt {
  const revealed = revealedSeeds(house.chains)
  if ('brokenOn' in revealed) return { result: 'broken_seed', day: revealed.brokenOn }
  const listings = checkedListings(house.codes)
  const index = listings.index(listing)
  const { hours, openingDay, checkableFrom, turnsOn } = house
  const [zone, opening] = [zoneOf(listing), dayNumberOf(openingDay)]
  const number = house.offered.indexOf(listing)
  const offer =
    houseOfferOf(house, listing) ?? (number < 0 ? null : checkedOffer(listing, number, { openingDay: opening, hours }))
  const company = index ? null : (offer?.company ?? listings.company(listing))
  const isUnknown = !index && !company
  // A house makes offers from version 3 on.
  if (isUnknown || (offer && turnsOn !== null && offer.first.day < dayNumberOf(turnsOn)))
    return { result: 'unknown_listing' }
  // An index is quoted after all its members in every second.
  const phase = index ? 999 : phaseOf(listing)
  const dayAsked = localDayAt(zone, at)
  let day = dayAsked
  while (day >= opening - HISTORY_DAYS && !hasQuote(spanOf(zone, day, hours), phase, at)) day--
  if (day < (offer?.first.day ?? opening - HISTORY_DAYS)) return { result: 'too_early' }
  if (checkableFrom !== null && day < dayNumberOf(checkableFrom))
    return { result: 'earlier_version', from: checkableFrom }
  if (day >= opening && !revealed.seeds.has(day))
    return { result: 'not_yet', day: dayTextOf(dayAsked), from: overAt(dayAsked) }
  if (turnsOn !== null && day < dayNumberOf(turnsOn)) return { result: 'version_two' }
  const checker = checkerFor(house, (of) => revealed.seeds.get(dayNumberOf(of)) ?? null, startOf)
  const checked = index ? checker.index(index, day) : checker.share(company!.facts, day, offer?.first)
  return checked === null
    ? { result: 'not_yet', day: dayTextOf(dayAsked), from: overAt(dayAsked) }
    : eventOf(checked, at - checked.open - phase)
}

/** An offer that operations made moves as the company of its number, from the price of its terms; null for any other listing. */
function houseOfferOf({ houseOffers }: PublishedHouse, listing: string): CheckedOffer | null {
  const offer = houseOffers.find((one) => one.listing === listing)
  if (!offer) return null
  const day = localDayAt(zoneOf(listing), offer.lists)
  return { company: companyOfOffer(listing, offer.number), first: { day, price: offer.price, isOffer: true } }
}

const hasQuote = (span: { readonly open: number } | null, phase: number, at: number): boolean =>
  span !== null && at >= span.open + phase

/** The newest event some milliseconds after a day's first one. In a halt it is the last one before. */
function eventOf(of: CheckedListing, since: number): PriceAt {
  const count = Math.min(Math.floor(since / 1_000), 60 * of.minutes - 1)
  const [running, second] = [Math.floor(count / 60), count % 60]
  const isHalted = of.halt !== null && running >= of.halt.from && running < of.halt.to
  const [minute, at] = isHalted ? [of.halt.from - 1, 59] : [running, second]
  return {
    result: 'computed',
    quote: of.quote(minute, at),
    minute: { at: of.open + 60_000 * minute, ...of.minute(minute)! },
    day: { at: of.open, ...of.day() },
  }
}
