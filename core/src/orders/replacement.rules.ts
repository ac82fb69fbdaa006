import { E4_PER_CENT, currencyFor, divideUp, isCurrency, otherCurrency, wholeShares } from '../base/amount.ts'
import type { Amount, Asset, PriceE4 } from '../base/amount.ts'
import { isRefused, type Refused } from '../base/refusal.ts'
import type { Quote } from '../market/market.contract.ts'
import { withFill } from './charges.rules.ts'
import { COST_MOST, heldMore, holdLeft, unitsIn } from './holds.rules.ts'
import { kindTermsOf, sameStop, type KindTerms } from './kinds.rules.ts'
import { leverageOf, type Order } from './orders.rules.ts'
import { mostThat, priceIn } from './preview.rules.ts'
import { checkAttached } from './reattaching.rules.ts'
import type { Replacement } from './replacing.contract.ts'
import {
  checkChange,
  holdAnew,
  isPriced,
  placeAfter,
  sameTerms,
  worstAfter,
  type HoldFacts,
  type OpenHold,
  type OpenTerms,
  type Place,
  type ReplaceRefusal,
} from './replacing.rules.ts'

/*
 * The preview of a replacement: the amounts before and after it, by the rules that decide it afterwards.
 */

/** An open order as its customer sees it. `stopNow` is its stop at this moment. */
export type OpenOrder = OpenTerms & OpenHold & Pick<Order, 'worst'> & { readonly stopNow: PriceE4 | null }

/** The terms that are asked for, as a form states them. */
export type NewTerms = Omit<Replacement, 'id' | 'side' | 'changes'>

export interface ReplacementFacts extends HoldFacts {
  readonly quote: Pick<Quote, 'bid' | 'ask' | 'last'>
}

/** The amounts of an order by its terms: what all of it costs or brings, and what is held for the part that is left. */
export interface TermsMoney {
  /** The limit, the stop as it stands, or the price of the quote, at which the part that is left is counted. */
  readonly price: PriceE4
  /** The cost of a buy or the proceeds of a sell, of all its shares, and the fee. */
  readonly cost: Amount
  readonly fee: Amount
  /** Cost and fee of a buy, proceeds less fee of a sell. */
  readonly total: Amount
  readonly held: readonly Amount[]
  /** The amounts that are free beside the hold: of a buy by currency, its own first; of a sell the shares. */
  readonly free: readonly Amount[]
}

export interface ReplacementPreview {
  readonly before: TermsMoney
  /** Null if they are refused. */
  readonly after: TermsMoney | null
  readonly refusal: Refused<ReplaceRefusal> | null
  /** True if nothing would change. */
  readonly stays: boolean
  readonly place: Place
  /** The amounts that are held more; below 0, those that are released. */
  readonly more: readonly Amount[]
}

/** Compute the preview of new terms for an open order. A pause of the house is no part of it. */
export function previewReplacement(
  order: OpenOrder,
  replacement: NewTerms,
  facts: ReplacementFacts,
): ReplacementPreview {
  const terms = kindTermsOf(replacement)
  const heldNow = holdLeft(order, facts.charges)
  const before = moneyOf(order, { shares: order.shares, price: priceBefore(order, facts), held: heldNow }, facts)
  const refused = (refusal: Refused<ReplaceRefusal>): ReplacementPreview => ({
    before,
    after: null,
    refusal,
    stays: false,
    place: 'kept',
    more: [],
  })
  if (isRefused(terms)) return refused(terms)
  const stays = sameTerms(order, replacement, terms)
  const place = placeAfter(order, replacement, terms)
  if (stays) return { before, after: before, refusal: null, stays, place, more: [] }
  const wrong = checkChange(order, replacement, terms, { ...facts, best: null, pausedSince: null, publicUntil: null })
  if (wrong) return refused(wrong)
  const ofExits = checkAttached(order, replacement, { terms, quote: facts.quote, isPriced: isPriced(order, terms) })
  if (ofExits) return refused(ofExits)
  const hold = holdAnew(order, { shares: replacement.shares, worst: worstAfter(order, terms, facts.quote) }, facts)
  if (isRefused(hold)) return refused(hold)
  const held = holdLeft({ ...order, held: hold.held }, facts.charges)
  const price = priceAfter(order, terms, facts)
  const after = moneyOf(
    order,
    { shares: replacement.shares, price, held },
    { ...facts, free: freeBeside(heldNow, held, facts.free) },
  )
  return { before, after, refusal: null, stays, place, more: heldMore(heldNow, held) }
}

/** The most shares that an order could have with these prices, filled ones included. */
export function mostSharesAfter(
  order: OpenOrder,
  prices: Pick<NewTerms, 'limit' | 'stop' | 'trail' | 'trailBps'>,
  facts: ReplacementFacts,
): bigint {
  const terms = kindTermsOf(prices)
  if (isRefused(terms)) return order.shares
  const worst = worstAfter(order, terms, facts.quote)
  if (worst === null)
    return order.filled + unitsIn(holdLeft(order, facts.charges), order.asset) + facts.free(order.asset)
  const covers = (shares: bigint): boolean =>
    shares <= order.filled || !isRefused(holdAnew(order, { shares: wholeShares(shares), worst }, facts))
  return mostThat(covers, order.filled + divideUp(COST_MOST * E4_PER_CENT, worst) + 1n)
}

const priceBefore = (order: OpenOrder, { quote }: ReplacementFacts): PriceE4 =>
  order.limit ?? order.stopNow ?? priceIn(order.side, { kind: 'market', limit: null, stop: null, profit: null }, quote)

/** A stop that stays is where it has followed the market to. */
function priceAfter(order: OpenOrder, terms: KindTerms, { quote }: ReplacementFacts): PriceE4 {
  const isKept = terms.stop !== null && sameStop(order.conditions?.stop ?? null, terms.stop)
  return terms.limit ?? (isKept ? order.stopNow : null) ?? priceIn(order.side, terms, quote)
}

function moneyOf(
  order: OpenOrder,
  {
    shares,
    price,
    held,
  }: { readonly shares: Order['shares']; readonly price: PriceE4; readonly held: readonly Amount[] },
  { charges, free }: Pick<HoldFacts, 'charges' | 'free'>,
): TermsMoney {
  const currency = currencyFor(order.listing)
  const money = (units: bigint): Amount => ({ asset: currency, units })
  const rest = wholeShares(shares - order.filled)
  const { cost, fee } = withFill(
    { feeTable: order.feeTable, side: order.side, currency, leverage: leverageOf(order) },
    charges,
    { price, shares: rest },
  )
  const total: bigint = order.side === 'buy' ? cost + fee : cost - fee
  const assets: readonly Asset[] = isCurrency(order.asset) ? [currency, otherCurrency(currency)] : [order.asset]
  return {
    price,
    cost: money(cost),
    fee: money(fee),
    total: money(total),
    held,
    free: assets.map((asset) => ({ asset, units: free(asset) })),
  }
}

const freeBeside =
  (before: readonly Amount[], after: readonly Amount[], free: HoldFacts['free']) =>
  (asset: Asset): bigint =>
    free(asset) + unitsIn(before, asset) - unitsIn(after, asset)
