import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id, Moment, Page, pageOf } from '../base/wire.ts'

/** Why an account may be held back: a closed list, which the customer reads in words. */
export const RESTRICTION_REASONS = [
  'checking_identity',
  'reported_stolen',
  'unusual_activity',
  'court_order',
  'asked_by_customer',
] as const

export const KycState = z.enum(['none', 'submitted', 'in_review', 'passed', 'refused'])

const CustomerRow = z.object({
  id: Id,
  /** Masked, as every list is: all but the last three digits of the phone, the first letter of the name. */
  phone: z.string(),
  displayName: z.nullable(z.string()),
  kyc: KycState,
  joinedAt: Moment,
  restricted: z.boolean(),
})

/** Customers, newest first. A masked list is no view: opening one is. */
export const listCustomers = read({
  path: '/staff/customers/list',
  caller: 'seat',
  roles: ['support', 'reviewer', 'treasurer', 'operations', 'admin'],
  summary: 'Customers, masked, newest first; found by the end of their phone number or the beginning of their name',
  input: z.strictObject({
    ...Page,
    /** At least three digits: the end of the phone number. Anything else: the beginning of the display name, or a whole id. */
    find: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^\P{Cc}*$/u))),
  }),
  reply: pageOf(CustomerRow),
})

/** Hold an account back: no new orders, deposits or withdrawals until then. The customer is told by which role, why and until when. */
export const restrictAccount = write({
  path: '/staff/customers/restrict',
  caller: 'seat',
  roles: ['support', 'reviewer', 'treasurer', 'admin'],
  key: 'id',
  summary: 'Hold an account back, with a reason and until when',
  input: z.strictObject({ id: Id, customer: Id, reason: z.enum(RESTRICTION_REASONS), until: Moment }),
  reply: z.object({ id: Id, until: Moment }),
  refusals: ['unknown_customer', 'own_account', 'until_past', 'until_too_far'],
})

export const liftRestriction = write({
  path: '/staff/customers/lift',
  caller: 'seat',
  roles: ['support', 'reviewer', 'treasurer', 'admin'],
  key: 'header',
  summary: 'Lift what holds an account back',
  input: z.strictObject({ customer: Id }),
  reply: z.object({ lifted: z.boolean() }),
  refusals: ['unknown_customer', 'own_account'],
})

/** A one-time link for a customer who forgot the log-in password, for a day. An earlier one opens nothing any more. */
export const makeLoginReset = write({
  path: '/staff/customers/reset-login',
  caller: 'seat',
  roles: ['support', 'admin'],
  // The answer holds a secret: it is kept nowhere, and a second tap makes the first link open nothing.
  key: 'none',
  summary: 'A one-time link by which a customer sets a new log-in password',
  input: z.strictObject({ customer: Id }),
  /** After the house's own address; to be handed to the person in a way that is known to be theirs. */
  reply: z.object({ path: z.string(), endsAt: Moment }),
  refusals: ['unknown_customer', 'own_account'],
})

export const accountsStaffCalls = { listCustomers, restrictAccount, liftRestriction, makeLoginReset }
