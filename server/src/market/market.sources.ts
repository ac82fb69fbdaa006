import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { VENUES, type ListingId, type Venue } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Source } from '@lonja/core/market/market.source'
import { replaySource, type RecordedListing, type ReplayFiles } from '@lonja/core/replay/replay'
import { RECORDED } from '@lonja/core/replay/calendar'
import { replayTimeAt, serverTimeOf, type ReplayClock } from '@lonja/core/replay/clock'
import { isBroken, parseDayBars, parseMinuteBars, parseRates } from '@lonja/core/replay/csv'
import { CannotOpen } from '../base/cannot.ts'
import type { MarketGuard } from './market.guard.ts'

/** A recorded market on the replay's clock. */
export function recordedSource(files: ReplayFiles, clock: Pick<MarketGuard, 'now'>, set: () => ReplayClock): Source {
  const now = monotonicClock(() => replayTimeAt(set(), clock.now()))
  return replaySource(files, RECORDED, { now, serverTimeOf: (at) => serverTimeOf(set(), at) })
}

/** A clock that stops while the machine's clock is set back. */
export function monotonicClock(read: () => Instant): () => Instant {
  let latest = -Infinity
  return () => {
    latest = Math.max(latest, read())
    return latest
  }
}

/** The replay files of a folder, and their names with their SHA-256: other files are another market. */
export interface ReplayFolder {
  readonly files: ReplayFiles
  readonly fingerprint: string
}

const BARS = /^(?:([A-Z]{4})[._-])?([A-Z0-9.]{1,12})\.(minute|daily)\.csv$/
const RATES = 'EURUSD.csv'

/**
 * Reads the CSV files of a folder: `ABC.minute.csv` and `ABC.daily.csv`, `XNAS.ABC.daily.csv` for a venue other than
 * New York, `EURUSD.csv` for the exchange rate. An error in a file stops the house with the line and the reason.
 */
export function readReplayFolder(folder: string): ReplayFolder {
  const names = namesIn(folder)
  const recorded = new Map<ListingId, RecordedListing>()
  for (const name of names) {
    const [, venue = 'XNYS', ticker, kind] = BARS.exec(name) ?? []
    if (!ticker) continue
    if (!VENUES.includes(venue as Venue))
      throw new CannotOpen(`${join(folder, name)}: ${venue} is no venue of this house.`)
    const listing = `${venue}:${ticker}` as ListingId
    const before = recorded.get(listing) ?? { listing }
    const parsed =
      kind === 'minute' ? { minutes: read(folder, name, parseMinuteBars) } : { days: read(folder, name, parseDayBars) }
    recorded.set(listing, { ...before, ...parsed })
  }
  if (recorded.size === 0) {
    throw new CannotOpen(`REPLAY_DIR is "${folder}", and no file there is named like ABC.minute.csv or ABC.daily.csv.`)
  }
  const rates = names.includes(RATES) ? { rates: read(folder, RATES, parseRates) } : {}
  const used = names.filter((name) => BARS.test(name) || name === RATES)
  const sums = used.map(
    (name) =>
      `${name} ${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}`,
  )
  return { files: { listings: [...recorded.values()], ...rates }, fingerprint: sums.join('\n') }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (cause) {
    throw new CannotOpen(
      `REPLAY_DIR is "${folder}", and it cannot be read: give the folder with the CSV files to replay.`,
      {
        cause,
      },
    )
  }
}

function read<T extends object>(
  folder: string,
  name: string,
  parse: (text: string) => T,
): Exclude<T, { broken: string }> {
  const file = join(folder, name)
  const bars = parse(readFileSync(file, 'utf8'))
  if (isBroken(bars)) throw new CannotOpen(`${file}, line ${bars.line}: ${bars.broken}.`)
  return bars as Exclude<T, { broken: string }>
}
