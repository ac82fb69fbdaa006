import type { ListingId, Venue } from '@lonja/core/base/amount'
import { venueOf } from '@lonja/core/base/amount'
import { HOUR, type Day, type Instant } from '@lonja/core/base/instant'
import type {
  Candles,
  DayFigures,
  ExchangeRate,
  Instrument,
  Interval,
  Quote,
  Session,
  SessionState,
  SourceName,
} from '@lonja/core/market/market.contract'
import type { Unquoted } from '@lonja/core/market/unquoted.names'
import type { MarketAction } from '@lonja/core/market/actions'
import { withActions } from '@lonja/core/market/adjusting'
import type { Source } from '@lonja/core/market/market.source'
import { MARKUP_BPS, isWithin, staleAfterMs } from '@lonja/core/market/market.rules'
import { boards, warmingOf, type Board } from './market.board.ts'
import { cacheCandles, type CandleRange } from './market.candles.ts'
import { NO_STOPS, type TradingStops } from './market.guard.ts'

/**
 * The only access to prices. A source supplies them and nothing else does: no call, job or setting sets a price. No
 * answer contains anything later than the source's clock.
 */
export interface Market {
  readonly name: SourceName
  /** For the practice mark. For a replay, the files' names and years. */
  readonly label: string
  readonly intervalMs: number
  /** New listings come behind the others while the house is open, and none leaves: it may grow. */
  readonly instruments: readonly Instrument[]
  find(listing: ListingId): Instrument | null
  /** The shares in issue of its company at an instant (default: now), in shares of then; 0 if that is not known. */
  sharesInIssue(listing: ListingId, at?: Instant): bigint
  /** The source's clock, for quotes, sessions and the ends of orders. Never goes back. */
  now(): Instant
  /** The newest quote event; null if there is none, and always for an index. */
  quote(listing: ListingId): Quote | null
  /** The newest quote event at or before a past instant. */
  quoteAt(listing: ListingId, at: Instant): Quote | null
  /** The reason why a listing has no quotes in this house, and cannot be traded; null if it has. */
  unquoted(listing: ListingId): Unquoted | null
  /** Whether a quote is too old to buy or sell at market. Only while its session is open, by the source's clock. */
  isStale(quote: Quote): boolean
  /** At most `most` quote events in (after, until] that lie in a session, in order. Orders may fill on them. */
  nextQuotes(listing: ListingId, after: Instant, until: Instant, most?: number): readonly Quote[]
  /** The price of the latest trade: the newest quote's, else the day's; null without one. */
  last(listing: ListingId): Quote['last'] | null
  dayFigures(listing: ListingId): DayFigures | null
  dayFiguresAt(listing: ListingId, at: Instant): DayFigures | null
  /** The day's figures of all instruments at once, at a past instant (default: now), to the second. */
  board(at?: Instant): Board
  /** Does the slow preparation for the first board, a little with each step of the iterator. */
  warmBoard(): Iterable<unknown>
  /** Adjusted for the splits that have taken effect, or as they were traded. */
  candles(listing: ListingId, interval: Interval, range: CandleRange, form?: CandleForm): Candles
  /** The corporate actions announced up to now, in the order in which they are carried out. */
  actions(): readonly MarketAction[]
  /** Whether they come from files that two seats confirm, because the source says none of its own. */
  readonly takesActionFiles: boolean
  /** Those that were announced and then withdrawn. Each is told apart from a later one of its kind and day by its announcement. */
  withdrawnActions(): readonly MarketAction[]
  /** Those among them that change the shown past of a listing: its splits and new tickers, and others perhaps. */
  movesOf(listing: ListingId): readonly MarketAction[]
  /** The session that contains `at` (default: now), else the next one; null once the market is closed for good. */
  session(venue: Venue, at?: Instant): Session | null
  /** The session that began last, open or over, at an instant (default: now); null before the first. */
  latestSession(venue: Venue, at?: Instant): Session | null
  state(venue: Venue): SessionState
  /** The state of one listing, which may be halted while its venue is open. */
  stateOf(listing: ListingId): SessionState
  /** The instant at which a halted listing trades again; null while it is not halted, or if its source cannot tell. */
  resumesAt(listing: ListingId): Instant | null
  /** The instant since which no order is taken, because the clocks of this server disagree; null while all is well. */
  pausedSince(): Instant | null
  /**
   * The open of the first session whose seed is not public. Null if that is the present session or the next one, as it
   * is unless a wrong clock revealed a seed too early.
   */
  publicUntil(venue: Venue): Instant | null
  /** Every quote event up to this instant is known: the source's clock less the time a feed's events take to arrive. */
  settled(): Instant
  /**
   * The record instant of the oldest split or new ticker of a listing that is in effect and not carried out; Infinity
   * without one. No later event says anything about an order on it before.
   */
  heldAt(listing: ListingId): Instant
  /** False if the source has no exchange rate at any time. */
  readonly hasRates: boolean
  /** USD for one EUR with the house's markup; null if the source has none now. */
  rate(): ExchangeRate | null
  /** The rate as it was known at a past instant. */
  rateAt(at: Instant): ExchangeRate | null
  /** The days in [from, to] on which a company reports its earnings, in order; empty if the source does not know. */
  reportDays(listing: ListingId, from: Day, to: Day): readonly Day[]
  /** The server's time at which the source's clock reaches `at`; null if never. */
  serverTimeOf(at: Instant): Instant | null
}

const EVENTS_MAX = 10_000

/** Prices adjusted for splits, or as they were traded. */
export type CandleForm = 'adjusted' | 'raw'

/** The market of one source. Prices that are shown are adjusted for splits; quote events are as they were quoted. */
export function marketFor(quoted: Source, stops: TradingStops = NO_STOPS): Market {
  const source = withActions(quoted)
  const find = finderOf(source)
  const candles = candlesOf(source)
  const boardAt = boards(source)
  const session = (venue: Venue, at = source.now()): Session | null => source.sessionAt(venue, at)
  const upToNow = (at: Instant): Instant => Math.min(at, source.now())
  const quote = (listing: ListingId): Quote | null => source.quoteAt(listing, source.now())
  const state = (venue: Venue): SessionState => {
    const open = session(venue)
    return open && isWithin(open, source.now()) ? 'open' : 'closed'
  }

  return {
    name: source.name,
    label: source.label,
    intervalMs: source.intervalMs,
    instruments: source.instruments,
    find,
    sharesInIssue: sharesInIssueOf(source, find),
    now: source.now,
    quote,
    quoteAt: (listing, at) => source.quoteAt(listing, upToNow(at)),
    unquoted: (listing) => source.unquoted?.(listing) ?? null,
    isStale: ({ listing, at }) => {
      const now = source.now()
      const open = session(venueOf(listing), now)
      return open !== null && isWithin(open, now) && now - at > staleAfterMs(source.intervalMs)
    },
    nextQuotes: (listing, after, until, most = EVENTS_MAX) =>
      inSessions(source, stops, listing, after, upToNow(until), most),
    last: (listing) => quote(listing)?.last ?? source.dayFiguresAt(listing, source.now())?.last ?? null,
    dayFigures: (listing) => source.dayFiguresAt(listing, source.now()),
    dayFiguresAt: (listing, at) => source.dayFiguresAt(listing, upToNow(at)),
    board: (at = Infinity) => boardAt(upToNow(at)),
    warmBoard: () => warmingOf(source, source.now()),
    candles,
    actions: () => source.actionsBy?.(source.now()) ?? [],
    takesActionFiles: source.actionsBy === undefined || source.withdrawnBy !== undefined,
    withdrawnActions: () => source.withdrawnBy?.(source.now()) ?? [],
    movesOf: (listing) => source.movesOf?.(listing, source.now()) ?? source.actionsBy?.(source.now()) ?? [],
    session,
    latestSession: (venue, at = source.now()) => latestSession(source, venue, at),
    state,
    stateOf: (listing) => {
      const ofVenue = state(venueOf(listing))
      return ofVenue === 'open' && source.haltedAt?.(listing, source.now()) ? 'halted' : ofVenue
    },
    resumesAt: (listing) => source.resumesAt?.(listing, source.now()) ?? null,
    pausedSince: stops.pausedSince,
    publicUntil: (venue) => publicUntil(source, stops, venue),
    settled: () => source.now() - (source.settleMs ?? 0),
    heldAt: () => Infinity,
    hasRates: source.hasRates ?? true,
    rate: () => marked(source.rateAt(source.now())),
    rateAt: (at) => marked(source.rateAt(upToNow(at))),
    reportDays: source.reportDays,
    serverTimeOf: source.wallTimeOf,
  }
}

/** Finds an instrument, also one that was listed since. */
function finderOf({ instruments }: Pick<Source, 'instruments'>): Market['find'] {
  const known = new Map<ListingId, Instrument>()
  let count = 0
  return (listing) => {
    for (; count < instruments.length; count++) {
      const instrument = instruments[count]
      if (instrument) known.set(instrument.listing, instrument)
    }
    return known.get(listing) ?? null
  }
}

const sharesInIssueOf =
  ({ sharesInIssueAt, now }: Source, find: Market['find']): Market['sharesInIssue'] =>
  (listing, at = Infinity) =>
    sharesInIssueAt?.(listing, Math.min(at, now())) ?? find(listing)?.sharesInIssue ?? 0n

/** The adjusted candles, closed ones from the cache; those as they were traded are asked for each time. */
function candlesOf(source: Source): Market['candles'] {
  const adjusted = cacheCandles(source)
  const { rawCandlesAt } = source
  return (listing, interval, range, form = 'adjusted') => {
    if (form === 'adjusted' || !rawCandlesAt) return adjusted(listing, interval, range)
    const to = Math.min(range.to, source.now() + 1)
    return rawCandlesAt(listing, interval, { ...range, to }, source.now())
  }
}

const marked = (rate: Omit<ExchangeRate, 'markupBps'> | null): ExchangeRate | null =>
  rate && { ...rate, markupBps: MARKUP_BPS }

/**
 * Goes from session to session: a quote between two sessions is shown on the chart but fills no order. So is a quote of
 * a day whose seed was public too early.
 */
function inSessions(
  source: Source,
  { isPublic }: TradingStops,
  listing: ListingId,
  after: Instant,
  until: Instant,
  most: number,
): Quote[] {
  const events: Quote[] = []
  let from = after
  while (from < until && events.length < most) {
    const session = source.sessionAt(venueOf(listing), from + 1)
    if (!session || session.open >= until) break
    const begin = Math.max(from, session.open)
    const end = Math.min(until, session.close)
    if (!isPublic(session.day)) events.push(...source.quotesIn(listing, begin, end, most - events.length))
    from = end
  }
  return events
}

function publicUntil(source: Source, { isPublic }: TradingStops, venue: Venue): Instant | null {
  const first = source.sessionAt(venue, source.now())
  let session = first
  while (session && isPublic(session.day)) session = source.sessionAt(venue, session.close + 1)
  return session === first ? null : (session?.open ?? null)
}

/** Longer than any venue stays closed. */
const LOOK_BACK_MS = 12 * 24 * HOUR

function latestSession(source: Source, venue: Venue, at: Instant): Session | null {
  let latest: Session | null = null
  let next = source.sessionAt(venue, at - LOOK_BACK_MS)
  while (next && next.open < at) {
    latest = next
    next = source.sessionAt(venue, next.close + 1)
  }
  return latest
}
