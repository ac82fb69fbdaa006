import {
  BPS,
  costOf,
  currencyFor,
  divideHalfEven,
  type Amount,
  type Currency,
  type ListingId,
  type PriceE4,
  type RateE6,
} from '../base/amount.ts'
import type { CustomerId } from '../base/ids.ts'
import { isBelow, levelOf } from '../margin/judging.rules.ts'
import type { HeldListing } from '../orders/lots.rules.ts'
import { converted } from '../orders/holds.rules.ts'
import {
  MARGIN_LEVELS,
  equityAt,
  isAtMost,
  marginStanding,
  type MarginAccount,
  type MarginStanding,
} from '../orders/margin.rules.ts'

/** Accounts, and close-outs, on a page of the list, unless the call says how many. */
export const RISK_PAGE = 50

/*
 * The accounts with lots that the house has financed, as the house reads them. Every figure of an account is that of the
 * customer's own page: the same functions work it out.
 */

/** The levels by which the list of accounts is filtered: below the first and the second, at the last or below. */
export const RISK_LEVELS = ['full', 'near', 'closeOut'] as const satisfies readonly (keyof typeof MARGIN_LEVELS)[]
export type RiskLevel = (typeof RISK_LEVELS)[number]

/** An account with financed lots. `standing` is null while it cannot be judged for want of a rate. */
export interface RiskAccount {
  readonly customer: CustomerId
  readonly standing: MarginStanding | null
  /** Equity in basis points of the used margin; null without a standing, or without used margin. */
  readonly level: bigint | null
}

export function riskAccountOf(customer: CustomerId, account: MarginAccount): RiskAccount {
  const standing = marginStanding(account)
  return { customer, standing, level: standing && levelOf(standing) }
}

/** True if an account has fallen to a level: below it, or at the last one at which the house closes lots. */
export const isFallenTo = ({ standing }: RiskAccount, level: RiskLevel): boolean =>
  standing !== null &&
  (level === 'closeOut' ? isAtMost(standing, MARGIN_LEVELS[level]) : isBelow(standing, MARGIN_LEVELS[level]))

/** The cents that an account's equity may lose until a close-out begins; zero or less where it has begun. */
export const lossToCloseOut = ({ equity, used }: Pick<MarginStanding, 'equity' | 'used'>): bigint =>
  equity - equityAt(used, MARGIN_LEVELS.closeOut)

/** The place of an account in the list, which the next page begins after. */
export type RiskPlace = Pick<RiskAccount, 'customer' | 'level'>

/** The lowest level first; accounts without a level last. Accounts of one level stand in the order of their ids. */
export function byLevel(one: RiskPlace, other: RiskPlace): number {
  if (one.level !== other.level) {
    if (one.level === null) return 1
    if (other.level === null) return -1
    return one.level < other.level ? -1 : 1
  }
  return one.customer < other.customer ? -1 : one.customer > other.customer ? 1 : 0
}

/** A holding with its value: at the last price, or at its cost without one, as equity counts it. */
export interface Exposure extends HeldListing {
  readonly currency: Currency
  readonly last: PriceE4 | null
  readonly value: bigint
  /** Its part of the value of all holdings in basis points; null without a rate between their currencies. */
  readonly share: bigint | null
}

/** The holdings of all customers, the greatest value first. */
export function exposureOf(
  held: readonly HeldListing[],
  last: (listing: ListingId) => PriceE4 | null,
  rate: RateE6 | null,
): Exposure[] {
  const valued = held.map((each) => {
    const price = last(each.listing)
    const value: bigint = price === null ? each.cost : costOf(price, each.shares)
    return { ...each, currency: currencyFor(each.listing), last: price, value }
  })
  const isOneCurrency = new Set(valued.map(({ currency }) => currency)).size < 2
  const comparable = ({ currency, value }: (typeof valued)[number]): bigint =>
    isOneCurrency || rate === null ? value : inEuros({ asset: currency, units: value }, rate)
  const whole = valued.reduce((sum, each) => sum + comparable(each), 0n)
  const isShared = whole > 0n && (isOneCurrency || rate !== null)
  return valued
    .toSorted((a, b) => compare(comparable(b), comparable(a)) || compare(a.listing, b.listing))
    .map((each) => ({ ...each, share: isShared ? divideHalfEven(comparable(each) * BPS, whole) : null }))
}

const inEuros = (amount: Amount, rate: RateE6): bigint =>
  amount.asset === 'EUR' ? amount.units : converted(amount, rate).units

const compare = <Value extends bigint | string>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0
