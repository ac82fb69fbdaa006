import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Id, Moment } from '../base/wire.ts'

/** The reasons for restricting an account: a closed list, shown to the customer in words. */
export const RESTRICTION_REASONS = [
  'checking_identity',
  'reported_stolen',
  'unusual_activity',
  'court_order',
  'asked_by_customer',
] as const

/**
 * Restrict an account: no new orders, deposits or withdrawals until the given time. The customer sees the role, the
 * reason and the end.
 */
export const restrictAccount = write({
  path: '/staff/customers/restrict',
  caller: 'seat',
  roles: ['support', 'reviewer', 'treasurer', 'admin'],
  key: 'id',
  summary: 'Hold an account back, with a reason and until when',
  input: z.strictObject({ id: Id, customer: CustomerId, reason: z.enum(RESTRICTION_REASONS), until: Moment }),
  reply: z.object({ id: Id, until: Moment }),
  refusals: ['unknown_customer', 'own_account', 'until_past', 'until_too_far'],
})

export const liftRestriction = write({
  path: '/staff/customers/lift',
  caller: 'seat',
  roles: ['support', 'reviewer', 'treasurer', 'admin'],
  key: 'header',
  summary: 'Lift what holds an account back',
  input: z.strictObject({ customer: CustomerId }),
  reply: z.object({ lifted: z.boolean() }),
  refusals: ['unknown_customer', 'own_account'],
})

/** Create a one-time password reset link for a customer, valid for a day. An earlier link stops working. */
export const makeLoginReset = write({
  path: '/staff/customers/reset-login',
  caller: 'seat',
  roles: ['support', 'admin'],
  // The answer holds a secret, so it is not stored; a repeated call makes the first link void.
  key: 'none',
  summary: 'A one-time link by which a customer sets a new log-in password',
  input: z.strictObject({ customer: CustomerId }),
  /** The path after the house's own address. Staff hand it over in a way that is known to reach the person. */
  reply: z.object({ path: z.string(), endsAt: Moment }),
  refusals: ['unknown_customer', 'own_account'],
})

export const accountsStaffCalls = { restrictAccount, liftRestriction, makeLoginReset }
