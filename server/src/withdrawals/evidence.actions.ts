import { CURRENCIES } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { HOUR } from '@lonja/core/base/instant'
import { isSameHolder, payeeStateFor } from '@lonja/core/payees/payees.rules'
import { maskedPhone } from '@lonja/core/accounts/accounts.rules'
import { approvalsFor, largestWindow, NO_FLAWS, WINDOW_MS, type Flaws } from '@lonja/core/review/review.rules'
import { withdrawalReview } from '@lonja/core/withdrawals/withdrawals.review'
import { isCovered, refusalsFor, stateFor, waitLeft } from '@lonja/core/withdrawals/withdrawals.rules'
import type { openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { readCustomer } from '../accounts/accounts.store.ts'
import { findRestriction } from '../accounts/restrictions.store.ts'
import { withdrawalsWaitUntil } from '../accounts/resets.actions.ts'
import { findVerifiedName } from '../kyc/kyc.store.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import { findUntraded } from '../ledger/untraded.store.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import type { MarginNow } from '../orders/margin.actions.ts'
import type { PayeeRow } from '../payees/payees.store.ts'
import { reasonsIn } from '../review/review.replies.ts'
import { listSubmitted, type ReviewRow } from '../review/review.store.ts'
import { marginFor, spareIn } from './margin.actions.ts'
import { placeOf, type Withdrawals } from './withdrawals.actions.ts'
import { coinsReply, numberFor, postingsOf } from './replies.actions.ts'
import { countAlike, countUses, type WithdrawalRow } from './withdrawals.store.ts'

type Evidence = ReplyOf<typeof openWithdrawal>
type OwnEvidence = Pick<
  Evidence,
  | 'id'
  | 'number'
  | 'state'
  | 'amount'
  | 'eur'
  | 'rate'
  | 'coins'
  | 'at'
  | 'dueAt'
  | 'payee'
  | 'customer'
  | 'checks'
  | 'inWindow'
  | 'limit'
  | 'untraded'
  | 'margin'
  | 'reasons'
>

const DAY = 24 * HOUR

/**
 * The evidence for a decision on a withdrawal, apart from the frame's part, as it is now. Reading it is a view, which
 * the frame has recorded.
 */
export async function evidenceFor(
  context: StaffWriteContext,
  withdrawals: Withdrawals,
  withdrawal: WithdrawalRow,
  review: ReviewRow,
): Promise<OwnEvidence> {
  const { tx, language } = context
  const { id, reviewId, amount, rate, at, dueAt } = withdrawal
  const submitted = await listSubmitted(tx, review, at - WINDOW_MS, at + WINDOW_MS)
  const payee = await payeeFor(context, withdrawal)
  const margin = await marginOf(context, withdrawals, withdrawal)
  const checks = await checksFor(context, withdrawal, margin)
  const approve = approvalsFor(withdrawalReview, withdrawalReview.reasons.approve, flawsIn(checks))
  return {
    id: reviewId,
    number: numberFor(id),
    state: stateFor(withdrawal),
    amount,
    eur: review.eurCents,
    rate,
    coins: coinsReply(withdrawal),
    at,
    dueAt,
    payee,
    customer: await customerFor(context, withdrawal),
    checks,
    inWindow: largestWindow({ at: review.openedAt, eurCents: review.eurCents }, submitted),
    limit: withdrawals.settings.review.limitCents,
    untraded: await findUntraded(tx, withdrawal.customer, amount.asset, 'deposit'),
    margin: margin && { ...margin, spare: { asset: amount.asset, units: spareIn(margin, amount) ?? 0n } },
    reasons: reasonsIn(language, withdrawalReview, { approve, refuse: refusalsFor(payee.kind) }),
  }
}

/** The margin that an approval meets; null without financed lots, and once the withdrawal has ended. */
const marginOf = async (
  { tx }: StaffWriteContext,
  withdrawals: Withdrawals,
  withdrawal: WithdrawalRow,
): Promise<MarginNow | null> => (withdrawal.ending === null ? marginFor(tx, withdrawals, withdrawal) : null)

async function payeeFor({ tx }: StaffWriteContext, withdrawal: WithdrawalRow): Promise<Evidence['payee']> {
  const { to, addedAt, readyAt, removedAt }: PayeeRow = await placeOf(tx, withdrawal)
  const uses = (await countUses(tx, withdrawal.customer)).get(withdrawal.payee)
  const { kind, ...place } = to
  return {
    kind,
    wallet: to.kind === 'wallet' ? { currency: to.currency, chain: to.chain, address: to.address } : null,
    card: 'iban' in place ? place : null,
    addedAt,
    readyAt,
    removedAt,
    earlier: uses?.sent ?? 0,
  }
}

async function customerFor({ tx }: StaffWriteContext, { customer: id }: WithdrawalRow) {
  const { displayName, phone, kyc, joinedAt } = await readCustomer(tx, id)
  const balances = await listBalances(tx, id)
  const cash = (column: 'free' | 'held') =>
    CURRENCIES.map((asset) => ({ asset, units: balances.find((own) => own.asset === asset)?.[column] ?? 0n }))
  const verifiedName = await findVerifiedName(tx, id)
  return {
    id,
    name: displayName,
    verifiedName,
    phone: maskedPhone(phone),
    kyc,
    joinedAt,
    free: cash('free'),
    held: cash('held'),
  }
}

const flawsIn = (checks: Evidence['checks']): Flaws => ({
  ...NO_FLAWS,
  failedCheck: checks.some(({ ok }) => ok === false),
})

/** The facts that stand against approving a withdrawal now. */
export const flawsOf = async (
  context: StaffWriteContext,
  withdrawals: Withdrawals,
  withdrawal: WithdrawalRow,
): Promise<Flaws> => flawsIn(await checksFor(context, withdrawal, await marginOf(context, withdrawals, withdrawal)))

/**
 * The checks that the house runs by itself: true, false, or null if unknown. The restriction comes first, then failed
 * checks.
 */
async function checksFor(
  { tx, now }: StaffWriteContext,
  withdrawal: WithdrawalRow,
  margin: MarginNow | null,
): Promise<Evidence['checks']> {
  const { customer, amount, ending } = withdrawal
  const payee = await placeOf(tx, withdrawal)
  const name = await findVerifiedName(tx, customer)
  const waitsUntil = await withdrawalsWaitUntil(tx, customer)
  const entries = await postingsOf(tx, withdrawal)
  const held = entries.reduce((sum, { heldBefore, heldAfter }) => sum + heldAfter - heldBefore, 0n)
  const balance = (await listBalances(tx, customer)).find(({ asset }) => asset === amount.asset)
  const restriction = await findRestriction(tx, customer, now)
  const checks: Evidence['checks'] = [
    { check: 'amount_held', ok: held === (ending === null ? amount.units : 0n) },
    { check: 'books_agree', ok: balance !== undefined && balance.held >= held },
    {
      check: 'name_matches',
      ok: payee.to.kind === 'card' && name !== null ? isSameHolder(payee.to.accountName, name) : null,
    },
    { check: 'payee_ready', ok: payeeStateFor(payee, null, now) === 'ready' && payee.removedAt === null },
    { check: 'identity_passed', ok: (await readCustomer(tx, customer)).kyc === 'passed' },
    { check: 'not_asked_twice', ok: (await countAlike(tx, withdrawal, withdrawal.at - DAY)) === 0 },
    { check: 'no_recent_reset', ok: waitLeft(waitsUntil, now) === null },
    { check: 'margin_covers', ok: margin && isCovered(amount, spareIn(margin, amount)) },
  ]
  const rank = (ok: boolean | null): number => (ok === false ? 0 : ok === null ? 1 : 2)
  return [{ check: 'not_restricted', ok: restriction === null }, ...checks.toSorted((a, b) => rank(a.ok) - rank(b.ok))]
}
