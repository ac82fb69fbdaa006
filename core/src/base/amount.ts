import { assert } from './assert.ts'

/** The currencies an account holds cash in (`product`: the markets are EUR and USD). */
export const CURRENCIES = ['EUR', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

/** ISO 10383 codes of the venues: New York Stock Exchange, Nasdaq, NYSE American, Bolsa de Madrid. */
export const VENUES = ['XNYS', 'XNAS', 'XASE', 'XMAD'] as const
export type Venue = (typeof VENUES)[number]

/** The currency of everything that trades on a venue. */
const VENUE_CURRENCIES: Readonly<Record<Venue, Currency>> = { XNYS: 'USD', XNAS: 'USD', XASE: 'USD', XMAD: 'EUR' }

/** A listing's id: its venue's MIC and its ticker, `XNYS:ABC`. Its currency follows from the venue. */
export type ListingId = `${Venue}:${string}`

/** The form of a listing id. */
export const LISTING_FORM = new RegExp(`^(${VENUES.join('|')}):[A-Z0-9.]{1,12}$`)

/** Anything that can be owned and held: a currency, or the shares of one listing. */
export type Asset = Currency | ListingId

/** An exact quantity of one asset: cents of a currency, whole shares of a listing. Negative means owed. */
export interface Amount {
  readonly asset: Asset
  readonly units: bigint
}

/** A price in ten-thousandths of a currency unit (10.05 is 100_500n): a type of its own, never to be taken for cents. */
export type PriceE4 = bigint & { readonly unit: 'E4' }

/** An exchange rate in millionths (1.0815 USD per EUR is 1_081_500n). */
export type RateE6 = bigint & { readonly unit: 'E6' }

/** Cents of the currency that stands beside them. Negative means owed. */
export type Cents = bigint & { readonly unit: 'cents' }

/** Whole shares of the listing that stands beside them. */
export type Shares = bigint & { readonly unit: 'shares' }

/** A rate in hundredths of a percent (10 are 0.1 %). */
export type BasisPoints = bigint & { readonly unit: 'bps' }

export const E4_PER_CENT = 100n
export const BPS = 10_000n

export const cents = (units: bigint): Cents => units as Cents
export const wholeShares = (units: bigint): Shares => units as Shares
export const basisPoints = (units: bigint): BasisPoints => units as BasisPoints
export const priceE4 = (units: bigint): PriceE4 => units as PriceE4
export const rateE6 = (units: bigint): RateE6 => units as RateE6
export const eur = (units: bigint): Amount => ({ asset: 'EUR', units })
export const usd = (units: bigint): Amount => ({ asset: 'USD', units })

export const isCurrency = (asset: string): asset is Currency => asset === 'EUR' || asset === 'USD'

/** True if the text has the form of a listing's id. The listing need not exist. */
export const isListing = (text: unknown): text is ListingId => typeof text === 'string' && LISTING_FORM.test(text)

/** The venue of a listing: the part of its id before the colon. */
export const venueOf = (listing: ListingId): Venue => listing.slice(0, 4) as Venue

/** The ticker of a listing: the part of its id after the colon. */
export const tickerOf = (listing: ListingId): string => listing.slice(5)

/** The currency a listing trades in: that of its venue. */
export const currencyFor = (listing: ListingId): Currency => VENUE_CURRENCIES[venueOf(listing)]

/** The other of the two currencies. A buy is converted from it when its own currency does not suffice. */
export const otherCurrency = (currency: Currency): Currency => (currency === 'EUR' ? 'USD' : 'EUR')

/** Division rounded towards positive infinity. Asserts `by` > 0. */
export function divideUp(value: bigint, by: bigint): bigint {
  assert(by > 0n, 'a divisor is positive')
  const quotient = value / by
  return value % by > 0n ? quotient + 1n : quotient
}

/** Division rounded towards negative infinity. Asserts `by` > 0. */
export function divideDown(value: bigint, by: bigint): bigint {
  assert(by > 0n, 'a divisor is positive')
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}

/**
 * Division rounded half to even, for figures that are only shown. An amount that a customer pays is rounded up, one that
 * they receive down: `divideUp`, `divideDown`. Asserts `by` > 0.
 */
export function divideHalfEven(value: bigint, by: bigint): bigint {
  const floor = divideDown(value, by)
  const twice = (value - floor * by) * 2n
  if (twice < by) return floor
  if (twice > by) return floor + 1n
  return floor % 2n === 0n ? floor : floor + 1n
}

/** The value of `shares` at a price, to be shown: rounded half to even. A fill's cost has its order's fee table. */
export const costOf = (price: PriceE4, shares: Shares): Cents => cents(divideHalfEven(price * shares, E4_PER_CENT))

/** The part of an amount that falls to some of its shares, rounded half to even. Asserts `all` > 0. */
export const partFor = (amount: Cents, some: Shares, all: Shares): Cents => cents(divideHalfEven(amount * some, all))

/** A rate of an amount, rounded as `round` does. */
export const rateOf = (amount: Cents, rate: BasisPoints, round: typeof divideUp): Cents =>
  cents(round(amount * rate, BPS))

/** The sum and the difference of two quantities of one unit. The compiler refuses two units. */
export const plus = <Unit extends bigint>(a: Unit, b: Unit): Unit => ((a as bigint) + b) as Unit
export const minus = <Unit extends bigint>(a: Unit, b: Unit): Unit => ((a as bigint) - b) as Unit

/** The same quantity with the other sign. */
export const negated = <Unit extends bigint>(units: Unit): Unit => -(units as bigint) as Unit

export const minOf = <Unit extends bigint>(a: Unit, b: Unit): Unit => (a < b ? a : b)
export const maxOf = <Unit extends bigint>(a: Unit, b: Unit): Unit => (a > b ? a : b)
