import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { BacktestFault } from '@lonja/core/strategies/strategies.contract'
import { cellOf, int4, shapeOf, uuid } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import { NEW_BACKTESTS, type BacktestKey, type NewBacktest, type Progress } from './strategies.store.ts'

/*
 * The queue of backtests, and all that is written of them. The server that works one out has a turn: an id, and a lease that it renews. Once the lease is over
 * the next server begins it anew, and nothing that the earlier turn still sends is stored.
 */

const INSERT = sql(
  'insert_backtest',
  `insert into backtests (${NEW_BACKTESTS.names}, state) values (${NEW_BACKTESTS.slots}, 'queued')`,
)
const DELETE = sql('delete_backtest', 'delete from backtests where customer = $1 and id = $2')
const DELETE_OLDEST = sql(
  'delete_oldest_backtest',
  `delete from backtests where customer = $1 and id = (
     select id from backtests where customer = $1 and ended_at is not null order by made_at, id limit 1)`,
)

// The oldest that waits or whose server has ended, of customers who have none that runs under a lease.
const FIND_NEXT = sql(
  'find_next_backtest',
  `select customer, id from backtests b
   where (state = 'queued' or (state = 'running' and lease_until <= $1))
     and not exists (select from backtests o where o.customer = b.customer and o.state = 'running' and o.id <> b.id)
   order by made_at, id limit 1`,
  shapeOf<BacktestKey>({ customer: uuid('customer'), id: uuid('id') }),
)
const TAKE = sql(
  'take_backtest',
  `update backtests b set state = 'running', turn = $3, lease_until = $4, turns = turns + 1, passed = null, minutes = null
   where customer = $1 and id = $2 and (state = 'queued' or (state = 'running' and lease_until <= $5))
     and not exists (select from backtests o where o.customer = $1 and o.state = 'running' and o.id <> $2)
   returning turns`,
  cellOf(int4<number>('turns')),
)
const RENEW = sql(
  'renew_backtest',
  `update backtests set lease_until = $4, passed = $5, minutes = $6
   where customer = $1 and id = $2 and turn = $3 returning turns`,
  cellOf(int4<number>('turns')),
)
const RELEASE = sql(
  'release_backtest',
  `update backtests set state = 'queued', turn = null, lease_until = null, turns = turns - 1, passed = null, minutes = null
   where customer = $1 and id = $2 and turn = $3`,
)
const FINISH = sql(
  'finish_backtest',
  `update backtests set state = 'done', turn = null, lease_until = null, ended_at = $4, outcome = $5, trades = $6, stop = $7,
     passed = ($5::jsonb ->> 'minutes')::int4, minutes = ($5::jsonb ->> 'minutes')::int4
   where customer = $1 and id = $2 and turn = $3 returning turns`,
  cellOf(int4<number>('turns')),
)
const FAIL = sql(
  'fail_backtest',
  `update backtests set state = 'failed', turn = null, lease_until = null, ended_at = $4, fault = $5, stop = $6
   where customer = $1 and id = $2 and turn = $3 returning turns`,
  cellOf(int4<number>('turns')),
)

export async function insertBacktest(tx: LockedTx, backtest: NewBacktest): Promise<void> {
  await tx.run(INSERT, NEW_BACKTESTS.values(backtest))
}

export async function deleteBacktest(tx: LockedTx, { customer, id }: BacktestKey): Promise<void> {
  await tx.run(DELETE, [customer, id])
}

/** Deletes the oldest backtest of a customer that has ended. */
export async function deleteOldestEnded(tx: LockedTx, customer: CustomerId): Promise<void> {
  await tx.run(DELETE_OLDEST, [customer])
}

/** A backtest in the turn of a server. */
export interface Turn extends BacktestKey {
  readonly turn: string
}

/** The next backtest. */
export async function findNext(tx: Tx, now: Instant): Promise<BacktestKey | null> {
  const [next] = await tx.run(FIND_NEXT, [now])
  return next ?? null
}

/** Takes a backtest for a turn. Returns the number of turns that it has had, or null if another server was faster. */
export async function takeTurn(
  tx: LockedTx,
  { customer, id, turn }: Turn,
  { now, until }: { readonly now: Instant; readonly until: Instant },
): Promise<number | null> {
  const [turns] = await tx.run(TAKE, [customer, id, turn, until, now])
  return turns ?? null
}

/** Renews the lease and stores the progress. False if the turn is over. */
export async function renewTurn(
  tx: LockedTx,
  { customer, id, turn }: Turn,
  { until, progress }: { readonly until: Instant; readonly progress: Progress | null },
): Promise<boolean> {
  const values = [customer, id, turn, until, progress?.minutes ?? null, progress?.all ?? null]
  return (await tx.run(RENEW, values)).length > 0
}

/** Gives a backtest back to the queue. */
export async function releaseTurn(tx: LockedTx, { customer, id, turn }: Turn): Promise<void> {
  await tx.run(RELEASE, [customer, id, turn])
}

/** The stored forms of an outcome and of the trades, as JSON. */
export interface StoredOutcome {
  readonly outcome: string
  readonly trades: string
  /** The fault that stopped a customer's text; null for none. */
  readonly stop: string | null
}

/** The end of a backtest whose text was stopped without a result. */
export interface StoppedEnd {
  readonly fault: BacktestFault
  readonly stop: string
}

/** The end of a backtest: its outcome, or the reason why it has none. */
export type BacktestEnd = StoredOutcome | StoppedEnd | BacktestFault

/** Stores the end of a backtest. False if the turn is over. */
export async function endTurn(
  tx: LockedTx,
  { customer, id, turn }: Turn,
  end: BacktestEnd,
  now: Instant,
): Promise<boolean> {
  const key = [customer, id, turn, now]
  if (typeof end !== 'string' && 'outcome' in end)
    return (await tx.run(FINISH, [...key, end.outcome, end.trades, end.stop])).length > 0
  const { fault, stop } = typeof end === 'string' ? { fault: end, stop: null } : end
  const rows = await tx.run(FAIL, [...key, fault, stop])
  return rows.length > 0
}
