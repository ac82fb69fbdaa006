import { venueOf, type ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { cacheSessions } from '../calendar/sessions.ts'
import { isWithin } from '../market/market.rules.ts'
import { RATE_OLDEST_MS } from './feed.ts'
import type { GapReason, HeardEvent, HeardQuote, HeardRow } from './heard.ts'
import { SETTLE_MS } from './listing.ts'

/*
 * The events of a listing that one server has heard in the time of an order, from the rows that it has written, and the
 * quotes that it must have matched the order with if it had it then.
 */

/** A quote that filled an order, whole or in part. */
export interface CourseFill {
  readonly quote: Omit<HeardQuote, 'nanos'> & { readonly at: Instant }
  /** The instant of the fill by the house's clock. */
  readonly at: Instant
  /** The instant of the exchange rate that it was converted at; null if nothing was converted. */
  readonly rateAt: Instant | null
}

/** A change of an order's terms: quotes up to `until` met the terms before it. `at` is of the house's clock. */
export interface CourseChange {
  readonly until: Instant
  readonly at: Instant
}

/** The facts of an order that its part of the chain follows from. All instants are of the house's clock. */
export interface CourseTerms {
  readonly listing: ListingId
  /** The server that the order names: the one that took it, or the last one that claimed it. */
  readonly node: string
  /** The instant of the last claim; null if no other server has claimed it. */
  readonly claimedAt: Instant | null
  /** Quotes after this instant may fill it. Its terms were decided then. */
  readonly from: Instant
  /** Its quotes are decided up to this instant. */
  readonly until: Instant
  /** The instant of the fill that completed it or of its end; null while it is open. */
  readonly decidedAt: Instant | null
  /** Its fills, oldest first. */
  readonly fills: readonly CourseFill[]
  /** The changes of its terms, oldest first. */
  readonly changes: readonly CourseChange[]
}

/** A quote with its instant. */
export interface CourseQuote extends HeardQuote {
  readonly at: Instant
  readonly heardAt: Instant
}

/** The facts that were known of a listing at an instant. */
export interface HeardView {
  readonly quote: CourseQuote | null
  readonly rate: { readonly at: Instant; readonly rate: number } | null
  readonly halted: boolean
}

/** An order whose part of a chain is read. */
export interface CourseOrder {
  readonly terms: CourseTerms
  /** True for a quote that could fill the order. Others are needed only beside one of their millisecond that could. */
  readonly reaches: (quote: HeardQuote) => boolean
}

/** The rows of one server, and of those that took its orders over. */
export interface ServerQuotes {
  /** The newest quotes up to the order's instant. */
  before: CourseQuote[]
  /** The quotes of the millisecond that is being read. */
  group: CourseQuote[]
  /** Those of each millisecond that could fill the order, or on which it was filled. */
  readonly groups: Map<Instant, CourseQuote[]>
  newest: CourseQuote[]
  /** The newest quote that was known at each change of the order's terms. */
  readonly atChanges: Map<CourseChange, CourseQuote>
  readonly halts: HeardEvent[]
  readonly rates: HeardEvent[]
  readonly gaps: { readonly from: Instant; readonly to: Instant; readonly reason: GapReason }[]
  readonly spans: { readonly from: Instant; to: Instant }[]
}

/** As many as a millisecond may reasonably hold, and the one before. */
const BEFORE_MOST = 64
const NEWEST_MOST = 64

export const nothingHeard = (): ServerQuotes => ({
  before: [],
  group: [],
  groups: new Map(),
  newest: [],
  atChanges: new Map(),
  halts: [],
  rates: [],
  gaps: [],
  spans: [],
})

/** Takes a row of a server into its part. */
export function takeInto(order: CourseOrder, heard: ServerQuotes, row: HeardRow): void {
  const { spans, gaps, halts, rates } = heard
  const { kind, at, gap } = row
  if (kind === 'begin') spans.push({ from: at, to: Infinity })
  if (kind === 'end') for (const one of spans) one.to = Math.min(one.to, at)
  if (gap) gaps.push({ ...gap, to: at })
  if (kind === 'halt' || kind === 'resume') halts.push(row)
  if (kind === 'rate') rates.push(row)
  const quote = quoteOf(row)
  if (quote) takeQuote(order, heard, quote)
}

export const quoteOf = ({ at, heardAt, quote }: HeardEvent): CourseQuote | null => quote && { ...quote, at, heardAt }

function takeQuote(order: CourseOrder, heard: ServerQuotes, quote: CourseQuote): void {
  const { terms } = order
  const { at, heardAt } = quote
  if (at <= terms.from) heard.before = [...heard.before, quote].slice(-BEFORE_MOST)
  if (terms.decidedAt === null || heardAt <= terms.decidedAt) {
    heard.newest.push(quote)
    if (heard.newest.length > 2 * NEWEST_MOST) heard.newest = heard.newest.slice(-NEWEST_MOST)
  }
  for (const change of terms.changes) {
    const newest = heard.atChanges.get(change)
    if (at <= change.until && heardAt <= change.at && !(newest && isOlder(quote, newest)))
      heard.atChanges.set(change, quote)
  }
  if (at <= terms.from || at > terms.until) return
  if (heard.group[0] && heard.group[0].at !== at) closeGroup(order, heard)
  heard.group.push(quote)
}

/** A group is left out if none of its quotes could fill the order. */
export function closeGroup({ reaches, terms }: CourseOrder, heard: ServerQuotes): void {
  const { group, groups } = heard
  const [first] = group
  heard.group = []
  if (!first || !(group.some(reaches) || terms.fills.some(({ quote }) => quote.at === first.at))) return
  // Events that are kept from an earlier instant on are repeated, so a quote may come twice.
  const all = [...(groups.get(first.at) ?? []), ...group]
  const once = new Map(all.map((quote) => [quote.nanos, quote]))
  groups.set(
    first.at,
    [...once.values()].toSorted((one, other) => one.nanos - other.nanos),
  )
}

/** Whether a quote is the one of a fill. */
export function isFilledOn({ quote: filledOn }: CourseFill, quote: CourseQuote): boolean {
  if (filledOn.at !== quote.at) return false
  const { bid, ask, bidSize, askSize, last } = filledOn
  const isSame = quote.bid === bid && quote.ask === ask && quote.last === last
  return isSame && quote.bidSize === bidSize && quote.askSize === askSize
}

export const isGap = ({ gaps }: ServerQuotes, at: Instant): boolean =>
  gaps.some(({ from, to }) => at > from && at <= to)
export const isKept = ({ spans }: ServerQuotes, at: Instant): boolean =>
  spans.some(({ from, to }) => at >= from && at <= to)
export const newestUntil = ({ newest }: ServerQuotes, at: Instant): CourseQuote | null => newestOf(newest.filter((one) => one.at <= at)) // prettier-ignore

/** Gaps in which the house had heard more than is in its chain. */
const UNSTORED: ReadonlySet<GapReason> = new Set(['server_away', 'not_stored'])

/** Whether the server had heard more at an instant than is in the chain. */
export const isLost = ({ gaps }: ServerQuotes, at: Instant): boolean =>
  gaps.some(({ from, to, reason }) => at > from && at <= to && UNSTORED.has(reason))

/** The decision that quotes up to an instant had to come before: the next fill, change or end, by the house's clock. */
function decidedAfter({ decidedAt, fills, changes }: CourseTerms, at: Instant): Instant {
  let decided = decidedAt ?? Infinity
  for (const fill of fills) if (fill.quote.at >= at) decided = Math.min(decided, fill.at)
  for (const change of changes) if (change.until >= at) decided = Math.min(decided, change.at)
  return decided
}

/**
 * The quote of a millisecond that the order was certainly matched with, if it reaches the order: it came in time, within
 * its session and with no halt, and it was the newest of its millisecond when the order was matched. Otherwise null.
 */
export function bindingOf({ terms, reaches }: CourseOrder, heard: ServerQuotes, at: Instant): CourseQuote | null {
  const decided = decidedAfter(terms, at)
  const inTime = (heard.groups.get(at) ?? []).filter(({ heardAt }) => heardAt - at < SETTLE_MS)
  const isUnsettled = inTime.some(({ heardAt }) => heardAt === decided && decided < at + SETTLE_MS)
  const known = inTime.findLast(({ heardAt }) => heardAt < decided)
  if (!known || isUnsettled || !isInSession(terms.listing, at)) return null
  return haltedAfter(heard, known, decided).includes(true) || !reaches(known) ? null : known
}

const sessions = cacheSessions('exchange')
export const isInSession = (listing: ListingId, at: Instant): boolean => isWithin(sessions(venueOf(listing), at), at)

/** Whether trading was halted at a quote, as it was known at its arrival and after each later message of a halt. */
export function haltedAfter({ halts }: ServerQuotes, { at, heardAt }: CourseQuote, decided: Instant): boolean[] {
  const later = halts.filter((halt) => halt.heardAt > heardAt && halt.heardAt <= decided)
  return [heardAt, ...later.map((halt) => halt.heardAt)].map((known) => isHalted(halts, at, known))
}

function isHalted(halts: readonly HeardEvent[], at: Instant, known: Instant): boolean {
  let halt: { from: Instant; until: Instant } | null = null
  for (const { kind, at: changedAt, heardAt } of halts) {
    if (heardAt > known) continue
    if (kind === 'halt') halt = { from: changedAt, until: Infinity }
    else if (halt) halt.until = changedAt
  }
  return halt !== null && halt.from <= at && at < halt.until
}

/** The newest rate up to an instant that had been heard by another. */
export function rateAt(rates: readonly HeardEvent[], at: Instant, known: Instant): HeardView['rate'] {
  let newest: HeardView['rate'] = null
  for (const { at: rateOf, heardAt, rate } of rates) {
    if (rate === null || rateOf > at || heardAt > known || rateOf < (newest?.at ?? -Infinity)) continue
    newest = { at: rateOf, rate }
  }
  return newest && at - newest.at <= RATE_OLDEST_MS ? newest : null
}

/** The facts that the server knew at the order's instant, without and with what was heard in that very millisecond. */
export function viewsIn({ before, rates, halts }: ServerQuotes, from: Instant): HeardView[] {
  const view = (known: Instant): HeardView => ({
    quote: newestOf(before.filter(({ heardAt }) => heardAt <= known)),
    rate: rateAt(rates, from, known),
    halted: isHalted(halts, from, known),
  })
  return [view(from - 1), view(from)]
}

/** The newest of some quotes; null if there is none. */
export const newestOf = (quotes: readonly CourseQuote[]): CourseQuote | null =>
  quotes.reduce<CourseQuote | null>((newest, one) => (newest && isOlder(one, newest) ? newest : one), null)

const isOlder = (one: CourseQuote, other: CourseQuote): boolean =>
  one.at < other.at || (one.at === other.at && one.nanos < other.nanos)
