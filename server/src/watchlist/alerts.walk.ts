import { venueOf, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import { MINUTE, type Day, type Instant } from '@lonja/core/base/instant'
import type { Session } from '@lonja/core/market/market.contract'
import { reaches, type Reach, type AlertQuote } from '@lonja/core/watchlist/alerts.rules'
import { takeTurns } from '../base/turns.ts'
import type { Market } from '../market/market.quotes.ts'

/** The calls of the market that a walk through a listing's quotes needs. */
export type WalkedMarket = Pick<Market, 'find' | 'session' | 'nextQuotes' | 'dayFiguresAt' | 'candles'>

/** The reach of a walk's alerts, with the close before the day cached once it is known. */
export interface Walker {
  readonly listing: ListingId
  reach(day: Day, previousClose: PriceE4 | null): Reach
  previous: { day: Day; close: PriceE4 | null } | null
}

/** Up to this length every quote is read. A longer stretch is narrowed by its day and its minutes first. */
const SHORT_MS = 2 * MINUTE
const EVENTS_AT_ONCE = 10_000
/**
 * Every quote of a listing in (after, until], in order, that is within the walker's reach. A day or a minute whose low
 * and high stay short of the reach is skipped without reading its quotes. An index has no quotes: its value at the end
 * of each minute counts.
 */
export async function* reachingQuotes(
  market: WalkedMarket,
  walker: Walker,
  after: Instant,
  until: Instant,
): AsyncGenerator<AlertQuote, void> {
  const walk = market.find(walker.listing)?.kind === 'index' ? ofIndex : ofShare
  for (let from = after; from < until;) {
    const session = market.session(venueOf(walker.listing), from + 1)
    if (!session || session.open >= until) return
    const stretch = { session, after: Math.max(from, session.open), until: Math.min(until, session.close) }
    yield* walk(market, walker, stretch)
    from = stretch.until
    await takeTurns()
  }
}

interface Stretch {
  readonly session: Session
  readonly after: Instant
  readonly until: Instant
}

async function* ofShare(market: WalkedMarket, walker: Walker, stretch: Stretch): AsyncGenerator<AlertQuote, void> {
  const { session, after, until } = stretch
  if (until - after <= SHORT_MS) return yield* quotesOf(market, walker, stretch)
  const close = previousClose(market, walker, stretch)
  const figures = market.dayFiguresAt(walker.listing, until)
  // Without the day's figures nothing can be skipped.
  if (figures?.day !== session.day) return yield* quotesOf(market, walker, stretch)
  // The figures cover the day up to the end of the stretch, and so all of the stretch.
  if (!reaches(walker.reach(session.day, close), figures.low, figures.high)) return
  let done = after
  for (const { at, low, high } of minutesOf(market, walker.listing, after, until)) {
    if (!reaches(walker.reach(session.day, close), low, high)) continue
    // A minute's quotes may fall on either of its ends.
    const minute = { session, after: Math.max(done, at - 1), until: Math.min(until, at + MINUTE) }
    yield* quotesOf(market, walker, minute)
    done = minute.until
    await takeTurns()
  }
}

async function* quotesOf(
  market: WalkedMarket,
  walker: Walker,
  { session, after, until }: Stretch,
): AsyncGenerator<AlertQuote, void> {
  for (let from = after; from < until;) {
    const quotes = market.nextQuotes(walker.listing, from, until, EVENTS_AT_ONCE)
    if (quotes.length === 0) return
    const close = previousClose(market, walker, { session, after, until })
    for (const { at, last } of quotes)
      if (reaches(walker.reach(session.day, close), last)) yield { at, last, day: session.day, previousClose: close }
    from = quotes.at(-1)?.at ?? until
  }
}

async function* ofIndex(market: WalkedMarket, walker: Walker, stretch: Stretch): AsyncGenerator<AlertQuote, void> {
  const { session, after, until } = stretch
  if (Math.floor(until / MINUTE) === Math.floor(after / MINUTE)) return
  const close = previousClose(market, walker, stretch)
  for (const { at, last } of minutesOf(market, walker.listing, after - MINUTE, until)) {
    const end = at + MINUTE
    if (end <= after || end > until) continue
    if (reaches(walker.reach(session.day, close), last)) yield { at: end, last, day: session.day, previousClose: close }
  }
}

interface MinuteRange {
  readonly at: Instant
  readonly low: PriceE4
  readonly high: PriceE4
  readonly last: PriceE4
}

const MINUTES_MOST = 2_000

/** The minutes of a stretch, which lies in one session. */
function minutesOf(market: WalkedMarket, listing: ListingId, after: Instant, until: Instant): MinuteRange[] {
  const from = Math.floor(after / MINUTE) * MINUTE
  const { at, low, high, close } = market.candles(listing, 'minute', { from, to: until, most: MINUTES_MOST })
  return at.map((begin, n) => ({ at: begin, low: low[n]!, high: high[n]!, last: close[n]! }))
}

/** The close before the day of a stretch. Unknown until the day's first trade, then cached. */
function previousClose(market: WalkedMarket, walker: Walker, { session, until }: Stretch): PriceE4 | null {
  if (walker.previous?.day === session.day) return walker.previous.close
  const figures = market.dayFiguresAt(walker.listing, until)
  if (figures?.day !== session.day) return null
  walker.previous = { day: session.day, close: figures.previousClose }
  return figures.previousClose
}
