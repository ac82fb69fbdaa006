import type { Currency } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { listDeposits, readDepositWays } from '@lonja/core/deposits/deposits.contract'
import type { Chain } from '@lonja/core/payees/chains'
import { useQuery } from '@lonja/kit/nav'
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

/** A hash in the form of a chain's transactions, to practise with: a new one each time, because each is credited once. */
export function exampleHash(chain: Chain): string {
  const digits = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0'))
  return (chain === 'ethereum' || chain === 'polygon' ? '0x' : '') + digits.join('')
}

/** The currency that a form credits at first: that of the purchase which led here, or euros. */
export const useFirstCash = (): Currency => (useQuery().get('cash') === 'USD' ? 'USD' : 'EUR')
