import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { Id, Moment } from '../base/wire.ts'

/** Why an account may be held back: a closed list, which the customer reads in words. */
export const RESTRICTION_REASONS = [
  'checking_identity',
  'reported_stolen',
  'unusual_activity',
  'court_order',
  'asked_by_customer',
] as const

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

export const accountsStaffCalls = { restrictAccount, liftRestriction, makeLoginReset }
