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

/** The least that is taken, in the cash that it becomes. */
export const MINIMUM_CENTS = 1_000n

/** Deposits of one customer count together over so long, those that were refused aside. */
export const LIMIT_WINDOW_MS = 24 * HOUR

/** What a customer may deposit within the window, in cents of EUR: before identity is verified, and after. */
export const LIMIT_CENTS = { before: LIMITS.basic.deposit, after: LIMITS.passed.deposit } as const

/** Under way at once, for one customer: what more would only fill the queue. */
export const DEPOSITS_MAX = 20

/** How long a link to the checkout page holds. */
export const CHECKOUT_MS = HOUR / 2

/** More coins than there are: hundred-millionths that no form means. */
export const MOST_COIN_E8 = 100_000_000_000_000_000n

/** Why coins are approved or refused, and why a payment at the checkout is: what the other way alone can have is not among them. */
const OF_WAY = {
  crypto: { approve: ['received'], refuse: depositReview.reasons.refuse },
  online: { approve: ['checkout_paid'], refuse: ['not_received', 'amount_differs', 'customer_asked'] },
} as const satisfies Record<DepositWay, { approve: Reasons<'approve'>; refuse: Reasons<'refuse'> }>

type Reasons<Of extends Opinion> = readonly (typeof depositReview)['reasons'][Of][number][]

/** The reasons that staff are offered for a deposit of a way. */
export const reasonsOfWay = (way: DepositWay): { approve: readonly string[]; refuse: readonly string[] } => OF_WAY[way]

/** What an amount is held against. */
export interface DepositFacts {
  /** The customer's identity is verified. */
  readonly verified: boolean
  /** What the customer's deposits of the window come to, in cents of EUR. */
  readonly usedCents: bigint
  /** Those under way. */
  readonly open: number
  /** USD for one EUR; null where the market has no rate. */
  readonly eurUsd: RateE6 | null
}

export type AmountRefusal =
  'deposit_amount_positive' | 'minimum_deposit' | 'deposit_limit' | 'too_many_deposits' | 'amount_too_large'

/** Take an amount of cash, with its euro cents for limits, or say why not: nothing, too little, too much, too many. */
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

/** What may still be deposited within the window, in cents of EUR. */
export const leftOf = (verified: boolean, usedCents: bigint): bigint => {
  const left = LIMIT_CENTS[verified ? 'after' : 'before'] - usedCents
  return left > 0n ? left : 0n
}

/** Since when a deposit counts into the window that ends now: one made exactly so long ago does not any more. */
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

/** What a deposit of coins becomes, with the rate of this moment, or why it is not taken. */
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
  // So few coins that they round to nothing are above zero, and too little.
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

/** A transaction's hash as it is kept, in small letters: 64 hexadecimal digits, with `0x` before them on Ethereum and Polygon. */
export function decideHash(
  chain: Chain,
  text: string,
): { hash: string } | Refused<'missing_information' | 'hash_form'> {
  const hash = text.trim().toLowerCase()
  if (hash === '') return refuse('missing_information', {}, 'hash')
  return HASH_FORMS[chain].test(hash) ? { hash } : refuse('hash_form', { chain: CHAIN_NAMES[chain] }, 'hash')
}

/** What is known of a hash on its chain. */
export interface HashFacts {
  /** It has been credited, to anybody. */
  readonly credited: boolean
  /** A deposit of the same customer with it is under way. */
  readonly submitted: boolean
}

/** A transaction is credited once. Somebody else's deposit under way with it stands in nobody's way: staff see both. */
export function decideHashUse({
  credited,
  submitted,
}: HashFacts): { free: true } | Refused<'hash_credited' | 'hash_submitted'> {
  if (credited) return refuse('hash_credited', {}, 'hash')
  return submitted ? refuse('hash_submitted', {}, 'hash') : { free: true }
}

/** The number of a deposit that a person reads out: `D-4F09C2`. */
export const depositNumber = (id: string): string => recordNumber(depositReview, id)
