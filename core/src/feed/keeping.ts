import type { ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import type { FeedBook } from './book.ts'
import { heardOf, type GapReason, type HeardEvent } from './heard.ts'
import { heardQuote, type ListingState, type QuoteEvent } from './listing.ts'

/*
 * Keeping the events of a listing while orders in it are open. A listing whose events are kept adds each to its list as
 * it is heard; the list is emptied into the listing's chain.
 */

/**
 * Begins to keep the events of a listing from an instant on: those that are still in memory, and before them the quote,
 * the halt and the rate that were known at that instant. If they are kept from a later instant on, the earlier ones follow.
 */
export function keepHeard(book: FeedBook, listing: ListingId, from: Instant, now: Instant): void {
  const state = book.listings.get(listing)
  if (!state) return
  const at = Math.max(from, state.droppedThrough)
  const known = [...quotesSince(state, at), ...haltsSince(state, at), ...ratesSince(book, at)]
  const inOrder = known.toSorted((one, other) => one.heardAt - other.heardAt)
  state.heard = [...(state.heard ?? []), heardOf('begin', at, now), ...inOrder]
}

/** Ends keeping, and returns what was heard and not taken yet. */
export function leaveHeard(state: ListingState, now: Instant): HeardEvent[] {
  const heard = state.heard ? [...state.heard, heardOf('end', now, now)] : []
  state.heard = null
  return heard
}

/** Takes the events that a listing has heard since the last time. */
export function takeHeard(state: ListingState): HeardEvent[] {
  const heard = state.heard ?? []
  if (heard.length > 0) state.heard = []
  return heard
}

/** Notes that events after an instant, up to another, may be missing. */
export function noteGap(
  state: ListingState,
  [from, to]: readonly [Instant, Instant],
  { reason, now, of = null }: { readonly reason: GapReason; readonly now: Instant; readonly of?: string | null },
): void {
  if (to > from) state.heard?.push(heardOf('gap', to, now, { gap: { from, reason }, of }))
}

/** Notes that orders are matched with the quotes after an instant, of which the oldest have left the memory. */
export const noteDropped = (state: ListingState, after: Instant, now: Instant): void =>
  noteGap(state, [after, state.droppedThrough], { reason: 'late', now })

/** The quotes later than an instant and the newest one up to it, each with those of its millisecond. */
function quotesSince({ quotes }: ListingState, at: Instant): HeardEvent[] {
  const first = Math.max(
    0,
    quotes.findLastIndex((quote) => quote.at <= at),
  )
  return quotes.slice(first).flatMap((quote) => versionsOf(quote).map(heardQuote))
}

/** The quotes of one millisecond, oldest first. */
function versionsOf(newest: QuoteEvent): QuoteEvent[] {
  const versions: QuoteEvent[] = []
  for (let quote: QuoteEvent | null = newest; quote; quote = quote.replaced) versions.push(quote)
  return versions.toReversed()
}

function haltsSince({ halt }: ListingState, at: Instant): HeardEvent[] {
  if (!halt || (halt.until !== null && halt.until <= at)) return []
  const began = heardOf('halt', halt.from, halt.heardAt)
  return halt.until === null ? [began] : [began, heardOf('resume', halt.until, halt.endHeardAt)]
}

function ratesSince({ rates }: FeedBook, at: Instant): HeardEvent[] {
  const first = Math.max(
    0,
    rates.findLastIndex((rate) => rate.at <= at),
  )
  return rates.slice(first).map(({ at: rateAt, heardAt, rate }) => heardOf('rate', rateAt, heardAt, { rate }))
}
