import {
  CURRENCIES,
  costOf,
  currencyFor,
  isCurrency,
  plus,
  wholeShares,
  type Asset,
  type Currency,
  type ListingId,
  type PriceE4,
  type RateE6,
} from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { midnightBefore } from '../base/zones.ts'
import { inDisplay, marketValueOf, type PortfolioFacts } from './portfolio.rules.ts'

/** The most points of a day. */
export const DAY_POINTS = 100

/** The spans of the total over time, in whole days of Madrid with the running one; null for everything. */
export const RESULT_SPANS = { day: 1, week: 7, month: 30, year: 365, all: null } as const
export type ResultSpan = keyof typeof RESULT_SPANS
export const RESULT_SPAN_NAMES = Object.keys(RESULT_SPANS) as ResultSpan[]

/** The most days of a span: ten years. */
const DAYS_MOST = 3_660

export interface SpanFacts {
  readonly now: Instant
  /** The first entry of the account, by the server's clock. */
  readonly firstAt: Instant
  /** Converts an instant of the market's clock to the server's. They differ in a replay. */
  readonly wallOf: (at: Instant) => Instant
}

/**
 * The midnights in Madrid of a span, and now: it begins with the last midnight before the account's first entry, if
 * that is later than its own first day. All by the market's clock.
 */
export function midnightsFor(span: ResultSpan, { now, firstAt, wallOf }: SpanFacts): Instant[] {
  const most = (RESULT_SPANS[span] ?? DAYS_MOST) - 1
  let back = 0
  while (back < most && wallOf(midnightBefore(now, back)) > firstAt) back += 1
  const midnights = Array.from({ length: back + 1 }, (_, day) => midnightBefore(now, back - day))
  return [...midnights.filter((at) => at < now), now]
}

/** The change of one asset by entries between two instants of the span. */
export interface AssetChange {
  /** The first of the instants at or after the entries. */
  readonly part: number
  readonly asset: Asset
  readonly units: bigint
  /** True for money that the customer paid in or out. It is no result, so it counts from the start. */
  readonly paid: boolean
}

export interface TotalsFacts {
  /** All balances at the start of the span: free plus held, less what was owed and financed. */
  readonly start: readonly { readonly asset: Asset; readonly units: bigint }[]
  readonly moved: readonly AssetChange[]
  /** The price known at one of the instants, as it was traded then; null without one. */
  readonly priceAt: (listing: ListingId, part: number) => PriceE4 | null
  readonly display: Currency
  /** The rate of now, at which the whole span is counted; null without one: the other currency counts as zero. */
  readonly rate: RateE6 | null
}

/**
 * The total value at each of `count` instants of a span, in cents of the display currency, without what was paid in and
 * out in it: that counts from its start, so that only results move the line. The last one is the total of the figures.
 */
export function totalsFor(count: number, { start, moved, priceAt, display, rate }: TotalsFacts): bigint[] {
  const units = new Map<Asset, bigint>()
  const add = (asset: Asset, by: bigint) => units.set(asset, (units.get(asset) ?? 0n) + by)
  for (const { asset, units: had } of start) add(asset, had)
  for (const { paid, asset, units: by } of moved) if (paid) add(asset, by)
  return Array.from({ length: count }, (_, part) => {
    for (const each of moved) if (!each.paid && each.part === part) add(each.asset, each.units)
    const worth: Record<Currency, bigint> = { EUR: 0n, USD: 0n }
    for (const [asset, had] of units) {
      if (isCurrency(asset)) worth[asset] += had
      else if (had !== 0n) worth[currencyFor(asset)] += valueAt(priceAt(asset, part), had)
    }
    return CURRENCIES.reduce((sum, asset) => sum + (inDisplay({ asset, units: worth[asset] }, display, rate) ?? 0n), 0n)
  })
}

const valueAt = (price: PriceE4 | null, had: bigint): bigint => (price === null ? 0n : costOf(price, wholeShares(had)))

/** The largest fall of a line from one of its points to a later one. */
export interface Drawdown {
  readonly peak: number
  readonly worst: number
  /** In cents, above zero. */
  readonly fall: bigint
}

/** The largest fall of a line: the places of its peak and of its worst point; null if it never falls. Of equal ones the first. */
export function drawdownOf(totals: readonly bigint[]): Drawdown | null {
  let largest: Drawdown | null = null
  let peak = 0
  for (const [at, total] of totals.entries()) {
    if (total > (totals[peak] ?? total)) peak = at
    const fall = (totals[peak] ?? total) - total
    if (fall > (largest?.fall ?? 0n)) largest = { peak, worst: at, fall }
  }
  return largest
}

/** The result of each step of a line, by the place at which it ends. They add up to the result of the whole. */
export const stepsOf = (totals: readonly bigint[]): readonly bigint[] =>
  totals.slice(1).map((total, before) => total - (totals[before] ?? 0n))

/** The open lots at one instant, and the latest price then. */
type PositionFacts = Pick<PortfolioFacts, 'lots' | 'last'>

export interface ShareResult {
  readonly listing: ListingId
  /** Realised and unrealised together, in cents of the listing's own currency. */
  readonly own: bigint
  /** The same in the display currency; null without a rate. */
  readonly shown: bigint | null
}

/**
 * The result of each share in a span: what its closed lots realised, and what its open lots gained on paper since the
 * start. The largest comes first. Dividends, interest and conversions are no part of it.
 */
export function shareResultsFor(
  {
    realised,
    before,
    after,
  }: { realised: ReadonlyMap<ListingId, bigint>; before: PositionFacts; after: PositionFacts },
  display: Currency,
  rate: RateE6 | null,
): ShareResult[] {
  const [was, is] = [unrealisedBy(before), unrealisedBy(after)]
  const listings = [...new Set([...realised.keys(), ...was.keys(), ...is.keys()])]
  return listings
    .map((listing) => {
      const own = (realised.get(listing) ?? 0n) + (is.get(listing) ?? 0n) - (was.get(listing) ?? 0n)
      return { listing, own, shown: inDisplay({ asset: currencyFor(listing), units: own }, display, rate) }
    })
    .filter(({ own, listing }) => own !== 0n || is.has(listing))
    .toSorted((a, b) => compare(b.shown ?? b.own, a.shown ?? a.own))
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** Market value less cost of the open lots, by listing. */
function unrealisedBy({ lots, last }: PositionFacts): Map<ListingId, bigint> {
  const sums = new Map<ListingId, Pick<PortfolioFacts['lots'][number], 'left' | 'costLeft'>>()
  for (const { listing, left, costLeft } of lots) {
    const sum = sums.get(listing)
    sums.set(listing, sum ? { left: plus(sum.left, left), costLeft: plus(sum.costLeft, costLeft) } : { left, costLeft })
  }
  return new Map([...sums].map(([listing, sum]) => [listing, marketValueOf(sum, last(listing)) - sum.costLeft]))
}
