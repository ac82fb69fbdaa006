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
import type { Source } from '@lonja/core/market/market.source'
import { MARKUP_BPS, isWithin, staleAfterMs } from '@lonja/core/market/market.rules'
import { boards, warmingOf, type Board } from './market.board.ts'
import { keptCandles, type CandleRange } from './market.candles.ts'

/**
 * The one guarded door to prices: fed by a source and by nothing else. Whatever is asked, nothing later than the
 * source's clock is answered. There is no way in: no call, job or setting gives this door a price.
 */
export interface Market {
  readonly name: SourceName
  /** For the practice mark: of a replay the files' names and years. */
  readonly label: string
  readonly intervalMs: number
  readonly instruments: readonly Instrument[]
  find(listing: ListingId): Instrument | null
  /** The source's clock: what quotes, sessions and the ends of orders are compared with. Never goes back. */
  now(): Instant
  /** The newest quote event; null without one, and always for an index. */
  quote(listing: ListingId): Quote | null
  /** The newest quote event at or before an instant that is over. */
  quoteAt(listing: ListingId, at: Instant): Quote | null
  /** Whether a quote is too old to buy or sell at market: while its session is open, in the source's clock. */
  isStale(quote: Quote): boolean
  /** The quote events in (after, until] that lie in a session, in order, at most `most`: what orders may fill on. */
  nextQuotes(listing: ListingId, after: Instant, until: Instant, most?: number): readonly Quote[]
  /** The latest trade: the newest quote's, else the day's; null without one. */
  last(listing: ListingId): Quote['last'] | null
  dayFigures(listing: ListingId): DayFigures | null
  dayFiguresAt(listing: ListingId, at: Instant): DayFigures | null
  /** The day's figures of all instruments at once, at an instant that is over (now, unless said), to the second. */
  board(at?: Instant): Board
  /** Does what makes the first board take long, a little with each step of the iterator. */
  warmBoard(): Iterable<unknown>
  candles(listing: ListingId, interval: Interval, range: CandleRange): Candles
  /** The session that holds `at` (now, unless said), else the next one; null once the market is closed for good. */
  session(venue: Venue, at?: Instant): Session | null
  /** The session that began last, open or over, at an instant (now, unless said); null before the first. */
  latestSession(venue: Venue, at?: Instant): Session | null
  state(venue: Venue): SessionState
  /** The same of one listing, which may be halted while its venue is open. */
  stateOf(listing: ListingId): SessionState
  /** When a halted listing is traded again; null while it is not halted, and where its source cannot tell. */
  resumesAt(listing: ListingId): Instant | null
  /** Up to when every quote event is known: the source's clock, less what a feed's events need to come in. */
  settled(): Instant
  /** USD for one EUR with the house's markup; null where the source has none. */
  rate(): ExchangeRate | null
  /** The same as it was known at an instant that is over. */
  rateAt(at: Instant): ExchangeRate | null
  /** The days in [from, to] on which a company reports its earnings, in order; empty where the source does not know. */
  reportDays(listing: ListingId, from: Day, to: Day): readonly Day[]
  /** When the source's clock will be there, in the server's clock; null if never. */
  serverTimeOf(at: Instant): Instant | null
}

const EVENTS_MAX = 10_000

/** The door to one source. */
export function marketFor(source: Source): Market {
  const instruments = new Map(source.instruments.map((instrument) => [instrument.listing, instrument]))
  const candles = keptCandles(source)
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
    find: (listing) => instruments.get(listing) ?? null,
    now: source.now,
    quote,
    quoteAt: (listing, at) => source.quoteAt(listing, upToNow(at)),
    isStale: ({ listing, at }) => {
      const now = source.now()
      const open = session(venueOf(listing), now)
      return open !== null && isWithin(open, now) && now - at > staleAfterMs(source.intervalMs)
    },
    nextQuotes: (listing, after, until, most = EVENTS_MAX) => inSessions(source, listing, after, upToNow(until), most),
    last: (listing) => quote(listing)?.last ?? source.dayFiguresAt(listing, source.now())?.last ?? null,
    dayFigures: (listing) => source.dayFiguresAt(listing, source.now()),
    dayFiguresAt: (listing, at) => source.dayFiguresAt(listing, upToNow(at)),
    board: (at = Infinity) => boardAt(upToNow(at)),
    warmBoard: () => warmingOf(source, source.now()),
    candles,
    session,
    latestSession: (venue, at = source.now()) => latestSession(source, venue, at),
    state,
    stateOf: (listing) => {
      const ofVenue = state(venueOf(listing))
      return ofVenue === 'open' && source.haltedAt?.(listing, source.now()) ? 'halted' : ofVenue
    },
    resumesAt: (listing) => source.resumesAt?.(listing, source.now()) ?? null,
    settled: () => source.now() - (source.settleMs ?? 0),
    rate: () => marked(source.rateAt(source.now())),
    rateAt: (at) => marked(source.rateAt(upToNow(at))),
    reportDays: source.reportDays,
    serverTimeOf: source.wallTimeOf,
  }
}

const marked = (rate: Omit<ExchangeRate, 'markupBps'> | null): ExchangeRate | null =>
  rate && { ...rate, markupBps: MARKUP_BPS }

/** Walks from session to session: a quote between two of them is seen on the chart and fills nothing. */
function inSessions(source: Source, listing: ListingId, after: Instant, until: Instant, most: number): Quote[] {
  const events: Quote[] = []
  let from = after
  while (from < until && events.length < most) {
    const session = source.sessionAt(venueOf(listing), from + 1)
    if (!session || session.open >= until) break
    const begin = Math.max(from, session.open)
    const end = Math.min(until, session.close)
    events.push(...source.quotesIn(listing, begin, end, most - events.length))
    from = end
  }
  return events
}

/** Longer than any venue is shut. */
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
