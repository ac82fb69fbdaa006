import type { CustomerId } from '@lonja/core/base/ids'
import { CURRENCIES, type Amount } from '@lonja/core/base/amount'
import { marginStanding, spareOf } from '@lonja/core/orders/margin.rules'
import type { Tx } from '../database/db.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { listOpenLots } from './lots.store.ts'

/**
 * The amounts of each currency that may leave an account without its equity falling below the used margin, by the last
 * event of each listing; null for an account without used margin. Nothing may leave while that cannot be worked out.
 */
export async function spareNow(
  tx: Tx,
  customer: CustomerId,
  market: Pick<Market, 'now' | 'quoteAt' | 'rateAt'>,
): Promise<readonly Amount[] | null> {
  const lots = await listOpenLots(tx, customer)
  if (lots.every(({ financedLeft }) => financedLeft === 0n)) return null
  const at = market.now()
  const rate = market.rateAt(at)?.rate ?? null
  const last = (listing: (typeof lots)[number]['listing']) => market.quoteAt(listing, at)?.last ?? null
  const standing = marginStanding({ balances: await listBalances(tx, customer), lots, last, rate })
  return CURRENCIES.map((asset) => ({ asset, units: standing ? spareOf(standing, asset, rate) : 0n }))
}
