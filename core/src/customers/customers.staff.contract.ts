import * as z from 'zod/mini'
import { RESTRICTION_REASONS } from '../accounts/accounts.staff.contract.ts'
import { ActivityRow } from '../audit/audit.contract.ts'
import { ROLES, read } from '../base/contract.ts'
import { CurrencyCode, Id, LanguageCode, Listing, Moment, Money, Page, Rate, pageOf } from '../base/wire.ts'
import { DEPOSIT_STATES, DEPOSIT_WAYS } from '../deposits/deposits.contract.ts'
import { DOCUMENT_TYPES, KYC_STATES } from '../kyc/kyc.contract.ts'
import { OrderRow } from '../orders/orders.contract.ts'
import { Figures, PositionRow } from '../portfolio/portfolio.contract.ts'
import { ReasonReply } from '../review/review.contract.ts'
import { WITHDRAWAL_STATES } from '../withdrawals/withdrawals.contract.ts'
import { FILE_PARTS } from './customers.rules.ts'

const CustomerRow = z.object({
  id: Id,
  /** The account's number as staff say it to each other, `L-4F09C2`. */
  number: z.string(),
  /** Masked, as every list is: all but the last three digits of the phone, the first letter of the name. */
  phone: z.string(),
  displayName: z.nullable(z.string()),
  kyc: z.enum(KYC_STATES),
  joinedAt: Moment,
  restricted: z.boolean(),
})

/** Customers, newest first. A masked list is no view: opening one is. */
export const listCustomers = read({
  path: '/staff/customers/list',
  caller: 'seat',
  roles: ROLES,
  summary: 'Customers, masked, newest first; found by the end of their phone number, their number or their name',
  input: z.strictObject({
    ...Page,
    /** At least three digits: the end of the phone number. `L-` and six characters: the account. Else the beginning of the name, or a whole id. */
    find: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^\P{Cc}*$/u))),
  }),
  reply: pageOf(CustomerRow),
})

const Restriction = z.object({
  reason: z.enum(RESTRICTION_REASONS),
  /** Null where the operator did it at the command line. */
  role: z.nullable(z.enum(ROLES)),
  madeAt: Moment,
  untilAt: Moment,
})

/** How the account is guarded. */
const Security = z.object({
  /** Since when a one-time code is asked for; null where the password is enough. */
  secondStepSince: z.nullable(Moment),
  tradingPassword: z.boolean(),
  sessions: z.int(),
  /** Too many wrong passwords: nobody logs in with this number before then. */
  lockedUntil: z.nullable(Moment),
  /** Nothing is paid out before then, after somebody else had a hand in getting in. */
  withdrawalsWaitUntil: z.nullable(Moment),
})

const Request = { id: Id, number: z.string(), amount: Money, at: Moment, dueAt: Moment, decidedAt: z.nullable(Moment) }

/** What the customer has, by the same functions as their own screens, and what they have asked for. */
const OwnMoney = z.object({
  byCurrency: z.array(Figures),
  display: Figures,
  rate: z.nullable(Rate),
  unpriced: z.array(Listing),
  /** How many entries there are: they are numbered from 1 without a gap. */
  entries: z.int(),
  positions: z.array(z.omit(PositionRow, { lots: true })),
  /** Those that may still fill. */
  orders: z.array(
    z.object({
      ...{ id: OrderRow.shape.id, listing: OrderRow.shape.listing, name: z.string(), side: OrderRow.shape.side },
      ...{ shares: OrderRow.shape.shares, filled: OrderRow.shape.filled, limit: OrderRow.shape.limit },
      ...{ currency: CurrencyCode, placedAt: Moment, endsAt: z.nullable(Moment), held: OrderRow.shape.held },
    }),
  ),
  /** Newest first, with their reviews under the same ids. */
  deposits: z.array(z.object({ ...Request, way: z.enum(DEPOSIT_WAYS), state: z.enum(DEPOSIT_STATES) })),
  withdrawals: z.array(z.object({ ...Request, to: z.enum(['wallet', 'card']), state: z.enum(WITHDRAWAL_STATES) })),
})

const Identity = z.object({
  /** As the papers say it; null before they passed. */
  verifiedName: z.nullable(z.string()),
  /** The last first. */
  checks: z.array(
    z.object({
      id: Id,
      type: z.enum(DOCUMENT_TYPES),
      sample: z.boolean(),
      at: Moment,
      dueAt: Moment,
      endedAt: z.nullable(Moment),
      passed: z.nullable(z.boolean()),
      reason: z.nullable(ReasonReply),
    }),
  ),
})

/** So many of each kind of thing a file shows, the newest; an open one is never left out. */
export const FILE_ROWS = 50

const File = z.object({
  id: Id,
  number: z.string(),
  /** As they call themselves; its first letter alone without the part `identity`. */
  displayName: z.nullable(z.string()),
  /** In full with the part `contact`, else its last three digits. */
  phone: z.string(),
  language: LanguageCode,
  displayCurrency: CurrencyCode,
  kyc: z.enum(KYC_STATES),
  joinedAt: Moment,
  closedAt: z.nullable(Moment),
  restriction: z.nullable(Restriction),
  /** It is the seat's own account: somebody else acts on it. */
  ownAccount: z.boolean(),
  /** What the seat's roles read; each of the others below is null. */
  parts: z.array(z.enum(FILE_PARTS)),
  identity: z.nullable(Identity),
  money: z.nullable(OwnMoney),
  security: z.nullable(Security),
  /** As the customer reads it, with each reason in words. */
  activity: z.nullable(z.array(ActivityRow)),
  /** The customer's chain of the audit log: its last row, and when all heads were signed last. */
  chain: z.object({ rows: z.int(), head: z.string(), signedAt: z.nullable(Moment) }),
  /** Whether there is a talk with customer service to be read. */
  hasThread: z.boolean(),
  at: Moment,
})

/** One customer, as far as the seat's roles read them. A view: it stands in the customer's activity before it is answered. */
export const openCustomer = read({
  path: '/staff/customers/open',
  caller: 'seat',
  roles: ROLES,
  summary: 'One customer with what the seat’s roles read: state, figures, requests, checks, activity. A view',
  input: z.strictObject({ id: Id }),
  reply: File,
  refusals: ['unknown_customer'],
})

export const customersStaffCalls = { listCustomers, openCustomer }
