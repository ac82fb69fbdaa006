import { isRefused, refuse } from '@lonja/core/base/refusal'
import { decideNote } from '@lonja/core/support/support.rules'
import { writeNote } from '@lonja/core/support/support.staff.contract'
import { findCustomer } from '../accounts/accounts.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import { onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { findCustomerNote, insertCustomerNote } from './notes.store.ts'

/** Notes of staff on a customer. */
export const notesRoutes: Route[] = [
  onStaffWrite(writeNote, {
    customerOf: (_tx, { customer }) => customer,
    handle: async ({ tx, now, seat, publish }, { id, customer, text }) => {
      const decision = decideNote(text, seat.customer === customer)
      if (isRefused(decision)) return decision
      if (!(await findCustomer(tx, customer))) return refuse('unknown_customer')
      // The answer of this key is purged, but the note was written under it.
      if (await findCustomerNote(tx, customer, id)) return refuse('key_reused')
      await insertCustomerNote(tx, { customer, id, seat: seat.number, text, at: now })
      // The log says that a note was written; its text is in the archive of the customer's data.
      await recordAct(tx, { customer, seat, act: 'noted_customer', about: null, detail: {}, at: now })
      publish(customer, 'notices')
      return { id, seat: seat.number, text, at: now }
    },
  }),
]
