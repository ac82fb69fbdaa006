import type { ReplyOf } from '@lonja/core/base/contract'
import type { listDeposits, readDepositWays } from '@lonja/core/deposits/deposits.contract'
import type { StatusTone } from '@lonja/kit/parts/Chip'
import type { TextKey } from '@lonja/kit/text'

export type Deposit = ReplyOf<typeof listDeposits>['rows'][number]
export type Ways = ReplyOf<typeof readDepositWays>

/** How a state is said and shown. */
export const STATES: Readonly<Record<Deposit['state'], { text: TextKey<'deposits'>; tone: StatusTone }>> = {
  pending: { text: 'pending', tone: 'warn' },
  in_review: { text: 'inReview', tone: 'accent' },
  approved: { text: 'credited', tone: 'gain' },
  refused: { text: 'refused', tone: 'loss' },
}

const PLACES = 8
const PLACES_LEAST = 2

/** An amount of coins with the places that say something, two at least. */
export function coinText(amountE8: bigint, unitsText: (units: bigint, places: number) => string): string {
  let [units, places] = [amountE8, PLACES]
  while (places > PLACES_LEAST && units % 10n === 0n) {
    units /= 10n
    places -= 1
  }
  return unitsText(units, places)
}
