import { assert } from '@lonja/core/base/assert'
import { sql } from '../database/db.ts'
import { lockCustomer, type LockedTx } from '../database/locks.ts'
import type { TestHouse } from './house.ts'

const WAITING = sql(
  'test_waiting_for_a_lock',
  `select count(*)::int4 as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)

/** Until a session of this house waits for a lock. Whoever asks looks again and again: nothing says so by itself. */
export async function untilWaiting(house: TestHouse, isOver: () => boolean): Promise<void> {
  for (;;) {
    const [row] = await house.db.read((tx) => tx.run<{ waiting: number }>(WAITING))
    if (row && row.waiting > 0) return
    assert(!isOver(), 'a request that is to wait for a lock has not ended without it')
  }
}

/**
 * Something that changes for a customer between the two steps of a request: the row that every write locks is held while the request is
 * sent, so that it has tried what it tries before its transaction (a password, a code) and waits to begin with what it writes. Then
 * `change` is committed, and the request goes on. For the lock of a seat, `whose` is the seat.
 */
export async function changedBetween<T>(
  house: TestHouse,
  whose: string,
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
