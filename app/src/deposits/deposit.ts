import type { ReplyOf } from '@lonja/core/base/contract'
import type { listDeposits, readDepositWays } from '@lonja/core/deposits/deposits.contract'
import type { StatusTone } from '@lonja/kit/parts/Chip'
import type { TextKey } from '@lonja/kit/text'

export type Deposit = ReplyOf<typeof listDeposits>['rows'][number]
export type Ways = ReplyOf<typeof readDepositWays>

/** The label and look of each state. */
export const STATES: Readonly<Record<Deposit['state'], { text: TextKey<'deposits'>; tone: StatusTone }>> = {
  pending: { text: 'pending', tone: 'warn' },
  in_review: { text: 'inReview', tone: 'accent' },
  approved: { text: 'credited', tone: 'gain' },
  refused: { text: 'refused', tone: 'loss' },
}
