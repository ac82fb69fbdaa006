import type { CustomerId } from '@lonja/core/base/ids'
import { liftRestriction, makeLoginReset, restrictAccount } from '@lonja/core/accounts/accounts.staff.contract'
import { decideRestriction } from '@lonja/core/accounts/restrictions.rules'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { noticeByStaff } from '@lonja/core/accounts/accounts.notices'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import { onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { findCustomer, findOpenCustomer } from './accounts.store.ts'
import { findRestriction, insertRestriction, isRestrictionTaken, saveLift } from './restrictions.store.ts'
import { makeResetLink } from './resets.actions.ts'

const customerOf = (_tx: unknown, { customer }: { customer: CustomerId }): CustomerId => customer

/** Staff calls that restrict accounts, and make links for a new log-in password. */
export const accountsStaffRoutes = (): Route[] => [
  onStaffWrite(restrictAccount, {
    customerOf,
    handle: async ({ tx, seat, now, publish }, { id, customer, reason, until }) => {
      if (!(await findOpenCustomer(tx, customer))) return refuse('unknown_customer')
      // The answer of this key is purged, or the key is another seat's: the account was restricted under it.
      if (await isRestrictionTaken(tx, customer, id)) return refuse('key_reused')
      const decision = decideRestriction({ customer, until }, seat.customer, now)
      if (isRefused(decision)) return decision
      await saveLift(tx, customer, now)
      const made = { id, customer, reason, seat: seat.id, role: seat.role, madeAt: now, untilAt: until }
      await insertRestriction(tx, made)
      const detail = { reason, until }
      await recordAct(tx, { customer, seat, act: 'account_restricted', about: null, detail, at: now })
      const told = { customer, id: newId(), at: now }
      await insertNotices(tx, [noticeByStaff(told, 'account_restricted', seat, { reason, until: String(until) })])
      publish(customer, 'notices', 'profile')
      return { id, until }
    },
  }),

  onStaffWrite(liftRestriction, {
    customerOf,
    handle: async ({ tx, seat, now, publish }, { customer }) => {
      if (!(await findCustomer(tx, customer))) return refuse('unknown_customer')
      if (customer === seat.customer) return refuse('own_account')
      const restriction = await findRestriction(tx, customer, now)
      if (!(await saveLift(tx, customer, now)) || !restriction) return { lifted: false }
      const detail = { reason: restriction.reason }
      await recordAct(tx, { customer, seat, act: 'account_freed', about: null, detail, at: now })
      await insertNotices(tx, [noticeByStaff({ customer, id: newId(), at: now }, 'account_freed', seat, {})])
      publish(customer, 'notices', 'profile')
      return { lifted: true }
    },
  }),

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
