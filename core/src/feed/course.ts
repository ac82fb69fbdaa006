import { venueOf, type ListingId } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { cacheSessions } from '../calendar/sessions.ts'
import { isWithin } from '../market/market.rules.ts'
import { RATE_OLDEST_MS } from './feed.ts'
import type { GapReason, HeardEvent, HeardQuote, HeardRow } from './heard.ts'
import { SETTLE_MS } from './listing.ts'

/*
 * The part of a listing's chain that one order has met. It decides nothing about the order: it says which quotes the
 * server must have matched it with, and which it may have.
 */

/** The facts of an order that its part of the chain follows from. All instants are of the house's clock. */
export interface CourseTerms {
  readonly listing: ListingId
  /** The server that took the order. */
  readonly node: string
  /** Quotes after this instant may fill it. Its terms were decided then. */
  readonly from: Instant
  /** Its quotes are decided up to this instant. */
  readonly until: Instant
  /** The instant of its fill or its end; null while it is open. */
  readonly decidedAt: Instant | null
  /** The quote on which it was filled. */
  readonly filledOn: (Omit<HeardQuote, 'nanos'> & { readonly at: Instant }) | null
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

/** The part of a chain, row by row. */
export interface CourseReader {
  take(row: HeardRow): void
  course(): HeardCourse
}

export interface HeardCourse {
  /** The quotes that the order was to be matched with, in order, outside gaps, and the one on which it was filled. */
  readonly quotes: readonly CourseQuote[]
  /**
   * The facts that may have been known when it was placed: two where something was heard in that millisecond; none where
   * nothing was kept then.
   */
  readonly views: readonly HeardView[]
  /** The newest quote up to an instant that was known when the order ended. */
  newestAt(at: Instant): CourseQuote | null
  /** The exchange rate for a fill on a quote. */
  rateFor(quoteAt: Instant): HeardView['rate']
  /** True if the order's terms, fill or end fall into a gap, so that they cannot be shown to be right. */
  readonly isInGap: boolean
}

interface Reading {
  readonly terms: CourseTerms
  /** True for a quote that could fill the order. Others are needed only beside one of their millisecond that could. */
  readonly reaches: (quote: HeardQuote) => boolean
  /** The server that fills the order. */
  node: string
  /** The newest quotes up to the order's instant. */
  before: CourseQuote[]
  /** The quotes of the millisecond that is being read. */
  group: CourseQuote[]
  /** Those of each millisecond that could fill the order, or on which it was filled. */
  readonly groups: Map<Instant, CourseQuote[]>
  newest: CourseQuote[]
  readonly halts: HeardEvent[]
  readonly rates: HeardEvent[]
  readonly gaps: { readonly from: Instant; readonly to: Instant; readonly reason: GapReason }[]
  readonly kept: { readonly from: Instant; to: Instant }[]
  /** The quote of the fill as another server heard it. */
  elsewhere: CourseQuote | null
}

/** As many as a millisecond may reasonably hold, and the one before. */
const BEFORE_MOST = 64
const NEWEST_MOST = 64

/** Reads the rows from a `begin` on that the order's server wrote at or before the order's instant. */
export function courseReader(terms: CourseTerms, reaches: (quote: HeardQuote) => boolean): CourseReader {
  const reading: Reading = {
    terms,
    reaches,
    node: terms.node,
    before: [],
    group: [],
    groups: new Map(),
    newest: [],
    halts: [],
    rates: [],
    gaps: [],
    kept: [],
    elsewhere: null,
  }
  return {
    take: (row) => takeRow(reading, row),
    course: () => {
      closeGroup(reading)
      return courseOf(reading)
    },
  }
}

function takeRow(reading: Reading, row: HeardRow): void {
  const { terms, kept, gaps } = reading
  const { kind, at, heardAt, gap, of } = row
  // A take-over concerns the orders that were open at it.
  const wasOpen = terms.decidedAt === null || heardAt <= terms.decidedAt
  if (gap && of !== null) {
    if (of !== terms.node || !wasOpen) return
    reading.node = row.node
    gaps.push({ ...gap, to: at })
  }
  if (row.node !== reading.node) {
    if (isFilledOn(terms, row)) reading.elsewhere = quoteOf(row)
    return
  }
  if (kind === 'begin') kept.push({ from: at, to: Infinity })
  if (kind === 'end') for (const one of kept) one.to = Math.min(one.to, at)
  if (gap && of === null) gaps.push({ ...gap, to: at })
  if (kind === 'halt' || kind === 'resume') reading.halts.push(row)
  if (kind === 'rate') reading.rates.push(row)
  const quote = quoteOf(row)
  if (quote) takeQuote(reading, quote)
}

const quoteOf = ({ at, heardAt, quote }: HeardEvent): CourseQuote | null => quote && { ...quote, at, heardAt }

function takeQuote(reading: Reading, quote: CourseQuote): void {
  const { terms } = reading
  if (quote.at <= terms.from) reading.before = [...reading.before, quote].slice(-BEFORE_MOST)
  if (terms.decidedAt === null || quote.heardAt <= terms.decidedAt) {
    reading.newest.push(quote)
    if (reading.newest.length > 2 * NEWEST_MOST) reading.newest = reading.newest.slice(-NEWEST_MOST)
  }
  if (quote.at <= terms.from || quote.at > terms.until) return
  if (reading.group[0] && reading.group[0].at !== quote.at) closeGroup(reading)
  reading.group.push(quote)
}

/** A group is left out if none of its quotes could fill the order. */
function closeGroup(reading: Reading): void {
  const { group, groups, reaches, terms } = reading
  const [first] = group
  reading.group = []
  if (!first || !(group.some(reaches) || first.at === terms.filledOn?.at)) return
  // Events that are kept from an earlier instant on are repeated, so a quote may come twice.
  const all = [...(groups.get(first.at) ?? []), ...group]
  const once = new Map(all.map((quote) => [quote.nanos, quote]))
  groups.set(
    first.at,
    [...once.values()].toSorted((one, other) => one.nanos - other.nanos),
  )
}

function isFilledOn({ filledOn }: CourseTerms, { at, quote }: HeardEvent): boolean {
  if (!quote || filledOn?.at !== at) return false
  const { bid, ask, bidSize, askSize, last } = filledOn
  const isSame = quote.bid === bid && quote.ask === ask && quote.last === last
  return isSame && quote.bidSize === bidSize && quote.askSize === askSize
}

/** Gaps in which the house had heard more than is in its chain. */
const UNSTORED: ReadonlySet<GapReason> = new Set(['server_away', 'not_stored'])

/** Two clocks of a server's parts may differ by so much. */
const CLOCKS_DIFFER_MOST_MS = 3 * 60 * SETTLE_MS

function courseOf(reading: Reading): HeardCourse {
  const { terms, groups, gaps, kept, rates, elsewhere } = reading
  const gapsAt = (at: Instant) => gaps.filter(({ from, to }) => at > from && at <= to)
  const isGap = (at: Instant): boolean => gapsAt(at).length > 0
  // An order is placed on what the house had heard, also where it missed something.
  const isLost = gapsAt(terms.from).some(({ reason }) => UNSTORED.has(reason))
  const isKept = (at: Instant): boolean => kept.some(({ from, to }) => at >= from && at <= to)
  const own = ownIn(reading) ?? (elsewhere && isGap(elsewhere.at) ? elsewhere : null)
  const quotes = [...groups.values()].flatMap((group): CourseQuote[] => {
    const at = group[0]?.at
    if (own && at === own.at) return []
    const binding = bindingOf(reading, group)
    return binding && !isGap(binding.at) ? [binding] : []
  })
  const all = own ? [...quotes, own] : quotes
  const decidedOn = own?.at ?? terms.until
  const views = isKept(terms.from) && !isLost ? viewsOf(reading) : []
  return {
    quotes: all.toSorted((one, other) => one.at - other.at),
    views,
    newestAt: (at) => newestOf(reading.newest.filter((quote) => quote.at <= at)),
    rateFor: (at) => rateAt(rates, at, own?.at === at ? (terms.decidedAt ?? Infinity) : at + SETTLE_MS),
    isInGap: views.length === 0 || isGap(decidedOn) || !isKept(decidedOn),
  }
}

/** The quote on which the order was filled, if its server had heard it by then and its trading was not halted. */
function ownIn(reading: Reading): CourseQuote | null {
  const { terms, groups } = reading
  const { filledOn, decidedAt } = terms
  const found = (filledOn && groups.get(filledOn.at)?.find((quote) => isFilledOn(terms, { ...NO_EVENT, at: quote.at, quote }))) ?? null // prettier-ignore
  if (!found || !isInSession(terms.listing, found.at)) return null
  const isHeard = found.heardAt <= (decidedAt ?? Infinity) + CLOCKS_DIFFER_MOST_MS
  return isHeard && haltedAfter(reading, found).includes(false) ? found : null
}

const NO_EVENT: HeardEvent = { kind: 'quote', at: 0, heardAt: 0, quote: null, rate: null, gap: null, of: null }

/**
 * The quote of a millisecond that the order was certainly matched with, if it reaches the order: it came in time, within
 * its session and with no halt, and it was the newest of its millisecond when the order was matched. Otherwise null.
 */
function bindingOf(reading: Reading, group: readonly CourseQuote[]): CourseQuote | null {
  const { decidedAt, listing } = reading.terms
  const decided = decidedAt ?? Infinity
  const inTime = group.filter(({ at, heardAt }) => heardAt - at < SETTLE_MS)
  const isUnsettled = inTime.some(({ at, heardAt }) => heardAt === decided && decided < at + SETTLE_MS)
  const known = inTime.findLast(({ heardAt }) => heardAt < decided)
  if (!known || isUnsettled || !isInSession(listing, known.at)) return null
  return haltedAfter(reading, known).includes(true) || !reading.reaches(known) ? null : known
}

const sessions = cacheSessions('exchange')
const isInSession = (listing: ListingId, at: Instant): boolean => isWithin(sessions(venueOf(listing), at), at)

/** Whether trading was halted at a quote, as it was known at its arrival and after each later message of a halt. */
function haltedAfter({ halts, terms }: Reading, { at, heardAt }: CourseQuote): boolean[] {
  const decided = terms.decidedAt ?? Infinity
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
function rateAt(rates: readonly HeardEvent[], at: Instant, known: Instant): HeardView['rate'] {
  let newest: HeardView['rate'] = null
  for (const { at: rateOf, heardAt, rate } of rates) {
    if (rate === null || rateOf > at || heardAt > known || rateOf < (newest?.at ?? -Infinity)) continue
    newest = { at: rateOf, rate }
  }
  return newest && at - newest.at <= RATE_OLDEST_MS ? newest : null
}

/** The facts with which the order's terms were decided, without and with what was heard in that very millisecond. */
function viewsOf({ before, rates, halts, terms: { from } }: Reading): HeardView[] {
  const view = (known: Instant): HeardView => ({
    quote: newestOf(before.filter(({ heardAt }) => heardAt <= known)),
    rate: rateAt(rates, from, known),
    halted: isHalted(halts, from, known),
  })
  return [view(from - 1), view(from)]
}

const newestOf = (quotes: readonly CourseQuote[]): CourseQuote | null =>
  quotes.reduce<CourseQuote | null>((newest, one) => (newest && isOlder(one, newest) ? newest : one), null)

const isOlder = (one: CourseQuote, other: CourseQuote): boolean =>
  one.at < other.at || (one.at === other.at && one.nanos < other.nanos)
