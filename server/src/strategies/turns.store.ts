import type { Instant } from '@lonja/core/base/instant'
import { cellOf, uuid } from '../database/codecs.ts'
import { sql } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

const HOLD = sql(
  'hold_turn_of_runs',
  `insert into run_turns (turn, lease_until) values ($1, $2)
   on conflict ("only") do update set turn = excluded.turn, lease_until = excluded.lease_until
   where run_turns.turn = excluded.turn or run_turns.lease_until <= $3
   returning turn`,
  cellOf(uuid('turn')),
)
const LEAVE = sql('leave_turn_of_runs', 'update run_turns set lease_until = 0 where turn = $1')

/** The server that hears the events for all runs. Its lease is renewed until the server ends. */
interface Lease {
  readonly turn: string
  readonly now: Instant
  readonly until: Instant
}

/** Takes or renews the turn of a server. False while another server has it. */
export const holdTurn = async (tx: LockedTx, { turn, now, until }: Lease): Promise<boolean> =>
  (await tx.run(HOLD, [turn, until, now])).length > 0

/** Gives a turn up, so that another server takes it at once. */
export async function leaveTurn(tx: LockedTx, turn: string): Promise<void> {
  await tx.run(LEAVE, [turn])
}
