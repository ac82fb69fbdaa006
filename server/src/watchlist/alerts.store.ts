import type { PriceE4 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Day, Instant } from '@lonja/core/base/instant'
import type { Alert } from '@lonja/core/watchlist/alerts.rules'
import {
  cellOf,
  flag,
  instant,
  int4,
  int8,
  orNull,
  price,
  shapeOf,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { int8s, saveSet, texts, uuids } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import { BEFORE_ALL_IDS } from '../base/ids.ts'

/** An alert as stored. A removed one stays for a while. */
export interface AlertRow extends Alert {
  readonly removedAt: Instant | null
}

/** An alert as it is made, which is neither paused nor fired. */
type NewAlert = Omit<Alert, 'paused' | 'firedAt'>

const FIELDS: Fields<NewAlert> = {
  customer: uuid('customer'),
  id: uuid('id'),
  listing: word('listing'),
  kind: word('kind'),
  level: orNull(price('level_e4')),
  percentBps: orNull(int4('percent_bps')),
  repeats: word('repeats'),
  note: orNull(word('note')),
  madeAt: instant('made_at'),
  armedAt: instant('armed_at'),
  firedDay: orNull(word('fired_day')),
}
const MADE = tableOf<NewAlert>(FIELDS)
const ALERTS = tableOf<AlertRow>({
  ...FIELDS,
  paused: flag('paused'),
  firedAt: orNull(instant('fired_at')),
  removedAt: orNull(instant('removed_at')),
})

const LIST = sql(
  'list_alerts',
  `select ${ALERTS.names} from alerts where customer = $1 and removed_at is null order by made_at desc, id desc`,
)
const FIND = sql('find_alert', `select ${ALERTS.names} from alerts where customer = $1 and id = $2`)
const COUNT = sql(
  'count_alerts',
  'select count(*) as count from alerts where customer = $1 and removed_at is null',
  cellOf(int8('count')),
)
const INSERT = sql(
  'insert_alert',
  `insert into alerts (${MADE.names}, paused, changed_at) values (${MADE.slots}, false, $12)`,
)
/**
 * Sets a new `armed_at` even while the source's clock is paused, so that a node with the old value sees the change.
 */
const ARMED = (at: string): string => `armed_at = greatest(${at}, armed_at + 1)`
const CHANGE = sql(
  'change_alert',
  `update alerts set kind = $3, level_e4 = $4, percent_bps = $5, repeats = $6, note = $7, ${ARMED('$8')}, paused = false,
     fired_at = null, fired_day = $9, changed_at = $10
   where customer = $1 and id = $2`,
)
const PAUSE = sql('pause_alert', 'update alerts set paused = true, changed_at = $3 where customer = $1 and id = $2')
const REMOVE = sql('remove_alert', 'update alerts set removed_at = $3, changed_at = $3 where customer = $1 and id = $2')
const REMOVE_ALL = sql(
  'remove_alerts',
  'update alerts set removed_at = $2, changed_at = $2 where customer = $1 and removed_at is null',
)
const RESTORE = sql(
  'restore_alert',
  `update alerts set removed_at = null, ${ARMED('$3')}, changed_at = $4 where customer = $1 and id = $2`,
)
const FORGET = sql('forget_alerts', 'delete from alerts where customer = $1 and removed_at < $2')

/** A customer's alerts that are not removed, newest first. */
export async function listAlertRows(tx: Tx, customer: CustomerId): Promise<AlertRow[]> {
  return (await tx.run(LIST, [customer])).map(ALERTS.ofRow)
}

export async function findAlert(tx: Tx, customer: CustomerId, id: string): Promise<AlertRow | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ? ALERTS.ofRow(row) : null
}

export async function countAlerts(tx: Tx, customer: CustomerId): Promise<number> {
  const [count] = await tx.run(COUNT, [customer])
  return count ?? 0
}

const HAS_SET = sql(
  'has_set_alert',
  `select exists (select from alerts where customer = $1) or exists (select from alert_firings where customer = $1) as has`,
  cellOf(flag('has')),
)

/** Whether a customer has ever set an alert that is remembered: one that is there, was removed lately, or fired. */
export async function hasSetAlert(tx: Tx, customer: CustomerId): Promise<boolean> {
  const [has] = await tx.run(HAS_SET, [customer])
  return has === true
}

/** Sets `firedDay` where the alert may fire on later days only. */
export async function insertAlert(tx: Tx, alert: NewAlert): Promise<void> {
  await tx.run(INSERT, [...MADE.values(alert), alert.madeAt])
}

/** Changes an alert's terms, or arms it again with the same ones: only quotes newer than `armedAt` count. */
export async function saveAlert(
  tx: Tx,
  alert: Omit<Alert, 'listing' | 'madeAt' | 'paused' | 'firedAt'>,
  now: Instant,
): Promise<void> {
  const { customer, id, kind, level, percentBps, repeats, note, armedAt, firedDay } = alert
  await tx.run(CHANGE, [customer, id, kind, level, percentBps, repeats, note, armedAt, firedDay, now])
}

export async function savePause(tx: Tx, customer: CustomerId, id: string, now: Instant): Promise<void> {
  await tx.run(PAUSE, [customer, id, now])
}

/** Removes an alert, and purges those that were removed before an instant. */
export async function saveAlertRemoval(
  tx: Tx,
  customer: CustomerId,
  id: string,
  { now, forgetBefore }: { now: Instant; forgetBefore: Instant },
): Promise<void> {
  await tx.run(REMOVE, [customer, id, now])
  await tx.run(FORGET, [customer, forgetBefore])
}

/** Removes all of a customer's alerts. */
export async function saveAlertsRemoval(tx: Tx, customer: CustomerId, now: Instant): Promise<void> {
  await tx.run(REMOVE_ALL, [customer, now])
}

/** Restores a removed alert: only quotes newer than `armedAt` count. */
export async function saveAlertReturn(
  tx: Tx,
  customer: CustomerId,
  id: string,
  { armedAt, now }: { armedAt: Instant; now: Instant },
): Promise<void> {
  await tx.run(RESTORE, [customer, id, armedAt, now])
}

const MOVE = sql(
  'move_alert',
  `update alerts set listing = $3, level_e4 = $4, ${ARMED('$5')}, changed_at = $6 where customer = $1 and id = $2`,
)

/** An alert in the shares, or under the listing, of after a corporate action: only quotes newer than `armedAt` count. */
export async function saveAlertMove(
  tx: Tx,
  { customer, id, listing, level, armedAt }: Pick<Alert, 'customer' | 'id' | 'listing' | 'level' | 'armedAt'>,
  now: Instant,
): Promise<void> {
  await tx.run(MOVE, [customer, id, listing, level, armedAt, now])
}

const WATCHING = `removed_at is null and not paused and (repeats = 'daily' or fired_at is null)`
const LIST_WATCHING = sql(
  'list_watching_alerts',
  `select ${ALERTS.names} from alerts where ${WATCHING} and (customer, id) > ($1, $2) order by customer, id limit $3`,
)
const LIST_CHANGED = sql('list_changed_alerts', `select ${ALERTS.names} from alerts where changed_at >= $1`)

const ROWS_AT_ONCE = 2_000

/** One page of all customers' alerts that may still fire, after a given one; empty at the end. */
export async function listWatchingAlerts(tx: Tx, after?: Pick<Alert, 'customer' | 'id'>): Promise<AlertRow[]> {
  const { customer, id } = after ?? { customer: BEFORE_ALL_IDS, id: BEFORE_ALL_IDS }
  return (await tx.run(LIST_WATCHING, [customer, id, ROWS_AT_ONCE])).map(ALERTS.ofRow)
}

/** All customers' alerts that were made, changed, switched, removed or fired at an instant or later. */
export async function listChangedAlerts(tx: Tx, since: Instant): Promise<AlertRow[]> {
  return (await tx.run(LIST_CHANGED, [since])).map(ALERTS.ofRow)
}

/** The evidence that an alert fired on one quote. It is never purged with the alert. */
export interface Firing {
  readonly alert: Alert
  readonly quoteAt: Instant
  readonly day: Day
  readonly last: PriceE4
  readonly source: string
  readonly notice: string
  readonly now: Instant
}

/** Fires an alert only if it is unchanged since its quotes were checked and has not fired: so no two nodes fire it. */
const FIRE = saveSet<Firing>(
  'fire_alerts',
  [
    uuids(({ alert }) => alert.customer),
    uuids(({ alert }) => alert.id),
    int8s(({ alert }) => alert.armedAt),
    int8s(({ quoteAt }) => quoteAt),
    texts(({ day }) => day),
    int8s(({ now }) => now),
  ],
  `update alerts a set fired_at = rows.quote_at, fired_day = rows.day, changed_at = rows.now
   from $rows as rows (customer, id, armed_at, quote_at, day, now)
   where a.customer = rows.customer and a.id = rows.id and a.armed_at = rows.armed_at and ${WATCHING}
     and (a.repeats = 'once' or a.fired_day is null or a.fired_day < rows.day)
   returning a.customer, a.id`,
)
const FIRED = shapeOf({ customer: FIELDS.customer, id: FIELDS.id })

/** A firing in its columns. */
interface FiringRow extends Pick<Firing, 'quoteAt' | 'last' | 'source' | 'notice' | 'now'> {
  readonly customer: CustomerId
  readonly alert: string
}

const FIRINGS = tableOf<FiringRow>({
  customer: uuid('customer'),
  alert: uuid('alert'),
  quoteAt: instant('quote_at'),
  last: price('last_e4'),
  source: word('source'),
  notice: uuid('notice'),
  now: instant('fired_at'),
})
const INSERT_FIRINGS = saveSet(
  'insert_alert_firings',
  FIRINGS.columns,
  `insert into alert_firings (${FIRINGS.names}) select * from $rows as rows`,
)

/** Marks alerts as fired and stores the evidence. Returns the ones that fired: the others were changed meanwhile. */
export async function saveFirings(tx: Tx, firings: readonly Firing[]): Promise<Firing[]> {
  const fire = FIRE(firings)
  const done = (await tx.run(fire.statement, fire.values)).map(FIRED)
  const ids = new Set(done.map(({ customer, id }) => `${customer} ${id}`))
  const newFirings = firings.filter(({ alert }) => ids.has(`${alert.customer} ${alert.id}`))
  if (newFirings.length === 0) return newFirings
  const insert = INSERT_FIRINGS(
    newFirings.map(({ alert: { customer, id }, ...firing }) => ({ ...firing, customer, alert: id })),
  )
  await tx.run(insert.statement, insert.values)
  return newFirings
}

const FIND_PROGRESS = sql('find_alert_progress', 'select through_at from alert_progress', cellOf(instant('through_at')))
const SAVE_PROGRESS = sql(
  'save_alert_progress',
  `insert into alert_progress ("only", through_at) values (true, $1)
   on conflict ("only") do update set through_at = greatest(alert_progress.through_at, excluded.through_at)`,
)

/**
 * The instant of the source's clock up to which the quotes have been checked for every alert; null before the first
 * save.
 */
export async function findAlertProgress(tx: Tx): Promise<Instant | null> {
  const [throughAt] = await tx.run(FIND_PROGRESS)
  return throughAt ?? null
}

export async function saveAlertProgress(tx: Tx, through: Instant): Promise<void> {
  await tx.run(SAVE_PROGRESS, [through])
}
