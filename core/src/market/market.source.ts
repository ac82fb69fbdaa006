import type { ListingId, Venue } from '../base/amount.ts'
import type { Day, Instant } from '../base/instant.ts'
import type { MarketAction } from './actions.ts'
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
import type { Unquoted } from './unquoted.names.ts'

/**
 * The source of prices: one interface for the practice market, a replay and feeds. No answer contains anything later
 * than `until` (at most the source's own clock).
 */
export interface Source {
  readonly name: SourceName
  /** For the practice mark: for a replay, the file's name and year. */
  readonly label: string
  /** New listings come behind the others while the source runs, and none leaves: it may grow. */
  readonly instruments: readonly Instrument[]
  /** The source's clock. It never goes back. */
  now(): Instant
  /** Milliseconds between two quotes of an instrument, which decide when a quote is stale. */
  readonly intervalMs: number
  /** The newest quote event at or before `until`; null without one. */
  quoteAt(listing: ListingId, until: Instant): Quote | null
  /** The quote events of a listing in (after, until], in order, at most `most`; none while its trading is halted. */
  quotesIn(listing: ListingId, after: Instant, until: Instant, most: number): readonly Quote[]
  dayFiguresAt(listing: ListingId, until: Instant): DayFigures | null
  /** The newest candles that start in [from, to), at most `most`; the running one as known at `until`. */
  candlesAt(
    listing: ListingId,
    interval: Interval,
    range: { from: Instant; to: Instant; most: number },
    until: Instant,
  ): Candles
  /**
   * The number of changes to completed candles: a feed corrects some, and fills gaps later. Omitted if that never
   * happens.
   */
  historyOf?(listing: ListingId): number
  /** True if trading of a listing is halted at an instant. Omitted by a source without halts. */
  haltedAt?(listing: ListingId, until: Instant): boolean
  /** The reason why a listing has no quotes here, and no order can fill; null if it has. Omitted if all have. */
  unquoted?(listing: ListingId): Unquoted | null
  /** False if there is no exchange rate at any time. Omitted if there is one. */
  readonly hasRates?: boolean
  /** The reopening time of a listing halted at an instant, if known; null while it is not halted. */
  resumesAt?(listing: ListingId, until: Instant): Instant | null
  /**
   * The delay with which quote events of an instant may still arrive, as from a feed. Orders are matched against an
   * event only after it, so that none is skipped. Omitted if every event is known at its instant.
   */
  readonly settleMs?: number
  /** The session that contains `at`, otherwise the next one; null once the market is closed for good. */
  sessionAt(venue: Venue, at: Instant): Session | null
  rateAt(until: Instant): Omit<ExchangeRate, 'markupBps'> | null
  /**
   * The days in [from, to] on which a company reports its earnings, in order, announced long before. Empty for an
   * index, and if the source does not know them.
   */
  reportDays(listing: ListingId, from: Day, to: Day): readonly Day[]
  /**
   * The corporate actions announced up to an instant, in the order in which they are carried out. Omitted by a source
   * without any. Its prices are those that were quoted: `withActions` adjusts what is shown.
   */
  actionsBy?(until: Instant): readonly MarketAction[]
  /**
   * The splits and new tickers of a listing that are announced up to an instant, and those of its old tickers, where a
   * source has too many actions to go through all of them for each price.
   */
  movesOf?(listing: ListingId, until: Instant): readonly MarketAction[]
  /**
   * Announced actions that were withdrawn up to an instant, before anything of them was carried out. Omitted by a source
   * that never withdraws one.
   */
  withdrawnBy?(until: Instant): readonly MarketAction[]
  /**
   * The shares in issue of a listing's company at an instant, in shares of then; 0 if that is not known. Omitted by a
   * source that has them in its instruments alone.
   */
  sharesInIssueAt?(listing: ListingId, until: Instant): bigint
  /** The candles as they were traded, where `candlesAt` adjusts them. */
  rawCandlesAt?: Source['candlesAt']
  /** The server time at which this source's `now()` will be `at`; null if never. */
  wallTimeOf(at: Instant): Instant | null
}
