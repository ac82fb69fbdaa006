import type { CustomerId } from '@lonja/core/base/ids'
import { CURRENCIES, type Amount } from '@lonja/core/base/amount'
import { marginStanding, spareOf, type MarginStanding } from '@lonja/core/orders/margin.rules'
import type { Tx } from '../database/db.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { lentTo } from '../lending/lending.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { listOpenLots } from './lots.store.ts'

/** The margin of an account as money leaves it. */
export interface MarginNow {
  /** Null where it cannot be worked out for want of a rate. */
  readonly standing: MarginStanding | null
  /** The amounts of each currency that may leave without the equity falling below the used margin; nothing without a standing. */
  readonly spare: readonly Amount[]
}

/**
 * The margin of an account by the last event of each listing, as if amounts had left it already: what is held for them still
 * counts as its own until then. Null for an account without financed lots.
 */
export async function marginNow(
  tx: Tx,
  customer: CustomerId,
  market: Pick<Market, 'now' | 'quoteAt' | 'rateAt'>,
  leaving: readonly Amount[] = [],
): Promise<MarginNow | null> {
  const lots = await listOpenLots(tx, customer)
  if (lots.every(({ financedLeft }) => financedLeft === 0n)) return null
  const at = market.now()
  const rate = market.rateAt(at)?.rate ?? null
  const last = (listing: (typeof lots)[number]['listing']) => market.quoteAt(listing, at)?.last ?? null
  const gone = leaving.map(({ asset, units }) => ({ asset, free: 0n, held: -units, owed: 0n }))
  const balances = [...(await listBalances(tx, customer)), ...gone]
  const standing = marginStanding({ balances, lots, lent: await lentTo(tx, customer), last, rate })
  return {
    standing,
    spare: CURRENCIES.map((asset) => ({ asset, units: standing ? spareOf(standing, asset, rate) : 0n })),
  }
}
