import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'

const FIND = sql('find_fill_progress', 'select min(through_at) as through_at from fill_progress')
const SAVE = sql(
  'save_fill_progress',
  `insert into fill_progress (node, through_at, written_at) values ($1, $2, $3)
   on conflict (node) do update set through_at = greatest(fill_progress.through_at, excluded.through_at), written_at = excluded.written_at`,
)
const FORGET = sql('forget_fill_progress', 'delete from fill_progress where node <> $1 and written_at <= $2')

/** The progress of one server: its open orders are processed up to an instant of the source's clock. */
export interface Progress {
  /** The id of one start of one server. */
  readonly node: string
  readonly through: Instant
  /** The time of storing it, in the server's clock. */
  readonly at: Instant
}

/**
 * The instant of the source's clock up to which the quote events have been processed for every open order of every
 * server: the least of all stored progress. Null in a new house.
 */
export async function findProgress(tx: Tx): Promise<Instant | null> {
  const [row] = await tx.run<{ through_at: bigint | null }>(FIND)
  return row === undefined || row.through_at === null ? null : Number(row.through_at)
}

export async function saveProgress(tx: Tx, { node, through, at }: Progress): Promise<void> {
  await tx.run(SAVE, [node, through, at])
}

const HAS_OTHERS = sql(
  'has_other_fill_progress',
  'select exists (select from fill_progress where node <> $1) as others',
)

/** Whether another server may have taken orders since this one started. */
export async function hasOtherServers(tx: Tx, node: string): Promise<boolean> {
  const [row] = await tx.run<{ others: boolean }>(HAS_OTHERS, [node])
  return row?.others ?? false
}

/** Deletes other servers' progress stored by an instant: this server has taken over their open orders. */
export async function purgeProgress(tx: Tx, node: string, by: Instant): Promise<void> {
  await tx.run(FORGET, [node, by])
}
