import type { Day, Instant } from '@lonja/core/base/instant'
import type { Hours } from '@lonja/core/calendar/sessions'
import type { NewListing } from '@lonja/core/practice/plan'
import type { Db } from '../database/db.ts'
import type { Market } from './market.quotes.ts'

/* Companies that come to a practice market while the house is open. */

/** The facts of a practice house from which the first days of its listings follow. */
export interface ListingHouse {
  readonly openingDay: Day
  readonly hours: Hours
}

/** The companies that list after the opening and whose shares are delivered by an instant. The roof gives it: offers are above the market. */
export type ListOffered = (db: Db, house: ListingHouse, now: Instant) => Promise<readonly NewListing[]>

/** A value that is made of all instruments, and made anew once others are listed. */
export function fromInstruments<Value>({ instruments }: Pick<Market, 'instruments'>, make: () => Value): () => Value {
  let [value, count] = [make(), instruments.length]
  return () => {
    if (count !== instruments.length) [value, count] = [make(), instruments.length]
    return value
  }
}
