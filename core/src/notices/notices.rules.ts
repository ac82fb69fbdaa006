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
import { formatDate } from '../base/dates.ts'
import { changeBps, formatAmount, formatBps, formatCount, formatPrice, formatRate } from '../base/formats.ts'
import type { Instant } from '../base/instant.ts'
import type { Language } from '../base/language.ts'
import type { NoticeCode, NoticeKind } from './notices.contract.ts'

/** A change of the identity check. */
export type KycTold =
  | { readonly code: 'kyc_submitted' | 'kyc_in_review' | 'kyc_passed' }
  | { readonly code: 'kyc_refused'; readonly reason: string }

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

/** What each notice is about. */
export const KIND_OF: Readonly<Record<NoticeCode, NoticeKind>> = {
  order_filled: 'orders',
  order_cancelled: 'orders',
  order_expired: 'orders',
  order_rejected: 'orders',
  grant_received: 'money',
  password_changed: 'account',
  signed_in: 'account',
  security_changed: 'account',
  alert_above: 'prices',
  alert_below: 'prices',
  alert_percent: 'prices',
  deposit_received: 'money',
  deposit_in_review: 'money',
  deposit_credited: 'money',
  deposit_refused: 'money',
  withdrawal_received: 'money',
  withdrawal_in_review: 'money',
  withdrawal_approved: 'money',
  withdrawal_sent: 'money',
  withdrawal_refused: 'money',
  withdrawal_cancelled: 'money',
  payee_added: 'money',
  payee_ready: 'money',
  payee_removed: 'money',
  kyc_submitted: 'account',
  kyc_in_review: 'account',
  kyc_passed: 'account',
  kyc_refused: 'account',
  support_answered: 'account',
  support_closed: 'account',
  account_restricted: 'account',
  account_freed: 'account',
  account_restricted_here: 'account',
  account_freed_here: 'account',
  started_over: 'money',
  granted_here: 'money',
  house_message: 'account',
}

export type Whose = Pick<NewNotice, 'customer' | 'id' | 'at'>

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

/** The identity check has come a step further, or was refused for a reason. */
export const noticeOfKyc = (whose: Whose, submission: string, told: KycTold): NewNotice => ({
  ...whose,
  code: told.code,
  facts: { record: 'kyc', recordId: submission, ...('reason' in told ? { reason: told.reason } : {}) },
  order: null,
})

/** Somebody signed in, from which device. */
export const noticeOfSignIn = (whose: Whose, device: string): NewNotice => ({
  ...whose,
  code: 'signed_in',
  facts: { device },
  order: null,
})

/** A wallet or bank card was added, and from when on it can be paid to; its wait is over; or it was removed. */
export const noticeOfPayee = (
  whose: Whose,
  code: 'payee_added' | 'payee_ready' | 'payee_removed',
  { kind, what, where, readyAt }: { kind: 'wallet' | 'card'; what: string; where: string; readyAt?: Instant },
): NewNotice => ({
  ...whose,
  code,
  facts: { kind, what, where, ...(readyAt === undefined ? {} : { readyAt: String(readyAt) }) },
  order: null,
})

/** A price got where an alert waits for it: the level or percentage, and the quote that did it, as evidence. */
export const noticeOfAlert = (
  whose: Whose,
  { kind, listing, isIndex, level, percentBps, note, quote }: AlertTold,
): NewNotice => ({
  ...whose,
  code: `alert_${kind}`,
  facts: {
    listing,
    // The value of an index is of no currency.
    index: isIndex ? '1' : '',
    wanted: String(kind === 'percent' ? percentBps : level),
    lastE4: quote.last.toString(),
    previousE4: quote.previousClose === null ? '' : quote.previousClose.toString(),
    quoteAt: String(quote.at),
    note: note ?? '',
  },
  order: null,
})

export interface AlertTold {
  readonly kind: 'above' | 'below' | 'percent'
  readonly listing: ListingId
  readonly isIndex: boolean
  readonly level: PriceE4 | null
  readonly percentBps: number | null
  readonly note: string | null
  readonly quote: { readonly at: Instant; readonly last: PriceE4; readonly previousClose: PriceE4 | null }
}

const amountFacts = ({ asset, units }: Amount): Facts => ({ asset, units: units.toString() })

/** The sentence of a notice: which of the catalogue's texts, and what fills its blanks. */
export interface Wording {
  readonly key: string
  readonly blanks: Readonly<Record<string, string>>
  /** A blank that is itself a sentence of the catalogue. */
  readonly reason: string | null
  /** Of a decision: whose words the server's texts of reviews have. */
  readonly review?: string | undefined
  /** The customer's own words, told at the end; '' without any. */
  readonly note?: string
}

/** How a notice is said in a language. `nameOf` gives a listing's name in it; a device without a name is left to the catalogue. */
export function wordingFor(
  code: NoticeCode,
  facts: Facts,
  language: Language,
  nameOf: (listing: ListingId) => string,
): Wording {
  if (code === 'grant_received' || code === 'granted_here') return plain(code, { amount: amountOf(facts, language) })
  if (code === 'signed_in') return plain(code, { device: factOf(facts, 'device') })
  if (code === 'started_over') return plain(code, { orders: formatCount(factOf(facts, 'orders'), language) })
  if (code === 'security_changed')
    return plain(`${code}_${factOf(facts, 'what')}`, { device: factOf(facts, 'device'), seat: factOf(facts, 'seat') })
  if (code === 'password_changed')
    return plain(`${code}_${factOf(facts, 'which')}`, { device: factOf(facts, 'device') })
  if (code === 'kyc_refused') return { key: code, blanks: {}, reason: `reason.${factOf(facts, 'reason')}` }
  if (code === 'kyc_submitted' || code === 'kyc_in_review' || code === 'kyc_passed') return plain(code, {})
  if (code === 'payee_added' || code === 'payee_ready' || code === 'payee_removed') return payeeWording(code, facts)
  if (facts['record'] !== undefined) return recordWording(code, facts, language)
  if (code === 'support_answered' || code === 'support_closed') return plain(code, { seat: factOf(facts, 'seat') })
  const listing = factOf(facts, 'listing') as ListingId
  if (code === 'alert_above' || code === 'alert_below' || code === 'alert_percent')
    return alertWording(code, facts, language, nameOf(listing))
  const order = {
    name: nameOf(listing),
    code: tickerOf(listing),
    shares: formatCount(factOf(facts, 'shares'), language),
  }
  if (code !== 'order_filled') return { key: code, blanks: order, reason: `reason.${factOf(facts, 'reason')}` }
  const price = formatPrice(priceE4(BigInt(factOf(facts, 'priceE4'))), language, currencyFor(listing))
  return plain(`${code}_${factOf(facts, 'side')}`, { ...order, price, total: amountOf(facts, language) })
}

function payeeWording(code: NoticeCode, facts: Facts): Wording {
  const { readyAt } = facts
  const time = readyAt === undefined ? {} : { time: formatDate(Number(readyAt)) }
  return plain(`${code}_${factOf(facts, 'kind')}`, {
    what: factOf(facts, 'what'),
    where: factOf(facts, 'where'),
    ...time,
  })
}

function recordWording(code: NoticeCode, facts: Facts, language: Language): Wording {
  const amount = facts['asset'] === undefined ? {} : { amount: amountOf(facts, language) }
  const place = facts['place'] === undefined ? {} : { place: facts['place'] }
  return { ...plain(code, { ...amount, ...place }), review: facts['review'] }
}

function alertWording(code: NoticeCode, facts: Facts, language: Language, name: string): Wording {
  const listing = factOf(facts, 'listing') as ListingId
  const currency = factOf(facts, 'index') === '' ? currencyFor(listing) : undefined
  const price = (e4: string): string => formatPrice(priceE4(BigInt(e4)), language, currency)
  const wanted = factOf(facts, 'wanted')
  const [last, note] = [factOf(facts, 'lastE4'), factOf(facts, 'note')]
  const blanks = {
    name,
    code: tickerOf(listing),
    price: price(last),
    time: formatDate(Number(factOf(facts, 'quoteAt'))),
  }
  if (code !== 'alert_percent') return { ...plain(code, { ...blanks, level: price(wanted) }), note }
  const moved = changeBps(BigInt(factOf(facts, 'previousE4')), BigInt(last))
  return {
    ...plain(code, { ...blanks, move: formatBps(moved, language), percent: formatRate(BigInt(wanted), language) }),
    note,
  }
}

/** The listing that a notice is about; null for none. */
export const listingOf = (facts: Facts): ListingId | null => (facts['listing'] as ListingId | undefined) ?? null

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
