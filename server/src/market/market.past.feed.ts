import { priceE4, rateE6, type ListingId } from '@lonja/core/base/amount'
import { MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { cacheSessions } from '@lonja/core/calendar/sessions'
import { courseReader, type HeardCourse } from '@lonja/core/feed/course'
import { FEED_NAME } from '@lonja/core/feed/feed'
import {
  NO_ROWS,
  faultOf,
  type HeardFault,
  type HeardHead,
  type HeardQuote,
  type HeardRow,
} from '@lonja/core/feed/heard'
import type { CourseQuote } from '@lonja/core/feed/hearing'
import type { ExchangeRate, Instrument, Quote } from '@lonja/core/market/market.contract'
import { standingAt } from '@lonja/core/replay/announced'
import { MARKUP_BPS } from '@lonja/core/market/market.rules'
import type { Db } from '../database/db.ts'
import { announcements, type ListConfirmed } from './market.announced.ts'
import { findKeptFrom, listHeard, listHeardOf, type HeardPlace } from './heard.store.ts'
import { CLOCKS_DIFFER_MOST_MS, type PastMarket, type Reach, type Stretch } from './market.past.shape.ts'

/*
 * A live feed as it was, from the chains of its events. First all chains are gone through and compared with their
 * hashes; then each order is worked out from the rows of its own time.
 */

/** A row from which on a chain can be read: what was known of the listing stands at it. Events were kept up to `to`. */
interface Begin {
  readonly n: number
  readonly at: Instant
  to: Instant
}

/** The chains of a house, as far as they fit into memory. */
interface CheckedChains {
  /** By listing and server, in the order of their instants. */
  readonly begins: Begins
  /** The first wrong row of each chain. */
  readonly faults: readonly HeardFault[]
}

type Begins = ReadonlyMap<ListingId, ReadonlyMap<string, readonly Begin[]>>

const ROWS_AT_ONCE = 5_000

async function checkChains(db: Db): Promise<CheckedChains> {
  const begins = new Map<ListingId, Map<string, Begin[]>>()
  const faults = new Map<ListingId, HeardFault>()
  const heads = new Map<ListingId, HeardHead>()
  for (let after: HeardPlace | undefined = { listing: '', n: 0 }; after;) {
    const from: HeardPlace = after
    const rows: HeardRow[] = await db.read((tx) => listHeard(tx, from, ROWS_AT_ONCE))
    for (const row of rows) {
      const { listing, n, hash } = row
      const fault = faultOf(heads.get(listing) ?? NO_ROWS, row)
      if (fault && !faults.has(listing)) faults.set(listing, fault)
      heads.set(listing, { n, hash })
      const servers = begins.get(listing) ?? new Map<string, Begin[]>()
      begins.set(listing, servers)
      takeBegin(servers, row)
    }
    after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)
  }
  for (const servers of begins.values()) for (const of of servers.values()) of.sort((one, other) => one.at - other.at)
  return { begins, faults: [...faults.values()] }
}

function takeBegin(servers: Map<string, Begin[]>, { n, kind, node, at, of }: HeardRow): void {
  const own = servers.get(node) ?? []
  servers.set(node, own)
  if (kind === 'begin') own.push({ n, at, to: Infinity })
  // A server that has died says no end: another one has taken its orders over.
  const ended = servers.get(kind === 'end' ? node : (of ?? '')) ?? []
  for (let last = ended.length - 1; ended[last]?.to === Infinity; last--) ended[last]!.to = at
}

const WRONG = { missing: 'it is missing', changed: 'it was changed, or is not the one that followed' } as const

/** Opens a feed as it was. Nothing is known of the time before an earlier release kept its events. */
export async function feedPast(db: Db, confirmed: ListConfirmed | undefined): Promise<PastMarket> {
  const files = announcements(confirmed ? await db.read((tx) => confirmed(tx, 0)) : [])
  const keptFrom = await db.read(findKeptFrom)
  const { begins, faults } = await checkChains(db)
  const session = cacheSessions('exchange')
  const market: PastMarket = {
    name: FEED_NAME,
    intervalMs: SECOND,
    find: shareOf,
    quoteAt: () => null,
    viewsAt: () => [],
    session,
    rateAt: () => null,
    actions: (until) => standingAt(files, until),
    files,
    closeAt: () => null,
    clockAt: (at) => ({ at, withinMs: CLOCKS_DIFFER_MOST_MS }),
    nextQuotes: () => [],
    eventsWithin: () => [],
    unchecked: (from) => (from < keptFrom ? 'live_feed' : null),
    during: async (stretch) => duringCourse(market, stretch, await readCourse(db, stretch, begins)),
    unproved: null,
    wrong: faults.map(({ listing, n, why }) => ({
      law: 'heard_events',
      differs: `row ${n} of ${listing}: ${WRONG[why]}`,
    })),
  }
  return market
}

/** Listings of a feed are shares. */
const shareOf = (listing: ListingId): Instrument => ({
  listing,
  kind: 'share',
  name: listing,
  sector: 'none',
  sharesInIssue: 0n,
  profile: {},
})

/** The market as far as an order has met it. */
function duringCourse(market: PastMarket, { listing }: Stretch, course: HeardCourse): PastMarket {
  return {
    ...market,
    quoteAt: (_listing, at) => quoteOf(listing, course.newestAt(at)),
    viewsAt: () =>
      course.views.map(({ quote, rate, halted }) => ({ quote: quoteOf(listing, quote), rate: rateOf(rate), halted })),
    rateAt: (at) => rateOf(course.rateFor(at)),
    eventsWithin: (_listing, after, until) =>
      course.quotes.flatMap((quote) => (quote.at > after && quote.at <= until ? (quoteOf(listing, quote) ?? []) : [])),
    unproved: course.isUnclear ? 'servers_differ' : course.isInGap ? 'feed_gap' : null,
    isUnclear: course.isUnclear,
  }
}

const quoteOf = (listing: ListingId, quote: CourseQuote | null): Quote | null =>
  quote && {
    listing,
    at: quote.at,
    bid: priceE4(BigInt(quote.bid)),
    ask: priceE4(BigInt(quote.ask)),
    bidSize: BigInt(quote.bidSize),
    askSize: BigInt(quote.askSize),
    last: priceE4(BigInt(quote.last)),
  }

const rateOf = (known: { readonly at: Instant; readonly rate: number } | null): ExchangeRate | null =>
  known && { at: known.at, rate: rateE6(BigInt(known.rate)), source: FEED_NAME, markupBps: MARKUP_BPS }

/** Reads the rows of an order's time, some at a time. */
async function readCourse(db: Db, stretch: Stretch, begins: CheckedChains['begins']): Promise<HeardCourse> {
  const { listing, reach } = stretch
  const fills = stretch.fills.map((fill) => ({ ...fill, quote: numbersOf(fill.quote) }))
  const reader = courseReader({ ...stretch, fills }, (quote) => reach === null || reaches(reach, quote))
  // Rows of a later minute say nothing of what was known at the end.
  const last = (stretch.decidedAt ?? Infinity) + MINUTE
  for (let n: number | null = firstOf(begins, stretch); n !== null;) {
    const from: HeardPlace = { listing, n }
    const rows: HeardRow[] = await db.read((tx) => listHeardOf(tx, from, ROWS_AT_ONCE))
    for (const row of rows) reader.take(row)
    const end = rows.at(-1)
    n = end && rows.length === ROWS_AT_ONCE && end.writtenAt <= last ? end.n + 1 : null
  }
  return reader.course()
}

/**
 * The newest place from which on the order's server had kept all that was known at its instant; of an order that another
 * server has claimed, from which on each server had that kept the listing then.
 */
function firstOf(begins: Begins, { listing, node, claimedAt, from }: Stretch): number {
  const servers = begins.get(listing)
  if (claimedAt === null) return newestOf(servers?.get(node) ?? [], from)?.n ?? 1
  const newest = [...(servers?.values() ?? [])].flatMap((of) => newestOf(of, from) ?? [])
  const numbers = newest.filter(({ to }) => to >= from).map(({ n }) => n)
  return numbers.length > 0 ? Math.min(...numbers) : 1
}

/** The newest of a server's begins up to an instant. */
function newestOf(begins: readonly Begin[], from: Instant): Begin | undefined {
  let [low, high] = [0, begins.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((begins[middle]?.at ?? Infinity) <= from) low = middle + 1
    else high = middle
  }
  return begins[low - 1]
}

const reaches = ({ side, price }: Reach, { bid, ask }: HeardQuote): boolean =>
  side === 'buy' ? BigInt(ask) <= price : BigInt(bid) >= price

const numbersOf = ({ at, bid, ask, bidSize, askSize, last }: Quote) => ({
  at,
  bid: Number(bid),
  ask: Number(ask),
  bidSize: Number(bidSize),
  askSize: Number(askSize),
  last: Number(last),
})
