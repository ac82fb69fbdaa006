import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ListingId } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { replaySource } from '@lonja/core/market/replay'
import { RECORDED } from '@lonja/core/market/replay.calendar'
import { isBroken, parseDayBars, parseMinuteBars, parseRates } from '@lonja/core/market/replay.csv'
import type { Clock } from '../base/clock.ts'
import { CHECKOUT } from '../base/config.ts'
import { marketFor, type Market } from './market.quotes.ts'

/** The text of CSV files, by listing. */
export type Recordings = Readonly<Record<ListingId, { readonly minutes?: string; readonly days?: string }>>

/** A market for tests: what the CSV texts say, by real sessions, at a clock of the test's own. The clock is the replay's and the server's. */
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

/** The folder with real market bars, outside the checkout; null where it is absent, and the tests on it are skipped. */
export function findRealBars(): string | null {
  const folder = process.env['LONJA_BARS'] ?? join(dirname(CHECKOUT), 'shared', 'data')
  return existsSync(join(folder, 'IBM.minute.csv')) ? folder : null
}
