import { isNewLook } from '@lonja/core/customers/customers.rules'
import { recordAct } from '../audit/audit.actions.ts'
import { findLastAct } from '../audit/audit.store.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'

/**
 * Writes down that a seat looks at a customer, once while it goes on looking: in the customer's chain and in the seat's, before
 * anything is answered.
 */
export async function recordLook(
  { tx, now, seat, tell }: StaffWriteContext,
  customer: string,
  act: 'viewed_customer' | 'viewed_entries',
): Promise<void> {
  if (!isNewLook(await findLastAct(tx, customer, act, seat.id), now)) return
  await recordAct(tx, { customer, seat, act, about: null, detail: {}, at: now })
  // The list of acts, and the talk with customer service, in which views stand too.
  tell(customer, 'notices', 'support')
}
