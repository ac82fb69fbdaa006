import { spanOf, type Hours } from './calendar.check.ts'
import type { Start } from './factors.check.ts'
import { companyOfOffer, type CheckedCompany } from './listings.check.ts'

/* The companies of a house's offers and the first days of their shares, written a second time from docs/PRACTICE.md. */

/** A company that lists after the opening of its house. */
export interface CheckedOffer {
  readonly company: CheckedCompany
  readonly first: Start
}

/** The offer of a number. Days are counted from 1970-01-01. */
export function checkedOffer(
  listing: string,
  number: number,
  { openingDay, hours }: { readonly openingDay: number; readonly hours: Hours },
): CheckedOffer {
  const company = companyOfOffer(listing, number)
  const { zone, basePrice } = company.facts
  let day = openingDay + 1 + 2 * number + 8
  while (!spanOf(zone, day, hours)) day++
  const price = 1_000 * Math.min(900, Math.max(40, Math.floor(basePrice / 1_000 + 0.5)))
  return { company, first: { day, price, isOffer: true } }
}
