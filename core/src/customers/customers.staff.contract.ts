import * as z from 'zod/mini'
import { ActivityRow } from '../audit/audit.contract.ts'
import { ROLES, read } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { CurrencyCode, Id, LanguageCode, Listing, Moment, Money, Page, Rate, pageOf } from '../base/wire.ts'
import { DEPOSIT_STATES, DEPOSIT_WAYS } from '../deposits/deposits.contract.ts'
import { DOCUMENT_TYPES, KYC_STATES } from '../kyc/kyc.contract.ts'
import { OrderRow } from '../orders/orders.contract.ts'
import { Figures, PositionRow } from '../portfolio/portfolio.contract.ts'
import { RestrictionReply, UnderWayReply } from '../restrictions/restrictions.staff.contract.ts'
import { REVIEW_STATES, ReasonReply } from '../review/review.contract.ts'
import { NoteReply } from '../support/support.staff.contract.ts'
import { WITHDRAWAL_STATES } from '../withdrawals/withdrawals.contract.ts'
import { FILE_PARTS } from './customers.rules.ts'

const CustomerRow = z.object({
  id: CustomerId,
  /** The account number that staff use among themselves, `L-4F09C2`. */
  number: z.string(),
  /** Masked as in every list: the last three digits of the phone, the first letter of the name. */
  phone: z.string(),
  displayName: z.nullable(z.string()),
  kyc: z.enum(KYC_STATES),
  joinedAt: Moment,
  restricted: z.boolean(),
})

/** Customers, newest first. A masked list does not count as a view; opening a customer does. */
export const listCustomers = read({
  path: '/staff/customers/list',
  caller: 'seat',
  roles: ROLES,
  summary: 'Customers, masked, newest first',
  input: z.strictObject(Page),
  reply: pageOf(CustomerRow),
})

/** The longest text of a search: an address of a wallet with some blanks. */
export const SEARCH_MOST = 120

/**
 * The customers whom a text names, masked. It names one by the whole phone number, by whole words of the name shown or verified, by
 * the number of the account or of a record in any state, by the IBAN or the wallet of a payee, by the address or the transaction
 * of a deposit; never by a part of these. Each search is an act of the seat, recorded with its count of hits and without its
 * text. If one customer is left, it is a view, which that customer reads.
 */
export const searchCustomers = read({
  path: '/staff/customers/search',
  method: 'POST',
  caller: 'seat',
  roles: ROLES,
  summary: 'Customers by a whole phone number, word of a name, record number, IBAN, wallet or transaction. An act',
  input: z.strictObject({
    words: z.string().check(z.trim(), z.minLength(1), z.maxLength(SEARCH_MOST), z.regex(/^\P{Cc}*$/u)),
  }),
  reply: z.object({
    /** Newest first. */
    rows: z.array(
      z.object({
        ...CustomerRow.shape,
        /** The records that the text names, each with its review. */
        records: z.array(
          z.object({ id: Id, kind: z.string(), number: z.string(), state: z.enum(REVIEW_STATES), at: Moment }),
        ),
      }),
    ),
    /** True if more customers match than are shown. */
    more: z.boolean(),
  }),
  refusals: ['too_many_searches'],
})

/** The account's sign-in security. */
const Security = z.object({
  /** The start of the second step; null if the password alone is enough. */
  secondStepSince: z.nullable(Moment),
  tradingPassword: z.boolean(),
  sessions: z.int(),
  /** Until then nobody can log in with this number, after too many wrong passwords. */
  lockedUntil: z.nullable(Moment),
  /** Until then nothing is paid out, after somebody else took part in restoring access. */
  withdrawalsWaitUntil: z.nullable(Moment),
})

/** `id` is that of its review. */
const Request = { id: Id, number: z.string(), amount: Money, at: Moment, dueAt: Moment, decidedAt: z.nullable(Moment) }

/** The customer's money and requests, computed by the functions of the customer's own screens. */
const OwnMoney = z.object({
  byCurrency: z.array(Figures),
  display: Figures,
  rate: z.nullable(Rate),
  unpriced: z.array(Listing),
  /** The number of entries. They are numbered from 1 without a gap. */
  entries: z.int(),
  positions: z.array(z.omit(PositionRow, { lots: true })),
  /** Open orders. */
  orders: z.array(
    z.object({
      id: OrderRow.shape.id,
      listing: OrderRow.shape.listing,
      name: z.string(),
      side: OrderRow.shape.side,
      shares: OrderRow.shape.shares,
      filled: OrderRow.shape.filled,
      limit: OrderRow.shape.limit,
      currency: CurrencyCode,
      placedAt: Moment,
      endsAt: z.nullable(Moment),
      held: OrderRow.shape.held,
    }),
  ),
  /** Newest first; their reviews have the same ids. */
  deposits: z.array(z.object({ ...Request, way: z.enum(DEPOSIT_WAYS), state: z.enum(DEPOSIT_STATES) })),
  withdrawals: z.array(z.object({ ...Request, to: z.enum(['wallet', 'card']), state: z.enum(WITHDRAWAL_STATES) })),
})

const Identity = z.object({
  /** The name on the identity documents; null until the identity check has passed. */
  verifiedName: z.nullable(z.string()),
  /** The latest first. */
  checks: z.array(
    z.object({
      /** The id of its review. */
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

const File = z.object({
  id: CustomerId,
  number: z.string(),
  /** The customer's own display name; only its first letter without the part `identity`. */
  displayName: z.nullable(z.string()),
  /** In full with the part `contact`, otherwise the last three digits. */
  phone: z.string(),
  language: LanguageCode,
  displayCurrency: CurrencyCode,
  kyc: z.enum(KYC_STATES),
  joinedAt: Moment,
  closedAt: z.nullable(Moment),
  restriction: z.nullable(RestrictionReply),
  /** Shown to the roles that may restrict the account: what a restriction would end or stop. */
  underWay: z.nullable(UnderWayReply),
  /** True if it is the seat's own account; only other seats may act on it. */
  ownAccount: z.boolean(),
  /** The parts that the seat's roles may read; every other part below is null. */
  parts: z.array(z.enum(FILE_PARTS)),
  identity: z.nullable(Identity),
  money: z.nullable(OwnMoney),
  security: z.nullable(Security),
  /** The activity as the customer reads it, each reason in words. */
  activity: z.nullable(z.array(ActivityRow)),
  /** The customer's chain of the audit log: its last row, and the last time all chain heads were signed. */
  chain: z.object({ rows: z.int(), head: z.string(), signedAt: z.nullable(Moment) }),
  /** Notes of staff on the customer, newest first; null without the part `activity`. */
  notes: z.nullable(z.array(NoteReply)),
  /** True if the customer has a support thread to read. */
  hasThread: z.boolean(),
  at: Moment,
})

/**
 * One customer, in the parts that the seat's roles may read. It counts as a view and is recorded in the customer's
 * activity before it is answered.
 */
export const openCustomer = read({
  path: '/staff/customers/open',
  caller: 'seat',
  roles: ROLES,
  summary: 'One customer with what the seat’s roles read: state, figures, requests, checks, activity. A view',
  input: z.strictObject({ id: CustomerId }),
  reply: File,
  refusals: ['unknown_customer'],
})

export const customersStaffCalls = { listCustomers, searchCustomers, openCustomer }
