import type { ListingId } from '../base/amount.ts'
import { SECOND, type Instant } from '../base/instant.ts'
import { emptyColumns, type BarColumns, type FeedBarRow } from './bars.ts'
import { heardOf, type HeardEvent } from './heard.ts'
import type { FeedQuote, FeedStatus, FeedTrade } from './messages.ts'
import type { Session } from '../market/market.contract.ts'

/** The stored state of one listing of a feed; its quotes and halts. It has no clock: callers pass the time. */

/** A quote event in doubles; `last` is the latest trade at its time. */
export interface QuoteEvent extends Omit<FeedQuote, 'kind' | 'symbol'> {
  readonly last: number
  /** The house's clock at its arrival. */
  readonly heardAt: Instant
  /** The quote of the same millisecond that it has replaced. */
  readonly replaced: QuoteEvent | null
}

/** A halt of trading, with the house's clock at the arrival of its begin and of its end. */
export interface Halt {
  readonly from: Instant
  readonly until: Instant | null
  readonly heardAt: Instant
  readonly endHeardAt: Instant
}

/** The day so far, as known from `from` until the next state. `minute` is the running minute. */
export interface DayState {
  from: Instant
  readonly session: Session
  open: number
  high: number
  low: number
  last: number
  volume: number
  /** The time of `last`. */
  at: Instant
  minute: FeedBarRow | null
}

export interface ListingState {
  readonly listing: ListingId
  /** The newest quote events, oldest first: all of the last seconds, and at least one. */
  quotes: QuoteEvent[]
  /** The quotes up to this instant are no longer in memory. */
  droppedThrough: Instant
  /** The events heard since they were last taken into the listing's chain; null while no order in it is open. */
  heard: HeardEvent[] | null
  /** Newest last; each started in another second. */
  dayStates: DayState[]
  /** The running or latest session, and its completed minutes. */
  session: Session | null
  minutes: BarColumns
  /** The session's day as sent by the feed, and the minute up to which it counts; later minutes are added to it. */
  dayBar: { readonly bar: FeedBarRow; readonly until: Instant } | null
  /** The latest trades of the running minute, for corrections. */
  trades: FeedTrade[]
  lastTrade: FeedTrade | null
  halt: Halt | null
  /** A price too far from the others to be accepted until a second one confirms it. */
  doubted: number | null
  /** The last completed day, by its number, and its close. */
  previous: { readonly day: number; readonly close: number } | null
  /** The completed days, packed. */
  days: Uint8Array
  /** Minutes of the latest completed days, packed, by the day's number. */
  pastMinutes: ReadonlyMap<number, Uint8Array>
  /** The number of changes to completed bars. */
  history: number
  /** True if something has not been stored yet. */
  isUnsaved: boolean
}

export const emptyListing = (listing: ListingId): ListingState => ({
  listing,
  quotes: [],
  droppedThrough: -Infinity,
  heard: null,
  dayStates: [],
  session: null,
  minutes: emptyColumns(),
  dayBar: null,
  trades: [],
  lastTrade: null,
  halt: null,
  doubted: null,
  previous: null,
  days: new Uint8Array(),
  pastMinutes: new Map(),
  history: 0,
  isUnsaved: false,
})

/**
 * The time after its instant within which a quote may arrive and still count. Orders are matched against an instant's
 * events only afterwards.
 */
export const SETTLE_MS = SECOND
/** The time that quote events are kept, longer than orders wait, and their most. */
const QUOTES_KEPT_MS = 5 * SECOND
const QUOTES_MOST = 4_096
/** The list of quotes is trimmed once per this many quotes, not at each one. */
const TRIM_EVERY = 16
/** A price that differs by this factor is not accepted at once. */
const FAR = 10
/** An ask of more than twice the bid that is also wider than this is a stub quote. In ten-thousandths. */
const WIDE_E4 = 5_000

/** The reference price for plausibility; null before any price. */
export const referenceOf = ({ dayStates, previous }: ListingState): number | null =>
  dayStates.at(-1)?.last ?? previous?.close ?? null

const isFar = (price: number, reference: number | null): boolean =>
  reference !== null && (price > reference * FAR || price * FAR < reference)

/** A price far from the last is accepted when a second one agrees with it to a tenth. */
export function isBelieved(state: ListingState, price: number, reference = referenceOf(state)): boolean {
  if (!isFar(price, reference)) {
    state.doubted = null
    return true
  }
  const agrees = state.doubted !== null && Math.abs(price - state.doubted) * 10 <= state.doubted
  state.doubted = agrees ? null : price
  return agrees
}

/** Apply a quote, or return the reason why not. One that is older than the newest, or equal, changes nothing. */
export function takeQuote(state: ListingState, quote: FeedQuote, now: Instant): string | null {
  const { bid, ask, bidSize, askSize, at, nanos } = quote
  if (ask > bid * 2 && ask - bid > WIDE_E4) return 'no market'
  const reference = referenceOf(state)
  const newest = state.quotes.at(-1)
  if (newest && (at < newest.at || (at === newest.at && nanos <= newest.nanos))) return 'late'
  // Against a trade as reference the check is final; against another quote only, a second quote may confirm it.
  if (isFar(bid, reference) || isFar(ask, reference)) return 'absurd'
  if (reference === null && newest && !isBelieved(state, bid, newest.bid)) return 'absurd'
  // An instant is one event: the newest quote of its millisecond, until orders may have been matched against it.
  if (newest?.at === at && now - at >= SETTLE_MS) return 'late'
  const replaced = newest?.at === at ? newest : null
  const event = { at, nanos, bid, ask, bidSize, askSize, last: reference ?? bid, heardAt: now, replaced }
  if (replaced) state.quotes[state.quotes.length - 1] = event
  else state.quotes.push(event)
  state.heard?.push(heardQuote(event))
  if (state.quotes.length % TRIM_EVERY === 0 || state.quotes.length > QUOTES_MOST) trimQuotes(state, Math.max(at, now))
  return null
}

/** A quote as it is kept in its listing's chain. */
export const heardQuote = ({ at, heardAt, nanos, bid, ask, bidSize, askSize, last }: QuoteEvent): HeardEvent =>
  heardOf('quote', at, heardAt, { quote: { nanos, bid, ask, bidSize, askSize, last } })

function trimQuotes(state: ListingState, now: Instant): void {
  const young = state.quotes.findIndex(({ at }) => now - at <= QUOTES_KEPT_MS)
  const first = Math.max(0, young < 0 ? state.quotes.length - 1 : young - 1, state.quotes.length - QUOTES_MOST)
  if (first === 0) return
  state.droppedThrough = state.quotes[first - 1]?.at ?? state.droppedThrough
  state.quotes = state.quotes.slice(first)
}

/** A halt lasts until trading resumes. `now` is the house's clock at the arrival. */
export function takeStatus(state: ListingState, { isHalted, at }: FeedStatus, now: Instant): void {
  if (!isHalted) return endHalt(state, at, now)
  if (state.halt?.until === null) return
  state.halt = { from: at, until: null, heardAt: now, endHeardAt: now }
  state.heard?.push(heardOf('halt', at, now))
}

/** Trading continues: the feed said so, or there was a trade after a missed message. */
export function endHalt(state: ListingState, at: Instant, now: Instant): void {
  if (state.halt?.until !== null || at < state.halt.from) return
  state.halt = { ...state.halt, until: at, endHeardAt: now }
  state.heard?.push(heardOf('resume', at, now))
}

export const isHaltedAt = ({ halt }: Pick<ListingState, 'halt'>, at: Instant): boolean =>
  halt !== null && halt.from <= at && (halt.until === null || at < halt.until)
