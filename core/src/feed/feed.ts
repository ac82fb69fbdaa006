import { priceE4, rateE6, venueOf, type ListingId, type PriceE4 } from '../base/amount.ts'
import { HOUR, MINUTE, SECOND, type Instant } from '../base/instant.ts'
import { lowerBound } from '../base/ascending.ts'
import { DAY_MS, dayNumberOf, weekOf } from '../calendar/days.ts'
import { cacheSessions, candleStart } from '../calendar/sessions.ts'
import { joinedBar, rowsBefore, rowsOf, unpackBars, type FeedBarRow } from './bars.ts'
import { sessionOn, type FeedBook } from './book.ts'
import { daysOf, dayRowOf } from './day.ts'
import { SETTLE_MS, isHaltedAt, type ListingState, type QuoteEvent, type DayState } from './listing.ts'
import type { Source } from '../market/market.source.ts'
import type { Candles, DayFigures, Instrument, Interval, Quote } from '../market/market.contract.ts'
import { MINUTES_OF, isMinutes } from '../market/market.rules.ts'

/** The feed's name, as evidence and the practice mark show it. */
export const FEED_NAME = 'alpaca'

/** An older exchange rate is not used: this is longer than a weekend plus a holiday. */
export const RATE_OLDEST_MS = 4 * 24 * HOUR

/**
 * A live feed as a source: messages at their own times, and never anything later than requested. Quotes fill orders in
 * the venues' real sessions. A minute or day that the feed sent again is served in its latest version.
 */
export function feedSource(
  book: FeedBook,
  house: { readonly instruments: readonly Instrument[]; readonly label: string; now(): Instant },
): Source & { readonly boardAt: (until: Instant) => FeedBoard } {
  const { now } = house
  const horizonOf = (until: Instant): Instant => Math.min(until, now())
  const stateOf = (listing: ListingId): ListingState | null => book.listings.get(listing) ?? null
  const listings = house.instruments.map(({ listing }) => listing)
  return {
    name: FEED_NAME,
    label: house.label,
    instruments: house.instruments,
    now,
    wallTimeOf: (at) => at,
    intervalMs: SECOND,
    settleMs: SETTLE_MS,
    quoteAt: (listing, until) => quoteAt(stateOf(listing), horizonOf(until)),
    quotesIn: (listing, after, until, most) => quotesIn(stateOf(listing), after, horizonOf(until), most),
    dayFiguresAt: (listing, until) => figuresAt(stateOf(listing), horizonOf(until)),
    candlesAt: (listing, interval, range, until) => candlesAt(stateOf(listing), interval, range, horizonOf(until)),
    sessionAt: cacheSessions('exchange'),
    haltedAt: (listing, until) => {
      const state = stateOf(listing)
      return state !== null && isHaltedAt(state, horizonOf(until))
    },
    historyOf: (listing) => stateOf(listing)?.history ?? 0,
    reportDays: () => [],
    rateAt: (until) => {
      const at = horizonOf(until)
      const newest = book.rates.findLast((rate) => rate.at <= at)
      if (!newest || at - newest.at > RATE_OLDEST_MS) return null
      return { rate: rateE6(BigInt(newest.rate)), at: newest.at, source: FEED_NAME }
    },
    boardAt: (until) => boardAt(listings, stateOf, horizonOf(until)),
  }
}

const inE4 = (units: number): PriceE4 => priceE4(BigInt(units))

const quoteOf = (listing: ListingId, { at, bid, ask, bidSize, askSize, last }: QuoteEvent): Quote => ({
  listing,
  at,
  bid: inE4(bid),
  ask: inE4(ask),
  bidSize: BigInt(bidSize),
  askSize: BigInt(askSize),
  last: inE4(last),
})

function quoteAt(state: ListingState | null, until: Instant): Quote | null {
  const event = state?.quotes.findLast(({ at }) => at <= until)
  return state && event ? quoteOf(state.listing, event) : null
}

function quotesIn(state: ListingState | null, after: Instant, until: Instant, most: number): Quote[] {
  if (!state) return []
  const { listing, quotes } = state
  const first = quotes.findIndex(({ at }) => at > after)
  if (first < 0) return []
  return quotes
    .slice(first)
    .filter(({ at }) => at <= until && !isHaltedAt(state, at))
    .slice(0, most)
    .map((event) => quoteOf(listing, event))
}

/** The day state known at an instant; for an older time, the figures from its minutes. */
function dayStateAt(state: ListingState, until: Instant): DayState | null {
  const dayState = state.dayStates.findLast(({ from }) => from <= until)
  if (dayState) return dayState
  const { session } = state
  if (!session) return null
  const rows = rowsOf(state.minutes, 0, rowsBefore(state.minutes, until - MINUTE + 1))
  const day = rows.reduce<FeedBarRow | null>(joinedBar, null)
  const last = rows.at(-1)
  if (!day || !last) return null
  const { open, high, low, close, volume } = day
  const at = Math.min(last.at + MINUTE, session.close)
  return { from: at, session, open, high, low, last: close, volume, at, minute: null }
}

/** The close of the last day before one. */
function closeBefore(state: ListingState, day: number): number | null {
  const { previous } = state
  if (previous === null || previous.day < day) return previous?.close ?? null
  return daysOf(state).findLast(({ at }) => at < day * DAY_MS)?.close ?? null
}

function figuresAt(state: ListingState | null, until: Instant): DayFigures | null {
  if (!state) return null
  const dayState = dayStateAt(state, until) ?? pastDayState(state, until)
  if (!dayState) return null
  const before = closeBefore(state, dayNumberOf(dayState.session.day))
  return {
    day: dayState.session.day,
    open: inE4(dayState.open),
    high: inE4(dayState.high),
    low: inE4(dayState.low),
    last: inE4(dayState.last),
    previousClose: before === null ? null : inE4(before),
    volume: BigInt(dayState.volume),
    at: dayState.at,
  }
}

/** The last completed day at an instant. */
function pastDayState(state: ListingState, until: Instant): DayState | null {
  for (const row of daysOf(state).toReversed()) {
    const session = sessionOn(venueOf(state.listing), row.at / DAY_MS)
    if (!session || session.close > until) continue
    const { open, high, low, close, volume } = row
    return { from: session.close, session, open, high, low, last: close, volume, at: session.close, minute: null }
  }
  return null
}

interface Range {
  readonly from: Instant
  readonly to: Instant
  readonly most: number
}

function candlesAt(state: ListingState | null, interval: Interval, range: Range, until: Instant): Candles {
  if (!state) return columnsOf([])
  if (interval === 'minute') return columnsOf(newest(minutesUntil(state, until), range))
  if (isMinutes(interval)) {
    const width = MINUTES_OF[interval] * MINUTE
    const startOf = ({ at }: FeedBarRow): Instant => candleStart(venueOf(state.listing), at, width)
    return columnsOf(newest(grouped(minutesUntil(state, until), startOf), range))
  }
  const days = daysUntil(state, until)
  if (interval === 'day')
    return columnsOf(
      newest(
        days.map(({ row, open }) => ({ ...row, at: open })),
        range,
      ),
    )
  const keyOf = KEYS[interval]
  const opens = new Map<string, Instant>()
  for (const { day, open } of days) if (!opens.has(keyOf(day))) opens.set(keyOf(day), open)
  const rows = days.map(({ row }) => row)
  return columnsOf(
    newest(
      grouped(rows, ({ at }) => opens.get(keyOf(at / DAY_MS)) ?? at),
      range,
    ),
  )
}

/** The key that days of one week, month or year share, by the day's number. */
const KEYS: Record<'week' | 'month' | 'year', (day: number) => string> = {
  week: (day) => String(weekOf(day)),
  month: (day) => new Date(day * DAY_MS).toISOString().slice(0, 7),
  year: (day) => new Date(day * DAY_MS).toISOString().slice(0, 4),
}

function newest(rows: readonly FeedBarRow[], { from, to, most }: Range): readonly FeedBarRow[] {
  const starts = rows.map(({ at }) => at)
  const end = lowerBound(starts, to)
  return rows.slice(Math.max(lowerBound(starts, from), end - most), end)
}

function grouped(rows: readonly FeedBarRow[], startOf: (row: FeedBarRow) => Instant): FeedBarRow[] {
  const groups: FeedBarRow[] = []
  for (const row of rows) {
    const at = startOf(row)
    const last = groups.at(-1)
    if (last?.at === at) groups[groups.length - 1] = joinedBar(last, row)
    else groups.push({ ...row, at })
  }
  return groups
}

/** All stored minutes completed at an instant, and the running one. */
function minutesUntil(state: ListingState, until: Instant): FeedBarRow[] {
  const past = [...state.pastMinutes.entries()].sort(([a], [b]) => a - b)
  const before = past.flatMap(([, packed]) => unpackBars(packed, MINUTE) ?? [])
  const over = [...before, ...rowsOf(state.minutes)].filter(({ at }) => at + MINUTE <= until)
  const running = state.dayStates.findLast(({ from }) => from <= until)?.minute
  const isNew = running && running.at > (over.at(-1)?.at ?? -1)
  return isNew ? [...over, running] : over
}

/** All days completed at an instant, and the running one, each with its open. */
function daysUntil(state: ListingState, until: Instant): { row: FeedBarRow; day: number; open: Instant }[] {
  const venue = venueOf(state.listing)
  const days = daysOf(state).flatMap((row) => {
    const session = sessionOn(venue, row.at / DAY_MS)
    return session && session.close <= until ? [{ row, day: row.at / DAY_MS, open: session.open }] : []
  })
  const dayState = dayStateAt(state, until)
  if (!dayState) return days
  const row = dayRowOf(dayState)
  const running = { row, day: row.at / DAY_MS, open: dayState.session.open }
  return [...days.filter(({ day }) => day < running.day), running]
}

const columnsOf = (rows: readonly FeedBarRow[]): Candles => ({
  at: rows.map(({ at }) => at),
  open: rows.map(({ open }) => inE4(open)),
  high: rows.map(({ high }) => inE4(high)),
  low: rows.map(({ low }) => inE4(low)),
  close: rows.map(({ close }) => inE4(close)),
  volume: rows.map(({ volume }) => BigInt(volume)),
})

/** The day figures of all listings at once, as columns. */
export interface FeedBoard {
  readonly listings: readonly ListingId[]
  readonly last: Float64Array
  readonly previousClose: Float64Array
  readonly volume: Float64Array
}

function boardAt(
  listings: readonly ListingId[],
  stateOf: (listing: ListingId) => ListingState | null,
  until: Instant,
): FeedBoard {
  const column = (): Float64Array => new Float64Array(listings.length)
  const board = { listings, last: column(), previousClose: column(), volume: column() }
  for (const [n, listing] of listings.entries()) {
    const state = stateOf(listing)
    const dayState = state && (dayStateAt(state, until) ?? pastDayState(state, until))
    if (!dayState) continue
    board.last[n] = dayState.last
    board.previousClose[n] = closeBefore(state, dayNumberOf(dayState.session.day)) ?? 0
    board.volume[n] = dayState.volume
  }
  return board
}
