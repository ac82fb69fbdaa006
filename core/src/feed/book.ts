import { tickerOf, venueOf, type ListingId, type Venue } from '../base/amount.ts'
import { DAY_MS, dayNumberAt, dayNumberOf, dayOf, zoneOf } from '../calendar/days.ts'
import { spanOf } from '../calendar/sessions.ts'
import { MINUTE, SECOND, type Instant } from '../base/instant.ts'
import { putPastDays, putPastMinutes, takeCorrection, takeDay, takeMinute, takeTrade } from './day.ts'
import type { FeedBarRow } from './bars.ts'
import { heardOf } from './heard.ts'
import { emptyListing, takeQuote, takeStatus, type ListingState } from './listing.ts'
import type { FeedBar, FeedData } from './messages.ts'
import type { Session } from '../market/market.contract.ts'

/** The two streams: the US one with plain tickers, and the European one with `TICKER:MIC`. */
export const STREAMS = ['us', 'eu'] as const
export type StreamName = (typeof STREAMS)[number]

/** The state of a feed. Only `takeData` and restoring stored data change it. */
export interface FeedBook {
  readonly listings: ReadonlyMap<ListingId, ListingState>
  readonly symbols: Readonly<Record<StreamName, ReadonlyMap<string, ListingState>>>
  /** The number of messages not accepted, by reason. */
  readonly refused: Map<string, number>
  /** Listings whose bars must be requested again, because a correction is too far back. */
  readonly doubtful: Set<ListingId>
  /** The newest exchange rates, USD for one EUR in millionths, oldest first. */
  rates: readonly { readonly at: Instant; readonly rate: number; readonly heardAt: Instant }[]
  readonly sessions: (venue: Venue, at: Instant) => Session | null
}

export const streamOf = (listing: ListingId): StreamName => (venueOf(listing) === 'XMAD' ? 'eu' : 'us')

/** The stream's symbol of a listing. */
export const symbolFor = (listing: ListingId): string =>
  streamOf(listing) === 'us' ? tickerOf(listing) : `${tickerOf(listing)}:${venueOf(listing)}`

export function feedBook(listings: readonly ListingId[]): FeedBook {
  const states = new Map(listings.map((listing) => [listing, emptyListing(listing)]))
  const symbols = { us: new Map<string, ListingState>(), eu: new Map<string, ListingState>() }
  for (const [listing, state] of states) symbols[streamOf(listing)].set(symbolFor(listing), state)
  return {
    listings: states,
    symbols,
    refused: new Map(),
    doubtful: new Set(),
    rates: [],
    sessions: cacheSessionsByDay(),
  }
}

/** The most by which a message's time may be ahead of the house's clock; the message takes effect at its own time. */
const AHEAD_MS = 2 * SECOND

/** Apply one message, or count the reason why not. `now` is the house's clock at its arrival. */
export function takeData(book: FeedBook, stream: StreamName, data: FeedData, now: Instant): void {
  const state = book.symbols[stream].get(data.symbol)
  const reason = state ? takenBy(book, state, data, now) : 'unknown symbol'
  if (reason !== null) refuseData(book, reason)
}

export function refuseData(book: FeedBook, reason: string): void {
  book.refused.set(reason, (book.refused.get(reason) ?? 0) + 1)
}

function takenBy(book: FeedBook, state: ListingState, data: FeedData, now: Instant): string | null {
  if (data.at > now + AHEAD_MS) return 'ahead'
  const sessionAt = (at: Instant): Session | null => book.sessions(venueOf(state.listing), at)
  switch (data.kind) {
    case 'quote':
      return takeQuote(state, data, now)
    case 'trade': {
      const session = sessionAt(data.at)
      return session ? takeTrade(state, data, session, now) : 'outside the session'
    }
    case 'minute':
    case 'updated': {
      const session = sessionAt(data.at)
      if (!session) return 'outside the session'
      return session.open === state.session?.open || !isPast(state, session)
        ? takeMinute(state, data, session, now)
        : 'late'
    }
    case 'day': {
      const session = sessionOfDay(state, data)
      return session ? takeDay(state, data, session, now) : 'outside the session'
    }
    case 'status':
      takeStatus(state, data, now)
      return null
    case 'correction':
      if (takeCorrection(state, data) === 'ask for its bars') book.doubtful.add(state.listing)
      return null
  }
}

const isPast = (state: ListingState, { open }: Session): boolean => (state.session?.open ?? 0) > open

/** The session of a day bar. The bar starts at some hour of its date, mostly midnight in New York. */
const sessionOfDay = ({ listing }: ListingState, { at }: Pick<FeedBar, 'at'>): Session | null =>
  sessionOn(venueOf(listing), dayNumberAt(zoneOf(venueOf(listing)), at))

export function sessionOn(venue: Venue, day: number): Session | null {
  const span = spanOf(zoneOf(venue), day, 'exchange')
  return span && { venue, day: dayOf(day), ...span }
}

/** The session that contains an instant, [open, close) as minutes and trades count; caches the last one per venue. */
function cacheSessionsByDay(): (venue: Venue, at: Instant) => Session | null {
  const cache = new Map<Venue, Session>()
  return (venue, at) => {
    const last = cache.get(venue)
    if (last && at >= last.open && at < last.close) return last
    const session = sessionOn(venue, dayNumberAt(zoneOf(venue), at))
    if (!session || at < session.open || at >= session.close) return null
    cache.set(venue, session)
    return session
  }
}

/** The newest session of a venue that has started at an instant. */
export function begunSession(venue: Venue, at: Instant): Session {
  for (let day = dayNumberAt(zoneOf(venue), at); ; day--) {
    const session = sessionOn(venue, day)
    if (session && session.open <= at) return session
  }
}

/**
 * Historical bars from a request: minutes of any sessions, and days. Bars of the running session are merged into it.
 */
export function takeHistory(
  book: FeedBook,
  listing: ListingId,
  { minutes = [], days = [] }: { readonly minutes?: readonly FeedBarRow[]; readonly days?: readonly FeedBarRow[] },
  now: Instant,
): void {
  const state = book.listings.get(listing)
  if (!state) return
  const venue = venueOf(listing)
  const current = begunSession(venue, now)
  const past = new Map<string, { session: Session; rows: FeedBarRow[] }>()
  for (const row of minutes) {
    const session = book.sessions(venue, row.at)
    if (!session || row.at + MINUTE > now) continue
    if (session.open === current.open) {
      takeMinute(state, { kind: 'minute', symbol: '', nanos: 0, ...row }, session, now)
    } else {
      const of = past.get(session.day) ?? { session, rows: [] }
      of.rows.push(row)
      past.set(session.day, of)
    }
  }
  for (const { session, rows } of past.values()) {
    const isRunning = state.session?.open === session.open
    if (!isRunning) putPastMinutes(state, session, rows)
    else for (const row of rows) takeMinute(state, { kind: 'minute', symbol: '', nanos: 0, ...row }, session, now)
  }
  // The stream supplies the running day; a completed day may still be the newest one known.
  const today = dayNumberOf(state.session?.day ?? current.day) * DAY_MS
  const over = days.filter(({ at }) => at < today && sessionOn(venue, at / DAY_MS) !== null)
  if (over.length > 0) putPastDays(state, over)
  const todaysBar = days.find(({ at }) => at === today)
  const session = state.session
  if (todaysBar && session) takeDay(state, { kind: 'day', symbol: '', nanos: 0, ...todaysBar }, session, now)
}

const RATES_KEPT = 8

/** Accept an exchange rate that is newer than the last and plausible. */
export function takeRate(book: FeedBook, at: Instant, rate: number, now: Instant): boolean {
  const last = book.rates.at(-1)
  if (!Number.isSafeInteger(rate) || rate < 100_000 || rate > 10_000_000) return false
  if (at > now + AHEAD_MS || (last && at <= last.at)) return false
  book.rates = [...book.rates, { at, rate, heardAt: now }].slice(-RATES_KEPT)
  for (const { heard } of book.listings.values()) heard?.push(heardOf('rate', at, now, { rate }))
  return true
}
