import type { CustomerId, SeatId, HouseId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Db, type Tx } from './db.ts'

/*
 * One lock: every write for a customer first locks that customer's row in `customers_lock`, and then reads the data for
 * its decision.
 */

declare const isLocked: unique symbol

/**
 * A transaction that holds the lock of every customer it writes for. Only the functions that take the lock return one.
 */
export type LockedTx = Tx & { readonly [isLocked]: true }

/** The row of `customers_lock` for records that concern the house and no customer. */
export const HOUSE = '00000000-0000-7000-8000-000000000001' as HouseId

/** A row of `customers_lock`: a customer's, a seat's, or the house's. */
export type LockId = CustomerId | SeatId | HouseId

const LOCK_CUSTOMER = sql('lock_customer', 'select from customers_lock where customer = $1 for update')

/** Locks a customer until the transaction ends. */
export async function lockCustomer(tx: Tx, customer: LockId): Promise<LockedTx> {
  await tx.run(LOCK_CUSTOMER, [customer])
  return tx as LockedTx
}

const LOCK_CUSTOMERS = sql(
  'lock_customers',
  'select from customers_lock where customer = any($1::uuid[]) order by customer for update',
)

/**
 * Locks several customers, sorted by id, so that two transactions that lock the same customers never wait for each
 * other.
 */
export async function lockCustomers(tx: Tx, customers: readonly LockId[]): Promise<LockedTx> {
  await tx.run(LOCK_CUSTOMERS, [customers])
  return tx as LockedTx
}

const INSERT_LOCK = sql('insert_customer_lock', 'insert into customers_lock (customer, opened_at) values ($1, $2)')

/** Inserts the row that every later write for a new customer locks. Until the commit nobody else can lock it. */
export async function insertCustomerLock(tx: Tx, customer: CustomerId | SeatId, now: Instant): Promise<LockedTx> {
  await tx.run(INSERT_LOCK, [customer, now])
  return tx as LockedTx
}

/** Runs one transaction that writes for a customer and locks that customer first. */
export const writeFor = <T>(db: Pick<Db, 'write'>, customer: LockId, work: (tx: LockedTx) => Promise<T>): Promise<T> =>
  db.write(async (tx) => work(await lockCustomer(tx, customer)))

const ENSURE_LOCK = sql(
  'ensure_lock',
  'insert into customers_lock (customer, opened_at) values ($1, $2) on conflict do nothing',
)

/** Locks a subject that is not a customer, such as the house, and inserts its row on first use. */
export async function ensureLock(tx: Tx, id: LockId, now: Instant): Promise<LockedTx> {
  await tx.run(ENSURE_LOCK, [id, now])
  return lockCustomer(tx, id)
}
