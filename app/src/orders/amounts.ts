import type { OrderId } from '@lonja/core/base/ids'
import { amountOf, type TicketForm } from './ticket.ts'

/*
 * The amounts of money that buys of this window were for. An order is of whole shares, and the house does not know the
 * amount, so its receipt says it only as long as the window lives.
 */

const amounts = new Map<OrderId, bigint>()

/** Keeps the amount of a ticket that was accepted as this order. */
export function rememberAmount(order: OrderId, form: Pick<TicketForm, 'side' | 'amount'>): void {
  const units = amountOf(form)?.units ?? null
  if (units !== null) amounts.set(order, units)
}

/** The cents that an order was for; null for one that stated its shares, or that another window placed. */
export const rememberedAmount = (order: OrderId): bigint | null => amounts.get(order) ?? null
