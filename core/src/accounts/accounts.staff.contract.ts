import * as z from 'zod/mini'
import { write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { Moment } from '../base/wire.ts'

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

export const accountsStaffCalls = { makeLoginReset }
