import { assert } from '@lonja/core/base/assert'
import { sql } from '../database/db.ts'
import { lockCustomer, type LockId, type LockedTx } from '../database/locks.ts'
import type { TestHouse } from './house.ts'

const WAITING = sql(
  'test_waiting_for_a_lock',
  `select count(*)::int4 as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)

/** Waits until so many sessions of this house wait for a lock. PostgreSQL sends no event for that, so this polls. */
export async function untilWaiting(house: TestHouse, isOver: () => boolean, sessions = 1): Promise<void> {
  for (;;) {
    const [row] = await house.db.read((tx) => tx.run<{ waiting: number }>(WAITING))
    if (row && row.waiting >= sessions) return
    assert(!isOver(), 'a request that is to wait for a lock has not ended without it')
  }
}

/**
 * Changes something between the two steps of a request. This takes the customer's lock and sends the request, which
 * tries its password or code and then waits for the lock. Then it commits `change`, and the request goes on. `whose` is
 * the customer, the seat or the house.
 */
export async function changedBetween<T>(
  house: TestHouse,
  whose: LockId,
  request: () => Promise<T>,
  change: (tx: LockedTx) => Promise<unknown>,
): Promise<T> {
  let isOver = false
  let answer: Promise<T> | undefined
  await house.db.write(async (tx) => {
    const locked = await lockCustomer(tx, whose)
    answer = request().finally(() => {
      isOver = true
    })
    await untilWaiting(house, () => isOver)
    await change(locked)
  })
  assert(answer !== undefined, 'the request was sent')
  return answer
}
