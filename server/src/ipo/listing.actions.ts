import { venueOf } from '@lonja/core/base/amount'
import { practiceDates, practiceListing } from '@lonja/core/ipo/practice.rules'
import type { NewListing } from '@lonja/core/practice/plan'
import { offeredSteps } from '@lonja/core/universe/universe'
import { inTurns } from '../base/turns.ts'
import type { ListOffered } from '../market/market.listing.ts'
import { listOfferedNumbers } from './practice.store.ts'

/**
 * The companies of the offers of the house whose shares are delivered: they come to the market hours before their first
 * session. Everything but the numbers of the published offers follows from the opening of the house.
 */
export const listOffered: ListOffered = async (db, house, now) => {
  const listings: NewListing[] = []
  for (const number of await db.read(listOfferedNumbers)) {
    const company = await inTurns(offeredSteps(number))
    if (practiceDates(number, venueOf(company.listing), house).delivers <= now)
      listings.push(practiceListing(number, house, company))
  }
  return listings
}
