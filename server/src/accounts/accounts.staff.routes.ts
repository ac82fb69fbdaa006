import type { CustomerId } from '@lonja/core/base/ids'
import { makeLoginReset } from '@lonja/core/accounts/accounts.staff.contract'
import { refuse } from '@lonja/core/base/refusal'
import { recordAct } from '../audit/audit.actions.ts'
import { onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { findOpenCustomer } from './accounts.store.ts'
import { makeResetLink } from './resets.actions.ts'

const customerOf = (_tx: unknown, { customer }: { customer: CustomerId }): CustomerId => customer

/** The staff call that makes links for a new log-in password. */
export const accountsStaffRoutes = (): Route[] => [
  onStaffWrite(makeLoginReset, {
    customerOf,
    handle: async ({ tx, seat, now, publish }, { customer }) => {
      if (!(await findOpenCustomer(tx, customer))) return refuse('unknown_customer')
      if (customer === seat.customer) return refuse('own_account')
      const link = await makeResetLink(tx, { customer, seat, now })
      const detail = { endsAt: link.endsAt }
      await recordAct(tx, { customer, seat, act: 'login_reset_made', about: null, detail, at: now })
      publish(customer, 'notices')
      return link
    },
  }),
]
