import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { LotId, OrderId } from '../base/ids.ts'
import { Cents, Count, CurrencyCode, Id, Listing, Moment, Price, Rate } from '../base/wire.ts'
import { LEVERAGES } from '../orders/orders.contract.ts'

/** A close-out with its evidence: the figures of its minute, the quote event of each holding, and the shares closed. */
export const CloseOutReply = z.object({
  id: Id,
  /** The whole minute of the market's clock at which the account was judged, and the server's time of the decision. */
  minute: Moment,
  at: Moment,
  currency: CurrencyCode,
  equity: Cents,
  used: Cents,
  /** The used margin of what earlier close-outs were not closing already. */
  usedOpen: Cents,
  financed: Cents,
  rate: z.nullable(Rate),
  quotes: z.array(z.object({ listing: Listing, name: z.string(), at: z.nullable(Moment), last: z.nullable(Price) })),
  orders: z.array(
    z.object({ order: OrderId, lot: LotId, number: z.string(), listing: Listing, name: z.string(), shares: Count }),
  ),
})
export type CloseOutReply = z.output<typeof CloseOutReply>

/** The account now: null where it has amounts in both currencies and there is no rate. */
const StandingReply = z.object({
  currency: CurrencyCode,
  equity: Cents,
  used: Cents,
  financed: Cents,
  /** Equity in basis points of the used margin; null without used margin. */
  levelBps: z.nullable(z.int()),
})

export const readMargin = read({
  path: '/margin/account',
  caller: 'customer',
  summary: 'The margin of the account, its lots that the house has financed, and its close-outs with their evidence',
  topics: ['balances', 'orders'],
  input: z.strictObject({}),
  reply: z.object({
    standing: z.nullable(StandingReply),
    lots: z.array(
      z.object({
        lot: LotId,
        number: z.string(),
        listing: Listing,
        name: z.string(),
        currency: CurrencyCode,
        shares: Count,
        cost: Cents,
        leverage: z.literal(LEVERAGES),
        financed: Cents,
        used: Cents,
        /** The interest of one night. */
        night: Cents,
        /** The price at which an account with nothing but this lot would be closed out. */
        closeOutPrice: z.nullable(Price),
      }),
    ),
    /** Newest first. */
    closeOuts: z.array(CloseOutReply),
  }),
})

export const marginCalls = { readMargin }
