import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id, Moment, Money } from '../base/wire.ts'

/** What stands against starting over, in the order in which it is said. */
const AGAINST_START_OVER = [
  'account_restricted',
  'withdrawal_under_way',
  'deposit_under_way',
  'started_over_lately',
  'nothing_to_start_over',
] as const

/** What stands against closing, each with a screen on which it can be ended. */
export const AGAINST_CLOSING = [
  'account_restricted',
  'orders_open',
  'shares_owned',
  'withdrawal_under_way',
  'deposit_under_way',
  'cash_left',
] as const
export type AgainstClosing = (typeof AGAINST_CLOSING)[number]

/** The trading password. */
const Secret = z.string().check(z.maxLength(128))
/** Of the second step, where the account has one: six digits of the app, or a recovery code. */
const Code = z.optional(z.string().check(z.maxLength(40)))

/** What an account hands back, and what it has then. */
const HandedBack = {
  /** Open orders that are cancelled first. */
  orders: z.int(),
  /** Instruments of which shares go back, and what those had cost: no price is needed. */
  positions: z.int(),
  cost: z.array(Money),
  /** Cash that goes back: what is free and what orders hold. Without the shares' cost. */
  cash: z.array(Money),
  /** What the house gives to begin with; null for nothing. */
  grant: z.nullable(Money),
}

/** What starting over would do now, in figures. */
export const readStartOver = read({
  path: '/portfolio/start-over',
  caller: 'customer',
  summary: 'What starting over would do now, and what stands against it',
  topics: ['balances', 'orders', 'withdrawals', 'deposits', 'profile'],
  input: z.strictObject({}),
  reply: z.object({
    ...HandedBack,
    against: z.nullable(z.enum(AGAINST_START_OVER)),
    /** When it can be done again; null where the time does not stand against it. */
    againAt: z.nullable(Moment),
    hasTradingPassword: z.boolean(),
    /** When the customer last started over; null for never. */
    lastAt: z.nullable(Moment),
  }),
})

/** Start over: everything goes back to the house by entries, and its starting grant comes again. What was stays in the books. */
export const startOver = write({
  path: '/portfolio/start-over',
  caller: 'customer',
  key: 'id',
  summary: 'Hand everything back and begin again with the starting grant; the history stays',
  input: z.strictObject({ id: Id, password: Secret }),
  reply: z.object({ id: Id, at: Moment, ...HandedBack }),
  refusals: [
    ...AGAINST_START_OVER,
    'missing_information',
    'trading_password_needed',
    'wrong_trading_password',
    'too_many_tries',
  ],
})

/** What is still owned or owed, and the rest that is too small to be withdrawn. */
export const readClosing = read({
  path: '/portfolio/closing',
  caller: 'customer',
  summary: 'What stands against closing the account, all of it',
  topics: ['balances', 'orders', 'withdrawals', 'deposits', 'profile'],
  input: z.strictObject({}),
  reply: z.object({
    against: z.array(z.enum(AGAINST_CLOSING)),
    /** What can be withdrawn first. */
    cash: z.array(Money),
    /** Below the least that can be withdrawn: it goes back to the house with the closing. */
    rest: z.array(Money),
    hasTradingPassword: z.boolean(),
    /** A one-time code is asked for. */
    needsCode: z.boolean(),
    phone: z.string(),
  }),
})

/** Close the account for good: every session ends, and the phone number may open another one. Its books stay. */
export const closeAccount = write({
  path: '/portfolio/close-account',
  caller: 'customer',
  // No session is left that could ask for the answer again.
  key: 'none',
  summary: 'Close the account for good; only with nothing owned or owed',
  input: z.strictObject({ password: Secret, code: Code }),
  reply: z.object({ closedAt: Moment, rest: z.array(Money) }),
  refusals: [
    ...AGAINST_CLOSING,
    'missing_information',
    'trading_password_needed',
    'wrong_trading_password',
    'code_needed',
    'wrong_code',
    'too_many_tries',
  ],
})

export const leavingCalls = { readStartOver, startOver, readClosing, closeAccount }
