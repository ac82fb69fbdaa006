import {
  currencyFor,
  divideHalfEven,
  isCurrency,
  venueOf,
  type Asset,
  type Currency,
  type ListingId,
  type PriceE4,
  type RateE6,
  type Venue,
} from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { leveragedPartOf } from '@lonja/core/orders/leverage.rules'
import { marginStanding } from '@lonja/core/orders/margin.rules'
import { askedOf } from '@lonja/core/orders/asking.rules'
import { lotNumberFor, positionFor, type Lot } from '@lonja/core/orders/lots.rules'
import { CURVE_STEP } from '@lonja/core/portfolio/curve.rules'
import type { Figures } from '@lonja/core/portfolio/portfolio.contract'
import {
  OWED_ACCOUNTS,
  allFigures,
  dayChangeFor,
  displayFigures,
  inDisplay,
  sharesMoved,
  withFractions,
  marketValueOf,
  type PortfolioFacts,
} from '@lonja/core/portfolio/portfolio.rules'
import type { CustomerId } from '@lonja/core/base/ids'
import { listMovedSince, sumFractionResults } from '../corporate/results.store.ts'
import type { Tx } from '../database/db.ts'
import { findOfferPrices } from '../ipo/allotments.store.ts'
import { listBalancesThrough, sumFlows, versionBefore } from '../ledger/flows.store.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { lentTo } from '../lending/lending.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listExits, type OpenExit } from '../orders/exits.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { sumRealised } from '../orders/results.store.ts'

/** The venue whose trading day is the day of a currency. */
const VENUE_OF: Readonly<Record<Currency, Venue>> = { EUR: 'XMAD', USD: 'XNYS' }

/** The current day of a currency, or its last one, in the market's clock. */
export function dayOf(currency: Currency, market: Market): { from: Instant; to: Instant } {
  const session = market.latestSession(VENUE_OF[currency])
  return session ? { from: session.open, to: session.close } : { from: market.now(), to: market.now() }
}

const EVER = Number.MAX_SAFE_INTEGER

/** USD for one EUR now; null without a rate. */
export const rateOf = (market: Market): RateE6 | null => market.rate()?.rate ?? null

/** A customer's current figures, by currency and summed in the display currency. Every screen uses this function. */
export async function figuresOf(tx: Tx, customer: CustomerId, market: Market, displayCurrency: Currency) {
  const lots = await listOpenLots(tx, customer)
  const balances = await listBalances(tx, customer)
  const byCurrency = await withDayChange(tx, customer, market, {
    balances,
    lots,
    flows: await sumFlows(tx, customer, EVER),
    realised: withFractions(await sumRealised(tx, customer), await sumFractionResults(tx, customer, EVER)),
    last: market.last,
  })
  const rate = rateOf(market)
  const held = [...new Set(lots.map(({ listing }) => listing))]
  return {
    byCurrency,
    display: displayFigures(byCurrency, displayCurrency, rate),
    rate,
    margin: marginStanding({ balances, lots, lent: await lentTo(tx, customer), last: market.last, rate }),
    unpriced: held.filter((listing) => market.last(listing) === null),
  }
}

/** The figures by currency, with their changes since the day began. */
async function withDayChange(tx: Tx, customer: CustomerId, market: Market, facts: PortfolioFacts): Promise<Figures[]> {
  const figures: Figures[] = []
  for (const now of allFigures(facts)) {
    const began = market.serverTimeOf(dayOf(now.currency, market).from)
    const through = began === null ? null : await versionBefore(tx, customer, began)
    const start = through !== null && {
      balances: sharesMoved(
        await listBalancesThrough(tx, customer, through),
        await listMovedSince(tx, customer, through),
      ),
      flows: await sumFlows(tx, customer, through),
      previousClose: (listing: ListingId) => market.dayFigures(listing)?.previousClose ?? null,
    }
    figures.push({ ...now, dayChange: start ? dayChangeFor(now, start) : null })
  }
  return figures
}

/** A customer's holding of each asset at an entry's version: free and held, less what was owed, financed and lent. */
export async function startOf(
  tx: Tx,
  customer: CustomerId,
  through: number,
): Promise<{ asset: Asset; units: bigint }[]> {
  const owed: Record<Currency, bigint> = { EUR: 0n, USD: 0n }
  for (const { asset, counter, came, went } of await sumFlows(tx, customer, through)) {
    if (OWED_ACCOUNTS.includes(counter)) owed[asset] += came - went
  }
  const balances = await listBalancesThrough(tx, customer, through)
  return balances.map(({ asset, units }) => ({ asset, units: isCurrency(asset) ? units - owed[asset] : units }))
}

/** Open lots by listing. */
function positionsOf(lots: readonly Lot[]): [ListingId, Lot[]][] {
  const positions = new Map<ListingId, Lot[]>()
  for (const lot of lots) positions.set(lot.listing, [...(positions.get(lot.listing) ?? []), lot])
  return [...positions]
}

/** The row of one listing: its open lots at the latest price. */
function positionRow(listing: ListingId, lots: readonly Lot[], exits: readonly OpenExit[], market: Market) {
  const sum = (of: readonly OpenExit[]): bigint => of.reduce((total, { left }) => total + left, 0n)
  const { shares, cost, average } = positionFor(lots)
  const last = market.last(listing)
  const marketValue = last === null ? null : marketValueOf({ left: shares, costLeft: cost }, last)
  const { used, financed, night, closeOut } = leveragedPartOf(lots)
  return {
    listing,
    currency: currencyFor(listing),
    venue: venueOf(listing),
    shares,
    inExits: sum(exits),
    averageCost: average,
    cost,
    last,
    previousClose: market.dayFigures(listing)?.previousClose ?? null,
    marketValue,
    unrealised: marketValue === null ? null : marketValue - cost,
    usedMargin: used,
    financed,
    night,
    closeOut,
    lots: lots.map((lot) => ({
      lot: lot.id,
      number: lotNumberFor(lot.id),
      order: lot.order,
      shares: lot.left,
      reserved: askedOf(lot).reserved,
      inExits:
        sum(exits.filter((exit) => exit.lot === lot.id)) +
        (exits.some((exit) => exit.ofBuy === lot.order) ? lot.guarded : 0n),
      openedAt: lot.openedAt,
      price: lot.price,
      cost: lot.costLeft,
      fee: divideHalfEven(lot.fee * lot.left, lot.shares),
      leverage: lot.leverage,
      financed: lot.financedLeft,
      closeOut: leveragedPartOf([lot]).closeOut,
    })),
  }
}

/** Open positions with their names and the shares held by sell orders, the largest first. */
export async function positionsWith(
  tx: Tx,
  customer: CustomerId,
  market: Market,
  { language, listing }: { language: Language; listing: ListingId | null },
) {
  const lots = await listOpenLots(tx, customer, listing)
  const balances = await listBalances(tx, customer)
  const exits = await listExits(tx, customer)
  const rows = positionsOf(lots).map(([of, own]) => ({
    ...positionRow(
      of,
      own,
      exits.filter((exit) => exit.listing === of),
      market,
    ),
    name: nameOf(market, of, language),
    held: balances.find(({ asset }) => asset === of)?.held ?? 0n,
  }))
  const rate = rateOf(market)
  const worth = ({ currency, marketValue, cost }: (typeof rows)[number]): bigint =>
    inDisplay({ asset: currency, units: marketValue ?? cost }, 'EUR', rate) ?? marketValue ?? cost
  return rows.toSorted((a, b) => (worth(b) > worth(a) ? 1 : worth(b) < worth(a) ? -1 : 0))
}

/**
 * Prices through a day by listing: the close of the last five minutes that are over. Before them, the price that was
 * known when the day began.
 */
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

/** The same prices, but shares that were won and do not trade yet are worth what they cost: the price of their offer. */
export async function withOfferPrices<At>(
  tx: Tx,
  customer: CustomerId,
  priceAt: (listing: ListingId, at: At) => PriceE4 | null,
) {
  const prices = await findOfferPrices(tx, customer)
  return (listing: ListingId, at: At): PriceE4 | null => priceAt(listing, at) ?? prices.get(listing) ?? null
}

/**
 * Prices at the instants of a span by listing, as they were traded: the close of the last day that was over. Before the
 * first of them, the price that was known when the span began; the last instant is now.
 */
export function dayCloses(listings: readonly ListingId[], market: Market, instants: readonly Instant[]) {
  const [from = market.now()] = instants
  const days = new Map(
    listings.map((listing) => {
      const { at, close } = market.candles(
        listing,
        'day',
        { from, to: market.now() + 1, most: instants.length + 1 },
        'raw',
      )
      const ends = at.map((open) => market.session(venueOf(listing), open + 1)?.close ?? Infinity)
      return [listing, { ends, close, before: market.dayFiguresAt(listing, from)?.last ?? null }] as const
    }),
  )
  return (listing: ListingId, part: number): PriceE4 | null => {
    if (part >= instants.length - 1) return market.last(listing)
    const known = days.get(listing)
    const at = instants[part] ?? from
    return known?.close[known.ends.findLastIndex((end) => end <= at)] ?? known?.before ?? null
  }
}
