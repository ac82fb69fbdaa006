import { tickerOf, venueOf, type ListingId, type Venue } from '../base/amount.ts'
import { DAY_MS, dayNumberAt, dayNumberOf, dayOf, zoneOf } from '../calendar/days.ts'
import { spanOf } from '../calendar/sessions.ts'
import { MINUTE, SECOND, type Instant } from '../base/instant.ts'
import { putPastDays, putPastMinutes, takeCorrection, takeDay, takeMinute, takeTrade } from './day.ts'
import type { FeedBarRow } from './bars.ts'
import { emptyListing, takeQuote, takeStatus, type ListingState } from './listing.ts'
import type { FeedBar, FeedData } from './messages.ts'
import type { Session } from '../market/market.contract.ts'

/** The two streams: of the United States, with plain tickers, and of Europe, with `TICKER:MIC`. */
export const STREAMS = ['us', 'eu'] as const
export type StreamName = (typeof STREAMS)[number]

/** All that a feed has said. It is changed by `takeData` alone, and by what was kept from before. */
export interface FeedBook {
  readonly listings: ReadonlyMap<ListingId, ListingState>
  readonly symbols: Readonly<Record<StreamName, ReadonlyMap<string, ListingState>>>
  /** How many messages were not taken, by reason. */
  readonly refused: Map<string, number>
  /** Listings whose bars have to be asked for, because what was taken back lies too far behind. */
  readonly doubtful: Set<ListingId>
  /** USD for one EUR in millionths, oldest first: the newest few. */
  rates: readonly { readonly at: Instant; readonly rate: number }[]
  readonly sessions: (venue: Venue, at: Instant) => Session | null
}

export const streamOf = (listing: ListingId): StreamName => (venueOf(listing) === 'XMAD' ? 'eu' : 'us')

/** How a stream names a listing. */
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
    sessions: keptSessionsByDay(),
  }
}

/** How far a message's time may run ahead of the house's own clock: it is held back until then. */
const AHEAD_MS = 2 * SECOND

/** Takes what one message says, or counts why not. `now` is the clock of the house: when it came in. */
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
      return session ? takeTrade(state, data, session) : 'outside the session'
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
      takeStatus(state, data)
      return null
    case 'correction':
      if (takeCorrection(state, data) === 'ask for its bars') book.doubtful.add(state.listing)
      return null
  }
}

const isPast = (state: ListingState, { open }: Session): boolean => (state.session?.open ?? 0) > open

/** The session of a day bar: it begins at some hour of its date, midnight in New York mostly. */
const sessionOfDay = ({ listing }: ListingState, { at }: Pick<FeedBar, 'at'>): Session | null =>
  sessionOn(venueOf(listing), dayNumberAt(zoneOf(venueOf(listing)), at))

export function sessionOn(venue: Venue, day: number): Session | null {
  const span = spanOf(zoneOf(venue), day, 'exchange')
  return span && { venue, day: dayOf(day), ...span }
}

/** The session that an instant lies in, [open, close), as minutes and trades do; the last one of each venue is kept. */
function keptSessionsByDay(): (venue: Venue, at: Instant) => Session | null {
  const kept = new Map<Venue, Session>()
  return (venue, at) => {
    const last = kept.get(venue)
    if (last && at >= last.open && at < last.close) return last
    const session = sessionOn(venue, dayNumberAt(zoneOf(venue), at))
    if (!session || at < session.open || at >= session.close) return null
    kept.set(venue, session)
    return session
  }
}

/** The newest session of a venue that has begun at an instant. */
export function begunSession(venue: Venue, at: Instant): Session {
  for (let day = dayNumberAt(zoneOf(venue), at); ; day--) {
    const session = sessionOn(venue, day)
    if (session && session.open <= at) return session
  }
}

/** Bars of the past that were asked for: minutes of any sessions, and days. What is of the running session goes into it. */
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
  // The running day is told by the stream; one that is over may still be the newest that was heard of.
  const today = dayNumberOf(state.session?.day ?? current.day) * DAY_MS
  const over = days.filter(({ at }) => at < today && sessionOn(venue, at / DAY_MS) !== null)
  if (over.length > 0) putPastDays(state, over)
  const own = days.find(({ at }) => at === today)
  const session = state.session
  if (own && session) takeDay(state, { kind: 'day', symbol: '', nanos: 0, ...own }, session, now)
}

const RATES_KEPT = 8

/** Takes a rate of exchange: newer than the last, and not absurd. */
export function takeRate(book: FeedBook, at: Instant, rate: number, now: Instant): boolean {
  const last = book.rates.at(-1)
  if (!Number.isSafeInteger(rate) || rate < 100_000 || rate > 10_000_000) return false
  if (at > now + AHEAD_MS || (last && at <= last.at)) return false
  book.rates = [...book.rates, { at, rate }].slice(-RATES_KEPT)
  return true
}
