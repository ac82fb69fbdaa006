import { venueOf, type ListingId, type Venue } from '@lonja/core/base/amount'
import { changeBps } from '@lonja/core/base/formats'
import { HOUR, type Instant } from '@lonja/core/base/instant'
import {
  AHEAD_DAYS,
  BACK_DAYS,
  countByDay,
  calendarFor,
  type Report,
  type VenueDay,
  type WhichEarnings,
} from '@lonja/core/discover/earnings.rules'
import { dayNumberAt, dayNumberOf, dayOf, localInstant, zoneOf, type DayNumber } from '@lonja/core/calendar/days'
import type { Instrument } from '@lonja/core/market/market.contract'
import { takeTurns } from '../base/turns.ts'
import type { Market } from '../market/market.quotes.ts'
import type { ListFilter, StaticColumns } from './discover.columns.ts'

/** Reports in order, and how many fall on each day. */
export interface Calendar {
  readonly reports: readonly Report[]
  readonly ofDay: ReadonlyMap<DayNumber, number>
}

export interface Earnings {
  /**
   * Computes the reports of the day at an instant, some instruments at a time between other work. Resolves at once if
   * they are cached.
   */
  ready(at: Instant): Promise<void>
  /**
   * The calendar at an instant of the source's clock. It changes when a venue's day begins, and when its session opens.
   */
  calendarAt(which: WhichEarnings, among: ListFilter, at: Instant): Calendar
  /** The price change on the report's day, in basis points; null before that day has traded. */
  moveOn(listing: ListingId, day: DayNumber): number | null
}

const KEPT = 60
/** Instruments per piece: about 20 ms of work at most. */
const PIECE = 100
const MOVES_KEPT = 10_000

export function earningsOf(market: Market, fixed: StaticColumns): Earnings {
  const cache = new Map<string, Calendar>()
  const moves = new Map<string, number>()
  const schedule = reportsOf(market, fixed)
  return {
    ready: (at) => schedule.ready(() => todayOf(venueDays(market, fixed, at))),
    calendarAt: (which, among, at) => {
      const days = venueDays(market, fixed, at)
      const today = todayOf(days)
      const key = [which, among.venue, among.sector, today.key].join(' ')
      const known = cache.get(key)
      if (known) return known
      const places = new Set(fixed.among(among))
      const reports = calendarFor(
        schedule.on(today).filter(({ place }) => places.has(place)),
        which,
        (place) => days.get(venueOf((fixed.instruments[place] as Instrument).listing)) as VenueDay,
      )
      const calendar = { reports, ofDay: countByDay(reports) }
      cache.set(key, calendar)
      const [oldest] = cache.keys()
      if (cache.size > KEPT && oldest !== undefined) cache.delete(oldest)
      return calendar
    },
    moveOn: (listing, day) => {
      const key = `${listing} ${day}`
      const known = moves.get(key)
      if (known !== undefined) return known
      const zone = zoneOf(venueOf(listing))
      if (localInstant(zone, day, 0) > market.now()) return null
      const end = localInstant(zone, day + 1, 0)
      const { at, close } = market.candles(listing, 'day', { from: 0, to: end, most: 2 })
      const [begunAt, before, after] = [at.at(-1), close.at(-2), close.at(-1)]
      if (begunAt === undefined || dayNumberAt(zone, begunAt + HOUR) !== day || !before || !after) return null
      const move = changeBps(before, after)
      if (move === null) return null
      if (market.now() < end) return Number(move)
      if (moves.size >= MOVES_KEPT) moves.clear()
      moves.set(key, Number(move))
      return Number(move)
    },
  }
}

/** The reports of all instruments around one day of the market, computed at once or in turns with other work. */
function reportsOf(market: Market, fixed: StaticColumns) {
  let all: { readonly key: string; readonly reports: readonly Report[] } | null = null
  let running: Promise<void> | null = null
  const findInTurns = async ({ key, today }: Today): Promise<void> => {
    const reports: Report[] = []
    for (const some of finding(market, fixed, today)) {
      reports.push(...some)
      await takeTurns()
    }
    all = { key, reports }
  }
  return {
    on: ({ key, today }: Today): readonly Report[] => {
      if (all?.key !== key) all = { key, reports: [...finding(market, fixed, today)].flat() }
      return all.reports
    },
    ready: async (today: () => Today): Promise<void> => {
      while (all?.key !== today().key) {
        running ??= findInTurns(today()).finally(() => (running = null))
        await running
      }
    },
  }
}

/** Finds every report that any venue's calendar can show on these days, yielding those of some instruments a step. */
function* finding(market: Market, fixed: StaticColumns, today: DayNumber): Generator<readonly Report[], void, void> {
  const { marketCap } = fixed.columnsAt(market.board())
  const [from, to] = [dayOf(today - BACK_DAYS - 1), dayOf(today + AHEAD_DAYS + 1)]
  let reports: Report[] = []
  for (const [place, { listing }] of fixed.instruments.entries()) {
    for (const day of market.reportDays(listing, from, to)) {
      reports.push({ place, day: dayNumberOf(day), marketCap: marketCap[place] ?? 0 })
    }
    if (place % PIECE < PIECE - 1) continue
    yield reports
    reports = []
  }
  yield reports
}

/** The latest day of any venue, and a cache key for the days of all venues. */
interface Today {
  readonly key: string
  readonly today: DayNumber
}

const todayOf = (days: ReadonlyMap<Venue, VenueDay>): Today => ({
  key: [...days].map(([venue, { today, latest }]) => `${venue} ${today} ${latest}`).join(', '),
  today: Math.max(...[...days.values()].map(({ today }) => today)),
})

function venueDays(market: Market, { instruments }: StaticColumns, at: Instant): ReadonlyMap<Venue, VenueDay> {
  const venues = new Set(instruments.map(({ listing }) => venueOf(listing)))
  return new Map(
    [...venues].map((venue) => {
      const session = market.latestSession(venue, at)
      return [venue, { today: dayNumberAt(zoneOf(venue), at), latest: session && dayNumberOf(session.day) }] as const
    }),
  )
}
