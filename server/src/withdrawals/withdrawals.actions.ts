import type { Amount, RateE6 } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { InputOf, Topic } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import { heldLine, hold, release, spend } from '@lonja/core/ledger/ledger.rules'
import type { NoticeCode } from '@lonja/core/notices/notices.contract'
import { noticeOfRecord } from '@lonja/core/notices/records.rules'
import { converted } from '@lonja/core/orders/holds.rules'
import { payeeStateFor, type BankCard, type Wallet } from '@lonja/core/payees/payees.rules'
import { debtsIn } from '@lonja/core/reversals/reversals.rules'
import { WINDOW_MS, dueAtFor } from '@lonja/core/review/review.rules'
import type { submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import {
  decideCancel,
  decideCoinsOut,
  decideSubmission,
  isCovered,
  isToBeSent,
  stateFor,
  type CoinsOut,
  type Ending,
  type SubmissionRefusal,
} from '@lonja/core/withdrawals/withdrawals.rules'
import { stopsMoney } from '@lonja/core/accounts/restrictions.rules'
import { recordAct } from '../audit/audit.actions.ts'
import { findRestriction } from '../accounts/restrictions.store.ts'
import { readCustomer } from '../accounts/accounts.store.ts'
import { withdrawalsWaitUntil } from '../accounts/resets.actions.ts'
import { findVerifiedName } from '../kyc/kyc.store.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import { type LockedTx, writeFor } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { findPayee, placeReply } from '../payees/payees.actions.ts'
import { findPayeeRow } from '../payees/payees.store.ts'
import { marginNow } from '../orders/margin.actions.ts'
import { owedBy } from '../reversals/reversals.actions.ts'
import { cancelReview } from '../review/ending.actions.ts'
import { openReview, recallReview, type Payload, type ReviewSettings } from '../review/review.actions.ts'
import { isReviewed, listSubmitted, saveUndoing, type SeatAct, type SubmittedRow } from '../review/review.store.ts'
import { amountsOf, spareIn } from './margin.actions.ts'
import {
  countOpen,
  findWithdrawal,
  insertWithdrawal,
  listUnsent,
  saveEnding,
  type NewWithdrawal,
  type WithdrawalRow,
} from './withdrawals.store.ts'

/** The withdrawal settings of this house, as its operator set them. */
export interface WithdrawalSettings {
  /** Cents of the withdrawn currency. */
  readonly minimum: bigint
  /** The pause between the decision and the sending of an approved withdrawal. */
  readonly sendAfterMs: number
  readonly review: ReviewSettings
}

/** The parts that every module of withdrawals needs. */
export interface Withdrawals {
  readonly market: Market
  readonly settings: WithdrawalSettings
}

type Form = InputOf<typeof submitWithdrawal>

/** An accepted withdrawal: its hold, and its coins if it goes to a wallet. */
interface WithdrawalTerms {
  readonly hold: Amount
  readonly coins: CoinsOut | null
}

/** Decides a submission by the present state. */
export async function decideNow(
  tx: Tx,
  { market, settings }: Withdrawals,
  { customer, now }: { customer: CustomerId; now: Instant },
  { amount, payee: id, quote }: Form,
): Promise<WithdrawalTerms | Refused<SubmissionRefusal | 'no_coin_rate' | 'rate_changed'>> {
  const payee = await findPayee(tx, customer, id)
  const balances = await listBalances(tx, customer)
  const state = payee && payeeStateFor(payee, await findVerifiedName(tx, customer), now)
  const { tradingHash, kyc } = await readCustomer(tx, customer)
  const others = await listSubmitted(tx, { id, customer, kind: withdrawalReview.name }, now - WINDOW_MS, now + 1)
  const margin = await marginNow(tx, customer, market, amountsOf(await listUnsent(tx, customer)))
  const decision = decideSubmission(amount, {
    now,
    payee: payee && state ? { state, readyAt: payee.readyAt } : null,
    hasTradingPassword: tradingHash !== null,
    waitsUntil: await withdrawalsWaitUntil(tx, customer),
    owed: debtsIn(balances),
    free: balances.find(({ asset }) => asset === amount.asset)?.free ?? 0n,
    spare: spareIn(margin, amount),
    minimum: settings.minimum,
    underWay: await countOpen(tx, customer),
    verified: kyc === 'passed',
    // Without a rate a dollar counts as a euro: limits still apply, and customers can still withdraw.
    eurCents: eurCentsOf(amount, market.rate()?.rate ?? null) ?? amount.units,
    usedCents: usedOf(others),
  })
  if (isRefused(decision)) return decision
  assert(payee !== null, 'what is taken in goes somewhere')
  if (payee.to.kind === 'card') return { ...decision, coins: null }
  const eurUsd = market.rate()?.rate ?? null
  const coins = decideCoinsOut(amount, payee.to.currency, { eurUsd, quoteE8: quote ?? null })
  return isRefused(coins) ? coins : { ...decision, coins }
}

/** The sum of requested amounts for a limit, in cents of EUR. An amount without a rate counts one for one. */
export const usedOf = (submitted: readonly SubmittedRow[]): bigint =>
  submitted.reduce((sum, { eurCents, units }) => sum + (eurCents ?? units), 0n)

/** Cents of EUR at a rate; null without one. */
export function eurCentsOf(amount: Amount, rate: RateE6 | null): bigint | null {
  if (amount.asset === 'EUR') return amount.units
  return rate === null ? null : converted(amount, rate).units
}

/** Accepts a withdrawal: its row, its hold, its review in the queue, its notice. */
export async function acceptWithdrawal(
  tx: LockedTx,
  { market, settings }: Withdrawals,
  { customer, now }: { customer: CustomerId; now: Instant },
  form: Form,
  coins: CoinsOut | null,
): Promise<{ dueAt: Instant; withdrawal: NewWithdrawal } | Refused<'key_reused'>> {
  const { id, amount } = form
  // The customer has used the id: for a withdrawal whose stored answer is purged, or for a thing of another kind.
  if (await isReviewed(tx, customer, id)) return refuse('key_reused')
  const rate = market.rate()?.rate ?? null
  const withdrawal: NewWithdrawal = { id, customer, payee: form.payee, amount, rate, coins, at: now }
  const dueAt = dueAtFor(withdrawalReview, settings.review.dueMs, now)
  const posting = await postNow(tx, { customer, cause: { kind: 'withdrawal', id }, at: now, lines: hold([amount]) })
  await insertWithdrawal(tx, withdrawal, posting)
  await openReview(tx, withdrawalReview, {
    record: id,
    customer,
    amount,
    eurCents: eurCentsOf(amount, rate),
    way: (await placeOf(tx, withdrawal)).to.kind,
    at: now,
    dueAt,
    payload: await payloadOf(tx, withdrawal),
  })
  await noteStep(tx, withdrawal, 'withdrawal_received', now)
  return { dueAt, withdrawal }
}

/** The payee of a withdrawal. Payees never change, and removed ones stay stored. */
export async function placeOf(tx: Tx, { customer, payee }: Pick<WithdrawalRow, 'customer' | 'payee'>) {
  const row = await findPayeeRow(tx, customer, payee)
  assert(row !== null, 'a withdrawal goes to a payee that was there')
  return row
}

/** The payload of a withdrawal, on which staff decide, as it is in the database now. */
export async function payloadOf(tx: Tx, withdrawal: NewWithdrawal): Promise<Payload> {
  const { to } = await placeOf(tx, withdrawal)
  const { kind, ...place } = to
  return {
    customer: withdrawal.customer,
    payee: withdrawal.payee,
    kind,
    ...place,
    asset: withdrawal.amount.asset,
    units: withdrawal.amount.units.toString(),
    at: String(withdrawal.at),
    ...(withdrawal.coins ? coinsPayload(withdrawal.coins) : {}),
  }
}

const coinsPayload = ({ coin, amountE8, usd, ratesVersion }: CoinsOut) => ({
  coin,
  coinE8: String(amountE8),
  coinUsd: String(usd),
  ratesVersion: String(ratesVersion),
})

/** The name of a payee in a sentence. */
export function placeName(to: Wallet | BankCard): string {
  const { wallet, card } = placeReply(to)
  return wallet ? `${wallet.currency} · ${wallet.address}` : `${card?.bankName} · ${card?.iban}`
}

/** Sends the customer a notice about a step of a withdrawal. */
export async function noteStep(
  tx: Tx,
  withdrawal: NewWithdrawal,
  code: NoticeCode & `withdrawal_${string}`,
  now: Instant,
  reason?: string,
): Promise<void> {
  const { customer, id, amount } = withdrawal
  const place = placeName((await placeOf(tx, withdrawal)).to)
  const why = reason === undefined ? {} : { reason }
  const facts = { kind: 'withdrawal', id, amount, place, ...why } as const
  await insertNotices(tx, [noticeOfRecord({ customer, id: newId(), at: now }, code, facts)])
}

/** The topics to publish to the customer after a step of a withdrawal. */
export const TOLD: readonly Topic[] = ['withdrawals', 'balances', 'notices', 'payees']

/** Ends a withdrawal with one posting: its hold is paid out, or released. */
export async function end(tx: LockedTx, withdrawal: WithdrawalRow, ending: Ending, reason?: string): Promise<void> {
  const { id, customer, amount } = withdrawal
  const { how, at } = ending
  const out = { asset: amount.asset, units: -amount.units }
  const held = [amount]
  const lines = how === 'sent' ? spend(held, [heldLine('withdrawal', 'withdrawals', out)]) : release(held)
  const posting = await postNow(tx, { customer, cause: { kind: 'withdrawal', id }, at, lines })
  await saveEnding(tx, withdrawal, ending, posting)
  await noteStep(tx, withdrawal, `withdrawal_${how}`, at, reason)
}

/** Cancels a withdrawal for the customer. Allowed until it is sent, also after approval. */
export async function cancel(
  tx: LockedTx,
  withdrawal: WithdrawalRow,
  now: Instant,
): Promise<{ cancelledAt: Instant } | Refused<'withdrawal_sent' | 'withdrawal_refused'>> {
  const decision = decideCancel(withdrawal)
  if (isRefused(decision)) return decision
  if ('already' in decision) return { cancelledAt: decision.already }
  if (withdrawal.review === 'approved') await saveUndoing(tx, withdrawal.reviewId, now)
  else assert((await cancelReview(tx, withdrawal.reviewId, now)) === null, 'what is not approved is under review')
  await end(tx, withdrawal, { how: 'cancelled', at: now })
  return { cancelledAt: now }
}

/**
 * Puts an approved withdrawal back into its queue for a seat, or for the operator (`by` is null). The amount stays held. The
 * audit log records the act, the customer gets a notice.
 */
export async function recall(tx: LockedTx, withdrawal: WithdrawalRow, by: SeatAct | null, now: Instant): Promise<void> {
  const { id, customer, reviewId } = withdrawal
  await recallReview(tx, reviewId, by, now)
  const seat = by && { id: by.seat, number: by.number, role: by.role }
  const about = { kind: 'withdrawal', id }
  await recordAct(tx, { customer, seat, act: 'recalled_withdrawal', about, detail: {}, at: now })
  await noteStep(tx, withdrawal, 'withdrawal_recalled', now)
}

/**
 * Puts the approved withdrawals of a customer back into their queue, because the customer owes the house something. None is
 * approved again until it is paid.
 */
export async function recallApproved(tx: LockedTx, customer: CustomerId, by: SeatAct, now: Instant): Promise<void> {
  for (const withdrawal of await listUnsent(tx, customer))
    if (stateFor(withdrawal) === 'approved') await recall(tx, withdrawal, by, now)
}

/** True if the account is restricted so far that no money goes out. */
export const isStopped = async (tx: Tx, customer: CustomerId, now: Instant): Promise<boolean> =>
  stopsMoney((await findRestriction(tx, customer, now))?.level ?? null)

/**
 * Puts an approved withdrawal back into its queue when it would be sent, because the margin does not cover it any more. Its
 * amount stays held. The customer gets a notice with the remedy; staff wait or refuse it.
 */
async function recallUncovered(tx: LockedTx, withdrawal: WithdrawalRow, now: Instant): Promise<void> {
  await recallReview(tx, withdrawal.reviewId, null, now)
  await noteStep(tx, withdrawal, 'withdrawal_margin', now)
}

/**
 * Sends a withdrawal that was approved long enough ago, unless it has ended meanwhile or the margin does not cover it. True if
 * this call sent it.
 */
export async function send(
  { db, events }: { db: Db; events: Events },
  { market, settings }: Withdrawals,
  { id, customer }: Pick<WithdrawalRow, 'id' | 'customer'>,
  now: Instant,
): Promise<boolean> {
  const result = await writeFor(db, customer, async (tx) => {
    const withdrawal = await findWithdrawal(tx, customer, id)
    assert(withdrawal !== null, 'a withdrawal stays')
    if (!isToBeSent(withdrawal, withdrawal.reviewedAt ?? now, settings.sendAfterMs, now)) return 'waits'
    if ((await isStopped(tx, customer, now)) || (await owedBy(tx, customer)).length > 0) return 'waits'
    if (!isCovered(withdrawal.amount, spareIn(await marginNow(tx, customer, market), withdrawal.amount))) {
      await recallUncovered(tx, withdrawal, now)
      return 'recalled'
    }
    await end(tx, withdrawal, { how: 'sent', at: now })
    return 'sent'
  })
  if (result !== 'waits') events.publish(customer, [...TOLD])
  return result === 'sent'
}
