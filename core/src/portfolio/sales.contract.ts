import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { Cents, Count, CurrencyCode, Listing, Moment, Price } from '../base/wire.ts'
import { SALE_OBSTACLES } from './sales.rules.ts'

/** The sale of each position at market, at the current quotes: nothing is placed. The largest position comes first. */
export const previewSales = read({
  path: '/portfolio/sales-preview',
  caller: 'customer',
  summary: 'What selling each position at market would bring, and what stands against it',
  topics: ['orders', 'balances'],
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({
        listing: Listing,
        name: z.string(),
        currency: CurrencyCode,
        shares: Count,
        /** Shares held by open sells. They stay as they are, but for those that exits hold, which the sale takes over. */
        held: Count,
        inExits: Count,
        /** The other shares, which the sale is about. */
        selling: Count,
        /** Null if a market order to sell is taken now. */
        obstacle: z.nullable(z.enum(SALE_OBSTACLES)),
        /** The open for which the order waits; null if it is filled on the next quote. */
        waitsUntil: z.nullable(Moment),
        /** The end of a halt, if it is known. */
        resumesAt: z.nullable(Moment),
        /** At the bid, in the listing's currency; the lots that it closes are the oldest ones. */
        estimate: z.nullable(
          z.object({
            price: Price,
            proceeds: Cents,
            fee: Cents,
            total: Cents,
            /** The part of the total that is paid back to the house. */
            repaid: Cents,
            result: Cents,
          }),
        ),
      }),
    ),
    at: Moment,
  }),
})

export const salesCalls = { previewSales }
