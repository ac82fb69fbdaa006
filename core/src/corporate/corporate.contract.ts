import * as z from 'zod/mini'
import { read } from '../base/contract.ts'
import { LotId } from '../base/ids.ts'
import { Cents, Count, CurrencyCode, Id, Listing, Moment, Price } from '../base/wire.ts'
import { ACTION_KINDS } from '../market/actions.ts'

/** A trading day, `2026-11-20`. */
const DayText = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/))

/** A corporate action: announced, then carried out for everybody who held shares at its record instant. */
export const ActionReply = z.object({
  id: Id,
  kind: z.enum(ACTION_KINDS),
  listing: Listing,
  name: z.string(),
  currency: CurrencyCode,
  /** The first trading day without it, and the close before that day: the instant of the market that decides who has it. */
  exDay: DayText,
  recordAt: Moment,
  announcedAt: Moment,
  /** The server's time at which it was carried out for everybody; null until then. */
  doneAt: z.nullable(Moment),
  /** The server's time at which a later file withdrew it; null for one that stands. Only a live feed withdraws any. */
  withdrawnAt: z.nullable(Moment),
  /** For a split: so many shares become so many. */
  ratio: z.nullable(z.object({ from: Count, to: Count })),
  /** For a dividend: the amount for a share, and the tax withheld in basis points. */
  amount: z.nullable(Price),
  withholdingBps: z.nullable(z.int()),
  /** For a symbol change: the new listing. */
  successor: z.nullable(Listing),
  /** For a split that was carried out: the close at which fractions are paid; null without one. */
  close: z.nullable(Price),
})
export type ActionReply = z.output<typeof ActionReply>

/** The changes that an action made to one customer. */
const OwnAction = z.object({
  /** The number of its posting; null if it moved nothing. */
  posting: z.nullable(z.int()),
  sharesBefore: Count,
  sharesAfter: Count,
  /** For a dividend. */
  gross: Cents,
  withheld: Cents,
  net: Cents,
  /** The cash for a fraction, the cost that fell to it, and the result. */
  cash: Cents,
  cost: Cents,
  realised: Cents,
  /** The number of open orders that it ended, and of those that it adjusted. */
  orders: z.int(),
  adjusted: z.int(),
  at: Moment,
  lots: z.array(
    z.object({
      lot: LotId,
      number: z.string(),
      sharesBefore: Count,
      sharesAfter: Count,
      priceBefore: Price,
      priceAfter: Price,
      costBefore: Cents,
      costAfter: Cents,
    }),
  ),
})
export type OwnAction = z.output<typeof OwnAction>

/** The actions of a listing that are announced or carried out, newest ex-day first. */
export const listActions = read({
  path: '/corporate/list',
  caller: 'anyone',
  summary: 'Splits, dividends and symbol changes of one listing: coming ones and past ones',
  input: z.strictObject({ listing: Listing }),
  reply: z.object({ rows: z.array(ActionReply) }),
  refusals: ['unknown_listing'],
})

/** One action with everything that it changed for the customer. */
export const readAction = read({
  path: '/corporate/action',
  caller: 'customer',
  summary: 'One corporate action, and what it did to the lots and the cash of the customer',
  topics: ['balances'],
  input: z.strictObject({ id: Id }),
  /** `own` is null for a customer whom it does not concern, and until it is carried out for them. */
  reply: z.object({ action: ActionReply, own: z.nullable(OwnAction) }),
  refusals: ['unknown_action'],
})

/** The actions that changed the customer's lots of a listing, newest first. */
export const listOwnActions = read({
  path: '/corporate/own',
  caller: 'customer',
  summary: 'The corporate actions that were carried out for the customer, of one listing',
  topics: ['balances', 'orders'],
  input: z.strictObject({ listing: Listing }),
  reply: z.object({ rows: z.array(z.object({ action: ActionReply, own: OwnAction })) }),
})

export const corporateCalls = { listActions, readAction, listOwnActions }
