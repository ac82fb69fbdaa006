import {
  currencyFor,
  divideHalfEven,
  venueOf,
  type Currency,
  type ListingId,
  type PriceE4,
  type Venue,
} from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { Id } from '@lonja/core/base/wire'
import { lotNumberFor, positionFor, type Lot } from '@lonja/core/orders/lots.rules'
import { CURVE_STEP } from '@lonja/core/portfolio/curve.rules'
import type { Figures } from '@lonja/core/portfolio/portfolio.contract'
import { allFigures, dayChangeFor, marketValueOf, type PortfolioFacts } from '@lonja/core/portfolio/portfolio.rules'
import * as z from 'zod/mini'
import type { Tx } from '../base/db.ts'
import { listBalancesThrough, sumFlows, versionBefore } from '../ledger/flows.store.ts'
import type { Market } from '../market/market.quotes.ts'
import type { ClosingCursor } from '../orders/lots.store.ts'

/** The venue whose day is the day of a currency. */
const VENUE_OF: Readonly<Record<Currency, Venue>> = { EUR: 'XMAD', USD: 'XNYS' }

/** The running day of a currency, or the last one, in the market's clock. */
export function dayOf(currency: Currency, market: Market): { from: Instant; to: Instant } {
  const session = market.latestSession(VENUE_OF[currency])
  return session ? { from: session.open, to: session.close } : { from: market.now(), to: market.now() }
}

/** The figures by currency, with what each changed by since its day began. */
export async function withDayChange(
  tx: Tx,
  customer: string,
  market: Market,
  facts: PortfolioFacts,
): Promise<Figures[]> {
  const figures: Figures[] = []
  for (const now of allFigures(facts)) {
    const began = market.serverTimeOf(dayOf(now.currency, market).from)
    const through = began === null ? null : await versionBefore(tx, customer, began)
    const start = through !== null && {
      balances: await listBalancesThrough(tx, customer, through),
      flows: await sumFlows(tx, customer, through),
      previousClose: (listing: ListingId) => market.dayFigures(listing)?.previousClose ?? null,
    }
    figures.push({ ...now, dayChange: start ? dayChangeFor(now, start) : null })
  }
  return figures
}

/** Open lots by listing. */
export function positionsOf(lots: readonly Lot[]): [ListingId, Lot[]][] {
  const positions = new Map<ListingId, Lot[]>()
  for (const lot of lots) positions.set(lot.listing, [...(positions.get(lot.listing) ?? []), lot])
  return [...positions]
}

/** What the open lots of one listing come to, at its latest price. */
export function positionRow(listing: ListingId, lots: readonly Lot[], market: Market) {
  const { shares, cost, average } = positionFor(lots)
  const last = market.last(listing)
  const marketValue = last === null ? null : marketValueOf({ left: shares, costLeft: cost }, last)
  return {
    listing,
    currency: currencyFor(listing),
    venue: venueOf(listing),
    shares,
    averageCost: average,
    cost,
    last,
    previousClose: market.dayFigures(listing)?.previousClose ?? null,
    marketValue,
    unrealised: marketValue === null ? null : marketValue - cost,
    lots: lots.map((lot) => ({
      lot: lot.id,
      number: lotNumberFor(lot.id),
      order: lot.order,
      shares: lot.left,
      openedAt: lot.openedAt,
      price: lot.price,
      cost: lot.costLeft,
      fee: divideHalfEven(lot.fee * lot.left, lot.shares),
    })),
  }
}

/** Prices through a day by listing: the close of the last five minutes that were over, before them what was known when the day began. */
export function dayPrices(listings: readonly ListingId[], market: Market, from: Instant) {
  const now = market.now()
  const most = Math.ceil((now - from) / CURVE_STEP) + 1
  const days = new Map(
    listings.map((listing) => [listing, market.candles(listing, '5minutes', { from, to: now + 1, most })] as const),
  )
  return (listing: ListingId, at: Instant): PriceE4 | null => {
    if (at >= now) return market.last(listing)
    const candles = days.get(listing)
    const over = (candles?.at.findLastIndex((start) => start + CURVE_STEP <= at) ?? -1) | 0
    return candles?.close[over] ?? market.dayFiguresAt(listing, from)?.last ?? null
  }
}

/** Where a page of closed positions ended; null for a cursor that is none of ours. */
export function cursorFrom(cursor: string | undefined): ClosingCursor | null {
  const [fill, lot] = cursor?.split('.') ?? []
  const known = z.safeParse(z.tuple([Id, Id]), [fill, lot])
  return known.success ? { fill: known.data[0], lot: known.data[1] } : null
}
