import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { WarningStates } from '@lonja/core/margin/judging.rules'
import { cellOf, flag, group, instant, orNull, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/* The accounts that are judged: up to which minute all of them are, and the warnings of each. */

const PROGRESS = sql('find_margin_progress', 'select judged_at from margin_progress', cellOf(instant('judged_at')))
const SAVE_PROGRESS = sql(
  'save_margin_progress',
  `insert into margin_progress (judged_at) values ($1)
   on conflict ("only") do update set judged_at = greatest(margin_progress.judged_at, excluded.judged_at)`,
)

/** The minute up to which all accounts are judged; null before the first. */
export async function findProgress(tx: Tx): Promise<Instant | null> {
  const [judgedAt] = await tx.run(PROGRESS)
  return judgedAt ?? null
}

/** Stores that all accounts are judged up to a minute. It never goes back. */
export async function saveJudgedUntil(tx: Tx, minute: Instant): Promise<void> {
  await tx.run(SAVE_PROGRESS, [minute])
}

const CANDIDATES = sql(
  'list_margin_candidates',
  `select distinct l.customer, l.listing from lots l
   where l.customer in (select customer from lots where financed_left > 0) order by 1, 2`,
  shapeOf({ customer: uuid<'customer'>('customer'), listing: word<ListingId>('listing') }),
)

/** The customers with lots that the house has financed, each with the listings of all of their lots. */
export async function listCandidates(tx: Tx): Promise<ReadonlyMap<CustomerId, readonly ListingId[]>> {
  const rows = await tx.run(CANDIDATES)
  const listingsOf = new Map<CustomerId, ListingId[]>()
  for (const { customer, listing } of rows) listingsOf.set(customer, [...(listingsOf.get(customer) ?? []), listing])
  return listingsOf
}

/** The warnings of an account, and the last minute at which it was warned, armed again or closed out. */
export interface AccountState {
  readonly judgedAt: Instant
  readonly warned: WarningStates
}

const ACCOUNTS = tableOf<AccountState>({
  judgedAt: instant('judged_at'),
  warned: group<WarningStates>({ full: flag('warned_full'), near: flag('warned_near') }),
})

const FIND = sql(
  'find_margin_account',
  `select ${ACCOUNTS.names} from margin_accounts where customer = $1`,
  ACCOUNTS.ofRow,
)
const SAVE = sql(
  'save_margin_account',
  `insert into margin_accounts (${ACCOUNTS.names}, customer) values (${ACCOUNTS.slots}, $4)
   on conflict (customer) do update set judged_at = excluded.judged_at, warned_full = excluded.warned_full,
     warned_near = excluded.warned_near`,
)

/** The state of an account; null for one that was never warned. */
export async function findAccount(tx: Tx, customer: CustomerId): Promise<AccountState | null> {
  const [account] = await tx.run(FIND, [customer])
  return account ?? null
}

export async function saveAccount(tx: LockedTx, customer: CustomerId, account: AccountState): Promise<void> {
  await tx.run(SAVE, [...ACCOUNTS.values(account), customer])
}

const LAST_EVENT = sql(
  'find_last_event_filled',
  `select max(quote_at) as quote_at, max(quote_at) filter (where listing = $2 and side = 'sell') as sold_at
   from fills where customer = $1`,
  shapeOf({ any: orNull(instant('quote_at')), sold: orNull(instant('sold_at')) }),
)

/** The last quote event on which a customer's orders filled, and on which sells of a listing did; null for none. */
export async function findLastEvents(
  tx: Tx,
  customer: CustomerId,
  listing: ListingId | null,
): Promise<{ readonly any: Instant | null; readonly sold: Instant | null }> {
  const [last] = await tx.run(LAST_EVENT, [customer, listing])
  return last ?? { any: null, sold: null }
}
