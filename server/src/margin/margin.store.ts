import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Warned } from '@lonja/core/margin/judging.rules'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/* The accounts that are judged: up to which minute all of them are, and the warnings of each. */

const PROGRESS = sql('find_margin_progress', 'select judged_at from margin_progress')
const SAVE_PROGRESS = sql(
  'save_margin_progress',
  `insert into margin_progress (judged_at) values ($1)
   on conflict ("only") do update set judged_at = greatest(margin_progress.judged_at, excluded.judged_at)`,
)

/** The minute up to which all accounts are judged; null before the first. */
export async function findProgress(tx: Tx): Promise<Instant | null> {
  const [row] = await tx.run<{ judged_at: bigint }>(PROGRESS)
  return row ? Number(row.judged_at) : null
}

/** Stores that all accounts are judged up to a minute. It never goes back. */
export async function saveJudgedUntil(tx: Tx, minute: Instant): Promise<void> {
  await tx.run(SAVE_PROGRESS, [minute])
}

const CANDIDATES = sql(
  'list_margin_candidates',
  `select distinct l.customer, l.listing from lots l
   where l.customer in (select customer from lots where financed_left > 0) order by 1, 2`,
)

/** The customers with lots that the house has financed, each with the listings of all of their lots. */
export async function listCandidates(tx: Tx): Promise<ReadonlyMap<CustomerId, readonly ListingId[]>> {
  const rows = await tx.run<{ customer: CustomerId; listing: ListingId }>(CANDIDATES)
  const listingsOf = new Map<CustomerId, ListingId[]>()
  for (const { customer, listing } of rows) listingsOf.set(customer, [...(listingsOf.get(customer) ?? []), listing])
  return listingsOf
}

/** The warnings of an account, and the last minute at which it was warned, armed again or closed out. */
export interface AccountState {
  readonly judgedAt: Instant
  readonly warned: Warned
}

const FIND = sql(
  'find_margin_account',
  'select judged_at, warned_full, warned_near from margin_accounts where customer = $1',
)
const SAVE = sql(
  'save_margin_account',
  `insert into margin_accounts (customer, judged_at, warned_full, warned_near) values ($1, $2, $3, $4)
   on conflict (customer) do update set judged_at = excluded.judged_at, warned_full = excluded.warned_full,
     warned_near = excluded.warned_near`,
)

/** The state of an account; null for one that was never warned. */
export async function findAccount(tx: Tx, customer: CustomerId): Promise<AccountState | null> {
  const [row] = await tx.run<{ judged_at: bigint; warned_full: boolean; warned_near: boolean }>(FIND, [customer])
  if (!row) return null
  return { judgedAt: Number(row.judged_at), warned: { full: row.warned_full, near: row.warned_near } }
}

export async function saveAccount(
  tx: LockedTx,
  customer: CustomerId,
  { judgedAt, warned }: AccountState,
): Promise<void> {
  await tx.run(SAVE, [customer, judgedAt, warned.full, warned.near])
}

const LAST_EVENT = sql(
  'find_last_event_filled',
  `select max(quote_at) as quote_at, max(quote_at) filter (where listing = $2 and side = 'sell') as sold_at
   from fills where customer = $1`,
)

/** The last quote event on which a customer's orders filled, and on which sells of a listing did; null for none. */
export async function findLastEvents(
  tx: Tx,
  customer: CustomerId,
  listing: ListingId | null,
): Promise<{ readonly any: Instant | null; readonly sold: Instant | null }> {
  const [row] = await tx.run<{ quote_at: bigint | null; sold_at: bigint | null }>(LAST_EVENT, [customer, listing])
  const at = (cell: bigint | null | undefined): Instant | null => (cell ? Number(cell) : null)
  return { any: at(row?.quote_at), sold: at(row?.sold_at) }
}
