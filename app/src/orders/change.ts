import { cents, currencyFor, wholeShares } from '@lonja/core/base/amount'
import { isRefused } from '@lonja/core/base/refusal'
import { sameExits } from '@lonja/core/orders/attached.rules'
import { chargesOf, type Charges } from '@lonja/core/orders/charges.rules'
import { kindTermsOf } from '@lonja/core/orders/kinds.rules'
import type { OrderRow } from '@lonja/core/orders/orders.contract'
import { isOpen } from '@lonja/core/orders/orders.rules'
import type { NewTerms, OpenOrder, ReplacementFacts } from '@lonja/core/orders/replacement.rules'
import type { TicketFacts } from './facts.ts'
import type { OrderStory } from './story.ts'
import { NO_EXITS, exitsOf, lacksExitPrice, pricesOf, type ExitsForm, type TicketForm } from './ticket.ts'

/** The times in force that an order can be changed from and to. */
export const CHANGED_TIMES = ['day', 'gtc'] as const

/** True if an order is open and of a kind that can be changed here. A pair is changed where its position is. */
export const canChange = (order: Pick<OrderRow, 'kind' | 'state' | 'timeInForce'>): boolean =>
  isOpen(order) && order.kind !== 'pair' && CHANGED_TIMES.some((each) => each === order.timeInForce)

/** True while the exits of a buy are terms of it. From its first fill on they are an order of their own. */
export const hasOwnExits = ({ side, filled }: Pick<OrderRow, 'side' | 'filled'>): boolean =>
  side === 'buy' && filled === 0n

function exitsFormOf(exits: OrderRow['exits']): ExitsForm {
  if (exits === null) return NO_EXITS
  const { stop, trailBps = null, profit } = exits
  const follows = trailBps !== null
  return {
    ...NO_EXITS,
    stops: follows || stop !== null,
    stop,
    follows,
    ...(follows ? { trailBps: BigInt(trailBps) } : {}),
    takes: profit !== null,
    profit,
  }
}

/** A form as its exits are judged: after its stop was reached, a buy waits for its limit, or for the next event. */
export const pricedForm = (form: TicketForm, { triggered }: Pick<OrderRow, 'triggered'>): TicketForm =>
  triggered ? { ...form, kind: form.kind === 'stop_limit' ? 'limit' : 'market' } : form

/** The form of an order's terms. */
export const formOf = (order: OrderRow): TicketForm => ({
  side: order.side,
  kind: order.kind === 'pair' ? 'stop' : order.kind,
  shares: order.shares,
  amount: null,
  limit: order.limit,
  stop: order.stop,
  trailBy: order.trail === null ? 'share' : 'amount',
  trailBps: order.trailBps === null ? null : BigInt(order.trailBps),
  trail: order.trail,
  timeInForce: order.timeInForce,
  lot: order.lot,
  leverage: order.leverage,
  exits: exitsFormOf(order.exits),
})

/** The terms that a form asks for; null while a field is invalid. Exits that stay are not named. */
export function askedOf(form: TicketForm, order: OrderRow): NewTerms | null {
  const { shares, timeInForce } = form
  const prices = pricesOf(form)
  if (shares === null || shares < 1n || prices === null) return null
  const { limit, stop = null, trail = null, trailBps = null } = prices
  const terms = { shares: wholeShares(shares), limit, stop, trail, trailBps, timeInForce }
  if (!hasOwnExits(order)) return terms
  if (lacksExitPrice(form)) return null
  const exits = exitsOf(form)
  return sameExits(order.exits, exits) ? terms : { ...terms, exits }
}

/** An open order as its preview takes it. */
export function openOrderOf({ order, feeTable, worst }: OrderStory): OpenOrder {
  const terms = kindTermsOf(order)
  return {
    side: order.side,
    listing: order.listing,
    asset: order.side === 'buy' ? currencyFor(order.listing) : order.listing,
    shares: order.shares,
    filled: wholeShares(order.filled),
    limit: order.limit,
    timeInForce: order.timeInForce,
    conditions: {
      stop: isRefused(terms) ? null : terms.stop,
      trigger: order.triggered,
      profit: order.profit,
      leverage: order.leverage,
      exits: order.exits,
    },
    held: order.held,
    feeTable,
    worst,
    stopNow: order.stopNow,
  }
}

const chargesIn = ({ feeTable, fills }: OrderStory): Charges =>
  chargesOf(
    { feeTable },
    fills.map(({ price, shares, cost, fee, financed, conversion }) => ({
      price,
      shares,
      cost: cents(cost.units),
      fee: cents(fee.units),
      financed: financed?.units ?? 0n,
      conversion,
    })),
  )

/** The facts of a preview; null while they load. */
export function factsOf(story: OrderStory, facts: TicketFacts): ReplacementFacts | null {
  const { preview, quote, neverARate } = facts
  if (!preview || !quote) return null
  return { charges: chargesIn(story), quote, rate: preview.rate, hasRates: !neverARate, free: preview.free, lot: null }
}

/** A change is asked about first where the ticket asks: if it sells more shares. */
export const asksFirst = (order: OrderRow, terms: NewTerms): boolean =>
  order.side === 'sell' && terms.shares > order.shares

/** True if an order has the terms that are asked for. */
export const hasTerms = (order: OrderRow, terms: NewTerms): boolean =>
  (['shares', 'limit', 'stop', 'trail', 'trailBps', 'timeInForce'] as const).every(
    (name) => order[name] === terms[name],
  ) &&
  (terms.exits === undefined || sameExits(order.exits, terms.exits))
