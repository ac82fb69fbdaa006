import { LATEST_ACTS_MOST } from '@lonja/core/audit/audit.rules'
import type { CustomerId } from '@lonja/core/base/ids'
import { isNewView } from '@lonja/core/customers/customers.rules'
import { recordAct } from '../audit/audit.actions.ts'
import { findLastAct } from '../audit/audit.store.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'

/**
 * Records a seat's view of a customer before anything is answered: in the customer's chain and in the seat's. Repeated
 * views within a while are recorded once.
 */
export async function recordView(
  { tx, now, seat, publish }: StaffWriteContext,
  customer: CustomerId,
  act: 'viewed_customer' | 'viewed_entries' | 'viewed_close_out',
): Promise<void> {
  if (!isNewView(await findLastAct(tx, [customer, act, seat.id], LATEST_ACTS_MOST), now)) return
  await recordAct(tx, { customer, seat, act, about: null, detail: {}, at: now })
  // Views appear in the list of acts and in the support thread.
  publish(customer, 'notices', 'support')
}
