import type { Venue } from '../base/amount.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import type { Session } from '../market/market.contract.ts'
import { sessionAt } from '../calendar/sessions.ts'
import {
  deviation,
  excessKurtosis,
  logReturns,
  mean,
  meanShape,
  pairCorrelations,
  spreadBps,
  volumeShape,
} from '../market/measures.ts'
import { practiceMarket } from './practice.ts'
import { makeWorld, type PracticeHouse } from './world.ts'
import type { DayBars, MinuteBars } from '../replay/csv.ts'
import type { Liquidity } from '../universe/companies.ts'

/** A market's statistics, comparable with another market's: the visible properties of any chart. */
export interface Portrait {
  /** By name: the standard deviation of the daily log return, and its excess kurtosis. */
  readonly names: readonly { readonly name: string; readonly volatility: number; readonly kurtosis: number }[]
  /** Every day's log return of every name, in that name's standard deviations. */
  readonly moves: readonly number[]
  /** The correlation of each pair of names. */
  readonly pairs: readonly number[]
  /** The parts of a session's volume by half hour. */
  readonly shape: readonly number[]
  /** By kind of listing: the mean spread between bid and ask in ten-thousandths of the price. */
  readonly spreads: readonly { readonly kind: string; readonly bps: number }[]
}

interface Series {
  readonly name: string
  readonly closes: readonly number[]
}

function ofDays(series: readonly Series[]): Pick<Portrait, 'names' | 'moves' | 'pairs'> {
  const returns = series.map(({ name, closes }) => ({ name, moves: logReturns(closes) }))
  return {
    names: returns.map(({ name, moves }) => ({
      name,
      volatility: deviation(moves),
      kurtosis: excessKurtosis(moves),
    })),
    moves: returns.flatMap(({ moves }) => {
      const [middle, scale] = [mean(moves), deviation(moves)]
      return moves.map((move) => (move - middle) / scale)
    }),
    pairs: pairCorrelations(returns.map(({ moves }) => moves)),
  }
}

/** The number of listings of a kind examined minute by minute, and the number of days. */
const CLOSE_UP = 4
const SESSIONS = 10

/**
 * The practice market's statistics from New York listings sampled evenly: their days from the start of the history up
 * to an instant, and their minutes and quotes in the sessions before it.
 */
export function portraitOfPractice(house: PracticeHouse, listings: number, until: Instant): Portrait {
  const shares = house.universe.shares.filter(({ listing }) => !listing.startsWith('XMAD'))
  const chosen = evenly(shares, listings)
  const { rows } = makeWorld(house)
  const series = chosen.map(({ listing }): Series => {
    const { line } = rows.get(listing)!
    line.days.dayAt(until)
    const days = line.days.days.filter(({ close }) => close <= until)
    return { name: listing, closes: days.map((day) => line.close(day)) }
  })
  const market = practiceMarket(house)
  const sessions = sessionsBefore('XNYS', until, house.hours)
  const shapes: number[][] = []
  const spreads = (['high', 'medium', 'low'] satisfies Liquidity[]).map((kind) => {
    const ofKind = evenly(
      shares.filter(({ traits }) => traits.liquidity === kind),
      CLOSE_UP,
    )
    const quoted = ofKind.map(({ listing }) => {
      for (const { open, close } of sessions) {
        const { at, volume } = market.candlesAt(listing, 'minute', { from: open, to: close, most: 2_000 }, close)
        const bars = at.map((start, n) => ({ at: start, volume: Number(volume[n]) }))
        shapes.push(volumeShape(bars, { open, close }))
      }
      const { open, close } = sessions[0]!
      const quotes = market.quotesIn(listing, open, close, 3_000)
      return spreadBps(quotes.map(({ bid, ask }) => ({ bid: Number(bid), ask: Number(ask) })))
    })
    return { kind, bps: mean(quoted) }
  })
  return { ...ofDays(series), shape: meanShape(shapes), spreads }
}

const evenly = <T>(all: readonly T[], count: number): T[] =>
  all.filter((_one, n) => Math.floor((n * count) / all.length) !== Math.floor(((n - 1) * count) / all.length))

function sessionsBefore(venue: Venue, until: Instant, hours: PracticeHouse['hours']) {
  const sessions: Session[] = []
  for (let at = until - 24 * HOUR; sessions.length < SESSIONS; at -= 24 * HOUR) {
    const session = sessionAt(venue, at, hours)
    if (session.close <= until && sessions.every(({ day }) => day !== session.day)) sessions.push(session)
  }
  return sessions
}

/** Recorded bars by name: days of many years, and minutes of some. */
export interface RecordedBars {
  readonly days: Readonly<Record<string, DayBars>>
  readonly minutes: Readonly<Record<string, MinuteBars>>
}

/** The statistics of real bars recorded in New York. */
export function portraitOfBars({ days, minutes }: RecordedBars): Portrait {
  const series = Object.entries(days).map(([name, { close }]): Series => ({ name, closes: Array.from(close) }))
  const shapes: number[][] = []
  const spreads = Object.entries(minutes).map(([name, bars]) => {
    const rows = Array.from(bars.at, (at, n) => ({ at, n }))
    let session = sessionAt('XNYS', bars.at[0] ?? 0, 'exchange')
    const quotes: { bid: number; ask: number }[] = []
    while (session.open <= (bars.at.at(-1) ?? 0)) {
      const within = rows.filter(({ at }) => at >= session.open && at < session.close)
      if (within.length > 0)
        shapes.push(
          volumeShape(
            within.map(({ at, n }) => ({ at, volume: bars.volume[n] ?? 0 })),
            session,
          ),
        )
      for (const { n } of within) {
        const [bid, ask] = [bars.bid[n] ?? 0, bars.ask[n] ?? 0]
        if (bid > 0 && ask > 0) quotes.push({ bid, ask })
      }
      session = sessionAt('XNYS', session.close + 1, 'exchange')
    }
    return { kind: name, bps: spreadBps(quotes) }
  })
  return { ...ofDays(series), shape: meanShape(shapes), spreads }
}
