import type { ListingId } from '../base/amount.ts'
import { SECOND, type Instant } from '../base/instant.ts'
import { emptyColumns, type BarColumns, type FeedBarRow } from './bars.ts'
import type { FeedQuote, FeedStatus, FeedTrade } from './messages.ts'
import type { Session } from '../market/market.contract.ts'

/** What a feed has said of one listing, as far as it is kept; its quotes and halts. No clock: who calls says what time it is. */

/** A quote event in doubles; `last` is the latest trade then. */
export interface QuoteEvent extends Omit<FeedQuote, 'kind' | 'symbol'> {
  readonly last: number
}

/** The day so far, as it was known from `from` on until the next stand. `minute` is the minute that runs. */
export interface Stand {
  from: Instant
  readonly session: Session
  open: number
  high: number
  low: number
  last: number
  volume: number
  /** When `last` was. */
  at: Instant
  minute: FeedBarRow | null
}

export interface ListingState {
  readonly listing: ListingId
  /** The newest quote events, oldest first: all of the last seconds, one at least. */
  quotes: QuoteEvent[]
  /** Newest last; each began in another second. */
  stands: Stand[]
  /** The session that runs or ran last, and its minutes that are over. */
  session: Session | null
  minutes: BarColumns
  /** The session's day as the feed tells it, and up to which minute; what came after is added to it. */
  dayBar: { readonly bar: FeedBarRow; readonly until: Instant } | null
  /** The latest trades of the running minute, for those that are taken back. */
  trades: FeedTrade[]
  lastTrade: FeedTrade | null
  halt: { readonly from: Instant; readonly until: Instant | null } | null
  /** A price too far from the others to be believed, until a second one says so too. */
  doubted: number | null
  /** The last day that is over, by its number, and its close. */
  previous: { readonly day: number; readonly close: number } | null
  /** The days that are over, packed. */
  days: Uint8Array
  /** Minutes of the latest days that are over, packed, by the day's number. */
  pastMinutes: ReadonlyMap<number, Uint8Array>
  /** Counts how often what is over was changed. */
  history: number
  /** Whether there is something that was not kept in storage yet. */
  isUnsaved: boolean
}

export const emptyListing = (listing: ListingId): ListingState => ({
  listing,
  quotes: [],
  stands: [],
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

/** How long after its instant a quote may come in and still count: orders are held against an instant's events only then. */
export const SETTLE_MS = SECOND
/** How long quote events are kept, and how many at most: longer than orders wait. */
const QUOTES_KEPT_MS = 5 * SECOND
const QUOTES_MOST = 4_096
/** How often a list of quotes is looked at for what may go: not at each one. */
const TRIM_EVERY = 16
/** A price this many times another is not believed at once. */
const FAR = 10
/** An offer for more than twice the bid, and by more than this, is a stub and no market. Ten-thousandths. */
const WIDE_E4 = 5_000

/** The price that others are measured by; null before there is any. */
export const referenceOf = ({ stands, previous }: ListingState): number | null =>
  stands.at(-1)?.last ?? previous?.close ?? null

const isFar = (price: number, reference: number | null): boolean =>
  reference !== null && (price > reference * FAR || price * FAR < reference)

/** A price far from the last is believed when a second one agrees with it to a tenth. */
export function isBelieved(state: ListingState, price: number, reference = referenceOf(state)): boolean {
  if (!isFar(price, reference)) {
    state.doubted = null
    return true
  }
  const agrees = state.doubted !== null && Math.abs(price - state.doubted) * 10 <= state.doubted
  state.doubted = agrees ? null : price
  return agrees
}

/** Takes a quote, or says why not. One that is older than the newest, or the same, changes nothing. */
export function takeQuote(state: ListingState, quote: FeedQuote, now: Instant): string | null {
  const { bid, ask, bidSize, askSize, at, nanos } = quote
  if (ask > bid * 2 && ask - bid > WIDE_E4) return 'no market'
  const reference = referenceOf(state)
  const newest = state.quotes.at(-1)
  if (newest && (at < newest.at || (at === newest.at && nanos <= newest.nanos))) return 'late'
  // Beside a trade a quote is measured for good; beside another quote alone, a second one may prove it right.
  if (isFar(bid, reference) || isFar(ask, reference)) return 'absurd'
  if (reference === null && newest && !isBelieved(state, bid, newest.bid)) return 'absurd'
  // An instant is one event: the newest quote of a millisecond stands for it, until orders may have been held against it.
  if (newest?.at === at && now - at >= SETTLE_MS) return 'late'
  const event = { at, nanos, bid, ask, bidSize, askSize, last: reference ?? bid }
  if (newest?.at === at) state.quotes[state.quotes.length - 1] = event
  else state.quotes.push(event)
  if (state.quotes.length % TRIM_EVERY === 0 || state.quotes.length > QUOTES_MOST) trimQuotes(state, Math.max(at, now))
  return null
}

function trimQuotes(state: ListingState, now: Instant): void {
  const young = state.quotes.findIndex(({ at }) => now - at <= QUOTES_KEPT_MS)
  const first = Math.max(0, young < 0 ? state.quotes.length - 1 : young - 1, state.quotes.length - QUOTES_MOST)
  if (first > 0) state.quotes = state.quotes.slice(first)
}

/** A halt lasts until trading resumes. */
export function takeStatus(state: ListingState, { isHalted, at }: FeedStatus): void {
  const isOn = state.halt?.until === null
  if (isHalted && !isOn) state.halt = { from: at, until: null }
  if (!isHalted) endHalt(state, at)
}

/** Trading goes on: it was said so, or there was a trade, and what was said of it was missed. */
export function endHalt(state: ListingState, at: Instant): void {
  if (state.halt?.until === null && at >= state.halt.from) state.halt = { ...state.halt, until: at }
}

export const isHaltedAt = ({ halt }: ListingState, at: Instant): boolean =>
  halt !== null && halt.from <= at && (halt.until === null || at < halt.until)
