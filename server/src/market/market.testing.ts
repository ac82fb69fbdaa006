import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { replaySource } from '@lonja/core/replay/replay'
import { RECORDED } from '@lonja/core/replay/calendar'
import { isBroken, parseDayBars, parseMinuteBars, parseRates } from '@lonja/core/replay/csv'
import type { Read } from '@lonja/core/base/contract'
import type { Clock } from '../base/clock.ts'
import { CHECKOUT } from '../config/config.ts'
import { openDb, type Db } from '../database/db.ts'
import { openDoor } from '../door/door.ts'
import { localEvents } from '../base/events.ts'
import { openLog } from '../base/log.ts'
import type { Route, Sessions } from '../door/serve.ts'
import { testDatabase } from '../testing/database.ts'
import { openGuard, type MarketGuard } from './market.guard.ts'
import { marketFor, type Market } from './market.quotes.ts'

/** The text of CSV files, by listing. */
export type Recordings = Readonly<Record<ListingId, { readonly minutes?: string; readonly days?: string }>>

/**
 * A market for tests: the bars of the CSV texts in real sessions, on the test's own clock. It is both the replay's
 * clock and the server's.
 */
export function recordedMarket(clock: Clock, recordings: Recordings, rates?: string): Market {
  const listings = Object.entries(recordings).map(([listing, { minutes, days }]) => ({
    listing: listing as ListingId,
    ...(minutes !== undefined && { minutes: whole(parseMinuteBars(minutes)) }),
    ...(days !== undefined && { days: whole(parseDayBars(days)) }),
  }))
  const files = { listings, ...(rates !== undefined && { rates: whole(parseRates(rates)) }) }
  return marketFor(replaySource(files, RECORDED, { now: clock.now, serverTimeOf: (at) => at }))
}

function whole<T extends object>(parsed: T): Exclude<T, { broken: string }> {
  assert(!isBroken(parsed), `a recording of a test is whole: ${JSON.stringify(parsed)}`)
  return parsed as Exclude<T, { broken: string }>
}

/**
 * The folder with real market bars, outside the checkout. Null if it is absent; tests that need it are then skipped.
 */
export function findRealBars(): string | null {
  const folder = process.env['LONJA_BARS'] ?? join(dirname(CHECKOUT), 'shared', 'data')
  return existsSync(join(folder, 'IBM.minute.csv')) ? folder : null
}

/**
 * A server with some public routes, and a function that calls them. Its database is a real one: its own, unless one is
 * passed.
 */
export async function openLookDoor(routes: readonly Route[], clock: Clock, lent?: Db) {
  const database = lent ? null : await testDatabase()
  const db = lent ?? openDb(database?.url ?? '')
  const sessions: Sessions = { find: () => Promise.resolve(null), seen: () => {} }
  const door = await openDoor({
    db,
    clock,
    log: openLog('silent'),
    events: localEvents(),
    sessions,
    secret: Buffer.alloc(32),
    routes,
    limits: { callsAMinute: { anAddress: 0, aSession: 0 } },
  })
  return {
    db,
    /** The `data` of an accepted call as JSON, or the code of the refusal. */
    ask: async (call: Read, input: Readonly<Record<string, unknown>> = {}, language = 'en'): Promise<CallRequest> => {
      const url = `/api/${language}${call.path}`
      const sent = call.method === 'GET' ? { query: textOf(input) } : { payload: input }
      const answer = await door.inject({ method: call.method, url, ...sent })
      const { code, data, error } = answer.json<{ code: number; data: unknown; error?: string }>()
      return (code === 1 ? data : error) as CallRequest
    },
    close: async (): Promise<void> => {
      await door.close()
      if (!database) return
      await db.close()
      await database.drop()
    },
  }
}

// An answer as it is on the wire. The expectations of the test check its shape.
// eslint-disable-next-line typescript/no-explicit-any
type CallRequest = any

const textOf = (input: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))

/** The guard of a market without seeds; it logs nothing. */
export const testGuard = (db: Db, clock: Clock): MarketGuard =>
  openGuard({ db, clock, log: openLog('silent'), hasSeeds: false })
