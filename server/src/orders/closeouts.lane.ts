import { feeTablesAt, type FeeTableDay } from '@lonja/core/orders/fees.rules'
import { closeOutOrder, type CloseOutTerms } from '@lonja/core/orders/closeouts.rules'
import type { Order } from '@lonja/core/orders/orders.rules'
import { need } from '../database/book.ts'
import type { Command } from '../database/batch.ts'
import { post } from '../ledger/ledger.actions.ts'
import { lots } from './lots.store.ts'
import { claimIn, needClaims, type Claimer } from './claiming.lane.ts'
import { TOPICS_CHANGED, needBalances, putReserved } from './needs.lane.ts'
import type { OpenOrders } from './orders.open.ts'
import { orders } from './orders.store.ts'

/** The parts that an order of the house needs. */
export interface ClosingOutParts {
  readonly fees: readonly FeeTableDay[]
  readonly open: Claimer & Pick<OpenOrders, 'expect'>
}

/** Places an order of the house that closes shares of a lot. The caller has seen to it that they are free. */
export function closingOut(
  terms: Omit<CloseOutTerms, 'node' | 'placedAt' | 'feeTable'>,
  { fees, open }: ClosingOutParts,
): Command<Order> {
  const { customer, id, listing } = terms
  return {
    customer,
    topics: TOPICS_CHANGED,
    needs: [
      need(orders, { customer, id }),
      need(lots, { customer, listing }),
      ...needBalances(customer, [listing]),
      ...needClaims(terms, open),
    ],
    decide: (book, now) => {
      const feeTable = feeTablesAt(fees, now).current.version
      const { order, lines } = closeOutOrder({ ...terms, node: open.node(), placedAt: now, feeTable })
      claimIn(book, order, open, now)
      book.on(orders).put(order)
      putReserved(book, order, order.shares)
      post(book, { customer, cause: { kind: 'order', id }, at: now, lines }, 1)
      // Events after `marketAt` are decided with it from here on, before the commit.
      open.expect(order)
      return order
    },
  }
}
