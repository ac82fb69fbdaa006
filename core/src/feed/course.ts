import type { Instant } from '../base/instant.ts'
import type { HeardQuote, HeardRow } from './heard.ts'
import {
  bindingOf,
  closeGroup,
  haltedAfter,
  isFilledOn,
  isGap,
  isInSession,
  isKept,
  isLost,
  newestOf,
  newestUntil,
  nothingHeard,
  quoteOf,
  rateAt,
  takeInto,
  viewsIn,
  type CourseChange,
  type CourseFill,
  type CourseOrder,
  type CourseQuote,
  type CourseTerms,
  type ServerQuotes,
  type HeardView,
} from './hearing.ts'
import { SETTLE_MS } from './listing.ts'

/*
 * The part of a listing's chain that one order has met. It decides nothing about the order: it says which quotes the
 * server must have matched it with, and which it may have.
 */

/** The part of a chain, row by row. */
export interface CourseReader {
  take(row: HeardRow): void
  course(): HeardCourse
}

export interface HeardCourse {
  /** The quotes that the order was to be matched with, in order, outside gaps, and those on which it was filled. */
  readonly quotes: readonly CourseQuote[]
  /**
   * The facts that may have been known when it was placed: two where something was heard in that millisecond, or for
   * each server that may have taken it; none where nothing was kept then.
   */
  readonly views: readonly HeardView[]
  /** The newest quote up to an instant that was known when its terms changed then, or when the order ended. */
  newestAt(at: Instant): CourseQuote | null
  /** The exchange rate for a fill on a quote. */
  rateFor(quoteAt: Instant): HeardView['rate']
  /** True if the order's terms, a fill or its end fall into a gap, so that they cannot be shown to be right. */
  readonly isInGap: boolean
  /** True if a change of its terms follows from what one server had heard, and not from what another had. */
  readonly isUnclear: boolean
}

interface Reading extends CourseOrder {
  /** The server that fills the order: the one that it names, or the one that has taken its orders over. */
  node: string
  readonly own: ServerQuotes
  /**
   * An order keeps the name of the server that claimed it last, and not of those that filled it before. So the part of
   * each server is read, where another has claimed the order.
   */
  readonly servers: Map<string, ServerQuotes>
  /** The quotes of fills as another server heard them. */
  readonly elsewhere: Map<CourseFill, CourseQuote>
}

/** Reads the rows from a `begin` on that the order's server wrote at or before the order's instant. */
export function courseReader(all: CourseTerms, reaches: (quote: HeardQuote) => boolean): CourseReader {
  const isWithin = (at: Instant): boolean => at > all.from && at <= all.until
  const fills = all.fills.filter(({ quote }) => isWithin(quote.at))
  const terms = { ...all, fills, changes: all.changes.filter(({ until }) => isWithin(until)) }
  const reading: Reading = {
    terms,
    reaches,
    node: terms.node,
    own: nothingHeard(),
    servers: new Map(),
    elsewhere: new Map(),
  }
  return {
    take: (row) => takeRow(reading, row),
    course: () => {
      for (const heard of [reading.own, ...reading.servers.values()]) closeGroup(reading, heard)
      return courseOf(reading)
    },
  }
}

function takeRow(reading: Reading, row: HeardRow): void {
  const { terms, servers, own } = reading
  const { at, heardAt, gap, of, node } = row
  const isClaimed = terms.claimedAt !== null
  if (gap && of !== null) {
    // A take-over concerns the orders that were open at it.
    if (terms.decidedAt !== null && heardAt > terms.decidedAt) return
    if (isClaimed) {
      const before = partOf(servers, of)
      before.gaps.push({ ...gap, to: at })
      for (const one of before.spans) one.to = Math.min(one.to, at)
    }
    if (of !== terms.node) return
    reading.node = node
    own.gaps.push({ ...gap, to: at })
    return
  }
  if (isClaimed) takeInto(reading, partOf(servers, node), row)
  if (node === reading.node) return takeInto(reading, own, row)
  const quote = quoteOf(row)
  const fill = quote && terms.fills.find((one) => isFilledOn(one, quote))
  if (fill) reading.elsewhere.set(fill, quote)
}

function partOf(servers: Map<string, ServerQuotes>, node: string): ServerQuotes {
  const heard = servers.get(node) ?? nothingHeard()
  servers.set(node, heard)
  return heard
}

/** Two clocks of a server's parts may differ by so much. */
const CLOCKS_DIFFER_MOST_MS = 3 * 60 * SETTLE_MS

function courseOf(reading: Reading): HeardCourse {
  const { terms } = reading
  const owns = new Map(terms.fills.flatMap((fill) => [[fill, ownIn(reading, fill)] as const]))
  const filledAt = new Map(terms.fills.map((fill) => [fill.quote.at, fill]))
  const parts = terms.claimedAt === null ? [reading.own] : [reading.own, ...reading.servers.values()]
  const instants = new Set(parts.flatMap(({ groups }) => [...groups.keys()]))
  const quotes = [...instants].flatMap((at): CourseQuote[] => {
    const fill = filledAt.get(at)
    const binding = fill && owns.get(fill) ? null : bindingAt(reading, at)
    return binding ? [binding] : []
  })
  const all = [...quotes, ...[...owns.values()].flatMap((own) => own ?? [])]
  const views = viewsOf(reading)
  const rateFor = (at: Instant): HeardView['rate'] => {
    const fill = filledAt.get(at)
    const known = fill && owns.get(fill) ? fill.at : at + SETTLE_MS
    const rates = fillersAt(reading, at).map((heard) => rateAt(heard.rates, at, known))
    return rates.find((rate) => rate !== null && rate.at === fill?.rateAt) ?? rates[0] ?? null
  }
  const isUnproved = (at: Instant): boolean => {
    const fillers = fillersAt(reading, at)
    return fillers.length === 0 || fillers.some((heard) => isGap(heard, at) || !isKept(heard, at))
  }
  return {
    quotes: all.toSorted((one, other) => one.at - other.at),
    views,
    newestAt: (at) => {
      const change = terms.changes.find(({ until }) => until === at)
      const fillers = fillersAt(reading, at)
      const known = fillers.map((heard) => (change ? heard.atChanges.get(change) : newestUntil(heard, at)) ?? null)
      return newestOf(known.flatMap((quote) => quote ?? []))
    },
    rateFor,
    isInGap: views.length === 0 || [...filledAt.keys(), terms.until].some(isUnproved),
    isUnclear: terms.changes.some((change) => isUnclear(reading, change)),
  }
}

/**
 * The servers of which one had the order at an instant, by what they have kept: its own. Until a claim it may have been any
 * that kept the events of the listing then: nothing says which one it was.
 */
function fillersAt({ terms, own, servers }: Reading, at: Instant): ServerQuotes[] {
  if (terms.claimedAt === null || at > terms.claimedAt + CLOCKS_DIFFER_MOST_MS) return [own]
  return [...servers.values()].filter((heard) => isKept(heard, at))
}

/** The quote of a millisecond that each of the servers that may have had the order was certainly to match it with. */
function bindingAt(reading: Reading, at: Instant): CourseQuote | null {
  const quotes = fillersAt(reading, at).map((heard) => (isGap(heard, at) ? null : bindingOf(reading, heard, at)))
  const [first = null] = quotes
  return quotes.every((quote) => quote !== null && quote.nanos === first?.nanos) ? first : null
}

/** True if the servers that may have had the order knew different quotes or rates at a change of its terms. */
function isUnclear(reading: Reading, change: CourseChange): boolean {
  const { until } = change
  const known = fillersAt(reading, until).map((heard) => {
    const quote = heard.atChanges.get(change)
    return `${quote?.at} ${quote?.nanos} ${rateAt(heard.rates, until, until + SETTLE_MS)?.at}`
  })
  return new Set(known).size > 1
}

/**
 * The facts with which the order's terms were decided. None if a server that may have taken it had heard more then than is
 * in the chain: an order is placed on what was heard, also where something else was missed.
 */
function viewsOf(reading: Reading): HeardView[] {
  const { from } = reading.terms
  const takers = fillersAt(reading, from)
  if (takers.some((heard) => !isKept(heard, from) || isLost(heard, from))) return []
  return takers.flatMap((heard) => viewsIn(heard, from))
}

/** The quote of a fill, if a server that may have filled the order had heard it by then and its trading was not halted. */
function ownIn(reading: Reading, fill: CourseFill): CourseQuote | null {
  const { terms, elsewhere } = reading
  const { at } = fill.quote
  const fillers = fillersAt(reading, at)
  for (const heard of fillers) {
    const quoteOfFill = heard.groups.get(at)?.find((quote) => isFilledOn(fill, quote))
    if (!quoteOfFill || !isInSession(terms.listing, at) || quoteOfFill.heardAt > fill.at + CLOCKS_DIFFER_MOST_MS)
      continue
    if (haltedAfter(heard, quoteOfFill, fill.at).includes(false)) return quoteOfFill
  }
  return fillers.some((heard) => isGap(heard, at)) ? (elsewhere.get(fill) ?? null) : null
}
