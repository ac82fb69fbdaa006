import type { CustomerId } from '@lonja/core/base/ids'
import { refuse } from '@lonja/core/base/refusal'
import { listCustomerEntries, openCustomerPosting } from '@lonja/core/customers/entries.staff.contract'
import { postedLines, sumsOf } from '@lonja/core/ledger/ledger.rules'
import { creditOf } from '@lonja/core/reversals/reversals.rules'
import { CUSTOMER_ENTRIES_PAGE } from '@lonja/core/customers/customers.rules'
import { findCustomer } from '../accounts/accounts.store.ts'
import { onStaffView } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { entryPlace, entryReply, type CausesOf } from '../ledger/ledger.replies.ts'
import { findPosting, listEntriesOf } from '../ledger/entries.store.ts'
import { creditShown } from '../reversals/reversals.actions.ts'
import { findReviewOf } from '../review/review.store.ts'
import { recordView } from './customers.actions.ts'

const customerOf = (_tx: unknown, { customer }: { customer: CustomerId }): CustomerId => customer

/** The entries of one customer, each with its whole posting, for staff. */
export const entriesRoutes = (causesOf: CausesOf): Route[] => [
  onStaffView(listCustomerEntries, {
    customerOf,
    handle: async (context, input) => {
      const { tx } = context
      const { customer, kind, asset, cause, causeKind, from, to, cursor, limit = CUSTOMER_ENTRIES_PAGE } = input
      if (!(await findCustomer(tx, customer))) return refuse('unknown_customer')
      await recordView(context, customer, 'viewed_entries')
      const chosen = { kind: kind ?? null, asset: asset ?? null, cause: cause ?? null, from: from ?? null }
      const filter = { ...chosen, causeKind, to: to ?? null, after: entryPlace(cursor) }
      const entries = await listEntriesOf(tx, customer, filter, limit + 1)
      const page = entries.slice(0, limit)
      const causeFor = await causesOf(tx, customer, page)
      const last = page.at(-1)
      return {
        rows: page.map((entry) => entryReply(entry, causeFor)),
        cursor: entries.length > limit && last ? `${last.version}` : null,
      }
    },
  }),

  onStaffView(openCustomerPosting, {
    customerOf,
    handle: async (context, { customer, posting }) => {
      const { tx } = context
      if (!(await findCustomer(tx, customer))) return refuse('unknown_customer')
      const entries = await findPosting(tx, customer, posting)
      const [first] = entries
      if (!first) return refuse('not_found')
      await recordView(context, customer, 'viewed_entries')
      const { at, cause } = first
      const lines = entries.flatMap(postedLines)
      const { causeKind, causeNumber } = (await causesOf(tx, customer, [first]))(first)
      const review = cause === null ? null : await findReviewOf(tx, customer, cause)
      const causeReview = review?.kind === causeKind ? review.id : null
      const credits = []
      for (const credit of entries.map(creditOf)) if (credit) credits.push(await creditShown(tx, customer, credit))
      return { posting, at, cause, causeKind, causeNumber, causeReview, lines, sums: sumsOf(lines), credits }
    },
  }),
]
