import type { ListingId, Venue } from '../base/amount.ts'
import { priceE4, rateE6, tickerOf, venueOf } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'
import { MINUTE } from '../base/instant.ts'
import { lowerBound } from '../base/ascending.ts'
import type { Candles, Instrument, Quote, Session } from '../market/market.contract.ts'
import type { Unquoted } from '../market/unquoted.names.ts'
import type { MarketAction } from '../market/actions.ts'
import type { Source } from '../market/market.source.ts'
import type { Recording, ReplayCalendar } from './bars.ts'
import { recordingFor } from './bars.ts'
import type { DayBars, MinuteBars, Rates } from './csv.ts'

/** The recording of one listing: minute bars, day bars, or both. */
export interface RecordedListing {
  readonly listing: ListingId
  readonly minutes?: MinuteBars
  readonly days?: DayBars
}

export interface ReplayFiles {
  readonly listings: readonly RecordedListing[]
  readonly rates?: Rates
  /** In the order in which they are carried out. */
  readonly actions?: readonly MarketAction[]
}

/** The replay's time, and the server time at which the replay will reach a time. */
export interface ReplayTime {
  now(): Instant
  serverTimeOf(at: Instant): Instant | null
}

/**
 * The market as recorded. A minute bar is known once its minute is over; one quote event happens at that instant with
 * the bar's closing bid, ask and sizes. A bar without them moves the chart and fills nothing. Highs and lows are
 * trades, not quotes. After the last bar the market is closed for good. No answer contains anything later than the
 * clock. Asserts a recording with at least one bar.
 */
export function replaySource(files: ReplayFiles, calendar: ReplayCalendar, time: ReplayTime): Source {
  const bounds = replayBounds(files, calendar)
  const recordings = new Map(
    files.listings.map(({ listing, minutes, days }) => [
      listing,
      recordingFor(venueOf(listing), calendar, { minutes, days }),
    ]),
  )
  const horizonOf = (until: Instant): Instant => Math.min(until, time.now())
  return {
    name: 'replay',
    label: labelFor(files, bounds),
    instruments: files.listings.map(({ listing }) => instrumentFor(listing)),
    intervalMs: MINUTE,
    now: time.now,
    wallTimeOf: time.serverTimeOf,
    quoteAt: (listing, until) => {
      const recording = recordings.get(listing)
      return recording ? quoteOn(listing, recording, quotesUntil(recording, horizonOf(until)) - 1) : null
    },
    quotesIn: (listing, after, until, most) => {
      const recording = recordings.get(listing)
      if (!recording) return []
      const first = quotesUntil(recording, after)
      const end = Math.min(quotesUntil(recording, horizonOf(until)), first + most)
      return Array.from({ length: Math.max(0, end - first) }, (_event, n) =>
        quoteOn(listing, recording, first + n),
      ).filter((quote) => quote !== null)
    },
    unquoted: (listing) => unquotedIn(recordings.get(listing)),
    hasRates: files.rates !== undefined,
    dayFiguresAt: (listing, until) => recordings.get(listing)?.dayFiguresAt(horizonOf(until)) ?? null,
    candlesAt: (listing, interval, range, until) =>
      recordings.get(listing)?.candlesAt(interval, range, horizonOf(until)) ?? NO_CANDLES,
    sessionAt: (venue, at) => sessionAt(venue, at, calendar, bounds.end),
    rateAt: (until) => rateAt(files.rates, horizonOf(until)),
    reportDays: () => [],
    actionsBy: (until) => (files.actions ?? []).filter(({ announcedAt }) => announcedAt <= horizonOf(until)),
  }
}

const NO_CANDLES: Candles = { at: [], open: [], high: [], low: [], close: [], volume: [] }

/**
 * From the first recorded minute to the end of the last; for day bars only, from the first day's start to the last
 * close.
 */
export function replayBounds(files: ReplayFiles, calendar: ReplayCalendar): { start: Instant; end: Instant } {
  const minutes = files.listings.flatMap((recorded) => (recorded.minutes?.at.length ? [recorded.minutes.at] : []))
  if (minutes.length > 0) {
    const start = Math.min(...minutes.map((at) => at[0] ?? Infinity))
    const end = Math.max(...minutes.map((at) => at.at(-1) ?? 0)) + MINUTE
    return { start, end }
  }
  const days = files.listings.flatMap(({ listing, days }) =>
    (days?.day ?? []).map((day) => ({ venue: venueOf(listing), day })),
  )
  assert(days.length > 0, 'a replay has something recorded')
  const starts = days.map(({ venue, day }) => calendar.dayStart(venue, day))
  const ends = days.map(
    ({ venue, day }, n) => calendar.sessionOn(venue, day)?.close ?? (starts[n] ?? 0) + 24 * 60 * MINUTE,
  )
  return { start: starts.reduce((a, b) => Math.min(a, b)), end: ends.reduce((a, b) => Math.max(a, b)) }
}

/** The recording in a few words: `BAC, IBM, SPY 2013`. */
function labelFor(files: ReplayFiles, { start, end }: { start: Instant; end: Instant }): string {
  const tickers = files.listings.filter(({ minutes }) => minutes).map(({ listing }) => tickerOf(listing))
  const named = tickers.length > 0 ? tickers : files.listings.map(({ listing }) => tickerOf(listing))
  const years = [...new Set([start, end].map((at) => new Date(at).getUTCFullYear()))].join('–')
  const more = named.length > 4 ? ` +${named.length - 4}` : ''
  return `${named.slice(0, 4).join(', ')}${more} ${years}`
}

/** A recording has no company data, so the ticker serves as the name. */
const instrumentFor = (listing: ListingId): Instrument => ({
  listing,
  kind: 'share',
  name: tickerOf(listing),
  sector: 'none',
  sharesInIssue: 0n,
  profile: {},
})

/** The reason why a recording fills no order: it has no quote at any time. */
function unquotedIn(recording: Recording | undefined): Unquoted | null {
  if (!recording || recording.quoteRows.length > 0) return null
  return recording.minutes.at.length > 0 ? 'no_quotes' : 'no_minutes'
}

/** The number of quote events up to and including `until`. */
const quotesUntil = ({ minutes, quoteRows }: Recording, until: Instant): number =>
  lowerBound(quoteRows, lowerBound(minutes.at, until - MINUTE + 1))

function quoteOn(listing: ListingId, { minutes, quoteRows }: Recording, event: number): Quote | null {
  const row = quoteRows[event]
  if (row === undefined) return null
  return {
    listing,
    at: (minutes.at[row] ?? 0) + MINUTE,
    bid: priceE4(BigInt(minutes.bid[row] ?? 0)),
    ask: priceE4(BigInt(minutes.ask[row] ?? 0)),
    bidSize: BigInt(minutes.bidSize[row] ?? 0),
    askSize: BigInt(minutes.askSize[row] ?? 0),
    last: priceE4(BigInt(minutes.close[row] ?? 0)),
  }
}

const LONGEST_CLOSURE_DAYS = 30

/**
 * The session that contains `at` or the next one, cut at the end of the recording; null if no session with bars is
 * left.
 */
function sessionAt(venue: Venue, at: Instant, calendar: ReplayCalendar, end: Instant): Session | null {
  for (let ahead = 0; ahead <= LONGEST_CLOSURE_DAYS; ahead++) {
    const session = calendar.sessionOn(venue, calendar.dayAt(venue, at + ahead * 24 * 60 * MINUTE))
    if (!session || at > session.close) continue
    if (session.open >= end) return null
    const close = Math.min(session.close, end)
    if (at <= close) return { ...session, close }
  }
  return null
}

function rateAt(rates: Rates | undefined, until: Instant): ReturnType<Source['rateAt']> {
  const row = rates ? lowerBound(rates.at, until + 1) - 1 : -1
  if (!rates || row < 0) return null
  return { rate: rateE6(BigInt(rates.rate[row] ?? 0)), at: rates.at[row] ?? 0, source: 'replay' }
}
