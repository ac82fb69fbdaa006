import type { ListingId } from '../base/amount.ts'
import { SECOND, type Instant } from '../base/instant.ts'
import { cacheSessions } from '../calendar/sessions.ts'
import { ratioSince } from '../market/actions.ts'
import type { Instrument } from '../market/market.contract.ts'
import type { Source } from '../market/market.source.ts'
import { boardFor, type Board } from './board.ts'
import { candlesOf, dayCandleCache, noCandles } from './candles.ts'
import { eventAt, resumptionOf, type LineState } from './lines.ts'
import type { NewListing } from './plan.ts'
import { figuresOf, quoteOf, quotesIn } from './quotes.ts'
import { reportDaysOf } from './reports.ts'
import { makeWorld, type PracticeHouse, type Row, type World } from './world.ts'

/** The version of the function from seeds to prices. A new version starts on an announced day. */
export const PRACTICE_VERSION = 5

const otherAnswers = (world: World): Pick<Source, 'rateAt' | 'actionsBy' | 'movesOf' | 'sharesInIssueAt'> => {
  const { rateAt, announcedBy, splitsBy } = world
  return {
    rateAt,
    sharesInIssueAt: (listing, until) => sharesInIssueAt(world, listing, until),
    // No share of the practice market has a new ticker.
    ...(announcedBy ? { actionsBy: announcedBy, movesOf: splitsBy } : {}),
  }
}

const resumesIn =
  ({ rows }: World) =>
  (listing: ListingId, until: Instant): Instant | null => {
    const row = rows.get(listing)
    return row ? resumptionOf(row.line, until) : null
  }

/** Lists companies behind the other instruments. */
const listerIn =
  (world: World, instruments: Instrument[]): PracticeMarket['list'] =>
  (listings) => {
    const added = listings.filter(({ company }) => !world.companies.has(company.listing))
    world.list(added)
    instruments.push(...added.map(({ company }) => company))
  }

/** A company's shares, in the shares of which the shown prices are. */
function sharesInIssueAt({ companies, splitsBy }: World, listing: ListingId, until: Instant): bigint {
  const shares = companies.get(listing)?.sharesInIssue ?? 0n
  const { from, to } = ratioSince(splitsBy(listing, until), listing, { at: -Infinity, until })
  return (shares * to) / from
}

/** All answers of a `Source`, for any instant; it has no clock of its own. */
export interface PracticeMarket extends Omit<Source, 'now' | 'wallTimeOf'> {
  readonly name: 'practice'
  /**
   * List the companies among these that are not listed yet: they come behind the other instruments. Before its first day
   * a company has no price.
   */
  list(listings: readonly NewListing[]): void
  /** All instruments at once for lists: columns in the order of `instruments`, prices in ten-thousandths. */
  boardAt(until: Instant): Board
  /** Do the expensive work of the first board, a few rows per step. */
  warmBoard(until: Instant): Generator<void, void, void>
  /**
   * Compute the indices' candles of the last `days` days, one per step: a year of an index takes half a second on first
   * request and nothing afterwards. A server takes a step whenever it is idle.
   */
  warmUp(until: Instant, days: number): Generator<void, void, void>
}

/**
 * The practice market: every price at any instant as a pure function of seeds, instrument and time.
 *
 * Any node computes any quote or candle directly, nothing is stored, and the same question always has the same answer.
 * Candles of all intervals agree exactly with each other and with the quotes: the last trades of a minute's sixty quotes
 * make its candle, minutes make days, days make weeks and months. An answer `until` an instant depends on no seed of a
 * later day: if `daySeed` returns null from a day on, everything before that day is unchanged, and quotes after it are
 * null. An index has day figures and candles, but no quotes: nobody trades it.
 *
 * @example
 * const { end, seeds } = chainFor(secret) // `end` is published before the house opens
 * const openingDay = dayOf(openingDayAt(openedAt))
 * const first = dayNumberOf(openingDay)
 * const market = practiceMarket({
 *   universe: practiceUniverse(),
 *   hours: 'always',
 *   openingDay,
 *   historySeed,
 *   daySeed: (day) => seeds[dayNumberOf(day) - first] ?? null,
 * })
 * const quote = market.quoteAt('XNYS:LMR', now) // bid, ask, sizes, last, at
 * const year = market.candlesAt('XNYS:LMR', 'day', { from: 0, to: now, most: 365 }, now)
 */
export function practiceMarket(house: PracticeHouse): PracticeMarket {
  const { universe, hours } = house
  const world = makeWorld(house)
  const wholeDay = dayCandleCache(128)
  const wholeDayOfIndex = dayCandleCache(universe.indices.length)
  const lineStateAt = (row: Row, until: Instant): LineState | null => {
    const event = eventAt(row.line, until)
    return event && row.follow(event)
  }
  const resumesAt = resumesIn(world)
  const instruments: Instrument[] = [...universe.shares, ...universe.indices]
  const boardAt = boardFor(instruments, world.rows, lineStateAt)
  return {
    name: 'practice',
    label: '',
    instruments,
    intervalMs: SECOND,
    quoteAt: (listing, until) => {
      const row = world.rows.get(listing)
      const event = row && eventAt(row.line, until)
      return event ? quoteOf(row.line, event) : null
    },
    quotesIn: (listing, after, until, most) => {
      const row = world.rows.get(listing)
      return row ? quotesIn(row.line, after, until, most) : []
    },
    dayFiguresAt: (listing, until) => {
      const row = world.rows.get(listing)
      const lineState = row && lineStateAt(row, until)
      return lineState ? figuresOf(row.line, lineState) : null
    },
    candlesAt: (listing, interval, range, until) => {
      const row = world.rows.get(listing)
      const lineState = row && lineStateAt(row, until)
      return lineState
        ? candlesOf(row.line, interval, range, lineState, row.line.offer ? wholeDay : wholeDayOfIndex)
        : noCandles
    },
    sessionAt: cacheSessions(hours),
    haltedAt: (listing, until) => resumesAt(listing, until) !== null,
    resumesAt,
    list: listerIn(world, instruments),
    boardAt,
    warmBoard: boardAt.warmUp,
    ...otherAnswers(world),
    reportDays: (listing, from, to) => reportDaysOf(world, listing, from, to),
    *warmUp(until, days) {
      for (const { listing } of universe.indices) {
        const { line } = world.rows.get(listing)!
        const newest = eventAt(line, until)?.day.index ?? 0
        for (let index = newest - 1; index >= Math.max(0, newest - days); index--) {
          wholeDayOfIndex(line, line.days.days[index]!)
          yield
        }
      }
    },
  }
}
