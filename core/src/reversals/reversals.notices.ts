import type { Amount } from '../base/amount.ts'
import { formatAmount } from '../base/formats.ts'
import {
  amountFacts,
  amountIn,
  factIn,
  plain,
  type NewNotice,
  type NoticeHead,
  type Words,
} from '../notices/notices.rules.ts'
import type { ReversalReason } from './reversals.review.ts'

/** A credit was taken back: the amount, the reason, and what is owed of it. */
export const noticeOfReversal = (
  whose: NoticeHead,
  { id, amount, owed, reason }: { id: string; amount: Amount; owed: bigint; reason: ReversalReason },
): NewNotice => ({
  ...whose,
  code: owed > 0n ? 'credit_reversed_owed' : 'credit_reversed',
  facts: {
    record: 'reversal',
    recordId: id,
    ...amountFacts(amount),
    owed: owed.toString(),
    review: `reversal.${reason}`,
  },
  order: null,
})

const words: Words = ({ code, facts, language }) => {
  const asset = factIn(facts, 'asset') === 'USD' ? 'USD' : 'EUR'
  const owed = formatAmount({ asset, units: BigInt(factIn(facts, 'owed')) }, language)
  return { ...plain(code, { amount: amountIn({ facts, language }), owed }), review: facts['review'] }
}

export const reversalsWords = { credit_reversed: words, credit_reversed_owed: words } as const
