import { isCurrency, wholeShares, type Amount } from '../base/amount.ts'
import { isRefused } from '../base/refusal.ts'
import type { Instant } from '../base/instant.ts'
import type { ExchangeRate, Quote } from '../market/market.contract.ts'
import { decideFill, type Fill, type FillFacts } from './fills.rules.ts'
import { decideExpiry, decideOrder, type Order, type OrderFacts } from './orders.rules.ts'

/*
 * The course of an order, worked out anew from its market: its terms at the instant at which it was placed, the first
 * event that fills it, and its end. Each function compares what is stored with what follows, and returns the difference
 * in figures, or null.
 */

/** An order as it was when it was placed. */
export const asPlaced = (order: Order): Order => ({
  ...order,
  through: order.marketAt,
  state: 'working',
  filled: wholeShares(0n),
  endedAt: null,
  endReason: null,
})

/** The facts at the order's market instant that its terms follow from. */
export type PlacedFacts = Pick<OrderFacts, 'kind' | 'halted' | 'session' | 'quote' | 'staleAfterMs' | 'rate'>

/** Compares an order's collar, hold and last instant with those that the rules give for its ticket at that instant. */
export function termsDiffer(order: Order, facts: PlacedFacts): string | null {
  const { node, customer, id, listing, side, shares, limit, timeInForce, feeTable } = order
  const decision = decideOrder(
    customer,
    { id, listing, side, shares, limit, timeInForce },
    {
      ...facts,
      node,
      now: order.placedAt,
      marketNow: order.marketAt,
      pausedSince: null,
      publicUntil: null,
      // A listing that was never quoted and a recording without rates took no order.
      isUnquoted: false,
      hasRates: true,
      // The amounts that it holds were free. The entries show whether more was.
      free: (asset) => unitsOf(order.held, asset),
      openOrders: 0,
      feeTable,
    },
  )
  if (isRefused(decision)) return `${termsOf(order)}; the rules refuse it: ${decision.refused}`
  const [stored, anew] = [termsOf(order), termsOf(decision.order)]
  return stored === anew ? null : `${stored}; worked out anew ${anew}`
}

const unitsOf = (held: readonly Amount[], asset: Amount['asset']): bigint =>
  held.find((amount) => amount.asset === asset)?.units ?? 0n

const termsOf = ({ worst, held, endsAt }: Pick<Order, 'worst' | 'held' | 'endsAt'>): string =>
  `collar ${worst ?? 'none'}, held ${held.map(({ asset, units }) => `${units} ${asset}`).join(' + ')}, until ${endsAt ?? 'cancelled'}`

/** The facts of a fill on an event, for deciding whether the event fills an order and at what amounts. */
export const factsOn = (
  order: Order,
  quote: Quote,
  { rate, source }: { readonly rate: ExchangeRate | null; readonly source: string },
): FillFacts => ({ now: order.placedAt, quote, source, rate, lots: [], fillId: NO_FILL, posting: 0 })

const NO_FILL = '' as Fill['id']

/** The event and the amounts of a fill, in one line. */
const evidenceOf = (
  { quote, price, conversion }: Pick<Fill, 'quote' | 'price' | 'conversion'>,
  source: string,
): string =>
  [
    `event ${quote.at}: bid ${quote.bid} x ${quote.bidSize}, ask ${quote.ask} x ${quote.askSize}, last ${quote.last}, at ${price}, ${source}`,
    ...(conversion
      ? [
          `${conversion.paid.units} + ${conversion.markup.units} ${conversion.paid.asset} for ${conversion.received.units} at ${conversion.rate} of ${conversion.rateAt}`,
        ]
      : []),
  ].join(', ')

/**
 * Compares a fill with the event that fills the order first, up to the fill's own; null if none does. A sell's proceeds
 * and fee follow from its price by the law of fee tables.
 */
export function fillDiffers(order: Order, fill: Fill, first: Quote | null, facts: (event: Quote) => FillFacts) {
  const stored = evidenceOf(fill, fill.source)
  if (!first) return `${stored}; no event up to it fills the order`
  const anew = facts(first)
  const result = mayConvert(order) ? decideFill(asPlaced(order), anew) : null
  const price = order.side === 'buy' ? first.ask : first.bid
  const conversion = result?.fill.conversion ?? null
  const expected = evidenceOf({ quote: first, price, conversion }, anew.source)
  return stored === expected ? null : `${stored}; worked out anew ${expected}`
}

/** The facts of the market at the end of an order that did not fill. */
export interface EndFacts {
  readonly closedForGood: boolean
  readonly lastQuoteAt: Instant | null
}

/** Compares an order that expired with the rule at the instant up to which its events are decided. */
export function expiryDiffers(order: Order, facts: EndFacts): string | null {
  const decision = decideExpiry(asPlaced(order), { ...facts, now: order.endedAt ?? 0, marketNow: order.through })
  const anew = decision?.order.endReason ?? 'it had time left'
  return anew === order.endReason
    ? null
    : `expired: ${order.endReason}, decided up to ${order.through}, end ${order.endsAt}; worked out anew: ${anew}`
}

/** The price at or beyond which an event may fill an order: an ask at most so high, or a bid at least so high. */
export const reachOf = ({ side, worst, limit }: Order) =>
  side === 'buy' ? ({ side, price: worst ?? 0n } as const) : ({ side, price: limit ?? 1n } as const)

/** True if a fill on an event may convert currencies, and so needs the rate of its instant. */
export const mayConvert = ({ held, asset }: Pick<Order, 'held' | 'asset'>): boolean =>
  isCurrency(asset) && (held.length > 1 || held[0]?.asset !== asset)
