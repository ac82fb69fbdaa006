import { venueOf, type ListingId, type Venue } from '@lonja/core/base/amount'
import { changeBps } from '@lonja/core/base/formats'
import { HOUR, type Day, type Instant } from '@lonja/core/base/instant'
import { ZONES, type Zone } from '@lonja/core/base/zones'
import { dayNumberOf, dayOf, localInstant, weekOf, weekdayOf, zoneOf } from '@lonja/core/calendar/days'
import type { Session } from '@lonja/core/market/market.contract'
import { nextStepOf, type Step } from '@lonja/core/news/steps.rules'
import type { Figures, StoryContext, MarketView } from '@lonja/core/news/stories.rules'
import type { Board } from '../market/market.board.ts'
import type { Market } from '../market/market.quotes.ts'

/** The listings of one time zone and calendar, which are published together. */
export interface Place {
  readonly zone: Zone
  /** A venue whose sessions are those of all the listings. */
  readonly venue: Venue
}

/** The time zones in which a market has listings. */
export const placesOf = (market: Pick<Market, 'instruments'>): Place[] =>
  ZONES.flatMap((zone): Place[] => {
    const venue = market.instruments.map(({ listing }) => venueOf(listing)).find((of) => zoneOf(of) === zone)
    return venue ? [{ zone, venue }] : []
  })

/** The first step of a market after an instant, with its context; null if the market has closed for good. */
export function nextContext(market: Market, { zone, venue }: Place, through: Instant): StoryContext | null {
  const session = market.session(venue, through + 1)
  const step = session && nextStepOf(session, through)
  return session && step ? contextOf(market, { zone, venue }, session, step) : null
}

/** A longer session is not a venue's own hours, as in a market that is always open. */
const LONG_MS = 12 * HOUR
const USUAL_MS: Readonly<Record<Zone, number>> = { 'America/New_York': 6.5 * HOUR, 'Europe/Madrid': 8.5 * HOUR }

function contextOf(market: Market, { zone, venue }: Place, session: Session, step: Step): StoryContext {
  const length = session.close - session.open
  const isExchange = length <= LONG_MS
  return {
    zone,
    session,
    step,
    isExchange,
    isEarly: isExchange && length < USUAL_MS[zone],
    week: step.what === 'close' ? weekEnding(market, venue, session) : null,
  }
}

/** The week that ends with a session, from its Monday; null if the session is not the week's last. */
function weekEnding(market: Market, venue: Venue, session: Session): StoryContext['week'] {
  const next = market.session(venue, session.close + 1)
  const day = dayNumberOf(session.day)
  if (next && weekOf(dayNumberOf(next.day)) === weekOf(day)) return null
  return { from: dayOf(day - ((weekdayOf(day) + 6) % 7)), to: session.day }
}

/** The facts of a market at a step. None of them is later than the step. */
export function viewOf(market: Market, context: StoryContext, toldListings: readonly ListingId[]): MarketView {
  const { zone, session, step, week } = context
  const here = (listing: ListingId): boolean => zoneOf(venueOf(listing)) === zone
  const listings = market.instruments.filter(({ kind, listing }) => kind === 'share' && here(listing))
  const isReported = step.what === 'open' || step.what === 'first'
  return {
    figures: figuresIn(market, market.board(step.at), here),
    find: market.find,
    dayOf: (listing) => market.dayFiguresAt(listing, step.at),
    usualBps: (listing) => usualBps(market, listing, session.open),
    reporting: isReported
      ? listings.map(({ listing }) => listing).filter((of) => reportsOn(market, of, session.day))
      : [],
    published: new Set(toldListings.filter(here)),
    weekBefore: week && figuresBefore(market, context, week.from, here),
  }
}

const reportsOn = (market: Market, listing: ListingId, day: Day): boolean =>
  market.reportDays(listing, day, day).length > 0

function figuresIn(market: Market, board: Board, here: (listing: ListingId) => boolean): Figures {
  const sharesAt = (place: number) => Number(market.sharesInIssue(board.listings[place] as ListingId, board.at))
  const places = [...board.listings.keys()].filter((place) => here(board.listings[place] as ListingId))
  return {
    listings: places.map((place) => board.listings[place] as ListingId),
    last: places.map((place) => board.last[place] ?? 0),
    previousClose: places.map((place) => board.previousClose[place] ?? 0),
    worth: places.map((place) => (board.last[place] ?? 0) * sharesAt(place)),
  }
}

/** The figures at the close of the last session before a week; null if there was none. */
function figuresBefore(
  market: Market,
  { zone, session }: StoryContext,
  monday: Day,
  here: (of: ListingId) => boolean,
): Figures | null {
  const before = market.latestSession(session.venue, localInstant(zone, dayNumberOf(monday), 0))
  return before && figuresIn(market, market.board(before.close), here)
}

const SESSIONS = 20
const LEAST_SESSIONS = 10
const LOOK_BACK_MS = 60 * 24 * HOUR

/**
 * The mean change between two closes of the sessions before `open`, in basis points; null if fewer than ten are known.
 */
function usualBps(market: Market, listing: ListingId, open: Instant): bigint | null {
  const range = { from: open - LOOK_BACK_MS, to: open, most: SESSIONS + 1 }
  const { close } = market.candles(listing, 'day', range)
  const moves = close.slice(1).map((price, at) => changeBps(close[at] ?? 0n, price) ?? 0n)
  if (moves.length < LEAST_SESSIONS) return null
  return moves.reduce((sum, bps) => sum + (bps < 0n ? -bps : bps), 0n) / BigInt(moves.length)
}
