import { priceE4, type ListingId, type PriceE4 } from '../base/amount.ts'
import { changeBps } from '../base/formats.ts'
import type { Day, Instant } from '../base/instant.ts'
import type { Zone } from '../base/zones.ts'
import type { Sector } from '../market/instruments.ts'
import type { Instrument, Session } from '../market/market.contract.ts'
import type { Topic } from './news.contract.ts'
import type { Step } from './steps.rules.ts'

/** A share's figures at the time of a story. */
export interface ShareFigures {
  readonly listing: ListingId
  readonly last: PriceE4
  readonly previous: PriceE4
  readonly low: PriceE4
  readonly high: PriceE4
  /** Its usual daily move in basis points; null if too few days are known. */
  readonly usualBps: bigint | null
}

/** A listing and its move. */
export interface Move {
  readonly listing: ListingId
  readonly bps: bigint
}

interface Breadth {
  readonly up: number
  readonly down: number
  readonly flat: number
}

/** The figures of a story. They contain no cause: the market shows moves, not reasons. */
export type Facts =
  | {
      readonly topic: 'open'
      readonly session: Session
      readonly isEarly: boolean
      readonly isExchange: boolean
      readonly count: number
      readonly largest: readonly ListingId[]
    }
  | { readonly topic: 'earnings'; readonly share: ShareFigures }
  | { readonly topic: 'move'; readonly share: ShareFigures; readonly timesTenths: bigint }
  | {
      readonly topic: 'index'
      readonly listing: ListingId
      readonly last: PriceE4
      readonly previous: PriceE4
      readonly breadth: Breadth
      readonly best: Move
      readonly worst: Move
    }
  | { readonly topic: 'close'; readonly breadth: Breadth; readonly best: Move | null; readonly worst: Move | null }
  | {
      readonly topic: 'week'
      readonly from: Day
      readonly to: Day
      readonly sectors: readonly { readonly sector: Sector; readonly bps: bigint }[]
    }

/** One market news item, before it is put into words. */
export interface Story {
  readonly key: string
  readonly at: Instant
  readonly zone: Zone
  /** Its rank among stories of the same moment, the smaller first. */
  readonly rank: number
  readonly listings: readonly ListingId[]
  readonly facts: Facts
}

export const topicOf = ({ facts }: Story): Topic => facts.topic

/** The figures of all listings of one market at one moment, one place per listing; 0 means none. `worth` is of all shares in issue. */
export interface Figures {
  readonly listings: readonly ListingId[]
  readonly last: ArrayLike<number>
  readonly previousClose: ArrayLike<number>
  readonly worth: ArrayLike<number>
}

/** The view of a market at a step. Every answer is as of that moment; nothing later is visible. */
export interface MarketView {
  readonly figures: Figures
  readonly find: (listing: ListingId) => Instrument | null
  readonly dayOf: (listing: ListingId) => { readonly low: PriceE4; readonly high: PriceE4 } | null
  /**
   * The mean distance between consecutive closes of earlier sessions, in basis points; null if fewer than ten are
   * known.
   */
  readonly usualBps: (listing: ListingId) => bigint | null
  /** The companies that report on this day; none for a recorded market. */
  readonly reporting: readonly ListingId[]
  /** The listings of this session's earlier stories. */
  readonly published: ReadonlySet<ListingId>
  /** The figures at the close of last week's last session. Null until the week is over. */
  readonly weekBefore: Figures | null
}

/**
 * A share's move is news if it is at least four per cent and at least three times its usual daily move. Of those, the
 * largest companies get a story, up to a limit per moment and per session.
 */
export const MOVE_LEAST_BPS = 400n
export const MOVE_LEAST_TIMES = 3n
interface Shares {
  readonly atOnce: number
  readonly aSession: number
  readonly reports: number
}
export const MOST: Readonly<Record<Zone, Shares>> = {
  'America/New_York': { atOnce: 4, aSession: 14, reports: 12 },
  'Europe/Madrid': { atOnce: 2, aSession: 6, reports: 4 },
}
const LARGEST_NAMED = 6

/** A listing of the market with its figures. */
interface Row extends Move {
  readonly instrument: Instrument
  readonly last: PriceE4
  readonly previous: PriceE4
  /** Shares in issue × price. */
  readonly worth: number
}

export interface StoryContext {
  readonly zone: Zone
  readonly session: Session
  readonly step: Step
  readonly isEarly: boolean
  /** True for a venue with trading hours, false for trading around the clock. */
  readonly isExchange: boolean
  readonly week: { readonly from: Day; readonly to: Day } | null
}

/** The stories of a market at a step of its session, the most important first. */
export function storiesFor(context: StoryContext, view: MarketView): Story[] {
  const rows = rowsOf(view)
  const { what } = context.step
  const covered = new Set(view.published)
  const stories: Omit<Story, 'rank'>[] = []
  if (what === 'open') stories.push(...openingOf(context, view, rows))
  if (what === 'close')
    stories.push(...weekOf(context, view), ...indicesOf(context, view, rows), ...closingOf(context, rows))
  if (what === 'first') {
    const reports = reportsOf(context, view, rows)
    for (const { listings } of reports) listings.forEach((listing) => covered.add(listing))
    stories.push(...reports)
  }
  if (what !== 'open') stories.push(...movesOf(context, view, rows, covered))
  return stories.map((story, rank) => ({ ...story, rank }))
}

const byWorth = (a: Row, b: Row): number => b.worth - a.worth || (a.listing < b.listing ? -1 : 1)

function rowsOf({ figures, find }: MarketView): Row[] {
  const rows: Row[] = []
  figures.listings.forEach((listing, place) => {
    const instrument = find(listing)
    const last = priceE4(BigInt(figures.last[place] ?? 0))
    const previous = priceE4(BigInt(figures.previousClose[place] ?? 0))
    const bps = last > 0n ? changeBps(previous, last) : null
    if (!instrument || bps === null) return
    rows.push({ listing, instrument, last, previous, bps, worth: figures.worth[place] ?? 0 })
  })
  return rows
}

const sharesOf = (rows: readonly Row[]): Row[] => rows.filter(({ instrument }) => instrument.kind === 'share')
const keyOf = ({ zone, session }: StoryContext, topic: Topic, rest: string = zone): string =>
  `market:${topic}:${session.day}:${rest}`

/** A market with trading hours gets a story at every open; a market around the clock only if companies report today. */
function openingOf(context: StoryContext, { reporting }: MarketView, rows: readonly Row[]): Omit<Story, 'rank'>[] {
  if (!context.isExchange && reporting.length === 0) return []
  const due = new Set(reporting)
  const largest = rows
    .filter(({ listing }) => due.has(listing))
    .sort(byWorth)
    .slice(0, LARGEST_NAMED)
    .map(({ listing }) => listing)
  const { session, isEarly, isExchange, step, zone } = context
  const facts = { topic: 'open', session, isEarly, isExchange, count: reporting.length, largest } as const
  return [{ key: keyOf(context, 'open'), at: step.at, zone, listings: largest, facts }]
}

function reportsOf(context: StoryContext, view: MarketView, rows: readonly Row[]): Omit<Story, 'rank'>[] {
  const due = new Set(view.reporting)
  const largest = sharesOf(rows)
    .filter(({ listing }) => due.has(listing))
    .sort(byWorth)
    .slice(0, MOST[context.zone].reports)
  return largest.map((row) => ({
    key: keyOf(context, 'earnings', row.listing),
    at: context.step.at,
    zone: context.zone,
    listings: [row.listing],
    facts: { topic: 'earnings', share: shareFiguresOf(row, view) },
  }))
}

function shareFiguresOf({ listing, last, previous }: Row, { dayOf, usualBps }: MarketView): ShareFigures {
  const day = dayOf(listing)
  return { listing, last, previous, low: day?.low ?? last, high: day?.high ?? last, usualBps: usualBps(listing) }
}

const sizeOf = (bps: bigint): bigint => (bps < 0n ? -bps : bps)

function movesOf(
  context: StoryContext,
  view: MarketView,
  rows: readonly Row[],
  covered: ReadonlySet<ListingId>,
): Omit<Story, 'rank'>[] {
  const { atOnce, aSession, reports } = MOST[context.zone]
  const room = Math.min(atOnce, aSession + reports - covered.size)
  const stories: Omit<Story, 'rank'>[] = []
  const candidates = sharesOf(rows).filter(({ listing, bps }) => sizeOf(bps) >= MOVE_LEAST_BPS && !covered.has(listing))
  for (const row of candidates.sort(byWorth)) {
    if (stories.length >= room) break
    const share = shareFiguresOf(row, view)
    if (share.usualBps === null || share.usualBps === 0n || sizeOf(row.bps) < MOVE_LEAST_TIMES * share.usualBps)
      continue
    const timesTenths = (sizeOf(row.bps) * 10n) / share.usualBps
    stories.push({
      key: keyOf(context, 'move', row.listing),
      at: context.step.at,
      zone: context.zone,
      listings: [row.listing],
      facts: { topic: 'move', share, timesTenths },
    })
  }
  return stories
}

function breadthOf(rows: readonly Row[]): Breadth {
  const up = rows.filter(({ bps }) => bps > 0n).length
  const down = rows.filter(({ bps }) => bps < 0n).length
  return { up, down, flat: rows.length - up - down }
}

/** The largest gain and the largest loss; null without comparable prices. */
function extremesOf(rows: readonly Row[]): { best: Move; worst: Move } | null {
  const sorted = [...rows].sort((a, b) => Number(b.bps - a.bps) || byWorth(a, b))
  const [best, worst] = [sorted[0], sorted.at(-1)]
  const moved = ({ listing, bps }: Row): Move => ({ listing, bps })
  return best && worst ? { best: moved(best), worst: moved(worst) } : null
}

function indicesOf(context: StoryContext, _sight: MarketView, rows: readonly Row[]): Omit<Story, 'rank'>[] {
  const byListing = new Map(rows.map((row) => [row.listing, row]))
  return rows.flatMap(({ listing, instrument, last, previous }) => {
    const members = (instrument.members ?? []).flatMap((member) => byListing.get(member) ?? [])
    const extremes = extremesOf(members)
    if (instrument.kind !== 'index' || !extremes) return []
    const facts = { topic: 'index', listing, last, previous, breadth: breadthOf(members), ...extremes } as const
    const listings = [listing, extremes.best.listing, extremes.worst.listing]
    return [{ key: keyOf(context, 'index', listing), at: context.step.at, zone: context.zone, listings, facts }]
  })
}

/** The numbers of risers and fallers on a market with trading hours, and the extremes among the largest companies. */
function closingOf(context: StoryContext, rows: readonly Row[]): Omit<Story, 'rank'>[] {
  const shares = sharesOf(rows)
  if (!context.isExchange || shares.length === 0) return []
  const extremes = extremesOf([...shares].sort(byWorth).slice(0, CLOSE_AMONG))
  const facts = {
    topic: 'close',
    breadth: breadthOf(shares),
    best: extremes?.best ?? null,
    worst: extremes?.worst ?? null,
  } as const
  const listings = extremes ? [extremes.best.listing, extremes.worst.listing] : []
  return [
    { key: keyOf(context, 'close'), at: context.step.at, zone: context.zone, listings: [...new Set(listings)], facts },
  ]
}

export const CLOSE_AMONG = 100

/** Each sector's change over the week: the total worth of its companies against the week before. */
function weekOf(context: StoryContext, { weekBefore, figures, find }: MarketView): Omit<Story, 'rank'>[] {
  if (!weekBefore || !context.week) return []
  const before = new Map(weekBefore.listings.map((listing, place) => [listing, weekBefore.worth[place] ?? 0]))
  const worths = new Map<Sector, { now: number; was: number }>()
  figures.listings.forEach((listing, place) => {
    const instrument = find(listing)
    const [now, was] = [figures.worth[place] ?? 0, before.get(listing) ?? 0]
    if (instrument?.kind !== 'share' || instrument.sector === 'none' || now === 0 || was === 0) return
    const worth = worths.get(instrument.sector) ?? { now: 0, was: 0 }
    worths.set(instrument.sector, { now: worth.now + now, was: worth.was + was })
  })
  const sectors = [...worths]
    .map(([sector, { now, was }]) => ({ sector, bps: BigInt(Math.floor(((now - was) / was) * 10_000)) }))
    .sort((a, b) => Number(b.bps - a.bps) || (a.sector < b.sector ? -1 : 1))
  if (sectors.length < 2) return []
  const facts = { topic: 'week', ...context.week, sectors } as const
  return [{ key: keyOf(context, 'week'), at: context.step.at, zone: context.zone, listings: [], facts }]
}
