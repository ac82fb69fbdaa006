import type { PriceE4 } from '@lonja/core/base/amount'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import { checkExits, pricesExpected } from '@lonja/core/orders/attached.rules'
import { kindTermsOf, stopPrice } from '@lonja/core/orders/kinds.rules'
import { withinReach } from '@lonja/core/orders/placing.rules'
import type { TextKey } from '@lonja/kit/text'
import { lacksPrice, type TicketFacts } from './facts.ts'
import { exitsOf, lacksStop, percentFrom, pricesOf, type TicketForm } from './ticket.ts'

/** So many per cent from the prices at which the buy is expected to fill. */
const PERCENT = 5

const REFUSAL_TEXTS = {
  exits_out_of_range: 'exitTooFar',
  exit_stop_too_high: 'exitStopTooHigh',
  exit_profit_too_low: 'exitProfitTooLow',
} as const satisfies Record<string, TextKey<'orders'>>

/** The terms of a form that state its price, with the quote; null while a price is missing. */
function buyingIn(form: TicketForm, facts: TicketFacts) {
  const prices = pricesOf(form)
  if (!prices || !facts.quote || lacksPrice(form, facts)) return null
  const terms = kindTermsOf(prices)
  return isRefused(terms) ? null : { terms, quote: facts.quote }
}

/** The exits that are proposed for a form: each five per cent from the price of the buy. Null while that is unknown. */
export function proposedExits(
  form: TicketForm,
  facts: TicketFacts,
): { readonly stop: PriceE4; readonly profit: PriceE4 } | null {
  const buying = buyingIn(form, facts)
  if (!buying) return null
  const { lowest, highest } = pricesExpected(buying)
  return { stop: percentFrom(lowest, -PERCENT), profit: percentFrom(highest, PERCENT) }
}

/** The price at which a stop that follows the market would begin; null while its distance or the buy has none. */
export function firstStopIn(form: TicketForm, facts: TicketFacts): PriceE4 | null {
  const buying = buyingIn(form, facts)
  const { exits } = form
  if (!buying || lacksStop(exits) || exits.trailBps === null) return null
  return stopPrice('sell', { by: 'share', bps: Number(exits.trailBps) }, pricesExpected(buying).lowest)
}

/** A price of an exit that the house would refuse: its field, and the words for it. */
export interface WrongExit {
  readonly field: string
  readonly text: (typeof REFUSAL_TEXTS)[keyof typeof REFUSAL_TEXTS]
}

/** The price of an exit that a refusal is about; null if it is about anything else. */
export function wrongExitOf(refusal: Refused | null): WrongExit | null {
  if (!refusal || refusal.field === undefined || !(refusal.refused in REFUSAL_TEXTS)) return null
  return { field: refusal.field, text: REFUSAL_TEXTS[refusal.refused as keyof typeof REFUSAL_TEXTS] }
}

/** The price of an exit of a form that the house would refuse; null if all are good. */
export function wrongExitIn(form: TicketForm, facts: TicketFacts): WrongExit | null {
  const buying = buyingIn(form, facts)
  const exits = exitsOf(form)
  return buying && exits ? wrongExitOf(checkExits(exits, { side: 'buy', ...buying }, withinReach)) : null
}
