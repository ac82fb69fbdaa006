import { MINUTE, type Instant } from '@lonja/core/base/instant'
import type { Order } from '@lonja/core/orders/orders.rules'
import { cellOf, flag, instant, orNull, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/**
 * The servers that fill orders, each start of one under an id of its own, its node. Instants of renewals are of the
 * database's clock, so that no two servers compare their own.
 */

const NOW = `(extract(epoch from statement_timestamp()) * 1000)::int8`

const BEGIN = sql(
  'begin_filling',
  `insert into fill_progress (node, name, through_at, written_at, renewed_at, well_since, filled_by, claims_orders)
   values ($1, $2, $3, $4, ${NOW}, ${NOW}, $1, true)`,
)

/** The row of one start of a server. */
export interface NewServer {
  readonly node: string
  /** The machine and the process, for the operator. */
  readonly name: string
  /** The instant of the source's clock from which its orders have quote events to process. */
  readonly through: Instant
  /** The server's clock. */
  readonly at: Instant
}

export async function insertServer(tx: Tx, { node, name, through, at }: NewServer): Promise<void> {
  await tx.run(BEGIN, [node, name, through, at])
}

const RENEW = sql(
  'renew_filling',
  `update fill_progress set renewed_at = ${NOW},
     well_since = case when ${NOW} - renewed_at > $2 then ${NOW} else well_since end
   where node = $1 and filled_by = $1 returning well_since <= ${NOW} - $3 as is_well`,
  shapeOf({ isWell: flag('is_well') }),
)

/** The limits of renewals in milliseconds: a later one is late, and a server without one for so long is silent. */
export interface RenewalLimits {
  readonly lateAfterMs: number
  readonly silentAfterMs: number
}

/**
 * Renews a server's row. `isWell`: its renewals have been in time for so long that another's silence is not its own.
 * Null if another server has taken over its orders. The row stays locked until the transaction ends.
 */
export async function renewServer(
  tx: Tx,
  node: string,
  { lateAfterMs, silentAfterMs }: RenewalLimits,
): Promise<{ readonly isWell: boolean } | null> {
  const [renewed] = await tx.run(RENEW, [node, lateAfterMs, silentAfterMs])
  return renewed ?? null
}

const LOCK_SILENT = sql(
  'lock_silent_servers',
  `select node from fill_progress
   where node <> $1 and filled_by = node
     and (stopped_at is not null or node = any($3::uuid[])
       or ($2 and renewed_at <= (select renewed_at from fill_progress where node = $1) - $4))
   for update skip locked`,
  cellOf(uuid('node')),
)
const TAKE_OVER = sql('take_over_servers', 'update fill_progress set filled_by = $1 where filled_by = any($2::uuid[])')

/**
 * Takes over the orders of the servers that have stopped, of those in `ended`, and, if this one `isWell`, of those that
 * are silent; also the orders that these had taken over. The lock of a row waits for no one: what is locked is taken in
 * a later round. Call it after the renewal, in its transaction: silence ends there, and not now, because the database may
 * have stood still since. Returns whether there was any.
 */
export async function takeOverServers(
  tx: Tx,
  node: string,
  { isWell, ended, silentAfterMs }: { isWell: boolean; ended: readonly string[]; silentAfterMs: number },
): Promise<boolean> {
  const silent = await tx.run(LOCK_SILENT, [node, isWell, ended, silentAfterMs])
  if (silent.length > 0) await tx.run(TAKE_OVER, [node, silent])
  return silent.length > 0
}

/**
 * A server's progress: its open orders are processed up to an instant of the source's clock, by a round that began at an
 * instant of the server's clock.
 */
export interface Progress {
  readonly node: string
  readonly through: Instant
  readonly roundAt: Instant
}

const PROGRESS = tableOf<Progress>({
  node: uuid('node'),
  through: instant('through_at'),
  roundAt: instant('written_at'),
})
const LIST_FILLED_BY = sql(
  'list_filled_by',
  `select ${PROGRESS.names} from fill_progress where filled_by = $1`,
  PROGRESS.ofRow,
)

/** An order is in memory well within this time after its decision, so no event before that can have been missed. */
export const SETTLED_MS = MINUTE

/**
 * The instant up to which the events of an open order are processed. The exit of a buy begins at an event that may be older
 * than its server's progress, and so does an order that was claimed from another server. For these the progress counts from
 * the first round on that had the order in memory.
 */
export function processedOf(order: Order, { through, roundAt }: Progress): Instant {
  const { ofBuy = null, claimed = null } = order.conditions ?? {}
  const since = Math.max(ofBuy === null ? -Infinity : order.placedAt, claimed?.at ?? -Infinity)
  return since > roundAt - SETTLED_MS ? order.through : through
}

/** The same in a query, of an order `o` with its conditions `oc` and the progress `p` of its server. */
export const PROCESSED = `case when greatest(case when oc.of_buy is not null then o.placed_at end, oc.claimed_at) > p.written_at - ${SETTLED_MS} then o.through_at else p.through_at end`

/** The same, read as `processed_at`; 0 for an order that no server fills. */
export const PROCESSED_AT = tableOf<{ readonly processed: Instant | null }>({
  processed: orNull(instant('processed_at')),
})

/** The servers whose orders this one fills, itself among them. */
export const listFilledBy = (tx: Tx, node: string): Promise<Progress[]> => tx.run(LIST_FILLED_BY, [node])

/** A server that is silent or has stopped, and whose orders nobody fills yet. */
export interface AwayServer {
  readonly node: string
  readonly name: string
  /** Its last renewal. */
  readonly renewedAt: Instant
  readonly isStopped: boolean
}

const LIST_AWAY = sql(
  'list_away_servers',
  `select node, name, renewed_at, stopped_at is not null as is_stopped from fill_progress
   where filled_by = node and (stopped_at is not null or renewed_at <= ${NOW} - $1)
   order by renewed_at`,
  shapeOf<AwayServer>({
    node: uuid('node'),
    name: word('name'),
    renewedAt: instant('renewed_at'),
    isStopped: flag('is_stopped'),
  }),
)

export const listAwayServers = (tx: Tx, silentAfterMs: number): Promise<AwayServer[]> =>
  tx.run(LIST_AWAY, [silentAfterMs])

const SAVE = sql(
  'save_fill_progress',
  `update fill_progress set through_at = greatest(through_at, $3), written_at = $4
   where filled_by = $1 and node = any($2::uuid[])`,
)

/**
 * Stores that the open orders of some servers, filled by this one, are processed up to an instant, by a round that began
 * at `at`. Never moves back.
 */
export async function saveProgress(
  tx: Tx,
  node: string,
  { nodes, through, at }: { readonly nodes: readonly string[]; readonly through: Instant; readonly at: Instant },
): Promise<void> {
  await tx.run(SAVE, [node, nodes, through, at])
}

const HAS_OTHERS = sql(
  'has_other_servers',
  'select exists (select from fill_progress where filled_by <> $1) as others',
  cellOf(flag('others')),
)

/** Whether other servers fill orders that this one does not have in memory. */
export async function hasOtherServers(tx: Tx, node: string): Promise<boolean> {
  const [others] = await tx.run(HAS_OTHERS, [node])
  return others ?? false
}

const STOP = sql('stop_filling', `update fill_progress set stopped_at = ${NOW} where node = $1 and filled_by = $1`)

/** Hands a server's orders, and those that it had taken over, to the others. */
export async function saveStop(tx: Tx, node: string): Promise<void> {
  await tx.run(STOP, [node])
}

const PURGE = sql(
  'purge_servers',
  'delete from fill_progress where filled_by = $1 and node <> $1 and node = any($2::uuid[])',
)

/** Deletes servers that were taken over and have no open order left. */
export async function purgeServers(tx: Tx, node: string, nodes: readonly string[]): Promise<void> {
  if (nodes.length > 0) await tx.run(PURGE, [node, nodes])
}
