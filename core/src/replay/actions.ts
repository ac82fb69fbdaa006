import { currencyFor, isListing, priceE4, venueOf, VENUES, type ListingId, type Venue } from '../base/amount.ts'
import type { Day } from '../base/instant.ts'
import { dayNumberOf, dayOf } from '../calendar/days.ts'
import { ACTION_KINDS, actionKey, byRecord, type ActionKind, type MarketAction } from '../market/actions.ts'
import type { ReplayCalendar } from './bars.ts'
import type { BrokenFile } from './csv.ts'
import { faultOf, isFault, sayFault, type FileFault } from './faults.ts'
import { CR_ALONE, encodingFault, headingOf } from './heading.ts'
import { dayStartIn, decimalOf, type Cells } from './rows.ts'

/**
 * The corporate actions of a recording, `actions.csv`: `date,listing,kind,value,currency`, in the order of their dates.
 * The date is the ex-day. The value is the ratio of a split (`4:1` makes four shares of one, `1:10` one of ten), the
 * amount of a dividend for a share, or the new ticker of a listing. Only a dividend has a currency: that of its listing.
 * One error refuses the whole file with its line and reason, because a guessed action would move shares and cash.
 */

/** The days from the announcement of an action to its ex-day. */
export const ANNOUNCED_DAYS = 7

/** The most shares on either side of a ratio. */
const RATIO_MOST = 1_000

const COLUMNS = ['date', 'listing', 'kind', 'value', 'currency'] as const

/** The facts of a market by which the rows of a file are checked. */
export interface ActionFacts {
  readonly calendar: ReplayCalendar
  /** The fault of a listing that can have no action here; null for any other. */
  unknown(listing: ListingId): FileFault | null
  /** The first and the last day of which the market has bars of the listing; null without any, and if it cannot tell. */
  days(listing: ListingId): { readonly first: Day; readonly last: Day } | null
}

/** The facts of a recording by which its actions are checked. */
export interface RecordedFacts extends Omit<ActionFacts, 'unknown'> {
  /** Whether the recording has a file of the listing. */
  has(listing: ListingId): boolean
}

declare class TextDecoder {
  decode(bytes: Uint8Array): string
}

/** The actions of a recording's file in the order in which they are carried out, or the first fault. */
export function actionsIn(bytes: Uint8Array, { has, ...facts }: RecordedFacts): readonly MarketAction[] | BrokenFile {
  const lines = rowsIn(bytes)
  if (isFault(lines)) return { broken: sayFault(lines), line: 1 }
  const { heading, rows } = lines
  const unknown = (listing: ListingId): FileFault | null => (has(listing) ? null : faultOf('no_file', { listing }))
  const actions: MarketAction[] = []
  let newest = ''
  for (const [n, row] of rows.entries()) {
    const cells = cellsOf(row, heading)
    const action = isFault(cells) ? cells : actionOf(cells, { ...facts, unknown })
    if (isFault(action)) return { broken: sayFault(action), line: n + 2 }
    const fault = orderFault(action, newest) ?? clashOf(action, actions)
    if (fault) return { broken: sayFault(fault), line: n + 2 }
    newest = action.exDay
    actions.push(action)
  }
  return actions.toSorted(byRecord)
}

/** The columns and the rows of a file, the first in line 2; or the fault of its first line. */
export function rowsIn(
  bytes: Uint8Array,
): { readonly heading: readonly string[]; readonly rows: readonly string[] } | FileFault {
  const encoding = encodingFault(bytes)
  if (encoding !== null) return encoding
  const lines = new TextDecoder().decode(bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  const [first = '', ...rows] = lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const heading = headingOf(first, COLUMNS)
  return isFault(heading) ? heading : { heading, rows }
}

/** The rows of a file are in the order of their dates. */
export const orderFault = ({ exDay }: Pick<MarketAction, 'exDay'>, newest: string): FileFault | null =>
  exDay < newest ? faultOf('date_back', { day: exDay }) : null

/** The reason why an action cannot stand beside those before it. */
export function clashOf(action: MarketAction, before: readonly MarketAction[]): FileFault | null {
  const { listing, kind, exDay } = action
  if (before.some((other) => actionKey(other) === actionKey(action)))
    return faultOf('twice', { kind, listing, day: exDay })
  const change = before.find((other) => other.kind === 'symbol' && other.listing === listing && other.exDay <= exDay)
  if (change) return faultOf('ticker_changed', { listing, day: change.exDay })
  if (action.kind !== 'symbol') return null
  const isTaken = before.some((other) => other.kind === 'symbol' && other.successor === action.successor)
  return isTaken ? faultOf('ticker_taken', { listing: action.successor }) : null
}

/** The cells of a row by their columns, or the reason why it has none. */
export function cellsOf(row: string, heading: readonly string[]): Cells | FileFault {
  if (row.includes('\r')) return CR_ALONE
  const parts = row.split(',')
  if (parts.length !== heading.length)
    return faultOf('cells', { count: String(parts.length), wanted: String(heading.length) })
  return Object.fromEntries(heading.map((name, n) => [name, parts[n] ?? '']))
}

/** The listing and the ex-day of a row, or the reason why it names none. */
export function placeOf(cells: Cells): { readonly listing: ListingId; readonly exDay: Day } | FileFault {
  const start = dayStartIn(cells['date'] ?? '')
  if (isFault(start)) return start
  const listing = listingIn(cells['listing'] ?? '')
  if (listing === null) return faultOf('listing_form', { text: cells['listing'] ?? '' })
  return { listing, exDay: cells['date'] as Day }
}

/** The action of a row, announced a week ahead, or the reason why it is none. */
export function actionOf(cells: Cells, facts: ActionFacts): MarketAction | FileFault {
  const place = placeOf(cells)
  if (isFault(place)) return place
  const { listing, exDay } = place
  const unknown = facts.unknown(listing)
  if (unknown !== null) return unknown
  const dates = datesOf(listing, exDay, facts.calendar)
  if (dates === null) return faultOf('no_trading_day', { day: exDay, venue: venueOf(listing) })
  const kind = ACTION_KINDS.find((name) => name === cells['kind'])
  if (!kind) return faultOf('kind', { text: cells['kind'] ?? '' })
  const currency = currencyFault(kind, listing, cells['currency'] ?? '')
  if (currency !== null) return currency
  return withTerms(kind, { listing, exDay, ...dates }, cells['value'] ?? '', facts)
}

type Dates = Pick<MarketAction, 'announcedAt' | 'recordAt' | 'exAt'>
type Head = Pick<MarketAction, 'listing' | 'exDay'> & Dates

function withTerms(kind: ActionKind, head: Head, value: string, facts: ActionFacts): MarketAction | FileFault {
  if (kind === 'split') {
    const ratio = ratioIn(value)
    return isFault(ratio) ? ratio : { ...head, kind, ratio }
  }
  if (kind === 'dividend') {
    const amount = decimalOf(value, 4)
    return amount === null || amount === 0
      ? faultOf('amount_form', { text: value })
      : { ...head, kind, amount: priceE4(BigInt(amount)) }
  }
  const successor = `${venueOf(head.listing)}:${value}`
  if (!isListing(successor)) return faultOf('ticker_form', { text: value })
  if (successor === head.listing) return faultOf('ticker_same', { listing: successor })
  const unknown = facts.unknown(successor)
  if (unknown !== null) return unknown
  return overlapOf(head, successor, facts) ?? { ...head, kind, successor }
}

/** Under the old ticker nothing is traded from the ex-day on, and under the new one nothing before. */
function overlapOf({ listing, exDay }: Head, successor: ListingId, { days }: ActionFacts): FileFault | null {
  const [old, next] = [days(listing), days(successor)]
  if (old && old.last >= exDay) return faultOf('bars_after', { listing, day: old.last })
  if (next && next.first < exDay) return faultOf('bars_before', { listing: successor, day: next.first })
  return null
}

/** A ticker of New York, or a listing with its venue; null for neither. */
function listingIn(text: string): ListingId | null {
  const [venue, ticker] = text.includes(':') ? text.split(':', 2) : ['XNYS', text]
  const listing = `${venue}:${ticker}`
  return VENUES.includes(venue as Venue) && isListing(listing) && text.split(':').length <= 2 ? listing : null
}

/** `4:1` makes four shares of one. */
function ratioIn(text: string): { from: bigint; to: bigint } | FileFault {
  const parts = /^([1-9][0-9]{0,3}):([1-9][0-9]{0,3})$/.exec(text)
  const [to, from] = [Number(parts?.[1] ?? 0), Number(parts?.[2] ?? 0)]
  if (!parts || to > RATIO_MOST || from > RATIO_MOST) return faultOf('ratio_form', { text })
  return to === from ? faultOf('ratio_of_nothing', { text }) : { from: BigInt(from), to: BigInt(to) }
}

function currencyFault(kind: ActionKind, listing: ListingId, text: string): FileFault | null {
  if (kind !== 'dividend') return text === '' ? null : faultOf('no_currency', { kind, text })
  const currency = currencyFor(listing)
  return text === currency ? null : faultOf('other_currency', { listing, currency, text })
}

/** Longer than any venue stays closed. */
const CLOSED_DAYS_MOST = 30

/** The instants of an action; null if its ex-day is no trading day. */
function datesOf(listing: ListingId, exDay: Day, calendar: ReplayCalendar): Dates | null {
  const venue = venueOf(listing)
  if (!calendar.sessionOn(venue, exDay)) return null
  const number = dayNumberOf(exDay)
  const exAt = calendar.dayStart(venue, exDay)
  const announcedAt = calendar.dayStart(venue, dayOf(number - ANNOUNCED_DAYS))
  for (let back = 1; back <= CLOSED_DAYS_MOST; back++) {
    const before = calendar.sessionOn(venue, dayOf(number - back))
    if (before) return { announcedAt, recordAt: before.close, exAt }
  }
  return { announcedAt, recordAt: exAt, exAt }
}
