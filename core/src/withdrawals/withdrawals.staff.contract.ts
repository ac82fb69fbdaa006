import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Cents, CurrencyCode, Id, Moment, Money, Rate } from '../base/wire.ts'
import { CHAINS, COINS } from '../payees/chains.ts'
import { CountedCoins } from '../payees/coins.ts'
import { OPINION_REFUSALS, moneyEvidenceFields, opinionFields, outcomeFields } from '../review/review.staff.contract.ts'
import { WITHDRAWAL_STATES } from './withdrawals.contract.ts'
import { withdrawalReview } from './withdrawals.review.ts'
import { readersOf } from '../review/review.rules.ts'

/** The server's automatic checks: passed, or a reason to look closer. */
export const WITHDRAWAL_CHECKS = [
  'not_restricted',
  'margin_covers',
  'amount_held',
  'books_agree',
  'name_matches',
  'payee_ready',
  'identity_passed',
  'not_asked_twice',
  'no_recent_reset',
] as const

/** A withdrawal with its evidence. `seen` is the evidence's hash: a decision sends it back. */
const Evidence = z.object({
  ...moneyEvidenceFields,
  /** The id of the review, as in its queue. */
  id: Id,
  number: z.string(),
  state: z.enum(WITHDRAWAL_STATES),
  amount: Money,
  eur: z.nullable(Cents),
  rate: z.nullable(Rate),
  /** To a wallet: the coins to send, as shown to the customer. */
  coins: z.nullable(CountedCoins),
  at: Moment,
  dueAt: Moment,
  payee: z.object({
    kind: z.enum(['wallet', 'card']),
    wallet: z.nullable(z.object({ currency: z.enum(COINS), chain: z.enum(CHAINS), address: z.string() })),
    card: z.nullable(
      z.object({ iban: z.string(), accountName: z.string(), bankName: z.string(), bankAddress: z.string() }),
    ),
    addedAt: Moment,
    readyAt: Moment,
    removedAt: z.nullable(Moment),
    /** The number of withdrawals sent to it before. */
    earlier: z.int(),
  }),
  customer: z.object({
    id: CustomerId,
    name: z.nullable(z.string()),
    verifiedName: z.nullable(z.string()),
    phone: z.string(),
    kyc: z.enum(['none', 'submitted', 'in_review', 'passed', 'refused']),
    joinedAt: Moment,
    free: z.array(Money),
    held: z.array(Money),
  }),
  /** Whether the account is restricted comes first, then failed checks. */
  checks: z.array(z.object({ check: z.enum(WITHDRAWAL_CHECKS), ok: z.nullable(z.boolean()) })),
  /** The largest sum in EUR of any 24 hours with it; null if a rate was missing. Above the limit two people decide. */
  inWindow: z.nullable(Cents),
  limit: Cents,
  /**
   * Deposits in the withdrawal's currency since the customer's last trade, with the first of them: money that came in and is asked for
   * again without trading. Null without such deposits.
   */
  untraded: z.nullable(z.object({ count: z.int(), amount: Money, since: Moment })),
  /**
   * The account's margin without its other approved withdrawals, and what of the currency may leave beside the used margin.
   * Null without financed lots, and once it has ended. `standing` is null without a rate; then nothing may leave.
   */
  margin: z.nullable(
    z.object({
      standing: z.nullable(z.object({ currency: CurrencyCode, equity: Cents, used: Cents })),
      spare: Money,
    }),
  ),
})

/**
 * Open a withdrawal for a decision: the seat holds it until it is silent for a quarter of an hour. The customer can
 * read that it was opened.
 */
export const openWithdrawal = write({
  path: '/staff/withdrawals/open',
  caller: 'seat',
  roles: readersOf(withdrawalReview),
  key: 'none',
  summary: 'Open a withdrawal with its evidence, and hold it',
  input: z.strictObject({ id: Id }),
  reply: Evidence,
  refusals: ['unknown_withdrawal'],
})

/**
 * Approve or refuse a withdrawal that the seat holds, after seeing exactly this evidence, as the only person or as the
 * first or second of two.
 */
export const decideWithdrawal = write({
  path: '/staff/withdrawals/decide',
  caller: 'seat',
  roles: withdrawalReview.roles,
  key: 'header',
  summary: 'Approve or refuse a withdrawal, with a reason',
  input: z.strictObject(opinionFields),
  reply: z.object({
    ...outcomeFields,
    state: z.enum(WITHDRAWAL_STATES),
  }),
  refusals: ['unknown_withdrawal', 'customer_restricted', 'customer_owes', 'margin_uncovered', ...OPINION_REFUSALS],
})

/**
 * Recall an approved withdrawal that is not sent yet: it goes back to its queue, where two people decide. A repeat finds it
 * there.
 */
export const recallWithdrawal = write({
  path: '/staff/withdrawals/recall',
  caller: 'seat',
  roles: withdrawalReview.roles,
  key: 'header',
  summary: 'Stop an approved withdrawal before it is sent; two people release it again',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id, state: z.enum(WITHDRAWAL_STATES) }),
  refusals: ['unknown_withdrawal', 'own_account', 'withdrawal_sent', 'withdrawal_ended'],
})

export const withdrawalsStaffCalls = { openWithdrawal, decideWithdrawal, recallWithdrawal }
