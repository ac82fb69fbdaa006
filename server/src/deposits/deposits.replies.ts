import type { Language } from '@lonja/core/base/language'
import { depositReview } from '@lonja/core/deposits/deposits.review'
import { depositNumber } from '@lonja/core/deposits/deposits.rules'
import { reasonIn } from '../review/review.replies.ts'
import type { DepositRow } from './deposits.store.ts'

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
