import type { ListingId } from '../base/amount.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { ACTION_KINDS, actionKey, byRecord, type MarketAction } from '../market/actions.ts'
import { actionOf, cellsOf, clashOf, orderFault, placeOf, rowsIn } from './actions.ts'
import { RECORDED } from './calendar.ts'
import { faultOf, isFault, type FileFault } from './faults.ts'
import type { Cells } from './rows.ts'

/**
 * The corporate actions of a live feed. They come from files in the form of a recording's `actions.csv`, each announced
 * in public at the instant at which two seats have confirmed it. A row of the kind `withdraw` takes an announced action
 * back: its value is the kind of the action. Nothing else ever changes what was announced.
 */

/** The time from an announcement to the start of the ex-day: a full day at least. */
export const NOTICE_MS = 24 * HOUR
/** The time to the close that decides who has it, so that every server knows it before. */
export const BEFORE_CLOSE_MS = HOUR

const WITHDRAW = 'withdraw'

/** One row of a file: an action that it announces, or one that it withdraws. */
export interface AnnouncedRow {
  readonly line: number
  readonly what: 'announce' | 'withdraw'
  readonly action: MarketAction
}

/** The facts by which a file is checked at the instant of its announcement. */
export interface AnnouncingFacts {
  readonly at: Instant
  /** Whether the house has the listing. */
  has(listing: ListingId): boolean
  /** The actions that were announced before and not withdrawn. */
  readonly standing: readonly MarketAction[]
}

/** The first fault of a file, with its line. The heading is line 1. */
export type FaultyFile = FileFault & { readonly line: number }

/** The rows of a file as announced at an instant, in their order, or the first fault with its line. */
export function announcedIn(bytes: Uint8Array, facts: AnnouncingFacts): readonly AnnouncedRow[] | FaultyFile {
  const lines = rowsIn(bytes)
  if (isFault(lines)) return { ...lines, line: 1 }
  if (lines.rows.length === 0) return { ...faultOf('no_row'), line: 2 }
  const announced: AnnouncedRow[] = []
  let standing = facts.standing
  let newest = ''
  for (const [n, text] of lines.rows.entries()) {
    const line = n + 2
    const row = rowOf(text, lines.heading, { ...facts, standing })
    if (isFault(row)) return { ...row, line }
    const fault = orderFault(row.action, newest) ?? noticeFault(row.action, facts.at)
    if (fault) return { ...fault, line }
    newest = row.action.exDay
    standing = after(standing, row)
    announced.push({ ...row, line })
  }
  return announced
}

type Row = Omit<AnnouncedRow, 'line'>

function rowOf(text: string, heading: readonly string[], facts: AnnouncingFacts): Row | FileFault {
  const { at, has, standing } = facts
  const cells = cellsOf(text, heading)
  if (isFault(cells)) return cells
  if (cells['kind'] === WITHDRAW) return withdrawnBy(cells, standing)
  const unknown = (listing: ListingId): FileFault | null => (has(listing) ? null : faultOf('not_listed', { listing }))
  const action = actionOf(cells, { calendar: RECORDED, unknown, days: () => null })
  if (isFault(action)) return action
  const announced = { ...action, announcedAt: at }
  return clashOf(announced, standing) ?? strandedBy(announced, standing) ?? { what: 'announce', action: announced }
}

/** The action that a row withdraws, or the reason why it withdraws none. */
function withdrawnBy(cells: Cells, standing: readonly MarketAction[]): Row | FileFault {
  const place = placeOf(cells)
  if (isFault(place)) return place
  const kind = ACTION_KINDS.find((name) => name === cells['value'])
  if (!kind) return faultOf('withdraw_kind', { text: cells['value'] ?? '' })
  if (cells['currency'] !== '') return faultOf('no_currency', { kind: WITHDRAW, text: cells['currency'] ?? '' })
  const key = actionKey({ ...place, kind })
  const action = standing.find((other) => actionKey(other) === key)
  if (action) return { what: 'withdraw', action }
  return faultOf('not_announced', { kind, listing: place.listing, day: place.exDay })
}

/** An action of a listing from the day of its new ticker on would be of a listing that nobody holds. */
function strandedBy(action: MarketAction, standing: readonly MarketAction[]): FileFault | null {
  if (action.kind !== 'symbol') return null
  const later = standing.find(({ listing, exDay }) => listing === action.listing && exDay > action.exDay)
  return later ? faultOf('under_old_ticker', { listing: later.listing, kind: later.kind, day: later.exDay }) : null
}

/** Each row is announced in time, and withdrawn in time. */
function noticeFault({ exDay, exAt, recordAt }: MarketAction, at: Instant): FileFault | null {
  if (exAt - at < NOTICE_MS) return faultOf('too_late', { day: exDay })
  return recordAt - at < BEFORE_CLOSE_MS ? faultOf('close_near', { day: exDay }) : null
}

const after = (standing: readonly MarketAction[], { what, action }: Row): readonly MarketAction[] =>
  what === 'announce' ? [...standing, action] : standing.filter((other) => other !== action)

/** A file that two seats have confirmed. */
export interface ConfirmedFile {
  readonly id: string
  readonly bytes: Uint8Array
  readonly confirmedAt: Instant
}

/** An action of a confirmed file, and the instant and the file by which it was withdrawn; null if it stands. */
export interface Announcement {
  readonly action: MarketAction
  readonly file: string
  readonly withdrawn: { readonly at: Instant; readonly file: string } | null
}

/** The announcements of all confirmed files. */
export interface Announcements {
  /** In the order in which the actions are carried out. */
  readonly all: readonly Announcement[]
  /** The rows of each file by its id. */
  readonly rows: ReadonlyMap<string, readonly AnnouncedRow[]>
  /** Files that cannot have been confirmed as they are. Nothing of them counts. */
  readonly broken: readonly (FaultyFile & { readonly file: string })[]
}

/** Everything that the confirmed files announce and withdraw, in the order of their confirmation. */
export function announcementsOf(files: readonly ConfirmedFile[]): Announcements {
  const all: Announcement[] = []
  const rows = new Map<string, readonly AnnouncedRow[]>()
  const broken: (FaultyFile & { file: string })[] = []
  for (const { id: file, bytes, confirmedAt: at } of inOrder(files)) {
    const standing = all.flatMap(({ action, withdrawn }) => (withdrawn ? [] : [action]))
    // A listing was checked when its file was confirmed, and may be gone since.
    const read = announcedIn(bytes, { at, standing, has: () => true })
    if (isFault(read)) {
      broken.push({ ...read, file })
      continue
    }
    rows.set(file, read)
    for (const { what, action } of read) {
      const n = all.findIndex((known) => known.action === action)
      if (what === 'announce') all.push({ action, file, withdrawn: null })
      else all[n] = { ...(all[n] as Announcement), withdrawn: { at, file } }
    }
  }
  return { all: all.toSorted((one, other) => byRecord(one.action, other.action)), rows, broken }
}

const inOrder = (files: readonly ConfirmedFile[]): readonly ConfirmedFile[] =>
  files.toSorted((one, other) => one.confirmedAt - other.confirmedAt || (one.id < other.id ? -1 : 1))

/** The actions that were announced up to an instant and not withdrawn by then. */
export const standingAt = ({ all }: Pick<Announcements, 'all'>, at: Instant): readonly MarketAction[] =>
  all.flatMap(({ action, withdrawn }) =>
    action.announcedAt <= at && (withdrawn === null || withdrawn.at > at) ? [action] : [],
  )
