import { priceE4, wholeShares, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import type { Ticket } from '@lonja/core/orders/orders.contract'
import type { Draft } from '@lonja/core/orders/preview.rules'

/** A ticket that is being filled in; null marks a field without a readable value. */
export interface TicketForm {
  readonly side: 'buy' | 'sell'
  readonly kind: 'market' | 'limit'
  readonly shares: bigint | null
  readonly limit: PriceE4 | null
  readonly timeInForce: Ticket['timeInForce']
}

/** The draft to preview and send; null while a field is invalid. */
export function draftOf(form: TicketForm, listing: ListingId): Draft | null {
  const { side, kind, shares, limit } = form
  if (shares === null || shares < 1n) return null
  if (kind === 'limit' && (limit === null || limit < 1n)) return null
  return { side, listing, shares: wholeShares(shares), limit: kind === 'limit' ? limit : null }
}

/** The distance of a limit from a reference price in basis points, without sign; null if either is missing. */
export function distanceBps(limit: PriceE4 | null, from: PriceE4 | null): bigint | null {
  if (limit === null || from === null || from === 0n) return null
  return (gapBetween(limit, from) * 10_000n) / from
}

/** The distance between two prices. */
export const gapBetween = (one: PriceE4, other: PriceE4): PriceE4 => priceE4(one > other ? one - other : other - one)

/** A quantity as whole per cent of the most, for the slider. */
export function percentOf(shares: bigint | null, most: bigint): number {
  if (shares === null || most === 0n) return 0
  const percent = (shares * 100n) / most
  return percent > 100n ? 100 : Number(percent)
}

/** Prices below one unit have four decimals, others two. */
export const placesFor = (last: bigint): 2 | 4 => (last < 10_000n ? 4 : 2)
const roundLimit = (price: bigint): PriceE4 =>
  placesFor(price) === 4 ? priceE4(price) : priceE4((price / 100n) * 100n)

type Sides = { readonly bid: PriceE4; readonly ask: PriceE4 }

/** The proposed limit: the opposite side's price, in a limit's decimals. */
export const firstLimit = (side: TicketForm['side'], { bid, ask }: Sides): PriceE4 =>
  roundLimit(side === 'buy' ? ask : bid)

/**
 * A ticket as it opens. While trading is halted only limit orders are accepted: a limit is proposed, and it stays when
 * trading resumes.
 */
export function firstForm(query: URLSearchParams, { quote, halted }: { quote: Sides; halted: boolean }): TicketForm {
  const shares = query.get('shares')
  const side = query.get('side') === 'sell' ? 'sell' : 'buy'
  return {
    side,
    kind: halted ? 'limit' : 'market',
    shares: shares !== null && /^[1-9]\d{0,11}$/.test(shares) ? BigInt(shares) : 1n,
    limit: halted ? firstLimit(side, quote) : null,
    timeInForce: 'day',
  }
}
