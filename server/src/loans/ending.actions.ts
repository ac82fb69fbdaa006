import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { owedOf } from '@lonja/core/lending/lending.rules'
import { leavingLines } from '@lonja/core/loans/loans.rules'
import type { LockedTx } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { listDebts, saveDebt } from '../lending/lending.store.ts'
import { chargedLoan, endLoan } from './loans.actions.ts'

/**
 * Ends what a customer owes of loans, because they start over or close the account: what is free in euros pays it, and the house
 * lets the rest go. No application or repayment waits: they stand against both.
 */
export async function endLoans(tx: LockedTx, customer: CustomerId, now: Instant): Promise<void> {
  for (const { loan: id } of await listDebts(tx, customer)) {
    const { row } = await chargedLoan(tx, customer, id, now)
    const free = (await listBalances(tx, customer)).find(({ asset }) => asset === 'EUR')?.free ?? 0n
    const owed = owedOf(row.debt)
    await postNow(tx, { customer, cause: { kind: 'loan', id }, at: now, lines: leavingLines(owed, free) })
    await saveDebt(tx, { ...row, debt: { principal: 0n, interest: 0n } })
    const letGo = owed > free ? owed - free : 0n
    await endLoan(tx, { customer, id }, { how: letGo > 0n ? 'written_off' : 'repaid', at: now, letGo })
  }
}
