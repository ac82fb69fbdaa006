import type { Amount, Currency, RateE6 } from '../base/amount.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { recordNumber } from '../base/numbers.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { LIMITS } from '../kyc/kyc.rules.ts'
import { CHAINS_OF, CHAIN_NAMES, type Chain, type Coin } from '../payees/chains.ts'
import type { Opinion } from '../review/review.contract.ts'
import type { DepositWay } from './deposits.contract.ts'
import { depositReview } from './deposits.review.ts'
import { cashFor, inEuros } from '../payees/rates.ts'

/** The most reversals shown of a credit, which is rarely reversed in more than one part. */
export const REVERSALS_SHOWN = 50

/** Deposits on a page of the list, unless the call says how many. */
export const DEPOSITS_PAGE = 30

/** The most deposits shown that name one transfer of coins by its hash. */
export const HASH_DEPOSITS_MOST = 50

/** The smallest deposit, in cents of the currency to credit. */
export const MINIMUM_CENTS = 1_000n

/** The limit's window: a customer's deposits in it count together, except refused ones. */
export const LIMIT_WINDOW_MS = 24 * HOUR

/**
 * The most that a customer may deposit within the window, in cents of EUR: before and after the identity check has
 * passed.
 */
export const LIMIT_CENTS = { before: LIMITS.basic.deposit, after: LIMITS.passed.deposit } as const

/** The most deposits under way per customer, so that nobody floods the queue. */
export const DEPOSITS_MAX = 20

/** The time for which a checkout link is valid. */
export const CHECKOUT_MS = HOUR / 2

/** An upper bound in hundred-millionths of a coin, beyond any real supply. */
export const MOST_COIN_E8 = 100_000_000_000_000_000n

/**
 * The reasons to approve or refuse crypto deposits, and those for checkout payments. Each excludes reasons that apply
 * to the other method only.
 */
const OF_WAY = {
  crypto: { approve: ['received'], refuse: depositReview.reasons.refuse },
  online: { approve: ['checkout_paid'], refuse: ['not_received', 'amount_differs', 'customer_asked'] },
} as const satisfies Record<DepositWay, { approve: Reasons<'approve'>; refuse: Reasons<'refuse'> }>

type Reasons<Of extends Opinion> = readonly (typeof depositReview)['reasons'][Of][number][]

/** The reasons that staff may choose from for a deposit method. */
export const reasonsOfWay = (way: DepositWay): { approve: readonly string[]; refuse: readonly string[] } => OF_WAY[way]

/** The facts that decide an amount. */
export interface DepositFacts {
  /** True once the customer's identity check has passed. */
  readonly verified: boolean
  /** The total of the customer's deposits in the window, in cents of EUR. */
  readonly usedCents: bigint
  /** The number of deposits under way. */
  readonly open: number
  /** USD for one EUR; null if the market has no rate. */
  readonly eurUsd: RateE6 | null
}

export type AmountRefusal =
  'deposit_amount_positive' | 'minimum_deposit' | 'deposit_limit' | 'too_many_deposits' | 'amount_too_large'

/**
 * Accept an amount of cash with its value in euro cents for the limit, or refuse it: zero, below the minimum, above the
 * limit, or too many deposits.
 */
export function decideAmount(
  cash: Amount,
  { verified, usedCents, open, eurUsd }: DepositFacts,
): { eurCents: bigint } | Refused<AmountRefusal> {
  if (cash.units <= 0n) return refuse('deposit_amount_positive', {}, 'amount')
  if (cash.units < MINIMUM_CENTS) {
    return refuse('minimum_deposit', { min: { asset: cash.asset, units: MINIMUM_CENTS } }, 'amount')
  }
  const eurCents = inEuros(cash, eurUsd)
  const left = leftOf(verified, usedCents)
  if (eurCents > left) {
    const code = verified ? 'after' : 'before'
    return refuse('deposit_limit', { left: eurOf(left), most: eurOf(LIMIT_CENTS[code]) }, 'amount')
  }
  return open < DEPOSITS_MAX ? { eurCents } : refuse('too_many_deposits', { most: String(DEPOSITS_MAX) })
}

const eurOf = (units: bigint): Amount => ({ asset: 'EUR', units })

/** The rest of the window's deposit limit, in cents of EUR. */
export const leftOf = (verified: boolean, usedCents: bigint): bigint => {
  const left = LIMIT_CENTS[verified ? 'after' : 'before'] - usedCents
  return left > 0n ? left : 0n
}

/** The start of the window that ends now. A deposit made exactly then no longer counts. */
export const windowFrom = (now: Instant): Instant => now - LIMIT_WINDOW_MS

export interface CoinForm {
  readonly currency: Coin
  readonly chain: Chain
  /** In hundred-millionths. */
  readonly amount: bigint
  readonly cash: Currency
  readonly hash: string
}

export type CoinRefusal = AmountRefusal | 'missing_information' | 'chain_of_currency' | 'hash_form' | 'no_rate'

/** Convert a crypto deposit to cash at the current rate, or refuse it. */
export function decideCoins(
  form: CoinForm,
  facts: DepositFacts,
): { cash: Amount; eurCents: bigint; hash: string } | Refused<CoinRefusal> {
  const { currency, chain, amount } = form
  if (!CHAINS_OF[currency].includes(chain)) return refuse('chain_of_currency', { currency }, 'chain')
  if (amount <= 0n) return refuse('deposit_amount_positive', {}, 'amount')
  if (amount > MOST_COIN_E8) return refuse('amount_too_large', {}, 'amount')
  const cash = cashFor(currency, amount, form.cash, facts.eurUsd)
  if (cash === null) return refuse('no_rate', {}, 'cash')
  // Coins that round to zero cents are refused as too little, not as zero.
  const decision = decideAmount(cash.units === 0n ? { ...cash, units: 1n } : cash, facts)
  if ('refused' in decision) return decision
  const hash = decideHash(chain, form.hash)
  return 'refused' in hash ? hash : { cash, ...decision, ...hash }
}

const HASH_FORMS: Readonly<Record<Chain, RegExp>> = {
  bitcoin: /^[0-9a-f]{64}$/,
  ethereum: /^0x[0-9a-f]{64}$/,
  polygon: /^0x[0-9a-f]{64}$/,
  tron: /^[0-9a-f]{64}$/,
}

/** A transaction hash in stored form: 64 lower-case hexadecimal digits, prefixed with `0x` on Ethereum and Polygon. */
export function decideHash(
  chain: Chain,
  text: string,
): { hash: string } | Refused<'missing_information' | 'hash_form'> {
  const hash = text.trim().toLowerCase()
  if (hash === '') return refuse('missing_information', {}, 'hash')
  return HASH_FORMS[chain].test(hash) ? { hash } : refuse('hash_form', { chain: CHAIN_NAMES[chain] }, 'hash')
}

/** The facts about a hash on its chain. */
export interface HashFacts {
  /** A deposit with it has been credited, to any customer. */
  readonly credited: boolean
  /** The same customer has a deposit with it under way. */
  readonly submitted: boolean
}

/**
 * A transaction is credited once. A deposit of another customer with the same hash blocks nothing while it is under
 * way: staff see both.
 */
export function decideHashUse({
  credited,
  submitted,
}: HashFacts): { free: true } | Refused<'hash_credited' | 'hash_submitted'> {
  if (credited) return refuse('hash_credited', {}, 'hash')
  return submitted ? refuse('hash_submitted', {}, 'hash') : { free: true }
}

/** The record number of a deposit that people read out: `D-4F09C2`. */
export const depositNumber = (id: string): string => recordNumber(depositReview, id)
