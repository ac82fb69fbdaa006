import { venueOf, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import { HOUR, MINUTE, type Instant } from '@lonja/core/base/instant'
import { ratioSince, splitPrice, splitVolume } from '@lonja/core/market/actions'
import type { Session } from '@lonja/core/market/market.contract'
import type { Minutes } from '@lonja/core/strategies/simulation.rules'
import type { Market } from '../market/market.quotes.ts'

/** The part of the market from which past minutes are read. */
export type MinutesMarket = Pick<Market, 'now' | 'session' | 'latestSession' | 'candles' | 'quoteAt' | 'movesOf'>

export const COLUMNS = ['at', 'open', 'high', 'low', 'close', 'volume', 'bid', 'ask', 'bidSize', 'askSize'] as const
type ColumnName = (typeof COLUMNS)[number]
type Columns = Readonly<Record<ColumnName, Float64Array<ArrayBuffer>>>

/** Minutes in columns that a thread takes over without a copy. */
export type MinuteColumns = Minutes & Columns

export const buffersOf = (minutes: Columns): ArrayBuffer[] => COLUMNS.map((name) => minutes[name].buffer)

const emptyColumns = (length: number): Columns => {
  const column = (): Float64Array<ArrayBuffer> => new Float64Array(length)
  return {
    at: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
    bid: column(),
    ask: column(),
    bidSize: column(),
    askSize: column(),
  }
}

/** A session with its minutes. */
interface SessionMinutes {
  readonly session: Session
  readonly columns: Columns
}

export interface MinutesRange {
  readonly listing: ListingId
  readonly from: Instant
  readonly to: Instant
  /** The number of bars to read from before the period. */
  readonly before: number
}

/** The minutes that are read without a pause. Other calls wait for no more than these. */
const AT_ONCE = 100
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
/** The search for earlier minutes ends after this number of sessions without any. */
const EMPTY_SESSIONS_MOST = 15

/**
 * The minutes of a listing in a period, and in the sessions before it that have so many bars, in shares of now. `history` is
 * the number of the minutes before the period. It reads a few at a time with other work in between, and stops, with null,
 * once `isOver` says so.
 */
export async function readMinutes(
  market: MinutesMarket,
  { listing, from, to, before }: MinutesRange,
  isOver: () => boolean,
): Promise<{ readonly minutes: MinuteColumns; readonly history: number } | null> {
  const own: SessionMinutes[] = []
  const venue = venueOf(listing)
  for (let session = market.session(venue, from + 1); session; session = market.session(venue, session.close + 1)) {
    if (session.close > to || isOver()) break
    own.push({ session, columns: await minutesOf(market, listing, session) })
  }
  const earlier = own.length > 0 ? await sessionsBefore(market, { listing, from, to, before }, isOver) : []
  if (isOver()) return null
  const sessions = [...earlier, ...own].map(({ session }) => session)
  return { minutes: { listing, sessions, ...joined([...earlier, ...own]) }, history: countOf(earlier) }
}

const countOf = (sessions: readonly SessionMinutes[]): number =>
  sessions.reduce((sum, { columns }) => sum + columns.at.length, 0)

/** The sessions before a period that together have the given number of bars, oldest first. */
async function sessionsBefore(
  market: MinutesMarket,
  { listing, from, before }: MinutesRange,
  isOver: () => boolean,
): Promise<SessionMinutes[]> {
  const earlier: SessionMinutes[] = []
  let empty = 0
  let session = market.latestSession(venueOf(listing), from)
  while (session && countOf(earlier) < before && empty < EMPTY_SESSIONS_MOST && !isOver()) {
    const columns = await minutesOf(market, listing, session)
    empty = columns.at.length > 0 ? 0 : empty + 1
    earlier.unshift({ session, columns })
    session = market.latestSession(session.venue, session.open)
  }
  return earlier
}

const SESSION_MINUTES_MOST = (25 * HOUR) / MINUTE

/** The minutes of a session that ended in it. */
async function minutesOf(market: MinutesMarket, listing: ListingId, { open, close }: Session): Promise<Columns> {
  const bars = market.candles(listing, 'minute', { from: open, to: close, most: SESSION_MINUTES_MOST })
  const moves = market.movesOf(listing)
  const until = market.now()
  const count = bars.at.filter((start) => start + MINUTE <= close).length
  const columns = emptyColumns(count)
  for (let n = 0; n < count; n++) {
    if (n % AT_ONCE === 0) await pause()
    const at = (bars.at[n] ?? 0) + MINUTE
    columns.at[n] = at
    for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) columns[name][n] = Number(bars[name][n])
    const quote = market.quoteAt(listing, at)
    // The quote of an earlier minute is not the quote of this one.
    if (!quote || quote.at <= at - MINUTE) continue
    const ratio = ratioSince(moves, listing, { at: quote.at, until })
    const price = (each: PriceE4): number => (each > 0n ? Number(splitPrice(each, ratio)) : 0)
    columns.bid[n] = price(quote.bid)
    columns.ask[n] = price(quote.ask)
    columns.bidSize[n] = Number(splitVolume(quote.bidSize, ratio))
    columns.askSize[n] = Number(splitVolume(quote.askSize, ratio))
  }
  return columns
}

function joined(sessions: readonly SessionMinutes[]): Columns {
  const all = emptyColumns(countOf(sessions))
  let place = 0
  for (const { columns } of sessions) {
    for (const name of COLUMNS) all[name].set(columns[name], place)
    place += columns.at.length
  }
  return all
}
