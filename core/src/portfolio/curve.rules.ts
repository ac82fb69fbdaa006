import { costOf, isCurrency, type Asset, type ListingId, type PriceE4 } from '../base/amount.ts'
import { MINUTE, type Instant } from '../base/instant.ts'

/** One change of a balance during the day. */
export interface Change {
  readonly asset: Asset
  readonly units: bigint
  readonly at: Instant
  /** Paid in or out by the customer: no result, so the curve has it from the start. */
  readonly paid: boolean
}

export interface CurveFacts {
  /** All balances when the day began, free and held together. */
  readonly start: readonly { readonly asset: Asset; readonly units: bigint }[]
  /** In the order they happened, by the server's clock. */
  readonly changes: readonly Change[]
  /** The server's clock at an instant of the market's: in a replay they differ. */
  readonly wallOf: (at: Instant) => Instant
  /** The latest price known at an instant of the market's clock; null without one. */
  readonly priceAt: (listing: ListingId, at: Instant) => PriceE4 | null
  /** Cents or shares' worth in the display currency; null without a rate. */
  readonly display: (asset: Asset, cents: bigint) => bigint | null
}

/** The grid of the day's curve: the candles that it is drawn from. */
export const CURVE_STEP = 5 * MINUTE

/** Instants from the start of a day to now, at most `most`, on whole steps of five minutes, now the last. */
export function instantsFor(from: Instant, now: Instant, most: number): Instant[] {
  const step = Math.max(1, Math.ceil((now - from) / CURVE_STEP / (most - 1))) * CURVE_STEP
  const instants: Instant[] = []
  for (let at = from; at < now; at += step) instants.push(at)
  return [...instants, now]
}

/**
 * The total value at each of some rising instants: the cash and shares that there were then, shares at the price known then. What was
 * paid in or out during the day counts from its start, so that only results move the curve. What is owed comes with leverage;
 * shares without a price count nothing.
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
      const cents = isCurrency(asset) ? had : price === null ? 0n : costOf(price, had)
      total += facts.display(asset, cents) ?? 0n
    }
    return total
  })
}
