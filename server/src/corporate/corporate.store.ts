import type { Cents, ListingId, PriceE4, Shares } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Day, Instant } from '@lonja/core/base/instant'
import type { ActionKind, MarketAction } from '@lonja/core/market/actions'
import { cash, cellOf, instant, int4, orNull, price, shares, tableOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'

/** An action as it stands in its table: the terms of all kinds side by side. */
interface Terms {
  readonly id: string
  readonly listing: ListingId
  readonly kind: ActionKind
  readonly exDay: Day
  readonly announcedAt: Instant
  readonly recordAt: Instant
  readonly exAt: Instant
  readonly from: bigint | null
  readonly to: bigint | null
  readonly amount: PriceE4 | null
  readonly withholdingBps: number | null
  readonly successor: ListingId | null
  readonly madeAt: Instant
}

interface Progress {
  readonly toldAt: Instant | null
  readonly begunAt: Instant | null
  readonly doneAt: Instant | null
  readonly close: PriceE4 | null
  /** The server's clock when a withdrawal was put on record: nothing of the action is ever carried out. */
  readonly withdrawnAt: Instant | null
}

/** An action on record, and how far it is carried out. */
export interface ActionRow extends Progress {
  readonly id: string
  readonly action: MarketAction
  /** For a dividend. */
  readonly withholdingBps: number | null
  readonly madeAt: Instant
}

const TERMS = tableOf<Terms>({
  id: uuid('id'),
  listing: word('listing'),
  kind: word('kind'),
  exDay: word('ex_day'),
  announcedAt: instant('announced_at'),
  recordAt: instant('record_at'),
  exAt: instant('ex_at'),
  from: orNull(units('ratio_from')),
  to: orNull(units('ratio_to')),
  amount: orNull(price('amount_e4')),
  withholdingBps: orNull(int4('withholding_bps')),
  successor: orNull(word('successor')),
  madeAt: instant('made_at'),
})
const PROGRESS = tableOf<Progress>({
  toldAt: orNull(instant('told_at')),
  begunAt: orNull(instant('begun_at')),
  doneAt: orNull(instant('done_at')),
  close: orNull(price('close_e4')),
  withdrawnAt: orNull(instant('withdrawn_at')),
})
const NAMES = `${TERMS.under('a')}, ${PROGRESS.names}`
const ALL = 'corporate_actions a left join corporate_begun b on b.action = a.id'

function actionOf({ listing, exDay, announcedAt, recordAt, exAt, ...terms }: Terms): MarketAction {
  const head = { listing, exDay, announcedAt, recordAt, exAt }
  const { from, to, amount, successor } = terms
  if (from !== null && to !== null) return { ...head, kind: 'split', ratio: { from, to } }
  if (amount !== null) return { ...head, kind: 'dividend', amount }
  if (successor !== null) return { ...head, kind: 'symbol', successor }
  throw new Error('Assertion failed: an action has the terms of its kind')
}

function rowOf(row: Row): ActionRow {
  const terms = TERMS.ofRow(row)
  const { id, withholdingBps, madeAt } = terms
  return { id, action: actionOf(terms), withholdingBps, madeAt, ...PROGRESS.ofRow(row) }
}

const INSERT = sql(
  'insert_corporate_action',
  `insert into corporate_actions (${TERMS.names}) values (${TERMS.slots}) on conflict do nothing`,
)

/** Puts an action on record, once: if another server did so first, that record stays. */
export async function insertAction(
  tx: Tx,
  action: MarketAction,
  { id, withholdingBps, madeAt }: Pick<ActionRow, 'id' | 'withholdingBps' | 'madeAt'>,
): Promise<void> {
  const terms = { from: null, to: null, amount: null, successor: null, ...action }
  const ratio = action.kind === 'split' ? action.ratio : {}
  await tx.run(INSERT, TERMS.values({ ...terms, ...ratio, id, withholdingBps, madeAt }))
}

const LIST = sql(
  'list_corporate_actions',
  `select ${NAMES} from ${ALL} where withdrawn_at is null order by record_at, id`,
)
const LIST_WITHDRAWN = sql(
  'list_withdrawn_actions',
  `select ${NAMES} from ${ALL} where withdrawn_at is not null order by record_at, id`,
)
const LIST_OF = sql(
  'list_actions_of_listing',
  `select ${NAMES} from ${ALL} where listing = $1 or successor = $1 order by ex_day desc, id desc limit $2`,
)
const LIST_OPEN = sql(
  'list_open_actions',
  `select ${NAMES} from ${ALL} where withdrawn_at is null and (done_at is null or told_at is null or id = any($1::uuid[])) order by record_at, id`,
)
const FIND = sql('find_corporate_action', `select ${NAMES} from ${ALL} where id = $1`)

/** The actions on record that were withdrawn. */
export const listWithdrawnRows = async (tx: Tx): Promise<ActionRow[]> => (await tx.run(LIST_WITHDRAWN, [])).map(rowOf)

/** All actions on record that stand. */
export const listActionRows = async (tx: Tx): Promise<ActionRow[]> => (await tx.run(LIST, [])).map(rowOf)

/** The actions that are not told or not carried out, and some others. */
export const listOpenActionRows = async (tx: Tx, ids: readonly string[]): Promise<ActionRow[]> =>
  (await tx.run(LIST_OPEN, [ids])).map(rowOf)

/** The actions of a listing, newest ex-day first; also the change that made it. */
export const listActionsOf = async (tx: Tx, listing: ListingId, most: number): Promise<ActionRow[]> =>
  (await tx.run(LIST_OF, [listing, most])).map(rowOf)

export async function findAction(tx: Tx, id: string): Promise<ActionRow | null> {
  const [row] = await tx.run(FIND, [id])
  return row ? rowOf(row) : null
}

const TOLD = sql(
  'save_action_told',
  'update corporate_actions set told_at = $2 where id = any($1::uuid[]) and told_at is null',
)
const BEGUN = sql(
  'insert_action_begun',
  `insert into corporate_begun (action, kind, begun_at, close_e4) select id, kind, $2, $3 from corporate_actions where id = $1
   on conflict do nothing`,
)
const DONE = sql('save_action_done', 'update corporate_actions set done_at = $2 where id = $1 and done_at is null')

const TELL = sql(
  'insert_action_told',
  'insert into corporate_told (customer, action, made_at) values ($1, $2, $3) on conflict do nothing returning action',
)

/** Stores that a customer has the notice of a coming action. False if they had it before. */
export const insertTold = async (tx: Tx, customer: CustomerId, id: string, at: Instant): Promise<boolean> =>
  (await tx.run(TELL, [customer, id, at])).length === 1

const TOLD_OF = sql(
  'list_told_of_action',
  `select customer from corporate_told where action = $1 and withdrawn_at is null and customer > $2 order by customer limit $3`,
  cellOf(uuid<'customer'>('customer')),
)
const TELL_WITHDRAWN = sql(
  'save_told_withdrawn',
  `update corporate_told set withdrawn_at = $3 where customer = $1 and action = $2 and withdrawn_at is null returning action`,
)
const WITHDRAWN = sql(
  'save_action_withdrawn',
  'update corporate_actions set withdrawn_at = $2 where id = $1 and withdrawn_at is null and done_at is null',
)

/** The customers who were told of an action, and not of its withdrawal. */
export const listToldOf = async (tx: Tx, id: string, after: string, most: number): Promise<CustomerId[]> =>
  tx.run(TOLD_OF, [id, after, most])

/** Stores that a customer has the notice of a withdrawal. False if they had it before. */
export const saveToldWithdrawn = async (tx: Tx, customer: CustomerId, id: string, at: Instant): Promise<boolean> =>
  (await tx.run(TELL_WITHDRAWN, [customer, id, at])).length === 1

/** Stores that an action was withdrawn, after everybody who was told of it. */
export const saveWithdrawn = (tx: Tx, id: string, at: Instant): Promise<unknown> => tx.run(WITHDRAWN, [id, at])

/** Stores that the holders of some actions have their notices. */
export async function saveTold(tx: Tx, ids: readonly string[], at: Instant): Promise<void> {
  await tx.run(TOLD, [ids, at])
}

/** Stores that it is being carried out, with the close at which a split pays fractions. The first server's stands. */
export async function insertBegun(tx: Tx, id: string, at: Instant, close: PriceE4 | null): Promise<void> {
  await tx.run(BEGUN, [id, at, close])
}

/** Stores that it is carried out for everybody. */
export async function saveDone(tx: Tx, id: string, at: Instant): Promise<void> {
  await tx.run(DONE, [id, at])
}

/** The part of an action that concerns one customer. */
export interface ActionPart {
  readonly customer: CustomerId
  readonly action: string
  readonly posting: number | null
  readonly version: number
  readonly sharesBefore: Shares
  readonly sharesAfter: Shares
  readonly gross: Cents
  readonly withheld: Cents
  readonly cash: Cents
  readonly cost: Cents
  readonly orders: number
  /** The open orders that it adjusted. */
  readonly adjusted: number
  readonly madeAt: Instant
}

const PARTS = tableOf<ActionPart>({
  customer: uuid('customer'),
  action: uuid('action'),
  posting: orNull(instant('posting')),
  version: instant('version'),
  sharesBefore: shares('shares_before'),
  sharesAfter: shares('shares_after'),
  gross: cash('gross'),
  withheld: cash('withheld'),
  cash: cash('cash'),
  cost: cash('cost'),
  orders: int4('orders'),
  adjusted: int4('adjusted'),
  madeAt: instant('made_at'),
})

const INSERT_PART = sql('insert_action_part', `insert into corporate_parts (${PARTS.names}) values (${PARTS.slots})`)
const FIND_PART = sql(
  'find_action_part',
  `select ${PARTS.names} from corporate_parts where customer = $1 and action = $2`,
)

/** A duplicate (SQLSTATE 23505) means that an action was carried out twice for a customer: a bug. */
export async function insertPart(tx: Tx, part: ActionPart): Promise<void> {
  await tx.run(INSERT_PART, PARTS.values(part))
}

export async function findPart(tx: Tx, customer: CustomerId, action: string): Promise<ActionPart | null> {
  const [row] = await tx.run(FIND_PART, [customer, action])
  return row ? PARTS.ofRow(row) : null
}

const OWN = sql(
  'list_own_actions',
  `select ${PARTS.under('p')} from corporate_parts p join corporate_actions a on a.id = p.action
   where p.customer = $1 and (a.listing = $2 or a.successor = $2) order by a.ex_day desc, a.id desc limit $3`,
)

/** The parts of a customer in the actions of a listing, newest ex-day first. */
export const listOwnParts = async (
  tx: Tx,
  customer: CustomerId,
  listing: ListingId,
  most: number,
): Promise<ActionPart[]> => (await tx.run(OWN, [customer, listing, most])).map(PARTS.ofRow)
