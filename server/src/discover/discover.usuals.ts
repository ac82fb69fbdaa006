import { venueOf, type Venue } from '@lonja/core/base/amount'
import { dayNumberAt, dayNumberOf, zoneOf, type DayNumber } from '@lonja/core/calendar/days'
import type { Instrument, Session } from '@lonja/core/market/market.contract'
import { USUAL_DAYS, usualFor, type Usual } from '@lonja/core/discover/radar.rules'
import { stopwatch } from '../base/turns.ts'
import type { Market } from '../market/market.quotes.ts'

/**
 * The usual figures of each instrument, from its finished days. Computed once a day, and only for the instruments asked
 * for.
 */
export interface Usuals {
  /** Null where it is not computed yet, or where too few days are known. */
  of(place: number): Usual | null
  /**
   * Computes these for today, a few at a time between other work. Resolves when all are known, or after `patienceMs`;
   * with 0 it returns at once.
   */
  want(places: Iterable<number>, patienceMs: number): Promise<void>
}

/**
 * Instruments per piece, a few milliseconds of work. While a caller waits, the computation pauses for as long as it
 * worked, so that other calls are served; while nobody waits, it pauses longer.
 */
const PIECE = 3
const LONG_REST_MS = 12

export function usualsOf(market: Pick<Market, 'instruments' | 'latestSession' | 'candles'>): Usuals {
  const instruments = [...market.instruments]
  const usuals: (Usual | null)[] = instruments.map(() => null)
  /** The day for which each place was computed. */
  const madeFor = new Int32Array(instruments.length).fill(-1)
  const waiting = new Map<number, Session>()
  let running: Promise<void> | null = null
  let patient = 0

  const make = (place: number, session: Session): void => {
    const { listing } = instruments[place] as (typeof instruments)[number]
    const zone = zoneOf(session.venue)
    const today = dayNumberOf(session.day)
    const { at, close, volume } = market.candles(listing, 'day', { from: 0, to: session.open, most: USUAL_DAYS + 1 })
    // A recording of days alone starts its running day before the session.
    const over = at.length > 0 && dayNumberAt(zone, at.at(-1) ?? 0) === today ? at.length - 1 : at.length
    usuals[place] = usualFor(close.slice(0, over).map(Number), volume.slice(0, over).map(Number))
    madeFor[place] = today
  }
  const sweep = async (): Promise<void> => {
    while (waiting.size > 0) {
      const worked = stopwatch()
      for (const [place, session] of firstOf(waiting, PIECE)) {
        waiting.delete(place)
        make(place, session)
      }
      await rest(patient > 0 ? worked() : LONG_REST_MS)
    }
  }
  return {
    of: (place) => usuals[place] ?? null,
    want: async (places, patienceMs) => {
      const sessions = new Map<Venue, { session: Session; day: DayNumber } | null>()
      for (const place of places) {
        const venue = venueOf((instruments[place] as Instrument).listing)
        let latest = sessions.get(venue)
        if (latest === undefined) {
          const session = market.latestSession(venue)
          latest = session && { session, day: dayNumberOf(session.day) }
          sessions.set(venue, latest)
        }
        if (latest && madeFor[place] !== latest.day) waiting.set(place, latest.session)
      }
      if (waiting.size === 0) return
      if (!running) {
        running = sweep().finally(() => (running = null))
        // A caller that waits receives the error; the next one starts the computation again.
        running.catch(() => undefined)
      }
      if (patienceMs === 0) return
      patient += 1
      await Promise.race([running, rest(patienceMs)]).finally(() => (patient -= 1))
    },
  }
}

/** Its timer does not keep the process alive. */
const rest = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms).unref())

function firstOf<K, V>(map: ReadonlyMap<K, V>, most: number): [K, V][] {
  const entries: [K, V][] = []
  for (const entry of map) {
    if (entries.length === most) break
    entries.push(entry)
  }
  return entries
}
