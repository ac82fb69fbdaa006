import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { VENUES, venueOf, type ListingId, type Venue } from '@lonja/core/base/amount'
import type { Day } from '@lonja/core/base/instant'
import { actionsIn } from '@lonja/core/replay/actions'
import { RECORDED } from '@lonja/core/replay/calendar'
import {
  isBroken,
  scanDayBars,
  scanMinuteBars,
  scanRates,
  type BrokenFile,
  type MinuteBars,
  type Scan,
} from '@lonja/core/replay/csv'
import { countOutside, shortcomingsOf } from '@lonja/core/replay/opening'
import type { RecordedListing, ReplayFiles } from '@lonja/core/replay/replay'
import { CannotOpen } from '../base/cannot.ts'

/** The replay files of a folder, and their names with their SHA-256: other files are another market. */
export interface ReplayFolder {
  readonly files: ReplayFiles
  readonly fingerprint: string
  /** A line for each file that is not read, for minutes outside all sessions, and for what cannot be traded. */
  readonly notes: readonly string[]
}

export interface Reading {
  /** Receives a line of progress while a large file is read. */
  readonly say?: ((line: string) => void) | undefined
  /** If it aborts, the reading stops. */
  readonly signal?: AbortSignal | undefined
}

const BARS = /^(?:([A-Z]{4})[._-])?([A-Z0-9.]{1,12})\.(minute|daily)\.csv$/
const RATES = 'EURUSD.csv'
const ACTIONS = 'actions.csv'
const NAMES = 'ABC.minute.csv, ABC.daily.csv, EURUSD.csv or actions.csv'

/**
 * Reads the CSV files of a folder: `ABC.minute.csv` and `ABC.daily.csv`, `XNAS.ABC.daily.csv` for a venue other than
 * New York, `EURUSD.csv` for the exchange rate, `actions.csv` for splits, dividends and new tickers. Each is read once, piece by piece, so that its size does not matter. An
 * error in a file stops the house with the line and the reason.
 */
export async function readReplayFolder(folder: string, reading: Reading = {}): Promise<ReplayFolder> {
  const names = namesIn(folder)
  const recorded = new Map<ListingId, RecordedListing>()
  const notes: string[] = []
  const sums: string[] = []
  let rates: Pick<ReplayFiles, 'rates'> = {}
  for (const { name, kind, listing } of filesIn(folder, names)) {
    const file = join(folder, name)
    const sum = createHash('sha256')
    if (kind === 'rates') rates = { rates: await readRows(file, scanRates(), sum, reading) }
    else if (kind === 'daily') {
      recorded.set(listing, {
        ...recorded.get(listing),
        listing,
        days: await readRows(file, scanDayBars(), sum, reading),
      })
    } else {
      const minutes = await readRows(file, scanMinuteBars(), sum, reading)
      const note = outsideNote(name, file, venueOf(listing), minutes)
      if (note !== null) notes.push(note)
      recorded.set(listing, { ...recorded.get(listing), listing, minutes })
    }
    sums.push(`${name} ${sum.digest('hex')}`)
  }
  if (recorded.size === 0) {
    throw new CannotOpen(`REPLAY_DIR is "${folder}", and no file there is named like ABC.minute.csv or ABC.daily.csv.`)
  }
  const strange = names.filter((name) => /\.csv$/i.test(name) && ![RATES, ACTIONS].includes(name) && !BARS.test(name))
  const actions = names.includes(ACTIONS) ? readActions(join(folder, ACTIONS), recorded, sums) : {}
  const files = { listings: [...recorded.values()], ...rates, ...actions }
  const unread = strange.map((name) => `${name} is not read: its name is not like ${NAMES}.`)
  return { files, fingerprint: sums.join('\n'), notes: [...unread, ...notes, ...shortcomingsOf(files)] }
}

/** The corporate actions of the recorded listings. Their file is small, and another one is another market. */
function readActions(
  file: string,
  recorded: ReadonlyMap<ListingId, RecordedListing>,
  sums: string[],
): Pick<ReplayFiles, 'actions'> {
  const bytes = bytesOf(file)
  const actions = actionsIn(bytes, {
    calendar: RECORDED,
    has: (listing) => recorded.has(listing),
    days: (listing) => daysOf(recorded.get(listing)),
  })
  if (isBroken(actions)) throw brokenFile(file, actions)
  sums.push(`${ACTIONS} ${createHash('sha256').update(bytes).digest('hex')}`)
  return { actions }
}

/** The first and the last day of which there are bars. */
function daysOf(recorded: RecordedListing | undefined): { readonly first: Day; readonly last: Day } | null {
  if (!recorded) return null
  const { listing, minutes, days } = recorded
  const ends = [minutes?.at[0], minutes?.at.at(-1)].flatMap((at) =>
    at === undefined ? [] : [RECORDED.dayAt(venueOf(listing), at)],
  )
  const all = [...ends, ...[days?.day[0], days?.day.at(-1)].flatMap((day) => day ?? [])].toSorted()
  const [first, last] = [all[0], all.at(-1)]
  return first && last ? { first, last } : null
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    return refuseFile(file)(cause)
  }
}

interface NamedFile {
  readonly name: string
  readonly kind: 'minute' | 'daily' | 'rates'
  readonly listing: ListingId
}

/** The files that are read, in the order of their names. Two of one listing and kind are refused. */
function filesIn(folder: string, names: readonly string[]): NamedFile[] {
  const files = new Map<string, NamedFile>()
  for (const name of names) {
    const [, venue = 'XNYS', ticker, kind] =
      name === RATES ? ['', undefined, 'EURUSD', 'rates'] : (BARS.exec(name) ?? [])
    if (!ticker) continue
    if (!VENUES.includes(venue as Venue))
      throw new CannotOpen(`${join(folder, name)}: ${venue} is no venue of this house.`)
    const listing = `${venue}:${ticker}` as ListingId
    const other = files.get(`${listing} ${kind}`)
    if (other) {
      throw new CannotOpen(
        `${join(folder, name)} and ${other.name} are of the same listing, ${listing}: keep one of them.`,
      )
    }
    files.set(`${listing} ${kind}`, { name, kind: kind as NamedFile['kind'], listing })
  }
  return [...files.values()]
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (cause) {
    const remedy = 'it cannot be read: give the folder with the CSV files to replay.'
    throw new CannotOpen(`REPLAY_DIR is "${folder}", and ${remedy}`, { cause })
  }
}

/** A file of which no minute is in a session is refused: its times are most likely not of UTC. Some are only said. */
function outsideNote(name: string, file: string, venue: Venue, { at }: MinuteBars): string | null {
  const outside = countOutside(venue, at, RECORDED)
  if (outside === 0) return null
  const first = new Date(at[0] ?? 0).toISOString().replace('.000Z', 'Z')
  if (outside === at.length) {
    const broken = `${first} is outside every session of ${venue}, and so are all other rows: write times of UTC, or with their offset`
    throw brokenFile(file, { broken, line: 2 })
  }
  return `${name}: ${outside} of ${at.length} minutes are outside every session of ${venue}, and fill no order.`
}

const brokenFile = (file: string, { broken, line }: BrokenFile): CannotOpen =>
  new CannotOpen(`${file}, line ${line}: ${broken}.`)

const PIECE_BYTES = 1 << 20
/** Progress is said of files from this size on. */
const LONG_BYTES = 64 * PIECE_BYTES

/** Reads one file through a scan. Its bytes are in memory one piece at a time. */
async function readRows<T extends object>(
  file: string,
  scan: Scan<T>,
  sum: Hash,
  { say, signal }: Reading,
): Promise<T> {
  const handle = await open(file).catch(refuseFile(file))
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.allocUnsafe(PIECE_BYTES)
    let read = 0
    let tenths = 0
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await handle.read(buffer, 0, PIECE_BYTES, null).catch(refuseFile(file))
      if (bytesRead === 0) break
      const piece = buffer.subarray(0, bytesRead)
      sum.update(piece)
      const fault = scan.take(piece)
      if (fault) throw brokenFile(file, fault)
      read += bytesRead
      const done = Math.floor((10 * read) / size)
      if (size >= LONG_BYTES && done > tenths) say?.(`reading ${file}: ${10 * (tenths = done)} %`)
    }
  } finally {
    await handle.close()
  }
  const rows = scan.end()
  if (isBroken(rows)) throw brokenFile(file, rows)
  return rows
}

const refuseFile =
  (file: string) =>
  (cause: unknown): never => {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new CannotOpen(`${file} cannot be read (${code}): let this user read it, or take it out of REPLAY_DIR.`, {
      cause,
    })
  }
