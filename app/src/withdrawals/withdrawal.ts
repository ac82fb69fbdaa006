import type { ReplyOf } from '@lonja/core/base/contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { CHAIN_NAMES } from '@lonja/core/payees/chains'
import type { readWithdrawal, readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import type { StatusTone } from '@lonja/kit/parts/Chip'
import type { Say, TextKey } from '@lonja/kit/text'

export type Terms = NonNullable<ReplyOf<typeof readWithdrawalTerms>['terms']>
export type Row = NonNullable<ReplyOf<typeof readWithdrawalTerms>['records']>['rows'][number]
export type Whole = ReplyOf<typeof readWithdrawal>
export type Payee = Terms['payees'][number]
type Place = Pick<Payee, 'wallet' | 'card'>

export const FORM = '/subPackages/withdraw/withdraw'
export const RECORDS = '/subPackages/withdraw/record'
export const FIGURES = '/subPackages/withdraw/figures'

/** `Banco Ribera`, or `USDT · Tron Nile`. */
export const placeName = ({ wallet, card }: Place): string =>
  wallet ? `${wallet.currency} · ${CHAIN_NAMES[wallet.chain]}` : (card?.bankName ?? '')

/** `ES•• •••• 9902`, or `TR7NHq…Lj6t`. */
export const placeNumber = ({ wallet, card }: Place): string => wallet?.address ?? card?.iban ?? ''

/** The label and colour of each state. */
export const STATES: Readonly<Record<Row['state'], { key: TextKey<'withdrawals'>; tone: StatusTone }>> = {
  pending: { key: 'pending', tone: 'warn' },
  in_review: { key: 'inReview', tone: 'accent' },
  approved: { key: 'approved', tone: 'accent' },
  sent: { key: 'sent', tone: 'gain' },
  refused: { key: 'refused', tone: 'loss' },
  cancelled: { key: 'cancelled', tone: 'grey' },
}

const DAY = 24 * HOUR

/** A duration: `2 d 3 h`, `3 h 12 min`, `40 min`. Rounded to the minute, and never to zero. */
export function lastingFor(ms: number, t: Say<'withdrawals'>): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE))
  const hours = Math.floor(minutes / 60)
  if (ms >= 2 * DAY) return t('lastingDays', { days: Math.floor(hours / 24), hours: hours % 24 })
  if (hours > 0)
    return minutes % 60 === 0
      ? t('lastingHours', { hours })
      : t('lastingHoursMinutes', { hours, minutes: minutes % 60 })
  return t('lastingMinutes', { minutes })
}

/** The number of people who must approve an amount, counting recent withdrawals as the server does. */
export function peopleFor({ limit, recent, rate, onePerson }: Terms, amount: { asset: string; units: bigint }): 1 | 2 {
  if (onePerson) return 1
  const eur = amount.asset === 'EUR' ? amount.units : rate === null ? null : (amount.units * 1_000_000n) / rate
  return eur === null || eur + recent > limit ? 2 : 1
}
