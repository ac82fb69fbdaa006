import type { PriceE4 } from '@lonja/core/base/amount'
import { isRefused } from '@lonja/core/base/refusal'
import { checkExits, pricesExpected } from '@lonja/core/orders/attached.rules'
import { kindTermsOf } from '@lonja/core/orders/kinds.rules'
import { withinReach } from '@lonja/core/orders/placing.rules'
import type { TextKey } from '@lonja/kit/text'
import { lacksPrice, type TicketFacts } from './facts.ts'
import { exitsOf, percentFrom, pricesOf, type TicketForm } from './ticket.ts'

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

/** The refusal that the house would give to the exits of a form: its field, and its words. */
export function exitRefusalIn(
  form: TicketForm,
  facts: TicketFacts,
): { readonly field: string; readonly text: (typeof REFUSAL_TEXTS)[keyof typeof REFUSAL_TEXTS] } | null {
  const buying = buyingIn(form, facts)
  const exits = exitsOf(form)
  if (!buying || !exits) return null
  const wrong = checkExits(exits, { side: 'buy', ...buying }, withinReach)
  if (!wrong || wrong.field === undefined || !(wrong.refused in REFUSAL_TEXTS)) return null
  return { field: wrong.field, text: REFUSAL_TEXTS[wrong.refused as keyof typeof REFUSAL_TEXTS] }
}
