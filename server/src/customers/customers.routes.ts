import * as z from 'zod/mini'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { listCustomers, openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { CUSTOMERS_PAGE } from '@lonja/core/customers/customers.rules'
import { findCustomer, listCustomerRows } from '../accounts/accounts.store.ts'
import { onStaffRead, onStaffView } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { recordView } from './customers.actions.ts'
import { maskedRow } from './customers.replies.ts'
import { fileFor, type CustomersOptions } from './file.actions.ts'

/** The list of customers and their files, for staff. */
export const customersRoutes = (options: CustomersOptions): Route[] => [
  onStaffRead(listCustomers, async ({ tx, now }, { cursor, limit = CUSTOMERS_PAGE }) => {
    const before = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
    const rows = await listCustomerRows(tx, null, { before, most: limit + 1, now })
    const page = rows.slice(0, limit)
    return { rows: page.map(maskedRow), cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
  }),

  onStaffView(openCustomer, {
    customerOf: (_tx, { id }) => id,
    handle: async (context, { id }) => {
      const customer = await findCustomer(context.tx, id)
      if (!customer) return refuse('unknown_customer')
      await recordView(context, id, 'viewed_customer')
      return fileFor(context, customer, options)
    },
  }),
]
