import * as z from 'zod/mini'
import {
  CURRENCIES,
  VENUES,
  isCurrency,
  isListing,
  type Amount,
  type ListingId,
  type PriceE4,
  type RateE6,
  type Shares as WholeShares,
  wholeShares,
} from './amount.ts'
import { LANGUAGES } from './language.ts'

/** Codecs for values on the wire: the decoded side is the value that rules use, the encoded side is plain JSON. */

const MAX_DIGITS = 15

const decimal = (value: bigint, places: number): string => {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const undecimal = (text: string, places: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  const units = BigInt(whole.replace('-', '') + fraction.padEnd(places, '0'))
  return text.startsWith('-') ? -units : units
}

const decimalText = (places: number, minimum: number) =>
  z.string().check(z.regex(new RegExp(`^-?(0|[1-9][0-9]{0,${MAX_DIGITS - 1}})(\\.[0-9]{${minimum},${places}})?$`)))

/** Cents of a currency, `"1234.50"`. */
export const Cents = z.codec(decimalText(2, 1), z.bigint(), {
  decode: (text) => undecimal(text, 2),
  encode: (units) => decimal(units, 2),
})

/**
 * A price per share as a decimal string with up to four places, `"231.48"`; never negative. The currency is given
 * beside it.
 */
export const Price = z.codec(
  z.string().check(z.regex(/^(0|[1-9][0-9]{0,10})(\.[0-9]{1,4})?$/)),
  z.custom<PriceE4>((value) => typeof value === 'bigint'),
  { decode: (text) => undecimal(text, 4) as PriceE4, encode: (units) => trimmed(decimal(units, 4)) },
)

/** Trim zeros to at least two decimal places: `10.0500` becomes `10.05`, `0.1234` stays. */
const trimmed = (text: string): string => text.replace(/0{1,2}$/, '')

/** A price in its wire form. */
export const priceText = (price: PriceE4): string => z.encode(Price, price)

/** An exchange rate, `"1.081500"`: USD for one EUR. */
export const Rate = z.codec(
  z.string().check(z.regex(/^(0|[1-9][0-9]{0,6})(\.[0-9]{1,6})?$/)),
  z.custom<RateE6>((value) => typeof value === 'bigint'),
  { decode: (text) => undecimal(text, 6) as RateE6, encode: (units) => decimal(units, 6) },
)

/** Whole shares, `"10"`: at least one. */
export const Shares = z.codec(
  z.string().check(z.regex(/^[1-9][0-9]{0,11}$/)),
  z.custom<WholeShares>((value) => typeof value === 'bigint'),
  { decode: (text) => wholeShares(BigInt(text)), encode: (shares) => shares.toString() },
)

/** A count that may be zero or negative: volume, market capitalisation in whole currency units, changes of shares. */
export const Count = z.codec(z.string().check(z.regex(/^-?(0|[1-9][0-9]{0,17})$/)), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (count) => count.toString(),
})

export const CurrencyCode = z.enum(CURRENCIES)
export const VenueCode = z.enum(VENUES)
export const LanguageCode = z.enum(LANGUAGES)
export const Side = z.enum(['buy', 'sell'])

export const Listing = z.custom<ListingId>(isListing)

/** Cash as `{ "amount": "12.34", "currency": "EUR" }`. */
export const Money = z.codec(
  z.strictObject({ amount: Cents, currency: CurrencyCode }),
  z.custom<Amount>(
    (value: unknown) =>
      typeof value === 'object' && value !== null && 'asset' in value && isCurrency(String(value.asset)),
  ),
  {
    decode: ({ amount, currency }): Amount => ({ asset: currency, units: amount }),
    encode: ({ asset, units }) => ({ amount: units, currency: asset as 'EUR' }),
  },
)

/** Cash or shares of a listing: `{ "units": "12.34", "asset": "EUR" }`, `{ "units": "10", "asset": "XNYS:ABC" }`. */
export const Quantity = z.codec(
  z.union([
    z.strictObject({ asset: CurrencyCode, units: decimalText(2, 1) }),
    z.strictObject({ asset: Listing, units: z.string().check(z.regex(/^-?(0|[1-9][0-9]{0,17})$/)) }),
  ]),
  z.custom<Amount>((value) => typeof value === 'object' && value !== null),
  {
    decode: ({ asset, units }): Amount => ({ asset, units: isCurrency(asset) ? undecimal(units, 2) : BigInt(units) }),
    encode: ({ asset, units }) =>
      isCurrency(asset) ? { asset, units: decimal(units, 2) } : { asset, units: units.toString() },
  },
)

/** The amount of a review: cash as in `Money`, or shares as `{ "listing": "XNYS:ABC", "shares": "10" }`. */
export const MoneyOrShares = z.codec(
  z.union([
    z.strictObject({ amount: decimalText(2, 1), currency: CurrencyCode }),
    z.strictObject({ listing: Listing, shares: z.string().check(z.regex(/^-?(0|[1-9][0-9]{0,17})$/)) }),
  ]),
  z.custom<Amount>((value) => typeof value === 'object' && value !== null && 'asset' in value),
  {
    decode: (sent): Amount =>
      'currency' in sent
        ? { asset: sent.currency, units: undecimal(sent.amount, 2) }
        : { asset: sent.listing, units: BigInt(sent.shares) },
    encode: ({ asset, units }) =>
      isCurrency(asset) ? { amount: decimal(units, 2), currency: asset } : { listing: asset, shares: units.toString() },
  },
)

/** A moment in milliseconds since 1970 (UTC). */
export const Moment = z.int().check(z.gte(0), z.lte(8_640_000_000_000_000))

/** A moment in a query string: digits alone. */
export const MomentText = z.codec(z.string().check(z.regex(/^[0-9]{1,15}$/)), z.number(), {
  decode: (text) => Number(text),
  encode: (moment) => String(moment),
})

/** An entry's version number in a query string. A customer's entries are counted from 1. */
export const VersionText = z.codec(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/)), z.number(), {
  decode: (text) => Number(text),
  encode: (version) => String(version),
})

/** A whole number in a query string, within bounds. */
export const numberText = (least: number, most: number) =>
  z.codec(z.string().check(z.regex(/^[0-9]{1,9}$/)), z.int().check(z.gte(least), z.lte(most)), {
    decode: (text) => Number(text),
    encode: (value) => String(value),
  })

/** An id made by the caller that creates the row: a UUID of version 7. */
export const Id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))

/** One line of text written by a person. The default of 140 characters is the spec's (section 5). */
export const line = (most = 140) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^\P{Cc}*$/u))

/** The input of every list: a cursor and a page size. */
export const PAGE_MAX = 100
export const Page = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(numberText(1, PAGE_MAX)),
}

/** The reply of every list: the rows and a cursor; `cursor` null is the end. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ rows: z.array(row), cursor: z.nullable(z.string()) })

/** An account number as a person types it, with its dash or without. */
export const CUSTOMER_NUMBER = /^[Ll]-?[0-9A-Fa-f]{6}$/
