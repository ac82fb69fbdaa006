import type { ListingId } from '@lonja/core/base/amount'
import { refuse } from '@lonja/core/base/refusal'
import { listCustomerEntries, openCustomerPosting } from '@lonja/core/customers/entries.staff.contract'
import { depositNumber } from '@lonja/core/deposits/deposits.rules'
import type { CauseKind } from '@lonja/core/ledger/ledger.contract'
import { postedLines, sumsOf } from '@lonja/core/ledger/ledger.rules'
import { findCustomer } from '../accounts/accounts.store.ts'
import type { Tx } from '../base/db.ts'
import { onStaffView } from '../base/serve.staff.ts'
import type { Route } from '../base/serve.ts'
import { depositsAmong } from '../deposits/deposits.store.ts'
import { entryPlace, entryReply } from '../ledger/ledger.replies.ts'
import { findPosting, listEntriesOf } from '../ledger/ledger.store.ts'
import { listingsOf } from '../orders/causes.store.ts'
import { numberFor } from '../withdrawals/replies.actions.ts'
import { withdrawalsAmong } from '../withdrawals/withdrawals.store.ts'
import { recordLook } from './customers.actions.ts'

const PAGE = 50
const customerOf = (_tx: unknown, { customer }: { customer: string }): string => customer

/** The entries of one customer, and each of their postings whole, as staff read them. */
export const entriesRoutes = (): Route[] => [
  onStaffView(listCustomerEntries, {
    customerOf,
    handle: async (context, { customer, kind, asset, cause, from, to, cursor, limit = PAGE }) => {
      const { tx } = context
      if (!(await findCustomer(tx, customer))) return refuse('unknown_customer')
      await recordLook(context, customer, 'viewed_entries')
      const wanted = { kind: kind ?? null, asset: asset ?? null, cause: cause ?? null, from: from ?? null }
      const filter = { ...wanted, to: to ?? null, after: entryPlace(cursor) }
      const found = await listEntriesOf(tx, customer, filter, limit + 1)
      const page = found.slice(0, limit)
      const causes = await causesOf(
        tx,
        customer,
        page.map((entry) => entry.cause),
      )
      const last = page.at(-1)
      return {
        rows: page.map((entry) => ({ ...entryReply(entry, causes.listings), ...causes.of(entry.cause) })),
        cursor: found.length > limit && last ? `${last.version}` : null,
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
      await recordLook(context, customer, 'viewed_entries')
      const { at, cause } = first
      const lines = entries.flatMap(postedLines)
      const causes = await causesOf(tx, customer, [cause])
      return { posting, at, cause, ...causes.of(cause), lines, sums: sumsOf(lines) }
    },
  }),
]

interface Causes {
  readonly listings: ReadonlyMap<string, ListingId>
  readonly of: (cause: string | null) => { causeKind: CauseKind | null; causeNumber: string | null }
}

/** What these things that caused entries are: orders have a listing, deposits and withdrawals a number. */
async function causesOf(tx: Tx, customer: string, causes: readonly (string | null)[]): Promise<Causes> {
  const ids = [...new Set(causes.filter((cause) => cause !== null))]
  const listings = await listingsOf(tx, customer, ids)
  const withdrawals = new Set(await withdrawalsAmong(tx, customer, ids))
  const deposits = new Set(await depositsAmong(tx, customer, ids))
  return {
    listings,
    of: (cause) => {
      if (cause === null) return { causeKind: null, causeNumber: null }
      if (withdrawals.has(cause)) return { causeKind: 'withdrawal', causeNumber: numberFor(cause) }
      if (deposits.has(cause)) return { causeKind: 'deposit', causeNumber: depositNumber(cause) }
      return { causeKind: listings.has(cause) ? 'order' : null, causeNumber: null }
    },
  }
}
