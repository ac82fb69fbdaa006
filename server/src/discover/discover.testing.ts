import { dayNumberOf } from '@lonja/core/calendar/days'
import type { Source } from '@lonja/core/market/market.source'
import { practiceMarket } from '@lonja/core/practice/practice'
import { chainFor } from '@lonja/core/practice/seeds'
import { practiceUniverse } from '@lonja/core/universe/universe'
import { FIRST_COMPANIES } from '@lonja/core/universe/first'
import type { Clock } from '../base/clock.ts'

/** The instant at which the tests of lists begin. */
export const START = Date.parse('2026-11-20T15:00:00Z')
const { seeds } = chainFor(new Uint8Array(32).fill(9))

/**
 * The practice market of a house that opened the day before. It throws when it is asked for anything beyond its clock.
 */
export function watchedSource(clock: Pick<Clock, 'now'>): Source {
  const openingDay = '2026-11-19'
  const practice = practiceMarket({
    universe: practiceUniverse(FIRST_COMPANIES),
    hours: 'always',
    openingDay,
    historySeed: new Uint8Array(32).fill(5),
    daySeed: (day) => seeds[dayNumberOf(day) - dayNumberOf(openingDay)] ?? null,
  })
  const known = (until: number): number => {
    if (until > clock.now())
      throw new Error(`asked for ${new Date(until).toISOString()} at ${new Date(clock.now()).toISOString()}`)
    return until
  }
  const boardAt = (until: number) => practice.boardAt(known(until))
  const watched: Source & { readonly boardAt: typeof boardAt } = {
    ...practice,
    label: 'practice',
    now: clock.now,
    wallTimeOf: (at) => at,
    quoteAt: (listing, until) => practice.quoteAt(listing, known(until)),
    quotesIn: (listing, after, until, most) => practice.quotesIn(listing, after, known(until), most),
    dayFiguresAt: (listing, until) => practice.dayFiguresAt(listing, known(until)),
    candlesAt: (listing, interval, range, until) => practice.candlesAt(listing, interval, range, known(until)),
    rateAt: (until) => practice.rateAt(known(until)),
    boardAt,
  }
  return watched
}
