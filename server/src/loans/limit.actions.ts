import type { CustomerId } from '@lonja/core/base/ids'
import type { LoanFacts } from '@lonja/core/loans/loans.rules'
import { marginStanding } from '@lonja/core/orders/margin.rules'
import type { Tx } from '../database/db.ts'
import { findVerifiedName } from '../kyc/kyc.store.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { lentTo, listDebts } from '../lending/lending.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { sumWaiting } from './loans.store.ts'

/** The value of an account in cents of EUR, less everything that is owed; null without a rate for its dollars. */
async function equityOf(tx: Tx, customer: CustomerId, market: Pick<Market, 'last' | 'rate'>): Promise<bigint | null> {
  const standing = marginStanding({
    balances: await listBalances(tx, customer),
    lots: await listOpenLots(tx, customer),
    lent: await lentTo(tx, customer),
    last: market.last,
    rate: market.rate()?.rate ?? null,
  })
  return standing?.currency === 'EUR' ? standing.equity : null
}

/** The facts for the decision on an application. The application `without` is left out of them. */
export async function loanFactsOf(
  tx: Tx,
  customer: CustomerId,
  market: Pick<Market, 'last' | 'rate'>,
  without: string | null = null,
): Promise<LoanFacts> {
  const { units, waiting } = await sumWaiting(tx, customer, without)
  const debts = await listDebts(tx, customer)
  return {
    verifiedName: await findVerifiedName(tx, customer),
    equity: await equityOf(tx, customer, market),
    borrowed: debts.reduce((sum, { debt }) => sum + debt.principal, units),
    waiting,
  }
}
