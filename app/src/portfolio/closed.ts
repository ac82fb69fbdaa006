import { CURRENCIES, isListing, type Currency, type ListingId } from '@lonja/core/base/amount'
import type { InputOf } from '@lonja/core/base/contract'
import { CLOSED_RESULTS, SELL_TYPES, type ClosedResult, type SellType } from '@lonja/core/orders/lots.rules'
import type { readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { dayEnd, dayStart } from '@lonja/kit/day-filter'
import { urlTo, type Query } from '@lonja/kit/nav'

/*
 * The filter of the closed positions. It is stored in the page's address, so that a link, a reload and Back show the
 * same list.
 */

export interface ClosedChoice {
  readonly listing: ListingId | null
  /** The market, by its currency. */
  readonly currency: Currency | null
  readonly result: ClosedResult | null
  readonly sold: SellType | null
  /** The first and the last day of the sales in Madrid, `2026-11-22`. */
  readonly from: string | null
  readonly to: string | null
}

export const ALL_CLOSED: ClosedChoice = {
  listing: null,
  currency: null,
  result: null,
  sold: null,
  from: null,
  to: null,
}

const named = <Name extends string>(names: readonly Name[], name: string | null): Name | null =>
  names.find((each) => each === name) ?? null

const dayIn = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && dayStart(text) !== undefined ? text : null

/** Read a filter from an address; unknown values are ignored. */
export function closedChoiceFor(query: URLSearchParams): ClosedChoice {
  const listing = query.get('listing')
  return {
    listing: listing !== null && isListing(listing) ? listing : null,
    currency: named(CURRENCIES, query.get('currency')),
    result: named(CLOSED_RESULTS, query.get('result')),
    sold: named(SELL_TYPES, query.get('sold')),
    from: dayIn(query.get('from')),
    to: dayIn(query.get('to')),
  }
}

/** The query of a filter. */
const closedQueryOf = (choice: ClosedChoice): Query =>
  Object.fromEntries(Object.entries(choice).map(([name, value]) => [name, (value as string | null) ?? undefined]))

/** The address of the closed positions that a filter leaves. */
export const closedUrl = (choice: Partial<ClosedChoice> = {}): string =>
  urlTo('/pages/trade/index', { tab: 'closed', ...closedQueryOf({ ...ALL_CLOSED, ...choice }) })

/** The filter as the calls take it: whole days, the last one included. */
export function closedFilterOf(choice: ClosedChoice): InputOf<typeof readClosedTotals> {
  const { listing, currency, result, sold } = choice
  const from = choice.from === null ? undefined : dayStart(choice.from)
  const to = choice.to === null ? undefined : dayEnd(choice.to)
  return {
    ...(listing ? { listing } : {}),
    ...(currency ? { currency } : {}),
    ...(result ? { result } : {}),
    ...(sold ? { sold } : {}),
    // A day before 1970 is no moment of the wire.
    ...(from === undefined ? {} : { from: Math.max(0, from) }),
    ...(to === undefined ? {} : { to: Math.max(0, to) }),
  }
}

/** True if any filter is set. */
export const isClosedNarrowed = (choice: ClosedChoice): boolean => Object.values(choice).some((value) => value !== null)
