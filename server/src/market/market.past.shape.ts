import type { ListingId, PriceE4, Venue } from '@lonja/core/base/amount'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import type { MarketAction } from '@lonja/core/market/actions'
import type { Announcements } from '@lonja/core/replay/announced'
import type { ExchangeRate, Instrument, Quote, Session, SourceName } from '@lonja/core/market/market.contract'
import type { Market } from './market.quotes.ts'

/** The shapes of a market as it was, whose sources are opened in `market.past.ts`. */

/** The reasons for which what happened on a market cannot be worked out anew. */
export type UncheckedReason =
  'earlier_version' | 'not_revealed' | 'public_early' | 'other_files' | 'live_feed' | 'feed_gap' | 'servers_differ'

/** The part of an order that decides which events may fill it: an ask at most, or a bid at least, this price. */
export interface Reach {
  readonly side: 'buy' | 'sell'
  readonly price: bigint
}

/** The facts of a listing at an instant, as they were known then. */
export interface View {
  readonly quote: Quote | null
  readonly rate: ExchangeRate | null
  readonly halted: boolean
}

/** An order whose course is worked out: the stretch of the market that it has met. */
export interface Stretch {
  readonly listing: ListingId
  /** The server that the order names: the one that took it, or the last one that claimed it. */
  readonly node: string
  /** The server's clock at the last claim; null if no other server has claimed it. */
  readonly claimedAt: Instant | null
  readonly from: Instant
  readonly until: Instant
  /** The server's clock at the fill that completed it or at its end; null while it is open. */
  readonly decidedAt: Instant | null
  /** The quotes that filled it, with the server's clock at the fill and the instant of the rate of a conversion. */
  readonly fills: readonly { readonly quote: Quote; readonly at: Instant; readonly rateAt: Instant | null }[]
  /** The changes of its terms: events up to `until` met those before. `at` is of the server's clock. */
  readonly changes: readonly { readonly until: Instant; readonly at: Instant }[]
  /** Null for an order that any event may concern, such as one that waits for a stop. */
  readonly reach: Reach | null
}

/** Something that is wrong with the market's own record. */
export interface WrongRecord {
  readonly law: 'revealed_seeds' | 'heard_events'
  readonly differs: string
}

/** The market of a house as it was, for working out what happened on it. It has no clock, and knows nothing to come. */
export interface PastMarket {
  readonly name: SourceName
  readonly intervalMs: number
  find(listing: ListingId): Instrument | null
  quoteAt(listing: ListingId, at: Instant): Quote | null
  /**
   * The facts of which one was known when an order was decided at an instant: one, or on a feed two where something was
   * heard in that very millisecond. None where a feed's events were not kept.
   */
  viewsAt(listing: ListingId, at: Instant): readonly View[]
  session(venue: Venue, at: Instant): Session | null
  rateAt(at: Instant): ExchangeRate | null
  /** The source's clock at an instant of the server's, and how far the two may differ; null if that is not known. */
  clockAt(at: Instant): { readonly at: Instant; readonly withinMs: number } | null
  /** At most `most` quote events in (after, until] of sessions, in order. */
  readonly nextQuotes: Market['nextQuotes']
  /** The quote events in (after, until] of sessions, in order; with a reach without those of minutes that stay out of it. */
  eventsWithin(listing: ListingId, after: Instant, until: Instant, reach: Reach | null): Iterable<Quote>
  /** The corporate actions that the market has announced up to an instant, and the close that was known at one. */
  actions(until: Instant): readonly MarketAction[]
  closeAt(listing: ListingId, at: Instant): PriceE4 | null
  /** A live feed has those that its confirmed files announce. It knows no others, and no close of long ago. */
  readonly files?: Announcements
  /** The reason why the events from one instant to another cannot be worked out; null if they can. */
  unchecked(from: Instant, to: Instant): UncheckedReason | null
  /** The market as far as one order has met it. A feed's is read from the events that were kept. */
  during(stretch: Stretch): Promise<PastMarket>
  /** The reason why an order on which nothing was found wrong is not shown to be right either; null if it is. */
  readonly unproved: UncheckedReason | null
  /** True if what seems wrong with an order may follow from what another server of the house had heard. */
  readonly isUnclear?: boolean
  /** Days whose revealed seeds do not lead to the published end of their chain; rows of a feed's chains. */
  readonly wrong: readonly WrongRecord[]
}

/** The clocks of a server may differ by two minutes before its market stands; a decision and its row by seconds. */
export const CLOCKS_DIFFER_MOST_MS = 3 * MINUTE
