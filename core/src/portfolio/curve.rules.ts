import { costOf, isCurrency, wholeShares, type Asset, type ListingId, type PriceE4 } from '../base/amount.ts'
import { MINUTE, type Instant } from '../base/instant.ts'

/** The points of the curve of a day. */
export const CURVE_POINTS = 100

/** One change of a balance during the day. */
export interface Change {
  readonly asset: Asset
  readonly units: bigint
  readonly at: Instant
  /** True for money that the customer paid in or out. It is no result, so the curve includes it from the start. */
  readonly paid: boolean
}

export interface CurveFacts {
  /** All balances at the start of the day: free plus held, less what was owed. */
  readonly start: readonly { readonly asset: Asset; readonly units: bigint }[]
  /** In order of time, by the server's clock. */
  readonly changes: readonly Change[]
  /** Converts an instant of the market's clock to the server's. They differ in a replay. */
  readonly wallOf: (at: Instant) => Instant
  /** The latest price known at an instant of the market's clock; null without one. */
  readonly priceAt: (listing: ListingId, at: Instant) => PriceE4 | null
  /** A value in cents converted to the display currency; null without a rate. */
  readonly display: (asset: Asset, cents: bigint) => bigint | null
}

/** The interval of the day's curve; its candles have the same. */
export const CURVE_STEP = 5 * MINUTE

/**
 * At most `most` instants from the start of the day to now, on whole multiples of five minutes; the last one is now.
 */
export function instantsFor(from: Instant, now: Instant, most: number): Instant[] {
  const step = Math.max(1, Math.ceil((now - from) / CURVE_STEP / (most - 1))) * CURVE_STEP
  const instants: Instant[] = []
  for (let at = from; at < now; at += step) instants.push(at)
  return [...instants, now]
}

/**
 * The total value at each of several rising instants: the cash less debts and the shares owned then, shares at the price known then.
 * Deposits, reversals and withdrawals of the day count from its start, so that only results move the curve. Shares without a price count as zero.
 */
export function curveFor(instants: readonly Instant[], facts: CurveFacts): bigint[] {
  const units = new Map(facts.start.map(({ asset, units: had }) => [asset, had]))
  const add = ({ asset, units: by }: Change) => units.set(asset, (units.get(asset) ?? 0n) + by)
  for (const change of facts.changes) if (change.paid) add(change)
  const left = facts.changes.filter(({ paid }) => !paid)
  return instants.map((at) => {
    while (left[0] && left[0].at <= facts.wallOf(at)) {
      add(left.shift() as Change)
    }
    let total = 0n
    for (const [asset, had] of units) {
      if (had === 0n) continue
      const price = isCurrency(asset) ? null : facts.priceAt(asset, at)
      const value = isCurrency(asset) ? had : price === null ? 0n : costOf(price, wholeShares(had))
      total += facts.display(asset, value) ?? 0n
    }
    return total
  })
}
