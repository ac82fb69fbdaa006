import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { LotId, OrderId } from '../base/ids.ts'
import { Cents, CurrencyCode, Listing, Moment, MomentText, Page, Price, Shares, pageOf } from '../base/wire.ts'
import { CLOSED_RESULTS, SELL_TYPES } from '../orders/lots.rules.ts'
import { LeverageNumber } from '../orders/orders.contract.ts'

/** The closed lots that a list, its totals and its file are about; without a field, all of them. */
const Narrowed = {
  listing: z.optional(Listing),
  /** The market: EUR is Madrid, USD the exchanges of the United States. */
  currency: z.optional(CurrencyCode),
  result: z.optional(z.enum(CLOSED_RESULTS)),
  sold: z.optional(z.enum(SELL_TYPES)),
  /** By the time of the sale, from `from` up to but without `to`. */
  from: z.optional(MomentText),
  to: z.optional(MomentText),
}

/** Closed lots, newest first: one row for each lot and sell. */
export const listClosed = read({
  path: '/portfolio/closed',
  caller: 'customer',
  summary: 'Closed positions, newest first',
  topics: ['orders'],
  /** `order` is the sell that closed them. */
  input: z.strictObject({ ...Page, ...Narrowed, order: z.optional(OrderId) }),
  reply: pageOf(
    z.object({
      order: OrderId,
      lot: LotId,
      number: z.string(),
      listing: Listing,
      name: z.string(),
      currency: CurrencyCode,
      shares: Shares,
      openedAt: Moment,
      closedAt: Moment,
      openPrice: Price,
      closePrice: Price,
      cost: Cents,
      proceeds: Cents,
      fee: Cents,
      realised: Cents,
      /** The leverage of the buy that opened the lot. */
      leverage: LeverageNumber,
      sellType: z.enum(SELL_TYPES),
    }),
  ),
})

/** The sums of closed lots in one currency. */
export const ClosedTotals = z.object({
  currency: CurrencyCode,
  count: z.int(),
  /** The lots with a result above zero, and the sum of their results. */
  gainCount: z.int(),
  gains: Cents,
  /** The lots with a result below zero, and the sum of their results, which is negative. */
  lossCount: z.int(),
  losses: Cents,
  /** Gains and losses together. */
  realised: Cents,
  cost: Cents,
  /** The fees of the sales. The fees of the purchases are part of the cost. */
  fees: Cents,
})
export type ClosedTotals = z.output<typeof ClosedTotals>

/** The sums of all closed lots that the filters leave, by currency; a currency without any is left out. */
export const readClosedTotals = read({
  path: '/portfolio/closed-totals',
  caller: 'customer',
  summary: 'Sums of closed positions by currency: results, gains, losses, fees',
  topics: ['orders'],
  input: z.strictObject(Narrowed),
  reply: z.object({ rows: z.array(ClosedTotals) }),
})

/** All closed lots that the filters leave, as a table with the practice mark and the totals. */
export const downloadClosed = read({
  path: '/portfolio/closed-file',
  caller: 'customer',
  summary: 'Closed positions as a table, with their totals, in the language of the call',
  file: ['text/csv'],
  input: z.strictObject(Narrowed),
  reply: z.object({}),
  refusals: ['too_many_tries'],
})

export const closedCalls = { listClosed, readClosedTotals, downloadClosed }
