import { venueOf, type ListingId } from '../base/amount.ts'
import type { Day } from '../base/instant.ts'
import { dayNumberOf, dayOf, zoneOf } from '../calendar/days.ts'
import { spanOf, type Hours } from '../calendar/sessions.ts'
import { SECTORS } from '../market/instruments.ts'
import { quarterStart } from '../practice/days.ts'
import { historySeedOf, planSeedOf } from '../practice/seeds.ts'
import { HISTORY_DAYS } from '../practice/world.ts'
import type { PracticeShare } from '../universe/companies.ts'
import type { PracticeIndex } from '../universe/indices.ts'
import { spreadBpsOf } from '../universe/universe.ts'
import type { Facts } from './factors.check.ts'
import { priceChecker, type Checker, type IndexFacts } from './price.check.ts'

/** The publications of a house that the second implementation needs. */
export interface CheckedHouse {
  readonly hours: Hours
  readonly openingDay: Day
  readonly historySeed: Uint8Array
  readonly daySeed: (day: Day) => Uint8Array | null
  readonly turnsOn: Day | null
  readonly plansFrom: Day | null
}

/** The second implementation for a house: its calendar and the history's public seeds are joined to its seeds. */
export function checkerFor(
  { hours, openingDay, historySeed, daySeed, turnsOn, plansFrom }: CheckedHouse,
  startOf?: (listing: string) => number | null,
): Checker {
  const opening = dayNumberOf(openingDay)
  return priceChecker(
    {
      hours,
      openingDay: opening,
      firstDay: opening - HISTORY_DAYS,
      turn: turnsOn === null ? null : dayNumberOf(turnsOn),
      seedOf: (day) => (day < opening ? historySeedOf(historySeed, dayOf(day)) : daySeed(dayOf(day))),
      spanOf: (zone, day) => spanOf(zone, day, hours),
      quarterOf: quarterStart,
      plan: plansFrom === null ? null : { seed: planSeedOf(historySeed), from: dayNumberOf(plansFrom) },
    },
    startOf,
  )
}

/** The facts of a company that its prices depend on. */
export const factsOf = ({ listing, sector, traits }: PracticeShare): Facts => ({
  listing,
  zone: zoneOf(venueOf(listing)),
  basePrice: traits.basePrice,
  growth: traits.growth,
  beta: traits.beta,
  sector: sector === 'none' ? -1 : SECTORS.indexOf(sector),
  volatility: traits.volatility,
  turnover: traits.turnover,
  reportsOn: traits.reportsOn,
  spreadBps: spreadBpsOf(traits.liquidity),
})

/** The facts of an index with those of its members, in their order. */
export const indexFactsOf = (
  { members, divisor }: PracticeIndex,
  shareOf: (listing: ListingId) => PracticeShare,
): IndexFacts => ({
  divisor,
  members: members.map((listing) => {
    const share = shareOf(listing)
    return { facts: factsOf(share), sharesInIssue: Number(share.sharesInIssue) }
  }),
})
