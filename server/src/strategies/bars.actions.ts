import { venueOf, type ListingId } from '@lonja/core/base/amount'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { ratioSince } from '@lonja/core/market/actions'
import type { Session } from '@lonja/core/market/market.contract'
import type { FeeTableVersion } from '@lonja/core/orders/fees.rules'
import type { SessionSpan } from '@lonja/core/strategies/events'
import type { PastMinute } from '@lonja/core/strategies/past.rules'
import type { BarColumns, QuoteColumns } from '@lonja/core/strategies/simulation.rules'
import type { Tick } from '@lonja/core/strategies/ticks.rules'
import type { Market } from '../market/market.quotes.ts'

/* The minutes and quotes of a market in the columns that runs hear. */

export type BarMarket = Pick<
  Market,
  'now' | 'session' | 'latestSession' | 'candles' | 'quote' | 'quoteAt' | 'movesOf' | 'serverTimeOf'
>

/** A minute that is over, in numbers; `at` is its end. */
export interface Bar {
  readonly at: Instant
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

const BARS_MOST = (25 * HOUR) / MINUTE
/** The search for earlier minutes ends after this number of sessions without any. */
const EMPTY_SESSIONS_MOST = 15

/** The minutes of a listing that began in [from, to) and are over, oldest first. */
export function barsIn(
  market: Pick<BarMarket, 'now' | 'candles'>,
  listing: ListingId,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Bar[] {
  const candles = market.candles(listing, 'minute', { from, to, most: BARS_MOST })
  const now = market.now()
  const number = (column: readonly bigint[], n: number): number => Number(column[n] ?? 0n)
  return candles.at.flatMap((start, n) => {
    if (start + MINUTE > now || start + MINUTE > to) return []
    const { open, high, low, close, volume } = candles
    return {
      at: start + MINUTE,
      open: number(open, n),
      high: number(high, n),
      low: number(low, n),
      close: number(close, n),
      volume: number(volume, n),
    }
  })
}

/** The session of an event. An event at the instant of the close belongs to the session that closes. */
export const sessionOfEvent = (
  market: Pick<BarMarket, 'session'>,
  listing: ListingId,
  at: Instant,
): SessionSpan | null => market.session(venueOf(listing), at - 1)

/** The minutes that a strategy hears before it starts: `before` minutes of earlier sessions, and those of the session under way. */
export function historyOf(
  market: BarMarket,
  listing: ListingId,
  { until, before }: { readonly until: Instant; readonly before: number },
): Bar[] {
  const venue = venueOf(listing)
  const present = market.session(venue, until)
  const from = present && present.open < until ? present.open : until
  let earlier: Bar[] = []
  let empty = 0
  let session: Session | null = market.latestSession(venue, from)
  while (session && earlier.length < before && empty < EMPTY_SESSIONS_MOST) {
    const bars = barsIn(market, listing, { from: session.open, to: session.close })
    empty = bars.length > 0 ? 0 : empty + 1
    earlier = [...bars, ...earlier]
    session = market.latestSession(venue, session.open)
  }
  return [...earlier.slice(Math.max(earlier.length - before, 0)), ...barsIn(market, listing, { from, to: until })]
}

/** A minute as columns of one row. */
export const columnsOf = ({ at, open, high, low, close, volume }: Bar): BarColumns => ({
  at: [at],
  open: [open],
  high: [high],
  low: [low],
  close: [close],
  volume: [volume],
})

/** The last quote of a minute as columns of one row; null if it had none, or none in shares of now. */
export function closingQuoteOf(market: BarMarket, listing: ListingId, at: Instant): QuoteColumns | null {
  const quote = market.quoteAt(listing, at)
  if (!quote || quote.at <= at - MINUTE) return null
  const { from, to } = ratioSince(market.movesOf(listing), listing, { at: quote.at, until: market.now() })
  if (from !== to) return null
  const { bid, ask, bidSize, askSize } = quote
  return {
    at: [quote.at],
    bid: [Number(bid)],
    ask: [Number(ask)],
    bidSize: [Number(bidSize)],
    askSize: [Number(askSize)],
  }
}

/** Minutes with all that a run hears of them as history. One without a session is left out. */
export const pastMinutes = (market: BarMarket, listing: ListingId, bars: readonly Bar[]): PastMinute[] =>
  bars.flatMap((bar) => {
    const session = sessionOfEvent(market, listing, bar.at)
    if (!session) return []
    return [{ at: bar.at, bar: columnsOf(bar), session, closing: closingQuoteOf(market, listing, bar.at) }]
  })

const NO_BAR: Bar = { at: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 }

/** The newest minute and quote of each listing. A row is a listing's place. */
export function tickOf(
  market: BarMarket,
  listings: readonly ListingId[],
  newest: ReadonlyMap<ListingId, Bar>,
  { marketNow, feeTable, wallNow }: { marketNow: Instant; feeTable: FeeTableVersion; wallNow: Instant },
): Tick {
  const bars = listings.map((listing) => newest.get(listing) ?? NO_BAR)
  const quotes = listings.map((listing) => market.quote(listing))
  const column = <Name extends keyof Bar>(name: Name): BarColumns[Name] => bars.map((bar) => bar[name])
  const price = (of: 'bid' | 'ask' | 'bidSize' | 'askSize' | 'last'): number[] =>
    quotes.map((quote) => Number(quote?.[of] ?? 0n))
  return {
    bars: {
      at: column('at'),
      open: column('open'),
      high: column('high'),
      low: column('low'),
      close: column('close'),
      volume: column('volume'),
    },
    quotes: {
      at: quotes.map((quote) => quote?.at ?? 0),
      bid: price('bid'),
      ask: price('ask'),
      bidSize: price('bidSize'),
      askSize: price('askSize'),
      last: price('last'),
    },
    sessionOf: (row) => {
      const listing = listings[row]
      const at = Math.max(bars[row]?.at ?? 0, quotes[row]?.at ?? 0)
      return (listing && sessionOfEvent(market, listing, at)) || { open: 0, close: 0 }
    },
    marketNow,
    wallTimeOf: (at) => market.serverTimeOf(at) ?? wallNow,
    feeTable,
  }
}
