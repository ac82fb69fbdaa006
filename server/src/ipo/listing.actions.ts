import { venueOf } from '@lonja/core/base/amount'
import { houseListing } from '@lonja/core/ipo/house.rules'
import { practiceDates, practiceListing } from '@lonja/core/ipo/practice.rules'
import type { NewListing } from '@lonja/core/practice/plan'
import { offeredSteps } from '@lonja/core/universe/universe'
import { inTurns } from '../base/turns.ts'
import type { ListOffered } from '../market/market.listing.ts'
import { listHouseOffered } from './house.store.ts'
import { listOfferedNumbers } from './practice.store.ts'

/**
 * The companies of the offers of the house whose shares are delivered: they come to the market hours before their first
 * session. Of those that came by themselves everything but the number follows from the opening of the house; of those that operations
 * made, name, sector, first day and price are in their terms.
 */
export const listOffered: ListOffered = async (db, house, now) => {
  const listings: NewListing[] = []
  for (const number of await db.read(listOfferedNumbers)) {
    const company = await inTurns(offeredSteps(number))
    if (practiceDates(number, venueOf(company.listing), house).delivers <= now)
      listings.push(practiceListing(number, house, company))
  }
  for (const { number, terms } of await db.read(listHouseOffered))
    if (terms.delivers <= now) listings.push(houseListing(terms, await inTurns(offeredSteps(number))))
  return listings
}
