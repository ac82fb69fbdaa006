import type { Amount } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Language } from '@lonja/core/base/language'
import { emptyBalance, type Balance } from '@lonja/core/ledger/ledger.rules'
import { noticeOfReversal } from '@lonja/core/reversals/reversals.notices'
import { reversalReview } from '@lonja/core/reversals/reversals.review'
import {
  creditOf,
  debtsIn,
  reversalLines,
  reversalNumber,
  shareFor,
  type Credit,
} from '@lonja/core/reversals/reversals.rules'
import type { CreditShown } from '@lonja/core/reversals/reversals.staff.contract'
import { readCustomer } from '../accounts/accounts.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { findEntry } from '../ledger/entries.store.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { cancelReview } from '../review/ending.actions.ts'
import type { Payload } from '../review/review.actions.ts'
import { reasonIn } from '../review/review.replies.ts'
import type { SeatAct } from '../review/review.store.ts'
import { listOpenReversals, savePosted, sumReversals, type NewReversal, type ReversalRow } from './reversals.store.ts'

/** The balance of a customer in the currency of an amount. */
async function balanceIn(tx: Tx, customer: CustomerId, { asset }: Amount): Promise<Balance> {
  return (await listBalances(tx, customer)).find((own) => own.asset === asset) ?? emptyBalance(customer, asset)
}

/** The debts of a customer by currency; empty if nothing is owed. A caller that has the balances asks `debtsIn`. */
export async function owedBy(tx: Tx, customer: CustomerId): Promise<Amount[]> {
  return debtsIn(await listBalances(tx, customer))
}

/** The credit of an entry of a customer, with its posting and its time; null if there is no such credit. */
export async function findCreditEntry(
  tx: Tx,
  customer: CustomerId,
  number: number,
): Promise<(Credit & { readonly posting: number; readonly at: Instant }) | null> {
  const entry = await findEntry(tx, customer, number)
  const credit = entry && creditOf(entry)
  return entry && credit && { ...credit, posting: entry.posting, at: entry.at }
}

/** A credit as the console shows it, with what the form of its reversal needs. The caller has recorded the view. */
export async function creditShown(tx: Tx, customer: CustomerId, credit: Credit): Promise<CreditShown> {
  const { entry, kind, amount } = credit
  const { free } = await balanceIn(tx, customer, amount)
  const { language } = await readCustomer(tx, customer)
  const left = amount.units - (await sumReversals(tx, customer, credit, null))
  const of = (units: bigint) => ({ asset: amount.asset, units })
  return { entry, kind, amount, left: of(left), free: of(free), language }
}

/** The content of a reversal, frozen with its review: a decision names exactly this. */
export const payloadOf = ({ customer, entry, amount, reason }: NewReversal): Payload => ({
  customer,
  entry: String(entry),
  amount: `${amount.units} ${amount.asset}`,
  reason,
})

/**
 * Carries out a reversal in the transaction of the decision: what is free is taken, the rest becomes a debt. The customer
 * gets a notice with the reason, and the audit log records it. Asserts that it was not carried out before.
 */
export async function carryOut(tx: LockedTx, reversal: ReversalRow, by: SeatAct, now: Instant): Promise<void> {
  const { id, customer, kind, amount, reason, posted } = reversal
  assert(posted === null, 'a reversal is carried out once')
  const { free } = await balanceIn(tx, customer, amount)
  const { owed } = shareFor(amount.units, free)
  const lines = reversalLines(kind, amount, free)
  const posting = await postNow(tx, { customer, cause: { kind: 'reversal', id }, at: now, lines })
  await savePosted(tx, reversal, { posting, owed, at: now })
  const seat = { id: by.seat, number: by.number, role: by.role }
  const detail = { reason, asset: amount.asset, units: String(amount.units), owed: String(owed) }
  const about = { kind: 'reversal', id }
  await recordAct(tx, { customer, seat, act: 'credit_reversed', about, detail, at: now })
  await insertNotices(tx, [noticeOfReversal({ customer, id: newId(), at: now }, { id, amount, owed, reason })])
}

/** Cancels the reversals that wait for a decision, because the account is closed: everything was handed back. */
export async function endReversals(tx: LockedTx, customer: CustomerId, now: Instant): Promise<void> {
  for (const { reviewId } of await listOpenReversals(tx, customer)) await cancelReview(tx, reviewId, now)
}

/** A reversal as its customer and staff read it. Asserts that it was carried out. */
export function reversalReply({ id, amount, kind, entry, credited, reason, posted }: ReversalRow, language: Language) {
  assert(posted !== null, 'it was carried out')
  const { asset, units } = amount
  return {
    id,
    number: reversalNumber(id),
    amount,
    taken: { asset, units: units - posted.owed },
    owed: { asset, units: posted.owed },
    reason: reasonIn(language, reversalReview, reason),
    at: posted.at,
    posting: posted.posting,
    credit: { kind, entry, amount: { asset, units: credited } },
  }
}
