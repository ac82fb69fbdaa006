import type { Cents, ListingId, Shares } from '@lonja/core/base/amount'
import type { CustomerId, RunId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { BookTable, ChangedRow } from '../database/book.ts'
import { cash, instant, int4, shapeOf, shares, tableOf, uuid, word } from '../database/codecs.ts'
import { int4s, int8s, loadSet, saveSet, tids, uuids } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

export interface PurseKey {
  readonly customer: CustomerId
  readonly id: RunId
}

/**
 * The purse of a run: cash and shares of one listing, which are held for the run and with which its orders trade. The holds
 * of its open orders are not in it.
 */
export interface Purse extends PurseKey {
  readonly listing: ListingId
  /** Cents of the listing's currency. */
  readonly cash: Cents
  readonly shares: Shares
  /** Cents that its open buys hold, and the shares that its open sells hold. */
  readonly cashHeld: Cents
  readonly sharesHeld: Shares
  /** The number of its changes. */
  readonly changes: number
  readonly openedAt: Instant
}

const PURSES = tableOf<Purse>({
  customer: uuid('customer'),
  id: uuid('id'),
  listing: word('listing'),
  cash: cash('cash'),
  shares: shares('shares'),
  cashHeld: cash('cash_held'),
  sharesHeld: shares('shares_held'),
  changes: int4('changes'),
  openedAt: instant('opened_at'),
})

const findPurses = loadSet<PurseKey, Purse>(
  'find_purses',
  [uuids(({ customer }) => customer), uuids(({ id }) => id)],
  PURSES.ofCells,
  `select ${PURSES.under('p')}, p.ctid from $rows as wanted (customer, id)
   join purses p on p.customer = wanted.customer and p.id = wanted.id`,
)

const updatePurses = saveSet<ChangedRow<Purse>>(
  'update_purses',
  [
    tids(({ row }) => row),
    uuids(({ value }) => value.customer),
    uuids(({ value }) => value.id),
    int8s(({ value }) => value.cash),
    int8s(({ value }) => value.shares),
    int8s(({ value }) => value.cashHeld),
    int8s(({ value }) => value.sharesHeld),
    int4s(({ value }) => value.changes),
  ],
  `update purses p set cash = c.cash, shares = c.shares, cash_held = c.cash_held, shares_held = c.shares_held,
     changes = c.changes
   from $rows as c (row, customer, id, cash, shares, cash_held, shares_held, changes)
   where p.ctid = c.row and p.customer = c.customer and p.id = c.id`,
)

/** Purses in a batch's book. None is opened or closed on the lane. */
export const purses: BookTable<PurseKey, Purse> = {
  load: findPurses,
  textOf: ({ id }) => id,
  keyOf: (purse) => purse,
  save: (_added, changed) => (changed.length > 0 ? [updatePurses(changed)] : []),
}

const FIND = sql('find_purse', `select ${PURSES.names} from purses where customer = $1 and id = $2`, PURSES.ofRow)
const LIST_ON = sql(
  'list_purses_on_a_listing',
  `select ${PURSES.names} from purses where customer = $1 and listing = $2 order by id`,
  PURSES.ofRow,
)
const LIST_CHANGES = sql(
  'list_purse_changes',
  'select customer, id, changes from purses',
  shapeOf<PurseKey & Pick<Purse, 'changes'>>({ customer: uuid('customer'), id: uuid('id'), changes: int4('changes') }),
)
const INSERT = sql('insert_purse', `insert into purses (${PURSES.names}) values (${PURSES.slots})`)
const DELETE = sql('delete_purse', 'delete from purses where customer = $1 and id = $2')
const MOVE = sql(
  'move_purse',
  `update purses set listing = $3, shares = $4, changes = changes + 1 where customer = $1 and id = $2`,
)

/** The purses of all customers, each with the number of its changes. */
export const listPurseChanges = (tx: Tx): Promise<(PurseKey & Pick<Purse, 'changes'>)[]> => tx.run(LIST_CHANGES, [])

export async function findPurse(tx: Tx, { customer, id }: PurseKey): Promise<Purse | null> {
  const [purse] = await tx.run(FIND, [customer, id])
  return purse ?? null
}

/** The purses of a customer on a listing. */
export const listPursesOn = (tx: Tx, customer: CustomerId, listing: ListingId): Promise<Purse[]> =>
  tx.run(LIST_ON, [customer, listing])

/** Opens a purse with an amount. The caller posts its hold. */
export async function openPurse(
  tx: LockedTx,
  { customer, id, listing, cash: units, openedAt }: Pick<Purse, 'customer' | 'id' | 'listing' | 'cash' | 'openedAt'>,
): Promise<void> {
  const purse = { customer, id, listing, cash: units, openedAt, changes: 0 }
  const none = { shares: 0n as Shares, cashHeld: 0n as Cents, sharesHeld: 0n as Shares }
  await tx.run(INSERT, PURSES.values({ ...purse, ...none }))
}

/** Deletes a purse. The caller releases what it has, and its lots. */
export async function deletePurse(tx: LockedTx, { customer, id }: PurseKey): Promise<void> {
  await tx.run(DELETE, [customer, id])
}

/** Stores the shares of a purse, none of whose orders is open, after a split or under a new ticker. */
export async function saveMovedPurse(
  tx: LockedTx,
  { customer, id }: PurseKey,
  after: Pick<Purse, 'listing' | 'shares'>,
): Promise<void> {
  await tx.run(MOVE, [customer, id, after.listing, after.shares])
}
