import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { OrderId, LotId } from '../base/ids.ts'
import { LeverageNumber } from '../orders/orders.contract.ts'
import { Cents, Count, CurrencyCode, Listing, Moment, Price, Rate, Shares } from '../base/wire.ts'

/** The figures of one currency, or of both in the display currency; signed cents as decimal strings. */
export const Figures = z.object({
  currency: CurrencyCode,
  free: Cents,
  held: Cents,
  marketValue: Cents,
  cost: Cents,
  unrealised: Cents,
  realised: Cents,
  accumulated: Cents,
  usedMargin: Cents,
  /** The financing of open lots: part of what is owed. */
  financed: Cents,
  /** The debt of loans with its interest: part of what is owed. */
  lent: Cents,
  paidIn: Cents,
  paidOut: Cents,
  convertedIn: Cents,
  convertedOut: Cents,
  owed: Cents,
  total: Cents,
  /** The change of the total since the day began, without deposits and withdrawals; null without a previous close. */
  dayChange: z.nullable(Cents),
})
export type Figures = z.output<typeof Figures>

/**
 * The portfolio figures by the definitions in the section "figures: one definition each". Spec section 7: POST
 * /user/getUserMoney, which only reads.
 */
export const readFigures = read({
  method: 'POST',
  path: '/user/getUserMoney',
  caller: 'customer',
  summary: 'Total, free, held, results: by currency and in the display currency',
  topics: ['balances', 'orders', 'profile'],
  input: z.strictObject({}),
  reply: z.object({
    byCurrency: z.array(Figures),
    display: Figures,
    /**
     * The exchange rate of the display figures; null without a rate, when only the display currency's own amounts are
     * added.
     */
    rate: z.nullable(Rate),
    at: Moment,
    /**
     * The account as its margin is judged: its equity against its used margin. Null if it has amounts in both currencies
     * and there is no rate.
     */
    margin: z.nullable(z.object({ currency: CurrencyCode, equity: Cents, used: Cents, financed: Cents })),
    /** Listings held without a current price: their market value counts as their cost and is shown as '-'. */
    unpriced: z.array(Listing),
  }),
})

const LotRow = z.object({
  lot: LotId,
  /** The trade number that people read out. */
  number: z.string(),
  order: OrderId,
  shares: Shares,
  /** The shares of it that open sells of this lot ask for. */
  reserved: Count,
  /** Those of them that exits ask for: a sell by hand takes them over. */
  inExits: Count,
  openedAt: Moment,
  price: Price,
  cost: Cents,
  fee: Cents,
  leverage: LeverageNumber,
  /** The part of its open cost that the house has financed. */
  financed: Cents,
  /** The price at or below which a close-out would begin, counting this lot alone; null if nothing was financed. */
  closeOut: z.nullable(Price),
})

export const PositionRow = z.object({
  listing: Listing,
  name: z.string(),
  currency: CurrencyCode,
  shares: Count,
  /** Shares held by sell orders. */
  held: Count,
  /** Those of them that exits hold: a sell by hand takes them over. */
  inExits: Count,
  /** Cost ÷ shares, for display. */
  averageCost: Price,
  cost: Cents,
  last: z.nullable(Price),
  previousClose: z.nullable(Price),
  marketValue: z.nullable(Cents),
  unrealised: z.nullable(Cents),
  /** Sums of its financed lots: the customer's part of their cost, the rest of it, and the interest of one night. */
  usedMargin: Cents,
  financed: Cents,
  night: Cents,
  /** The price at or below which a close-out would begin, counting the financed lots alone; null without any. */
  closeOut: z.nullable(Price),
  lots: z.array(LotRow),
})

/** Positions by instrument with their lots, largest first. */
export const listPositions = read({
  path: '/portfolio/positions',
  caller: 'customer',
  summary: 'Open positions by instrument with their lots',
  topics: ['orders', 'balances'],
  input: z.strictObject({ listing: z.optional(Listing) }),
  reply: z.object({ rows: z.array(PositionRow), at: Moment }),
})

/** The total over the current day in the display currency: up to 100 points, oldest first. */
export const readDayCurve = read({
  path: '/portfolio/day-curve',
  caller: 'customer',
  summary: 'The total value through the running day',
  topics: ['balances'],
  input: z.strictObject({}),
  reply: z.object({
    currency: CurrencyCode,
    at: z.array(Moment),
    total: z.array(Cents),
    from: Moment,
    to: Moment,
    start: Cents,
  }),
})

export const portfolioCalls = { readFigures, listPositions, readDayCurve }
