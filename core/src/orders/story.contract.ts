import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { FillId, LotId, OrderId } from '../base/ids.ts'
import { Count, Id, Listing, Moment, Money, Price, Rate, Shares } from '../base/wire.ts'
import { FeeTableNumber } from './fees.names.ts'
import { Holds, KindFields, OrderRow } from './orders.contract.ts'

/** A fill and its evidence: the quote event that caused it. */
export const FillReply = z.object({
  id: FillId,
  shares: Shares,
  price: Price,
  at: Moment,
  /** Price x shares, rounded on the sum over the order's fills. */
  cost: Money,
  fee: Money,
  /** The amount that the house financed of a buy, or a sell paid back; null without financing. */
  financed: z.nullable(Money),
  /** Version of the fee table: that of the order. */
  feeTable: FeeTableNumber,
  feeBps: z.int(),
  quote: z.object({
    at: Moment,
    bid: Price,
    ask: Price,
    bidSize: Count,
    askSize: Count,
    source: z.string(),
  }),
  /** The conversion that paid for it; null if its own currency sufficed. */
  conversion: z.nullable(z.object({ paid: Money, received: Money, rate: Rate, markup: Money })),
  /** Its posting, by the version of the posting's first entry. */
  posting: z.int(),
})

/**
 * The terms that an order had until a change of them: a replacement, a split or a new ticker with its corporate action, or
 * for an exit that was attached to a buy a further fill of the buy.
 */
export const FormerTerms = z.object({
  /** The server's time of the change. */
  at: Moment,
  shares: Shares,
  ...KindFields,
  held: Holds,
  split: z.nullable(z.object({ action: Id, from: Count, to: Count })),
  move: z.nullable(z.object({ action: Id, listing: Listing, successor: Listing })),
  /** The fill of its buy by which an exit grew; null for any other change. */
  fill: z.nullable(FillId),
})
export type FormerTerms = z.output<typeof FormerTerms>

/** One order with its fills, their evidence, the lots opened or closed, and the terms that changes ended. */
export const readOrder = read({
  path: '/orders/one',
  caller: 'customer',
  summary: 'One order with its fills, evidence and lots',
  topics: ['orders'],
  input: z.strictObject({ id: OrderId }),
  reply: z.object({
    order: OrderRow,
    fills: z.array(FillReply),
    /** The fee table that it was placed under, and the highest price at which a buy may fill; null for a sell. */
    feeTable: FeeTableNumber,
    worst: z.nullable(Price),
    /** The terms that it had before its changes, oldest first. */
    former: z.array(FormerTerms),
    /** For a buy: the lots it opened, one a fill. */
    opened: z.array(z.object({ lot: LotId, number: z.string(), shares: Shares, left: Count, cost: Money })),
    /** For a sell: the lots it closed, first in, first out. */
    closed: z.array(
      z.object({
        lot: LotId,
        number: z.string(),
        shares: Shares,
        openedAt: Moment,
        price: Price,
        cost: Money,
        proceeds: Money,
        fee: Money,
        realised: Money,
      }),
    ),
  }),
  refusals: ['unknown_order'],
})

export const storyCalls = { readOrder }
