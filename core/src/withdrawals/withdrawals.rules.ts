import * as z from 'zod/mini'
import type { Amount, RateE6 } from '../base/amount.ts'
import { formatDate } from '../base/dates.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { LIMITS } from '../kyc/kyc.rules.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { Coin } from '../payees/chains.ts'
import type { PayeeState } from '../payees/payees.contract.ts'
import { Coins } from '../payees/coins.ts'
import { COIN_RATES, coinsFor } from '../payees/rates.ts'
import type { PlainReviewState } from '../review/review.contract.ts'
import type { WithdrawalState } from './withdrawals.contract.ts'
import { withdrawalReview } from './withdrawals.review.ts'

/** Withdrawals on a page of the list, unless the call says how many. */
export const WITHDRAWALS_PAGE = 30

/** The most withdrawals under way per customer, so that nobody floods the queue. */
export const WITHDRAWALS_MAX = 10

/** The usual time to a decision, which is shown before a withdrawal, is the median over this time. */
export const USUAL_OF_MS = 90 * 24 * HOUR

/**
 * The end of the wait after somebody else took part in restoring access (`WAIT_AFTER_RESET_MS` of accounts sets its
 * length). Null from that instant on, or without a wait.
 */
export const waitLeft = (waitsUntil: Instant | null, now: Instant): Instant | null =>
  waitsUntil !== null && now < waitsUntil ? waitsUntil : null

/** The reasons that staff may choose from to refuse a withdrawal. A wallet has no holder whose name could differ. */
export const refusalsFor = (kind: 'wallet' | 'card'): readonly string[] =>
  withdrawalReview.reasons.refuse.filter((reason) => kind === 'card' || reason !== 'payee_name_differs')

/** The facts that decide a submission. */
export interface SubmissionFacts {
  readonly now: Instant
  /** Null if the customer has no such payee. */
  readonly payee: { readonly state: PayeeState; readonly readyAt: Instant } | null
  readonly hasTradingPassword: boolean
  /** The end of the account's wait after a reset; null for none. */
  readonly waitsUntil: Instant | null
  /** Debts to the house by currency: none is withdrawn while one is left. */
  readonly owed: readonly Amount[]
  /** In cents of the currency to withdraw. */
  readonly free: bigint
  /** The cents of that currency that may leave beside the used margin; null without used margin. */
  readonly spare: bigint | null
  readonly minimum: bigint
  /** The number of withdrawals under way. */
  readonly underWay: number
  /** True once the customer's identity check has passed. */
  readonly verified: boolean
  /**
   * The amount in cents of EUR, and the sum of the customer's other withdrawals of the last 24 hours that were neither
   * refused nor cancelled.
   */
  readonly eurCents: bigint
  readonly usedCents: bigint
}

/**
 * True if the margin covers an amount that leaves: `spare` are the cents of its currency that may leave beside the used
 * margin, null without used margin. It is asked when a withdrawal is submitted, approved and sent, since prices fall in between.
 */
export const isCovered = ({ units }: Pick<Amount, 'units'>, spare: bigint | null): boolean =>
  spare === null || units <= spare

export type SubmissionRefusal =
  | 'trading_password_needed'
  | 'unknown_payee'
  | 'payee_other_holder'
  | 'payee_waits'
  | 'reset_waits'
  | 'debt_open'
  | 'minimum_withdrawal'
  | 'insufficient_balance'
  | 'margin_needed'
  | 'withdrawal_limit'
  | 'too_many_withdrawals'

/**
 * Accept a withdrawal with its hold, or refuse it. The trading password is checked separately, because that is slow.
 */
export function decideSubmission(
  amount: Amount,
  facts: SubmissionFacts,
): { hold: Amount } | Refused<SubmissionRefusal> {
  const { now, payee, free, minimum } = facts
  if (!facts.hasTradingPassword) return refuse('trading_password_needed', {}, 'password')
  if (!payee) return refuse('unknown_payee', {}, 'payee')
  if (payee.state === 'other_holder') return refuse('payee_other_holder', {}, 'payee')
  if (payee.state === 'waiting') return refuse('payee_waits', { at: formatDate(payee.readyAt) }, 'payee')
  const waitsUntil = waitLeft(facts.waitsUntil, now)
  if (waitsUntil !== null) return refuse('reset_waits', { at: formatDate(waitsUntil) })
  const [debt] = facts.owed
  if (debt) return refuse('debt_open', { owed: debt })
  if (amount.units < minimum)
    return refuse('minimum_withdrawal', { min: { asset: amount.asset, units: minimum } }, 'amount')
  if (amount.units > free) return refuse('insufficient_balance', {}, 'amount')
  if (!isCovered(amount, facts.spare))
    return refuse('margin_needed', { left: { asset: amount.asset, units: facts.spare ?? 0n } }, 'amount')
  const most = LIMITS[facts.verified ? 'passed' : 'basic'].withdrawal
  const left = most > facts.usedCents ? most - facts.usedCents : 0n
  if (facts.eurCents > left) {
    return refuse(
      'withdrawal_limit',
      { left: { asset: 'EUR', units: left }, most: { asset: 'EUR', units: most } },
      'amount',
    )
  }
  if (facts.underWay >= WITHDRAWALS_MAX) return refuse('too_many_withdrawals', { most: String(WITHDRAWALS_MAX) })
  return { hold: amount } // From here on the withdrawal must be accepted.
}

/** The coins to send to a wallet: the amount in hundred-millionths, and the rates used. */
export interface CoinsOut {
  readonly coin: Coin
  readonly amountE8: bigint
  /** USD per coin, from the table of this version. */
  readonly usd: RateE6
  readonly ratesVersion: number
}

/**
 * Compute the coins of a withdrawal to a wallet at the current rates, or refuse it: euros without a rate, or fewer
 * coins than the customer was shown (`quoteE8`; null if none were shown). More coins than shown are no refusal.
 */
export function decideCoinsOut(
  amount: Amount,
  coin: Coin,
  { eurUsd, quoteE8 }: { readonly eurUsd: RateE6 | null; readonly quoteE8: bigint | null },
): CoinsOut | Refused<'no_coin_rate' | 'rate_changed'> {
  const amountE8 = coinsFor(coin, amount, eurUsd)
  if (amountE8 === null) return refuse('no_coin_rate', {}, 'payee')
  if (quoteE8 !== null && amountE8 < quoteE8)
    return refuse('rate_changed', { coins: `${z.encode(Coins, amountE8)} ${coin}` })
  return { coin, amountE8, usd: COIN_RATES.usd[coin], ratesVersion: COIN_RATES.version }
}

/** The end of a withdrawal, and its time. Its hold is spent or released. */
export interface Ending {
  readonly how: 'sent' | 'refused' | 'cancelled'
  readonly at: Instant
}

/** A withdrawal as its steps see it: its review, until it has ended. */
export interface WithdrawalProgress {
  readonly review: PlainReviewState
  readonly ending: Ending | null
}

export const stateFor = ({ review, ending }: WithdrawalProgress): WithdrawalState => ending?.how ?? review

/** Cancel a withdrawal for its customer, until it is sent or refused. `already` marks a repeat. */
export function decideCancel({
  ending,
}: WithdrawalProgress): { cancel: true } | { already: Instant } | Refused<'withdrawal_sent' | 'withdrawal_refused'> {
  if (ending?.how === 'sent') return refuse('withdrawal_sent')
  if (ending?.how === 'refused') return refuse('withdrawal_refused')
  return ending === null ? { cancel: true } : { already: ending.at }
}

/** Recall an approved withdrawal for a seat, until it is sent. `already` marks one that waits in its queue. */
export function decideRecall({
  review,
  ending,
}: WithdrawalProgress): { recall: true } | { already: true } | Refused<'withdrawal_sent' | 'withdrawal_ended'> {
  if (ending?.how === 'sent') return refuse('withdrawal_sent')
  if (ending !== null) return refuse('withdrawal_ended')
  return review === 'approved' ? { recall: true } : { already: true }
}

/** True once the pause after approval is over, in which the customer can still cancel. */
export const isToBeSent = (
  standing: WithdrawalProgress,
  approvedAt: Instant,
  sendAfterMs: number,
  now: Instant,
): boolean => stateFor(standing) === 'approved' && now >= approvedAt + sendAfterMs

/** `part` as a share of `whole` in ten-thousandths, floored; null if the whole is zero. */
export const shareBps = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((part * 10_000) / whole)
