import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Cents, CurrencyCode, Id, Moment, Money, Page, Rate, pageOf } from '../base/wire.ts'
import { CHAINS, COINS } from '../payees/chains.ts'
import { Coins } from '../payees/coins.ts'
import { ReversalReply } from '../reversals/reversals.contract.ts'
import { ReasonReply, ReviewStepReply } from '../review/review.contract.ts'

export const DEPOSIT_WAYS = ['crypto', 'online'] as const
export type DepositWay = (typeof DEPOSIT_WAYS)[number]

/** Spec section 4: pending review, approved, failed or rejected; an approved deposit is credited. */
export const DEPOSIT_STATES = ['pending', 'in_review', 'approved', 'refused'] as const

/** The most pictures of proof per deposit. */
export const PROOFS_MAX = 9

/** The market's exchange rate at a moment: USD for one EUR. */
const MarketRate = z.object({ rate: Rate, at: Moment, source: z.string() })

const DepositRow = z.object({
  id: Id,
  /** The record number that people read out. */
  number: z.string(),
  way: z.enum(DEPOSIT_WAYS),
  state: z.enum(DEPOSIT_STATES),
  /** The cash to credit. */
  cash: Money,
  /** For crypto: the coins sent, their address, and the rates that turned them into cash. */
  coins: z.nullable(
    z.object({
      currency: z.enum(COINS),
      chain: z.enum(CHAINS),
      amount: Coins,
      address: z.string(),
      hash: z.string(),
      /** USD per coin, from the published table of this version. */
      usd: Rate,
      ratesVersion: z.int(),
      eurUsd: z.nullable(MarketRate),
    }),
  ),
  at: Moment,
  dueAt: Moment,
  /** The time of crediting or refusal; null until then. */
  decidedAt: z.nullable(Moment),
  /** The reason for the decision. */
  reason: z.nullable(ReasonReply),
})

/** Deposit methods, the customer's addresses, limits and rates. Spec section 7: GET /index/recharge_info. */
export const readDepositWays = read({
  path: '/index/recharge_info',
  caller: 'customer',
  summary: 'How one can deposit: chains with one’s own addresses, minimum, limit and rates',
  topics: ['deposits', 'profile'],
  input: z.strictObject({}),
  reply: z.object({
    /** Every chain is a test network, and each address belongs to this customer only. */
    chains: z.array(z.object({ chain: z.enum(CHAINS), name: z.string(), address: z.string() })),
    coins: z.array(z.object({ currency: z.enum(COINS), chains: z.array(z.enum(CHAINS)), usd: Rate })),
    ratesVersion: z.int(),
    eurUsd: z.nullable(MarketRate),
    /** In the currency of the cash. */
    minimum: Cents,
    /** The 24-hour deposit limit in EUR, and the rest of it. */
    limit: z.object({ most: Cents, left: Cents, verified: z.boolean() }),
    /** Hours from submission until the decision is due. */
    dueHours: z.int(),
  }),
})

/** Report coins sent. Spec section 7: POST /index/addRecharge. */
export const submitDeposit = write({
  path: '/index/addRecharge',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'id',
  summary: 'Tell of coins that were sent; staff confirm it',
  input: z.strictObject({
    id: Id,
    currency: z.enum(COINS),
    chain: z.enum(CHAINS),
    amount: Coins,
    /** The currency to credit. */
    cash: CurrencyCode,
    hash: z.string().check(z.maxLength(200)),
    /** Pictures of proof that were stored before. */
    proofs: z.optional(z.array(Id).check(z.maxLength(PROOFS_MAX))),
  }),
  /** The rate is fixed at submission. */
  reply: z.object({
    id: Id,
    number: z.string(),
    cash: Money,
    eurUsd: z.nullable(MarketRate),
    at: Moment,
    dueAt: Moment,
  }),
  refusals: [
    'missing_information',
    'deposit_amount_positive',
    'minimum_deposit',
    'deposit_limit',
    'too_many_deposits',
    'amount_too_large',
    'chain_of_currency',
    'no_rate',
    'hash_form',
    'hash_submitted',
    'hash_credited',
    'unknown_picture',
    'picture_removed',
  ],
})

/**
 * A link to the checkout page, for this amount and one use. Spec section 7: GET /index/getCzhiurl. The request itself
 * writes nothing.
 */
export const readCheckoutLink = read({
  path: '/index/getCzhiurl',
  caller: 'customer',
  restrictedFrom: 3,
  summary: 'A link to the practice checkout page for an online deposit of an amount; it works once',
  input: z.strictObject({ id: Id, amount: Cents, currency: CurrencyCode }),
  reply: z.object({ url: z.string(), endsAt: Moment }),
  refusals: [
    'missing_information',
    'deposit_amount_positive',
    'minimum_deposit',
    'deposit_limit',
    'too_many_deposits',
    'amount_too_large',
    'key_reused',
  ],
})

/** Deposits, newest first. */
export const listDeposits = read({
  path: '/deposits/list',
  caller: 'customer',
  summary: 'The deposits of the customer, newest first',
  topics: ['deposits'],
  input: z.strictObject({ ...Page, state: z.optional(z.enum(['open', 'approved', 'refused'])) }),
  reply: pageOf(DepositRow),
})

/** One deposit with its whole history. */
export const readDeposit = read({
  path: '/deposits/one',
  caller: 'customer',
  summary: 'One deposit with its timeline',
  topics: ['deposits'],
  input: z.strictObject({ id: Id }),
  reply: z.object({
    ...DepositRow.shape,
    steps: z.array(ReviewStepReply),
    /** The posting that credited it. */
    posting: z.nullable(z.int()),
    /** The parts of it that the house took back later, newest first. */
    reversals: z.array(ReversalReply),
    /** The pictures of proof that have not been removed yet. */
    proofs: z.array(Id),
  }),
  refusals: ['unknown_deposit'],
})

export const depositsCalls = { readDepositWays, submitDeposit, readCheckoutLink, listDeposits, readDeposit }
