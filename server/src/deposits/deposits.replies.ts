import type { Language } from '@lonja/core/base/language'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { depositNumber, REVERSALS_SHOWN } from '@lonja/core/deposits/deposits.rules'
import { reasonIn } from '../review/review.replies.ts'
import type { Tx } from '../database/db.ts'
import { reversalReply } from '../reversals/reversals.actions.ts'
import { listPostedReversals } from '../reversals/reversals.store.ts'
import { findCreditPosting, type Deposit, type DepositRow } from './deposits.store.ts'

/** A deposit as the customer and staff read it. */
export function depositReply(row: DepositRow, language: Language) {
  const { id, way, state, cash, coins, eurUsd, madeAt, dueAt, endedAt, reason } = row
  return {
    id,
    number: depositNumber(id),
    way,
    state,
    cash,
    coins: coins && { ...coins, amount: coins.amountE8, eurUsd: eurUsd },
    at: madeAt,
    dueAt,
    decidedAt: endedAt,
    reason: reason === null ? null : reasonIn(language, depositReview, reason),
  }
}

/** The posting that credited a deposit, and how much of it was taken back. The credit is the posting's first entry. */
export async function creditReply(tx: Tx, { customer, id }: Pick<Deposit, 'customer' | 'id'>, language: Language) {
  const posting = await findCreditPosting(tx, customer, id)
  if (posting === null) return { posting, reversals: [] }
  const rows = await listPostedReversals(tx, customer, { before: null, entry: posting, most: REVERSALS_SHOWN })
  return { posting, reversals: rows.map((row) => reversalReply(row, language)) }
}
