import {
  isCurrency,
  priceE4,
  currencyFor,
  tickerOf,
  type Amount,
  type ListingId,
  type PriceE4,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import { formatAmount, formatCount, formatPrice } from '../base/formats.ts'
import type { Instant } from '../base/instant.ts'
import type { Language } from '../base/language.ts'
import type { NoticeCode } from './notices.contract.ts'

/** What is kept of a notice: plain texts by name, so that it can be read in any language for ever. */
export type Facts = Readonly<Record<string, string>>

/** A notice to be written down, in the transaction of what it tells of. */
export interface NewNotice {
  readonly customer: string
  /** A UUIDv7: notices sort by it. */
  readonly id: string
  readonly code: NoticeCode
  readonly facts: Facts
  readonly order: string | null
  readonly at: Instant
}

type Whose = Pick<NewNotice, 'customer' | 'id' | 'at'>

interface OrderFacts {
  readonly order: string
  readonly listing: ListingId
  readonly side: 'buy' | 'sell'
  readonly shares: bigint
}

/** An order is filled: at which price, and what it cost or brought, fee included. */
export const noticeOfFill = (
  { customer, id, at }: Whose,
  { order, listing, side, shares, price, total }: OrderFacts & { price: PriceE4; total: Amount },
): NewNotice => ({
  customer,
  id,
  code: 'order_filled',
  facts: {
    listing,
    side,
    shares: shares.toString(),
    priceE4: price.toString(),
    asset: total.asset,
    units: total.units.toString(),
  },
  order,
  at,
})

/** An order ended without a fill. `reason` is one of the contract's end reasons, or of a rejection its refusal. */
export const noticeOfEnd = (
  { customer, id, at }: Whose,
  code: 'order_cancelled' | 'order_expired' | 'order_rejected',
  { order, listing, side, shares, reason }: OrderFacts & { reason: string },
): NewNotice => ({ customer, id, code, facts: { listing, side, shares: shares.toString(), reason }, order, at })

/** The house's starting grant has arrived. */
export const noticeOfGrant = (whose: Whose, grant: Amount): NewNotice => ({
  ...whose,
  code: 'grant_received',
  facts: amountFacts(grant),
  order: null,
})

/** A password was set or changed, from which device. */
export const noticeOfPassword = (whose: Whose, which: 'login' | 'trading', device: string): NewNotice => ({
  ...whose,
  code: 'password_changed',
  facts: { which, device },
  order: null,
})

/** Somebody signed in, from which device. */
export const noticeOfSignIn = (whose: Whose, device: string): NewNotice => ({
  ...whose,
  code: 'signed_in',
  facts: { device },
  order: null,
})

const amountFacts = ({ asset, units }: Amount): Facts => ({ asset, units: units.toString() })

/** The sentence of a notice: which of the catalogue's texts, and what fills its blanks. */
export interface Wording {
  readonly key: string
  readonly blanks: Readonly<Record<string, string>>
  /** A blank that is itself a sentence of the catalogue. */
  readonly reason: string | null
}

/** How a notice is said in a language. `nameOf` gives a listing's name in it; a device without a name is left to the catalogue. */
export function wordingFor(
  code: NoticeCode,
  facts: Facts,
  language: Language,
  nameOf: (listing: ListingId) => string,
): Wording {
  if (code === 'grant_received') return plain(code, { amount: amountOf(facts, language) })
  if (code === 'signed_in') return plain(code, { device: factOf(facts, 'device') })
  if (code === 'password_changed')
    return plain(`${code}_${factOf(facts, 'which')}`, { device: factOf(facts, 'device') })
  const listing = factOf(facts, 'listing') as ListingId
  const order = {
    name: nameOf(listing),
    code: tickerOf(listing),
    shares: formatCount(factOf(facts, 'shares'), language),
  }
  if (code !== 'order_filled') return { key: code, blanks: order, reason: `reason.${factOf(facts, 'reason')}` }
  const price = formatPrice(priceE4(BigInt(factOf(facts, 'priceE4'))), language, currencyFor(listing))
  return plain(`${code}_${factOf(facts, 'side')}`, { ...order, price, total: amountOf(facts, language) })
}

const plain = (key: string, blanks: Record<string, string>): Wording => ({ key, blanks, reason: null })

function amountOf(facts: Facts, language: Language): string {
  const asset = factOf(facts, 'asset')
  assert(isCurrency(asset), 'a notice tells of money in a currency')
  return formatAmount({ asset, units: BigInt(factOf(facts, 'units')) }, language)
}

function factOf(facts: Facts, name: string): string {
  const fact = facts[name]
  assert(fact !== undefined, `a notice has the fact that its words need: ${name}`)
  return fact
}
