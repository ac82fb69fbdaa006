import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Cents, Id, Moment, Money, Page, Rate, numberText, pageOf } from '../base/wire.ts'
import { Coins, CountedCoins } from '../payees/coins.ts'
import { PayeeReply } from '../payees/payees.contract.ts'
import { ReasonReply, StepSeatReply } from '../review/review.contract.ts'

/** Spec section 4: pending, approved, failed or rejected; `sent` follows approved, `cancelled` is by the customer. */
export const WITHDRAWAL_STATES = ['pending', 'in_review', 'approved', 'sent', 'refused', 'cancelled'] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/** The destination, masked. */
export const Place = z.pick(PayeeReply, { kind: true, wallet: true, card: true, ending: true })

const Row = z.object({
  id: Id,
  /** The record number that people read out. */
  number: z.string(),
  amount: Money,
  /**
   * To a wallet: the coins to send, fixed at submission. Null for a card, and for withdrawals older than this field.
   */
  coins: z.nullable(CountedCoins),
  payee: Id,
  place: Place,
  state: z.enum(WITHDRAWAL_STATES),
  at: Moment,
  /** The time by which a decision is due. */
  dueAt: Moment,
  /** The time of the decision or the cancellation; null until then. */
  decidedAt: z.nullable(Moment),
  sentAt: z.nullable(Moment),
  /** The reason of a refusal. */
  reason: z.nullable(ReasonReply),
  /** True until it is sent, refused or cancelled. */
  cancellable: z.boolean(),
})

/** The possible steps of a withdrawal, in their order. */
export const WITHDRAWAL_STEPS = [
  'requested',
  'held',
  'opened',
  'taken_over',
  'let_go',
  'would_approve',
  'would_refuse',
  'disagreed',
  'approved',
  'recalled',
  'refused',
  'cancelled',
  'released',
  'sent',
] as const

const Step = z.object({
  step: z.enum(WITHDRAWAL_STEPS),
  at: Moment,
  /** For a step by staff: the role and the seat's number. */
  seat: z.nullable(StepSeatReply),
  /** For an opinion: person 1 or 2. */
  person: z.nullable(z.int()),
  reason: z.nullable(ReasonReply),
  /** The posting that moved the amount. */
  posting: z.nullable(z.int()),
})

/** The number of people who must approve, and who must refuse. */
const People = z.object({ approve: z.int(), refuse: z.int() })

const Terms = z.object({
  /** In the currency of the withdrawal. */
  minimum: Cents,
  free: z.array(Money),
  /** Debts to the house by currency: nothing is withdrawn while one is left. */
  owed: z.array(Money),
  /** The amounts that may leave beside the used margin of leveraged lots; null without any. */
  spare: z.nullable(z.array(Money)),
  hasTradingPassword: z.boolean(),
  /** A one-time code is required, because the account has a second step. */
  needsCode: z.boolean(),
  payees: z.array(PayeeReply),
  /** After a password reset nothing is sent before this time; null if nothing waits. */
  waitsUntil: z.nullable(Moment),
  /** Hours from submission until the decision is due. */
  dueHours: z.int(),
  /** Seconds from approval to sending; the customer can cancel until then. */
  sendSeconds: z.int(),
  /** Above this sum in EUR within 24 hours two people must approve; a refusal always takes two. */
  limit: Cents,
  /** The sum in EUR of the last 24 hours that counts together with the next withdrawal. */
  recent: Cents,
  rate: z.nullable(Rate),
  /** One person decides here, because the house has a single active seat. */
  onePerson: z.boolean(),
  /** The median time to a decision over the last 90 days; null before the first. */
  medianMs: z.nullable(z.int()),
})

/** Terms, or with `record=1` the records, newest first. Spec section 7: GET /index/withdrawal. */
export const readWithdrawalTerms = read({
  path: '/index/withdrawal',
  caller: 'customer',
  summary: 'Payees, balances, minimum and waiting times; with record=1 the withdrawals, newest first',
  topics: ['balances', 'withdrawals', 'payees', 'profile'],
  input: z.strictObject({
    ...Page,
    record: z.optional(numberText(0, 1)),
    state: z.optional(z.enum(['open', 'sent', 'refused', 'cancelled'])),
  }),
  reply: z.object({ terms: z.nullable(Terms), records: z.nullable(pageOf(Row)) }),
})

/**
 * Submit a withdrawal. The amount is held until it is sent, refused or cancelled. Spec section 7: POST
 * /index/submitWithdrawal.
 */
export const submitWithdrawal = write({
  path: '/index/submitWithdrawal',
  caller: 'customer',
  restrictedFrom: 2,
  key: 'id',
  summary: 'Ask for a withdrawal to a wallet or bank card',
  input: z.strictObject({
    id: Id,
    amount: Money,
    payee: Id,
    /**
     * To a wallet: the coins shown to the customer. If they would now be fewer, the call is refused with the new
     * figure.
     */
    quote: z.optional(Coins),
    /** The trading password. */
    password: z.string().check(z.maxLength(128)),
    /** For accounts with a second step: six digits from the authenticator app, or a recovery code. */
    code: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: z.object({
    id: Id,
    number: z.string(),
    amount: Money,
    at: Moment,
    dueAt: Moment,
    /** Null for a card. */
    coins: z.nullable(CountedCoins),
  }),
  refusals: [
    'missing_information',
    'trading_password_needed',
    'unknown_payee',
    'payee_other_holder',
    'payee_waits',
    'reset_waits',
    'debt_open',
    'minimum_withdrawal',
    'insufficient_balance',
    'margin_needed',
    'withdrawal_limit',
    'too_many_withdrawals',
    'no_coin_rate',
    'rate_changed',
    'wrong_trading_password',
    'code_needed',
    'wrong_code',
    'too_many_tries',
  ],
})

/** One withdrawal with its whole history. */
export const readWithdrawal = read({
  path: '/withdrawals/one',
  caller: 'customer',
  summary: 'One withdrawal with its timeline',
  topics: ['withdrawals', 'payees'],
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...Row.shape,
    people: People,
    onePerson: z.boolean(),
    steps: z.array(Step),
  }),
  refusals: ['unknown_withdrawal'],
})

/** Cancel a withdrawal before it is sent. The same posting frees the amount. A repeat answers that it is cancelled. */
export const cancelWithdrawal = write({
  path: '/withdrawals/cancel',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Cancel a withdrawal that was not sent',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id, cancelledAt: Moment }),
  refusals: ['unknown_withdrawal', 'withdrawal_sent', 'withdrawal_refused'],
})

const Period = z.object({
  /** The period in days up to now; null for all time. */
  days: z.nullable(z.int()),
  asked: z.int(),
  approved: z.int(),
  refused: z.int(),
  cancelled: z.int(),
  /** The median and the 90th percentile of the time from submission to decision. Null without a decision. */
  medianMs: z.nullable(z.int()),
  mostMs: z.nullable(z.int()),
  /** The refused share of the decided ones, in ten-thousandths. Null without a decision. */
  refusedBps: z.nullable(z.int()),
  late: z.int(),
  reasons: z.array(z.object({ reason: ReasonReply, count: z.int() })),
})

/** The house's own withdrawal figures, counted from the rows; nobody can enter one. */
export const readWithdrawalFigures = read({
  path: '/withdrawals/figures',
  caller: 'anyone',
  summary: 'How long withdrawals take here, how many are refused, and why',
  input: z.strictObject({}),
  reply: z.object({
    at: Moment,
    periods: z.array(Period),
    waiting: z.object({ count: z.int(), oldestAt: z.nullable(Moment) }),
    dueHours: z.int(),
    limit: Cents,
    onePerson: z.boolean(),
  }),
})

export const withdrawalsCalls = {
  readWithdrawalTerms,
  submitWithdrawal,
  readWithdrawal,
  cancelWithdrawal,
  readWithdrawalFigures,
}
