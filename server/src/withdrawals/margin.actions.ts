import type { Amount } from '@lonja/core/base/amount'
import { stateFor } from '@lonja/core/withdrawals/withdrawals.rules'
import type { Tx } from '../database/db.ts'
import type { Market } from '../market/market.quotes.ts'
import { marginNow, type MarginNow } from '../orders/margin.actions.ts'
import { listUnsent, type WithdrawalRow } from './withdrawals.store.ts'

/** The amounts of withdrawals: those under way count as gone when another one is judged. */
export const amountsOf = (withdrawals: readonly Pick<WithdrawalRow, 'amount'>[]): Amount[] =>
  withdrawals.map(({ amount }) => amount)

/** The cents of an amount's currency that may leave beside the used margin; null without financed lots. */
export const spareIn = (margin: MarginNow | null, { asset }: Amount): bigint | null =>
  margin && (margin.spare.find((each) => each.asset === asset)?.units ?? 0n)

/** The margin as an approval of a withdrawal meets it: without the other approved ones, which leave first. */
export async function marginFor(
  tx: Tx,
  { market }: { readonly market: Market },
  { id, customer }: WithdrawalRow,
): Promise<MarginNow | null> {
  const others = (await listUnsent(tx, customer)).filter((other) => other.id !== id && stateFor(other) === 'approved')
  return marginNow(tx, customer, market, amountsOf(others))
}
