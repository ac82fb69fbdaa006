import { currencyFor, priceE4, tickerOf, type Amount, type ListingId, type PriceE4 } from '../base/amount.ts'
import { formatCount, formatPrice } from '../base/formats.ts'
import type { OrderId } from '../base/ids.ts'
import {
  amountFacts,
  amountIn,
  factIn,
  plain,
  type NewNotice,
  type NoticeInWords,
  type NoticeHead,
  type Words,
} from '../notices/notices.rules.ts'

interface OrderFacts {
  readonly order: OrderId
  readonly listing: ListingId
  readonly side: 'buy' | 'sell'
  readonly shares: bigint
}

/** An order was filled: the price, and its total cost or proceeds including the fee. */
export const noticeOfFill = (
  { customer, id, at }: NoticeHead,
  { order, listing, side, shares, price, total }: OrderFacts & { price: PriceE4; total: Amount },
): NewNotice => ({
  customer,
  id,
  code: 'order_filled',
  facts: { listing, side, shares: shares.toString(), priceE4: price.toString(), ...amountFacts(total) },
  order,
  at,
})

/** An order ended without a fill. `reason` is one of the contract's end reasons, or for a rejection its refusal. */
export const noticeOfEnd = (
  { customer, id, at }: NoticeHead,
  code: 'order_cancelled' | 'order_expired' | 'order_rejected',
  { order, listing, side, shares, reason }: OrderFacts & { reason: string },
): NewNotice => ({ customer, id, code, facts: { listing, side, shares: shares.toString(), reason }, order, at })

const orderIn = ({ facts, language, nameOf }: NoticeInWords) => {
  const listing = factIn(facts, 'listing') as ListingId
  const shares = formatCount(factIn(facts, 'shares'), language)
  return { listing, blanks: { name: nameOf(listing), code: tickerOf(listing), shares } }
}

const fillWords: Words = (notice) => {
  const { code, facts, language } = notice
  const { listing, blanks } = orderIn(notice)
  const price = formatPrice(priceE4(BigInt(factIn(facts, 'priceE4'))), language, currencyFor(listing))
  return plain(`${code}_${factIn(facts, 'side')}`, { ...blanks, price, total: amountIn(notice) })
}

/** The sentence of an order's end: a cancel that the customer did not ask for names its reason. */
function endKeyOf({ code, facts }: NoticeInWords): string {
  if (facts['reason'] === 'restricted') return 'order_restricted'
  return facts['reason'] === 'split' || facts['reason'] === 'symbol_changed' ? 'order_expired' : code
}

const endWords: Words = (notice) => ({
  key: endKeyOf(notice),
  blanks: orderIn(notice).blanks,
  reason: `reason.${factIn(notice.facts, 'reason')}`,
})

export const ordersWords = {
  order_filled: fillWords,
  order_cancelled: endWords,
  order_expired: endWords,
  order_rejected: endWords,
} as const
