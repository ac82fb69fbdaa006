import { currencyFor, isListing, priceE4, venueOf, VENUES, type ListingId, type Venue } from '../base/amount.ts'
import type { Day } from '../base/instant.ts'
import { dayNumberOf, dayOf } from '../calendar/days.ts'
import { ACTION_KINDS, actionKey, byRecord, type ActionKind, type MarketAction } from '../market/actions.ts'
import type { ReplayCalendar } from './bars.ts'
import type { BrokenFile } from './csv.ts'
import { CR_ALONE, encodingFault, headingOf } from './heading.ts'
import { dayStartOf, decimalOf, type Cells } from './rows.ts'

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

/** The facts of a recording by which its actions are checked. */
export interface RecordedFacts {
  readonly calendar: ReplayCalendar
  /** Whether the recording has a file of the listing. */
  has(listing: ListingId): boolean
  /** The first and the last day of which it has bars of the listing; null without any. */
  days(listing: ListingId): { readonly first: Day; readonly last: Day } | null
}

declare class TextDecoder {
  decode(bytes: Uint8Array): string
}

/** The actions of a file in the order in which they are carried out, or the first fault. */
export function actionsIn(bytes: Uint8Array, facts: RecordedFacts): readonly MarketAction[] | BrokenFile {
  const encoding = encodingFault(bytes)
  if (encoding !== null) return { broken: encoding, line: 1 }
  const lines = new TextDecoder().decode(bytes).split('\n')
  if (lines.at(-1) === '') lines.pop()
  const [first = '', ...rows] = lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const heading = headingOf(first, COLUMNS)
  if (typeof heading === 'string') return { broken: heading, line: 1 }
  const actions: MarketAction[] = []
  let newest = ''
  for (const [n, row] of rows.entries()) {
    const action = rowOf(row, heading, facts)
    const fault = typeof action === 'string' ? action : (orderFault(action, newest) ?? clashOf(action, actions))
    if (fault !== null || typeof action === 'string') return { broken: fault ?? '', line: n + 2 }
    newest = action.exDay
    actions.push(action)
  }
  return actions.toSorted(byRecord)
}

const orderFault = ({ exDay }: MarketAction, newest: string): string | null =>
  exDay < newest ? `date goes back to ${exDay}` : null

/** The reason why an action cannot stand beside those before it. */
function clashOf(action: MarketAction, before: readonly MarketAction[]): string | null {
  const { listing, kind, exDay } = action
  if (before.some((other) => actionKey(other) === actionKey(action)))
    return `a second ${kind} of ${listing} on ${exDay}`
  const change = before.find((other) => other.kind === 'symbol' && other.listing === listing)
  if (change) return `${listing} has changed its ticker on ${change.exDay}: name its new one`
  if (action.kind !== 'symbol') return null
  const isTaken = before.some((other) => other.kind === 'symbol' && other.successor === action.successor)
  return isTaken ? `${action.successor} is the new ticker of two listings` : null
}

function rowOf(row: string, heading: readonly string[], facts: RecordedFacts): MarketAction | string {
  if (row.includes('\r')) return CR_ALONE
  const parts = row.split(',')
  if (parts.length !== heading.length) return `${parts.length} columns, not ${heading.length}`
  const cells: Cells = Object.fromEntries(heading.map((name, n) => [name, parts[n] ?? '']))
  const start = dayStartOf(cells['date'] ?? '')
  if (typeof start === 'string') return start
  const listing = listingIn(cells['listing'] ?? '')
  if (listing === null)
    return `listing is not understood: '${cells['listing']}': write ABC, or XMAD:ABC outside of New York`
  if (!facts.has(listing)) return `there is no file of ${listing}`
  const exDay = cells['date'] as Day
  const dates = datesOf(listing, exDay, facts.calendar)
  if (dates === null) return `${exDay} is no trading day of ${venueOf(listing)}`
  const kind = ACTION_KINDS.find((name) => name === cells['kind'])
  if (!kind) return `kind is none of ${ACTION_KINDS.join(', ')}: '${cells['kind']}'`
  const currency = currencyFault(kind, listing, cells['currency'] ?? '')
  if (currency !== null) return currency
  return actionOf(kind, { listing, exDay, ...dates }, cells['value'] ?? '', facts)
}

type Dates = Pick<MarketAction, 'announcedAt' | 'recordAt' | 'exAt'>
type Head = Pick<MarketAction, 'listing' | 'exDay'> & Dates

function actionOf(kind: ActionKind, head: Head, value: string, facts: RecordedFacts): MarketAction | string {
  if (kind === 'split') {
    const ratio = ratioIn(value)
    return typeof ratio === 'string' ? ratio : { ...head, kind, ratio }
  }
  if (kind === 'dividend') {
    const amount = decimalOf(value, 4)
    return amount === null || amount === 0
      ? `value is no amount with up to four decimals: '${value}'`
      : { ...head, kind, amount: priceE4(BigInt(amount)) }
  }
  const successor = `${venueOf(head.listing)}:${value}`
  if (!isListing(successor)) return `value is no ticker: '${value}'`
  if (successor === head.listing) return `${successor} has that ticker already`
  if (!facts.has(successor)) return `there is no file of ${successor}`
  return overlapOf(head, successor, facts) ?? { ...head, kind, successor }
}

/** Under the old ticker nothing is traded from the ex-day on, and under the new one nothing before. */
function overlapOf({ listing, exDay }: Head, successor: ListingId, { days }: RecordedFacts): string | null {
  const [old, next] = [days(listing), days(successor)]
  if (old && old.last >= exDay) return `${listing} has bars of ${old.last}, under its old ticker`
  if (next && next.first < exDay) return `${successor} has bars of ${next.first}, before it is a ticker`
  return null
}

/** A ticker of New York, or a listing with its venue; null for neither. */
function listingIn(text: string): ListingId | null {
  const [venue, ticker] = text.includes(':') ? text.split(':', 2) : ['XNYS', text]
  const listing = `${venue}:${ticker}`
  return VENUES.includes(venue as Venue) && isListing(listing) && text.split(':').length <= 2 ? listing : null
}

/** `4:1` makes four shares of one. */
function ratioIn(text: string): { from: bigint; to: bigint } | string {
  const parts = /^([1-9][0-9]{0,3}):([1-9][0-9]{0,3})$/.exec(text)
  const [to, from] = [Number(parts?.[1] ?? 0), Number(parts?.[2] ?? 0)]
  if (!parts || to > RATIO_MOST || from > RATIO_MOST) return `value is no ratio such as 4:1: '${text}'`
  return to === from ? `a ratio of ${text} changes nothing` : { from: BigInt(from), to: BigInt(to) }
}

function currencyFault(kind: ActionKind, listing: ListingId, currency: string): string | null {
  if (kind !== 'dividend') return currency === '' ? null : `a ${kind} has no currency: '${currency}'`
  const own = currencyFor(listing)
  return currency === own ? null : `a dividend of ${listing} is in ${own}: '${currency}'`
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
