import { currencyFor, priceE4, tickerOf, type Amount, type ListingId, type PriceE4 } from '../base/amount.ts'
import { formatCount, formatPrice } from '../base/formats.ts'
import type { OrderId } from '../base/ids.ts'
import { isReverse } from '../market/actions.ts'
import type { SellType } from './lots.rules.ts'
import type { Order } from './orders.rules.ts'
import {
  amountIn,
  factIn,
  plain,
  type Facts,
  type NewNotice,
  type NoticeInWords,
  type NoticeHead,
  type Words,
} from '../notices/notices.rules.ts'

interface OrderFacts {
  readonly order: OrderId
  readonly listing: ListingId
  readonly side: 'buy' | 'sell'
  /** The shares of the order, and those that are filled by now. */
  readonly shares: bigint
  readonly filled: bigint
  /** The way in which a sell closes lots. Notices of earlier releases have none. */
  readonly sellType?: SellType
}

/**
 * An order was filled, in part or whole: the price of its fills by volume, and their cost or proceeds including the fee. A
 * later fill puts another notice in its place under the same id.
 */
export const noticeOfFill = (
  { customer, id, at }: NoticeHead,
  { price, total, ...facts }: OrderFacts & { price: PriceE4; total: Amount },
): NewNotice => ({
  customer,
  id,
  code: facts.filled === facts.shares ? 'order_filled' : 'order_part_filled',
  facts: filledFacts(facts, price, total),
  order: facts.order,
  at,
})

function filledFacts(facts: OrderFacts, price: PriceE4, { asset, units }: Amount): Facts {
  const filled = factsOf(facts)
  filled['priceE4'] = price.toString()
  filled['asset'] = asset
  filled['units'] = units.toString()
  return filled
}

/**
 * Notices of earlier releases have no number of filled shares: they were of all or of none. Field by field: object spreads
 * would take a tenth of a fill's time in the server's process.
 */
function factsOf({ listing, side, shares, filled, sellType }: OrderFacts): Record<string, string> {
  const facts: Record<string, string> = { listing, side, shares: shares.toString(), filled: filled.toString() }
  if (sellType !== undefined && sellType !== 'customer') facts['sellType'] = sellType
  return facts
}

/**
 * An order ended before all of its shares were filled. `reason` is one of the contract's end reasons, or for a rejection its
 * refusal.
 */
export const noticeOfEnd = (
  { customer, id, at }: NoticeHead,
  code: 'order_cancelled' | 'order_expired' | 'order_rejected',
  ended: OrderFacts & { reason: string },
): NewNotice => ({ customer, id, code, facts: endedFacts(ended), order: ended.order, at })

function endedFacts(ended: OrderFacts & { reason: string }): Facts {
  const facts = factsOf(ended)
  facts['reason'] = ended.reason
  return facts
}

/** A split has changed the shares of an open order, and its prices. */
export const noticeOfSplitOrder = ({ customer, id, at }: NoticeHead, before: Order, after: Order): NewNotice => ({
  customer,
  id,
  code: 'order_split',
  facts: { ...factsOf({ ...after, order: after.id }), before: before.shares.toString() },
  order: after.id,
  at,
})

/** The listing of an open order has a new ticker, and the order has moved there. */
export const noticeOfMovedOrder = ({ customer, id, at }: NoticeHead, before: Order, after: Order): NewNotice => ({
  customer,
  id,
  code: 'order_moved',
  facts: { ...factsOf({ ...after, order: after.id }), before: before.listing },
  order: after.id,
  at,
})

const orderIn = ({ facts, language, nameOf }: NoticeInWords) => {
  const listing = factIn(facts, 'listing') as ListingId
  const shares = formatCount(factIn(facts, 'shares'), language)
  const filled = formatCount(facts['filled'] ?? '0', language)
  return { listing, blanks: { name: nameOf(listing), code: tickerOf(listing), shares, filled } }
}

const fillWords: Words = (notice) => {
  const { code, facts, language } = notice
  const { listing, blanks } = orderIn(notice)
  const price = formatPrice(priceE4(BigInt(factIn(facts, 'priceE4'))), language, currencyFor(listing))
  return plain(`${code}_${facts['sellType'] ?? factIn(facts, 'side')}`, { ...blanks, price, total: amountIn(notice) })
}

/** The reasons of a cancel that the house makes, whose sentence is that of an order which ended. */
const BY_THE_HOUSE = ['split', 'symbol_changed', 'close_out', 'closed_by_hand', 'exit_reached']

/** The sentence of an order's end: a cancel that the customer did not ask for names its reason. */
function endKeyOf({ code, facts }: NoticeInWords): string {
  if (facts['reason'] === 'restricted') return 'order_restricted'
  return BY_THE_HOUSE.includes(facts['reason'] ?? '') ? 'order_expired' : code
}

const isInPart = ({ facts }: NoticeInWords): boolean => (facts['filled'] ?? '0') !== '0'

const endWords: Words = (notice) => ({
  key: `${endKeyOf(notice)}${isInPart(notice) ? '_in_part' : ''}`,
  blanks: orderIn(notice).blanks,
  reason: `reason.${factIn(notice.facts, 'reason')}`,
})

const splitWords: Words = (notice) => {
  const { code, facts, language } = notice
  const [before, after] = [factIn(facts, 'before'), factIn(facts, 'shares')]
  const ratio = { from: BigInt(before), to: BigInt(after) }
  return plain(isReverse(ratio) ? `${code}_reverse` : code, {
    ...orderIn(notice).blanks,
    before: formatCount(before, language),
  })
}

const movedWords: Words = (notice) =>
  plain(notice.code, { ...orderIn(notice).blanks, before: tickerOf(factIn(notice.facts, 'before') as ListingId) })

export const ordersWords = {
  order_moved: movedWords,
  order_split: splitWords,
  order_filled: fillWords,
  order_part_filled: fillWords,
  order_cancelled: endWords,
  order_expired: endWords,
  order_rejected: endWords,
} as const
