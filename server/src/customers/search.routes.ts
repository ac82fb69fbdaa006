import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { refuse } from '@lonja/core/base/refusal'
import { searchCustomers } from '@lonja/core/customers/customers.staff.contract'
import { customerQueryFor, SEARCHES, SEARCH_ROWS } from '@lonja/core/customers/search.rules'
import type { ReviewKind } from '@lonja/core/review/review.kind'
import { listCustomersNamed } from '../accounts/accounts.store.ts'
import { recordAct } from '../audit/audit.actions.ts'
import type { Tx } from '../database/db.ts'
import { asSeat } from '../door/serve.staff.ts'
import type { CallRequest, Route } from '../door/serve.ts'
import { listNumbered } from '../review/queue.store.ts'
import { recordReply } from '../review/review.replies.ts'
import type { ReviewRow } from '../review/review.store.ts'
import { maskedRow } from './customers.replies.ts'
import { findCustomers } from './search.store.ts'

interface Hits {
  readonly customers: readonly CustomerId[]
  readonly records: readonly ReviewRow[]
}

const NONE: Hits = { customers: [], records: [] }

/** The customers and records that a text names: one more than is shown, where there are more. */
async function hitsOf(tx: Tx, kinds: readonly ReviewKind[], words: string): Promise<Hits> {
  const query = customerQueryFor(kinds, words)
  const records = query.records.length === 0 ? [] : await listNumbered(tx, query.records, SEARCH_ROWS)
  const owners = records.flatMap(({ customer }) => customer ?? [])
  return { customers: await findCustomers(tx, query, owners, SEARCH_ROWS + 1), records }
}

/** The search for customers. */
export const searchRoutes = (kinds: readonly ReviewKind[]): Route[] => [searchRoute(kinds)]

/**
 * The search runs before the locks, because it says whom to lock; its hits are what the seat is shown, so nobody
 * is shown who is not recorded. The count of searches and the act are written under the lock of the seat, before the answer.
 */
const searchRoute = (kinds: readonly ReviewKind[]): Route => ({
  call: searchCustomers,
  answer: (request, house) => {
    const { words } = (request as CallRequest<typeof searchCustomers>).input
    let hits = NONE
    const only = (): CustomerId | null => (hits.customers.length === 1 ? (hits.customers[0] ?? null) : null)
    return asSeat(
      request,
      house,
      async (tx) => {
        hits = await hitsOf(tx, kinds, words)
        return only()
      },
      async ({ tx, now, seat, publish }) => {
        const subjects = [{ throttle: SEARCHES, who: seat.id }]
        if (!(await house.tries.countIn(tx, { subjects, now })))
          return refuse('too_many_searches', { most: String(SEARCHES.most) })
        const customer = only()
        const detail = { hits: hits.customers.length }
        await recordAct(tx, { customer, seat, act: 'searched_customers', about: null, detail, at: now })
        if (customer !== null) publish(customer, 'notices')
        return replyOf(tx, kinds, hits, now)
      },
    )
  },
})

async function replyOf(
  tx: Tx,
  kinds: readonly ReviewKind[],
  { customers, records }: Hits,
  now: Instant,
): Promise<ReplyOf<typeof searchCustomers>> {
  const rows = await listCustomersNamed(tx, customers.slice(0, SEARCH_ROWS), now)
  return {
    rows: rows.map((row) => ({
      ...maskedRow(row),
      records: records.filter(({ customer }) => customer === row.id).flatMap((row) => recordReply(kinds, row) ?? []),
    })),
    more: customers.length > SEARCH_ROWS,
  }
}
