import { currencyFor, tickerOf, venueOf, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { dayNumberAt, dayOf, zoneOf } from '@lonja/core/calendar/days'
import type { Instrument, Quote, Session, readInstrument } from '@lonja/core/market/market.contract'
import { averageVolumeFor, thinned } from '@lonja/core/market/market.rules'
import type { Market } from './market.quotes.ts'

/** An instrument, its quote and its session in answers. */

type InstrumentReply = ReplyOf<typeof readInstrument>

/** The name in the caller's language. */
export const nameFor = ({ name, names }: Instrument, language: Language): string => names?.[language] ?? name

/** The name of a listing; its ticker if the market does not have it any more. */
export function nameOf(market: Pick<Market, 'find'>, listing: ListingId, language: Language): string {
  const instrument = market.find(listing)
  return instrument ? nameFor(instrument, language) : tickerOf(listing)
}

export const profileFor = ({ profile }: Instrument, language: Language): string => profile[language] ?? profile.en ?? ''

/** The industry within its sector, in the caller's language; empty if the source does not say. */
export const industryFor = ({ industry }: Instrument, language: Language): string =>
  industry?.[language] ?? industry?.en ?? ''

export const headFor = (instrument: Instrument, language: Language) => ({
  listing: instrument.listing,
  name: nameFor(instrument, language),
  venue: venueOf(instrument.listing),
  currency: currencyFor(instrument.listing),
  sector: instrument.sector,
})

export const quoteReplyFor = (market: Market, quote: Quote | null): InstrumentReply['quote'] =>
  quote && { ...quote, currency: currencyFor(quote.listing), stale: market.isStale(quote) }

/**
 * The session of a listing's venue that began last at an instant (default: now). While the market is closed, also when
 * it opens next. An earlier session than the newest is closed, and says no more.
 */
export function sessionReplyFor(market: Market, listing: ListingId, at?: Instant): InstrumentReply['session'] {
  const venue = venueOf(listing)
  const latest = market.latestSession(venue, at)
  if (latest && latest.open !== market.latestSession(venue)?.open) return pastSession(latest)
  const isOpen = market.stateOf(listing) !== 'closed'
  const until = market.publicUntil(venue)
  const isStopped = isOpen && (until !== null || market.pausedSince() !== null)
  const state = isStopped ? 'halted' : market.stateOf(listing)
  return {
    state,
    open: latest?.open ?? null,
    close: latest?.close ?? null,
    opensAt: state === 'closed' ? (until ?? market.session(venue)?.open ?? null) : null,
    resumesAt: isStopped ? until : state === 'halted' ? market.resumesAt(listing) : null,
    timeZone: zoneOf(venue),
  }
}

const pastSession = ({ venue, open, close }: Session): InstrumentReply['session'] => ({
  state: 'closed',
  open,
  close,
  opensAt: null,
  resumesAt: null,
  timeZone: zoneOf(venue),
})

const YEAR_MS = 52 * 7 * 24 * HOUR

/**
 * Lowest and highest price of the last 52 weeks, the running day included, and the average volume of recent closed
 * days.
 */
export function yearFiguresFor(
  market: Market,
  { listing }: Instrument,
): Pick<InstrumentReply, 'yearLow' | 'yearHigh' | 'averageVolume'> {
  const now = market.now()
  const { at, low, high, volume } = market.candles(listing, 'day', { from: now - YEAR_MS, to: now + 1, most: 400 })
  const [first] = low
  if (first === undefined) return { yearLow: null, yearHigh: null, averageVolume: null }
  const dayAt = (moment: Instant) => dayNumberAt(zoneOf(venueOf(listing)), moment)
  const isOfToday = dayAt(at.at(-1) ?? 0) === dayAt(now)
  return {
    averageVolume: averageVolumeFor(isOfToday ? volume.slice(0, -1) : volume),
    yearLow: low.reduce((a, b) => (b < a ? b : a)),
    yearHigh: high.reduce((a, b) => (b > a ? b : a)),
  }
}

/** Longer than the time between two reports of a company. */
const REPORT_DAYS = 130

/** A company's next and last report. A report counts as made once the session of its day has begun. */
export function reportsFor(
  market: Market,
  { listing }: Instrument,
): Pick<InstrumentReply, 'nextReport' | 'lastReport'> {
  const today = dayNumberAt(zoneOf(venueOf(listing)), market.now())
  const days = market.reportDays(listing, dayOf(today - REPORT_DAYS), dayOf(today + REPORT_DAYS))
  const begun = market.latestSession(venueOf(listing))?.day ?? ''
  return {
    nextReport: days.find((day) => day > begun) ?? null,
    lastReport: days.findLast((day) => day <= begun) ?? null,
  }
}

const LINE_POINTS = 30
/** The longest day has 25 hours. */
const DAY_CANDLES = 300

/** The day so far as at most 30 closes, for a sparkline; empty before its first trade. */
export function dayLineFor(market: Market, listing: ListingId): PriceE4[] {
  const session = market.latestSession(venueOf(listing))
  if (!session) return []
  const range = { from: session.open, to: session.close, most: DAY_CANDLES }
  return thinned(market.candles(listing, '5minutes', range).close, LINE_POINTS)
}
