import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Cents, Id, Moment, Money, Page, Rate, numberText, pageOf } from '../base/wire.ts'
import { Coins, CountedCoins } from '../payees/coins.ts'
import { PayeeReply } from '../payees/payees.contract.ts'
import { ReasonReply, SeatReply } from '../review/review.contract.ts'

/** Spec section 4: pending, approved, failed or rejected; `sent` follows approved, `cancelled` is the customer's. */
export const WITHDRAWAL_STATES = ['pending', 'in_review', 'approved', 'sent', 'refused', 'cancelled'] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/** Under way at once, for one customer: what more would only fill the queue. */
export const WITHDRAWALS_MAX = 10

/** Where it goes, masked. */
export const Place = z.pick(PayeeReply, { kind: true, wallet: true, card: true, ending: true })

const Row = z.object({
  id: Id,
  /** The number a person reads out. */
  number: z.string(),
  amount: Money,
  /** To a wallet: the coins that leave, counted when it was asked for. Null to a card, and of what is older than this. */
  coins: z.nullable(CountedCoins),
  payee: Id,
  place: Place,
  state: z.enum(WITHDRAWAL_STATES),
  at: Moment,
  /** A decision is due by then. */
  dueAt: Moment,
  /** When it was decided or cancelled; null until then. */
  decidedAt: z.nullable(Moment),
  sentAt: z.nullable(Moment),
  /** Of a refusal. */
  reason: z.nullable(ReasonReply),
  /** True until it is sent, refused or cancelled. */
  cancellable: z.boolean(),
})

/** What may have happened to a withdrawal, in the order in which it can. */
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
  'refused',
  'cancelled',
  'released',
  'sent',
] as const

const Step = z.object({
  step: z.enum(WITHDRAWAL_STEPS),
  at: Moment,
  /** Of what staff did: the role and the number of the seat. */
  seat: z.nullable(SeatReply),
  /** Of an opinion: 1 or 2. */
  person: z.nullable(z.int()),
  reason: z.nullable(ReasonReply),
  /** The posting that moved the amount. */
  posting: z.nullable(z.int()),
})

/** How many people decide on approving it, and on refusing it. */
const People = z.object({ approve: z.int(), refuse: z.int() })

const Terms = z.object({
  /** In the currency that is withdrawn. */
  minimum: Cents,
  free: z.array(Money),
  hasTradingPassword: z.boolean(),
  /** A one-time code is asked for: the account has a second step. */
  needsCode: z.boolean(),
  payees: z.array(PayeeReply),
  /** After a reset of the password nothing leaves before this; null where nothing stands in the way. */
  waitsUntil: z.nullable(Moment),
  /** A decision is due so many hours after it was asked for. */
  dueHours: z.int(),
  /** An approved one is sent so many seconds later, and can be cancelled until then. */
  sendSeconds: z.int(),
  /** Above this in EUR within 24 hours two people decide; every refusal takes two. */
  limit: Cents,
  /** What was asked for in the last 24 hours, in EUR, that counts together with the next one. */
  recent: Cents,
  rate: z.nullable(Rate),
  /** One person decides here: the house has a single active seat and says so. */
  onePerson: z.boolean(),
  /** Half of the decisions of the last 90 days took no longer; null before the first. */
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

/** Ask for a withdrawal: the amount is held until it is sent, refused or cancelled. Spec section 7: POST /index/submitWithdrawal. */
export const submitWithdrawal = write({
  path: '/index/submitWithdrawal',
  caller: 'customer',
  key: 'id',
  summary: 'Ask for a withdrawal to a wallet or bank card',
  input: z.strictObject({
    id: Id,
    amount: Money,
    payee: Id,
    /** To a wallet: the coins that were shown. Where they would now be fewer, it is refused with the new figure. */
    quote: z.optional(Coins),
    /** The trading password. */
    password: z.string().check(z.maxLength(128)),
    /** Of the second step, where the account has one: six digits of the app, or a recovery code. */
    code: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: z.object({
    ...{ id: Id, number: z.string(), amount: Money, at: Moment, dueAt: Moment },
    /** Null to a card. */
    coins: z.nullable(CountedCoins),
  }),
  refusals: [
    'account_restricted',
    'missing_information',
    'trading_password_needed',
    'unknown_payee',
    'payee_other_holder',
    'payee_waits',
    'reset_waits',
    'minimum_withdrawal',
    'insufficient_balance',
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

/** One withdrawal with everything that has happened to it. */
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

/** Take a withdrawal back before it is sent: the amount is free again in the same posting. A repeat hears that it is cancelled. */
export const cancelWithdrawal = write({
  path: '/withdrawals/cancel',
  caller: 'customer',
  key: 'header',
  summary: 'Cancel a withdrawal that was not sent',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id, cancelledAt: Moment }),
  refusals: ['unknown_withdrawal', 'withdrawal_sent', 'withdrawal_refused'],
})

const Period = z.object({
  /** So many days back from now; null is ever. */
  days: z.nullable(z.int()),
  asked: z.int(),
  approved: z.int(),
  refused: z.int(),
  cancelled: z.int(),
  /** From the request to the decision: half took no longer, nine in ten took no longer. Null without a decision. */
  medianMs: z.nullable(z.int()),
  mostMs: z.nullable(z.int()),
  /** Refused of those decided, in ten-thousandths. Null without a decision. */
  refusedBps: z.nullable(z.int()),
  late: z.int(),
  reasons: z.array(z.object({ reason: ReasonReply, count: z.int() })),
})

/** The house's own figures of its withdrawals, counted from their rows: nobody can write one. */
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
