import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { CustomerId, LotId, OrderId } from '../base/ids.ts'
import { Cents, Count, CurrencyCode, Id, Listing, Moment, Money, Page, Price, Rate, pageOf } from '../base/wire.ts'
import { RISK_LEVELS } from './risk.rules.ts'

/** The roles that read the accounts with financed lots: those that answer for customers' money, and auditors. */
const READERS = ['treasurer', 'admin', 'auditor'] as const

/** A whole account number, `L-4F09C2`, or a whole id. Any other text matches nothing. */
const Find = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^\P{Cc}*$/u)))

/** The house's sums over all accounts with financed lots. It names no customer. */
export const readRisk = read({
  path: '/staff/risk/house',
  caller: 'seat',
  roles: READERS,
  summary: 'What the house has financed, the used margin, the interest of the last night, and what was forgiven',
  input: z.strictObject({}),
  reply: z.object({
    at: Moment,
    /** Accounts with financed lots, those that have fallen to each level, and those that cannot be judged now. */
    accounts: z.int(),
    fallen: z.object({ full: z.int(), near: z.int(), closeOut: z.int() }),
    unjudged: z.int(),
    financed: z.array(Money),
    used: z.array(Money),
    /** The last night that was gone through; null before the first. */
    night: z.nullable(z.object({ at: Moment, interest: z.array(Money) })),
    forgiven: z.array(Money),
  }),
})

const LevelRow = z.object({
  customer: CustomerId,
  /** The account number that staff use among themselves, `L-4F09C2`. */
  number: z.string(),
  /** Null while the account cannot be judged for want of a rate. */
  standing: z.nullable(
    z.object({
      currency: CurrencyCode,
      equity: Cents,
      used: Cents,
      financed: Cents,
      /** The cents that the equity may lose until a close-out begins. */
      toCloseOut: Cents,
    }),
  ),
  /** Equity in basis points of the used margin. */
  level: z.nullable(Count),
})

/** Accounts with financed lots, the lowest level first. They stand by number; the list is no view. */
export const listMarginLevels = read({
  path: '/staff/risk/levels',
  caller: 'seat',
  roles: READERS,
  summary: 'Accounts with financed lots, the lowest margin level first: equity, used margin, financed',
  input: z.strictObject({ ...Page, find: Find, fallen: z.optional(z.enum(RISK_LEVELS)) }),
  reply: z.object({ ...pageOf(LevelRow).shape, at: Moment }),
})

const closeOutFields = {
  id: Id,
  customer: CustomerId,
  number: z.string(),
  /** The whole minute of the market's clock at which the account was judged, and the server's time of the decision. */
  minute: Moment,
  at: Moment,
  currency: CurrencyCode,
  equity: Cents,
  used: Cents,
  /** The used margin of what earlier close-outs were not closing already. */
  usedOpen: Cents,
  financed: Cents,
  /** Equity in basis points of that used margin. */
  level: z.nullable(Count),
}

/** Close-outs of all customers, newest first, without their lots and orders. They stand by number; the list is no view. */
export const listHouseCloseOuts = read({
  path: '/staff/risk/closeouts',
  caller: 'seat',
  roles: READERS,
  summary: 'Close-outs of all customers, newest first, with the figures of their minute',
  input: z.strictObject({ ...Page, find: Find }),
  reply: pageOf(z.object(closeOutFields)),
})

const ClosedOrder = z.object({
  id: OrderId,
  shares: Count,
  filled: Count,
  /** The quote events that it filled on, with the price of each. */
  fills: z.array(z.object({ at: Moment, shares: Count, price: Price })),
})

/**
 * One close-out with its evidence: the quote event of each holding, each open lot as it was, the orders and what they
 * filled at. It counts as a view of the customer and is recorded in their activity before it is answered.
 */
export const openCloseOut = read({
  path: '/staff/risk/closeout',
  caller: 'seat',
  roles: READERS,
  summary: 'One close-out with the quotes, the lots, its orders and their fills. A view',
  input: z.strictObject({ customer: CustomerId, id: Id }),
  reply: z.object({
    ...closeOutFields,
    rate: z.nullable(Rate),
    quotes: z.array(z.object({ listing: Listing, name: z.string(), at: z.nullable(Moment), last: z.nullable(Price) })),
    lots: z.array(
      z.object({
        lot: LotId,
        number: z.string(),
        listing: Listing,
        name: z.string(),
        /** Its shares at the minute, of which earlier close-outs were closing some, and what was financed of it. */
        shares: Count,
        closing: Count,
        financed: Cents,
        /** The house's order for shares of it; null for a lot that was left alone. */
        order: z.nullable(ClosedOrder),
      }),
    ),
  }),
  refusals: ['unknown_customer', 'unknown_close_out'],
})

/** The holdings of all customers together, by listing. It names no customer. */
export const listExposure = read({
  path: '/staff/risk/exposure',
  caller: 'seat',
  roles: READERS,
  summary: 'Shares of each listing that customers hold: their value, the financed ones, and the part of the whole',
  input: z.strictObject({}),
  reply: z.object({
    at: Moment,
    /** The greatest value first. */
    rows: z.array(
      z.object({
        listing: Listing,
        name: z.string(),
        currency: CurrencyCode,
        customers: z.int(),
        shares: Count,
        last: z.nullable(Price),
        /** At the last price, or at cost without one. */
        value: Cents,
        sharesFinanced: Count,
        financed: Cents,
        /** Its part of the value of all holdings, in basis points; null without a rate between their currencies. */
        share: z.nullable(Count),
      }),
    ),
  }),
})

/** The running options of all customers together, by the minute of their expiry. It names no customer. */
export const listExpiries = read({
  path: '/staff/risk/expiries',
  caller: 'seat',
  roles: READERS,
  summary: 'Running options by the minute of their expiry: the stakes, and the most that the house can lose then',
  input: z.strictObject({}),
  reply: z.object({
    at: Moment,
    /** The next minute first. */
    rows: z.array(
      z.object({
        minute: Moment,
        count: z.int(),
        listings: z.int(),
        staked: Cents,
        /** What it pays above the stakes if every guess is right. */
        lossMost: Cents,
      }),
    ),
  }),
})

export const riskStaffCalls = {
  readRisk,
  listMarginLevels,
  listHouseCloseOuts,
  openCloseOut,
  listExposure,
  listExpiries,
}
