import { divideUp, maxOf, priceE4, type PriceE4 } from '@lonja/core/base/amount'
import type { OrderRow } from '@lonja/core/orders/orders.contract'
import type { Draft } from '@lonja/core/orders/preview.rules'
import { NO_PRICES, isPrice, isTrail, percentFrom, placesFor, shareFrom } from '../orders/ticket.ts'
import type { Lot, Position } from './positions.ts'

/** An exit that is placed on shares of a lot or of the whole position, or an open one that is changed. */
export interface ExitOf {
  readonly position: Position
  readonly lot: Lot | null
  readonly shares: bigint
  readonly order: OrderRow | null
}

/** An exit that is being filled in: its stop at a price, or following the market, or none; and its profit. */
export interface ExitForm {
  readonly by: 'price' | 'share' | 'none'
  readonly stop: PriceE4 | null
  readonly trailBps: bigint | null
  readonly takes: boolean
  readonly profit: PriceE4 | null
}

type Prices = Pick<Draft, 'limit' | 'stop' | 'trail' | 'trailBps' | 'profit'>

/** The prices that an exit states; null while one of them is invalid, and for an exit of none. */
export function exitPricesOf({ by, stop, trailBps, takes, profit }: ExitForm): Prices | null {
  if (takes && !isPrice(profit)) return null
  if (by === 'none') return takes ? { ...NO_PRICES, limit: profit, profit: null } : null
  const profitPrice = takes ? profit : null
  if (by === 'price') return isPrice(stop) ? { ...NO_PRICES, stop, profit: profitPrice } : null
  return isTrail(trailBps) ? { ...NO_PRICES, trailBps: Number(trailBps), profit: profitPrice } : null
}

/** The distance that a stop follows by, as it is wrong: missing, or too wide; null if it is right. */
export function wrongTrail({ by, trailBps }: ExitForm): 'trailMissing' | 'trailTooWide' | null {
  if (by !== 'share' || isTrail(trailBps)) return null
  return trailBps ? 'trailTooWide' : 'trailMissing'
}

/** Quick choices of a stop: so many per cent below the bid. */
export const QUICK_STOPS = [5, 10, 15] as const

/** The price at which shares bring what they cost, before the fee of the sale; rounded up to the listing's decimals. */
export function costPriceOf(cost: bigint, shares: bigint): PriceE4 {
  const exact = divideUp(cost * 100n, shares)
  return priceE4(placesFor(exact) === 4 ? exact : divideUp(exact, 100n) * 100n)
}

/**
 * An exit as it opens: a stop ten per cent below the bid, with a profit of as much proposed. On leveraged lots whose
 * close-out would come before such a stop, it lies half-way to it, in steps of half a per cent.
 */
export function firstExit(bid: PriceE4, closeOut: PriceE4 | null): ExitForm {
  const trailBps = firstTrail(bid, closeOut)
  return { by: 'price', stop: shareFrom(bid, -trailBps), trailBps, takes: false, profit: percentFrom(bid, 10) }
}

function firstTrail(bid: PriceE4, closeOut: PriceE4 | null): bigint {
  if (closeOut === null || closeOut >= bid || percentFrom(bid, -10) > closeOut) return 1_000n
  const half = ((bid - closeOut) * 5_000n) / bid
  return half < 50n ? maxOf(half, 1n) : half - (half % 50n)
}

/** The price at or below which the house would close the shares of an exit, counting them alone; null without leverage. */
export const closeOutOf = ({ position, lot }: ExitOf): PriceE4 | null => (lot ?? position).closeOut

/** Whether the stop of an exit stands at the price of a close-out or below it: the house may sell before it. */
export function isBelowCloseOut(of: ExitOf, { by, stop, trailBps }: ExitForm, bid: PriceE4): boolean {
  const closeOut = closeOutOf(of)
  const now = by === 'share' && trailBps !== null ? shareFrom(bid, -trailBps) : stop
  return closeOut !== null && by !== 'none' && now !== null && now <= closeOut
}

/** The form of an exit that is open; null for one whose stop follows by an amount, which the form does not have. */
export function exitFormOf({ kind, limit, stop, trailBps, profit }: OrderRow): ExitForm | null {
  const taking = kind === 'limit' ? limit : profit
  const form = { stop, trailBps: trailBps === null ? null : BigInt(trailBps), takes: taking !== null, profit: taking }
  if (kind === 'limit') return { ...form, by: 'none' }
  if (stop !== null) return { ...form, by: 'price' }
  return trailBps === null ? null : { ...form, by: 'share' }
}
