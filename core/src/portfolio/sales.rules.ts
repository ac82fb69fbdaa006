import { wholeShares, type Currency, type ListingId, type PriceE4, type Shares } from '../base/amount.ts'
import type { LotId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import type { Quote, Session } from '../market/market.contract.ts'
import { isWithin } from '../market/market.rules.ts'
import type { FeeTableVersion } from '../orders/fees.rules.ts'
import { estimatedSale, previewFor, type OpenLot } from '../orders/preview.rules.ts'

/**
 * The reasons why no market order can sell a position now, in the order in which placing an order tries them. `held`:
 * open sells hold all its shares.
 */
export const SALE_OBSTACLES = [
  'trading_paused',
  'day_public',
  'never_quoted',
  'no_price',
  'market_halted',
  'market_closed_for_good',
  'price_stale',
  'held',
] as const
export type SaleObstacle = (typeof SALE_OBSTACLES)[number]

/** A position: its shares, those that open sells hold, and its open lots. */
export interface Sellable {
  readonly listing: ListingId
  readonly shares: bigint
  readonly held: bigint
  /** The shares of those that exits hold. A sale by hand takes them over. */
  readonly inExits: bigint
  readonly lots: readonly (OpenLot & { readonly inExits: bigint })[]
}

/** The state of a listing's market, by the market's clock. */
export interface SaleFacts {
  readonly now: Instant
  readonly isPaused: boolean
  readonly isPublic: boolean
  readonly isUnquoted: boolean
  readonly quote: Pick<Quote, 'bid' | 'ask'> | null
  readonly isHalted: boolean
  /** The session that contains now, else the next one; null once the market is closed for good. */
  readonly session: Pick<Session, 'open' | 'close'> | null
  /** The quote is too old to sell on while its session is open. */
  readonly isStale: boolean
  readonly feeTable: FeeTableVersion
}

/** The amounts that a sale at the bid would bring, in cents of the listing's currency. */
export interface SaleEstimate {
  readonly price: PriceE4
  readonly proceeds: bigint
  readonly fee: bigint
  /** Proceeds less fee. */
  readonly total: bigint
  /** The part of it that is paid back to the house, which financed the lots. The rest of the total is received. */
  readonly repaid: bigint
  /** Total less the cost of the lots that it closes, the oldest first. */
  readonly result: bigint
}

/** The sale of all free shares of a position at market. */
export interface Sale {
  /** The shares that it sells: all but those that open sells hold which are no exits. */
  readonly selling: bigint
  readonly obstacle: SaleObstacle | null
  /** The order waits for this open; null if it is sold on the next quote, or cannot be placed. */
  readonly waitsUntil: Instant | null
  /** Null without a quote or without free shares. */
  readonly estimate: SaleEstimate | null
}

/** Estimate the sale of a position at market, and say what stands against it. */
export function saleFor(position: Sellable, facts: SaleFacts): Sale {
  const selling = position.shares - position.held + position.inExits
  const obstacle = obstacleFor(selling, facts)
  const { session, quote, now, feeTable } = facts
  const waits = obstacle === null && session !== null && !isWithin(session, now)
  return {
    selling,
    obstacle,
    waitsUntil: waits ? session.open : null,
    estimate: quote && selling > 0n ? estimateFor(position, wholeShares(selling), { quote, feeTable }) : null,
  }
}

function obstacleFor(selling: bigint, facts: SaleFacts): SaleObstacle | null {
  if (facts.isPaused) return 'trading_paused'
  if (facts.isPublic) return 'day_public'
  if (facts.isUnquoted) return 'never_quoted'
  if (!facts.quote) return 'no_price'
  if (facts.isHalted) return 'market_halted'
  if (!facts.session) return 'market_closed_for_good'
  if (facts.isStale) return 'price_stale'
  return selling > 0n ? null : 'held'
}

interface SalePricing {
  readonly quote: Pick<Quote, 'bid' | 'ask'>
  readonly feeTable: FeeTableVersion
  /** The lot that it closes; without it, the oldest ones. */
  readonly lot?: LotId | null
}

/** Estimate the sale of some shares at market; null if the lots do not cover them. Asserts at least one share. */
export function estimateFor(
  { listing, lots }: Pick<Sellable, 'listing' | 'lots'>,
  shares: Shares,
  { quote, feeTable, lot = null }: SalePricing,
): SaleEstimate | null {
  const draft = { listing, shares, side: 'sell', limit: null } as const
  const preview = previewFor(draft, { quote, feeTable, rate: null, free: () => shares })
  const open = lots.map((each) => ({ ...each, reserved: each.reserved - each.inExits }))
  const sale = estimatedSale(open, preview, shares, { lot })
  if (sale === null) return null
  const { price, cost, fee, total } = preview
  return { price, proceeds: cost.units, fee: fee.units, total: total.units, ...sale }
}

/** The sums of sales in one currency. */
export interface SalesSum extends Omit<SaleEstimate, 'price'> {
  readonly currency: Currency
  readonly count: number
}

/** The sums by currency of the sales that can be placed now. */
export function sumSales(sales: readonly (Sale & { readonly currency: Currency })[]): SalesSum[] {
  const sums = new Map<Currency, SalesSum>()
  for (const { currency, obstacle, estimate } of sales) {
    if (obstacle !== null || !estimate) continue
    const before = sums.get(currency) ?? {
      currency,
      count: 0,
      proceeds: 0n,
      fee: 0n,
      total: 0n,
      repaid: 0n,
      result: 0n,
    }
    sums.set(currency, {
      currency,
      count: before.count + 1,
      proceeds: before.proceeds + estimate.proceeds,
      fee: before.fee + estimate.fee,
      total: before.total + estimate.total,
      repaid: before.repaid + estimate.repaid,
      result: before.result + estimate.result,
    })
  }
  return [...sums.values()]
}
