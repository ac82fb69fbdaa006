import { isListing, type ListingId } from '@lonja/core/base/amount'
import type { InputOf } from '@lonja/core/base/contract'
import type { listOrders } from '@lonja/core/orders/orders.contract'
import { dayEnd, dayStart } from '@lonja/kit/day-filter'
import { urlTo } from '@lonja/kit/nav'

/*
 * The filter of the trade records and of the ended orders. It is stored in the page's address, so that a link, a reload
 * and Back show the same list.
 */

export interface RecordsChoice {
  readonly listing: ListingId | null
  /** The first and the last day of the orders in Madrid, `2026-11-22`. */
  readonly from: string | null
  readonly to: string | null
}

export const ALL_RECORDS: RecordsChoice = { listing: null, from: null, to: null }

const dayIn = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && dayStart(text) !== undefined ? text : null

/** Read a filter from an address; unknown values are ignored. */
export function recordsChoiceFor(query: URLSearchParams): RecordsChoice {
  const listing = query.get('listing')
  return {
    listing: listing !== null && isListing(listing) ? listing : null,
    from: dayIn(query.get('from')),
    to: dayIn(query.get('to')),
  }
}

/** The address of the records that a filter leaves. */
export const recordsUrl = (tab: 'filled' | 'ended', { listing, from, to }: RecordsChoice): string =>
  urlTo('/pages/trade/index', { tab, listing: listing ?? undefined, from: from ?? undefined, to: to ?? undefined })

/** The filter as the call takes it: whole days, the last one included. */
export function recordsFilterOf({
  listing,
  from: first,
  to: last,
}: RecordsChoice): Pick<InputOf<typeof listOrders>, 'listing' | 'from' | 'to'> {
  const from = first === null ? undefined : dayStart(first)
  const to = last === null ? undefined : dayEnd(last)
  return {
    ...(listing ? { listing } : {}),
    // A day before 1970 is no moment of the wire.
    ...(from === undefined ? {} : { from: Math.max(0, from) }),
    ...(to === undefined ? {} : { to: Math.max(0, to) }),
  }
}

/** True if any filter is set. */
export const isRecordsNarrowed = ({ listing, from, to }: RecordsChoice): boolean =>
  listing !== null || from !== null || to !== null

/** The last day is before the first one, so that no order can be between them. */
export const isBackwards = ({ from, to }: Pick<RecordsChoice, 'from' | 'to'>): boolean =>
  from !== null && to !== null && to < from
