import type { ListingId, Shares } from '../base/amount.ts'
import type { CustomerId, LotId, OrderId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { hold, type Line } from '../ledger/ledger.rules.ts'
import type { FeeTableVersion } from './fees.rules.ts'
import { FIRST_STATE, NO_CONDITIONS, type Order } from './orders.rules.ts'

/** The terms of an order by which the house closes shares of a lot. */
export interface CloseOutTerms {
  readonly node: string
  readonly customer: CustomerId
  readonly id: OrderId
  readonly listing: ListingId
  readonly lot: LotId
  readonly shares: Shares
  readonly placedAt: Instant
  readonly marketAt: Instant
  readonly feeTable: FeeTableVersion
}

/**
 * The order that closes shares of a lot for want of margin: a sell at market until it is filled, on the events after
 * `marketAt`. No price is asked for: the lot must be closed at what the market gives.
 */
export function closeOutOrder({ lot, ...terms }: CloseOutTerms): { order: Order; lines: readonly Line[] } {
  const held = [{ asset: terms.listing, units: terms.shares }]
  const order: Order = {
    ...terms,
    side: 'sell',
    limit: null,
    timeInForce: 'gtc',
    endsAt: null,
    worst: null,
    asset: terms.listing,
    held,
    fillRule: 'shared',
    conditions: { ...NO_CONDITIONS, lot, isCloseOut: true },
    through: terms.marketAt,
    ...FIRST_STATE,
  }
  return { order, lines: hold(held) }
}
