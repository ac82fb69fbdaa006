import type { ListingId, Venue } from '../base/amount.ts'
import type { Day, Instant } from '../base/instant.ts'
import type {
  Candles,
  DayFigures,
  ExchangeRate,
  Instrument,
  Interval,
  Quote,
  Session,
  SourceName,
} from './market.contract.ts'

/**
 * Where prices come from: one interface for the practice market, a replay and feeds. Nothing later than `until`
 * (at most the source's own clock) is ever answered.
 */
export interface Source {
  readonly name: SourceName
  /** For the practice mark: of a replay the file's name and year. */
  readonly label: string
  readonly instruments: readonly Instrument[]
  /** The source's clock. Never goes back. */
  now(): Instant
  /** Milliseconds between two quotes of an instrument, for telling when one is stale. */
  readonly intervalMs: number
  /** The newest quote event at or before `until`; null without one. */
  quoteAt(listing: ListingId, until: Instant): Quote | null
  /** The quote events of a listing in (after, until], in order, at most `most`; none while its trading is halted. */
  quotesIn(listing: ListingId, after: Instant, until: Instant, most: number): readonly Quote[]
  dayFiguresAt(listing: ListingId, until: Instant): DayFigures | null
  /** At most `most` newest candles that begin in [from, to) and, of the running one, what is known at `until`. */
  candlesAt(
    listing: ListingId,
    interval: Interval,
    range: { from: Instant; to: Instant; most: number },
    until: Instant,
  ): Candles
  /** How often candles that are over have changed: a feed tells some again, and fills gaps later. Left out where none ever does. */
  historyOf?(listing: ListingId): number
  /** Whether trading of a listing is halted at an instant. A source that knows of no halts leaves it out. */
  haltedAt?(listing: ListingId, until: Instant): boolean
  /** Of a listing that is halted at an instant: when it is traded again, where that is known; null while it is not halted. */
  resumesAt?(listing: ListingId, until: Instant): Instant | null
  /**
   * How long after an instant its quote events may still come in: a feed's are on their way for a while. Orders are held
   * against an event that much later, so none is passed over. Left out where every event is known at its instant.
   */
  readonly settleMs?: number
  /** The session that holds `at`, else the next one; null once the market is closed for good. */
  sessionAt(venue: Venue, at: Instant): Session | null
  rateAt(until: Instant): Omit<ExchangeRate, 'markupBps'> | null
  /**
   * The days in [from, to] on which a company reports its earnings, in order: announced long before. Empty of an index,
   * and where the source does not know.
   */
  reportDays(listing: ListingId, from: Day, to: Day): readonly Day[]
  /** When `now()` of this source will be `at`, in the server's clock; null if never. */
  wallTimeOf(at: Instant): Instant | null
}
