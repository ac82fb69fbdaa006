import type { ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { OptionEnd, OptionLife, OptionSide } from '@lonja/core/options/options.contract'
import type { OptionTermsVersion } from '@lonja/core/options/options.rules'
import type { BookTable } from '../database/book.ts'
import {
  group,
  instant,
  int4,
  int8,
  json,
  orNull,
  shapeOf,
  tableOf,
  units,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { int8s, loadSet, saveSet, tids, texts, uuids, type Column } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import type { TimedPlace } from '../door/cursors.ts'
import type { ChangedRow } from '../database/book.ts'
import type { Evidence } from './evidence.ts'

/** An option as it was entered. */
export interface NewOption {
  readonly customer: CustomerId
  readonly id: string
  readonly listing: ListingId
  readonly side: OptionSide
  readonly life: OptionLife
  /** Cents of EUR. */
  readonly stake: bigint
  readonly terms: OptionTermsVersion
  /** The day on whose limit it counts. */
  readonly day: number
  readonly at: Instant
  /** The source's clock at the entry and at the expiry. */
  readonly marketAt: Instant
  readonly expiresAt: Instant
}

/** The end of an option: the amount paid, and its evidence. */
export interface OptionEnding {
  readonly how: OptionEnd
  readonly at: Instant
  readonly paid: bigint
  readonly evidence: Evidence
}

export interface OptionRow extends NewOption {
  readonly end: OptionEnding | null
}

const ENTERED: Fields<NewOption> = {
  customer: uuid('customer'),
  id: uuid('id'),
  listing: word('listing'),
  side: word('side'),
  life: word('life'),
  stake: units('stake'),
  terms: int4('terms'),
  day: int4('day'),
  at: instant('made_at'),
  marketAt: instant('market_at'),
  expiresAt: instant('expires_at'),
}
const NEW = tableOf<NewOption>(ENTERED)
const OPTIONS = tableOf<OptionRow>({
  ...ENTERED,
  end: orNull(
    group<OptionEnding>({
      how: word('end_reason'),
      at: instant('ended_at'),
      paid: units('paid'),
      evidence: json('evidence'),
    }),
  ),
})

interface OptionKey {
  readonly customer: CustomerId
  readonly id: string
}

const findOptions = loadSet<OptionKey, OptionRow>(
  'find_options',
  [uuids(({ customer }) => customer), uuids(({ id }) => id)],
  OPTIONS.ofCells,
  `select ${OPTIONS.under('o')}, o.ctid from $rows as wanted (customer, id)
   join options o on o.customer = wanted.customer and o.id = wanted.id`,
)

const evidenceColumn: Column<ChangedRow<OptionRow>> = { type: 'jsonb', of: ({ value }) => value.end?.evidence ?? null }
const endOptions = saveSet<ChangedRow<OptionRow>>(
  'end_options',
  [
    tids(({ row }) => row),
    uuids(({ value }) => value.customer),
    uuids(({ value }) => value.id),
    int8s(({ value }) => value.end?.at ?? null),
    texts(({ value }) => value.end?.how ?? null),
    int8s(({ value }) => value.end?.paid ?? null),
    evidenceColumn,
  ],
  `update options o set ended_at = c.ended_at, end_reason = c.end_reason, paid = c.paid, evidence = c.evidence
   from $rows as c (row, customer, id, ended_at, end_reason, paid, evidence)
   where o.ctid = c.row and o.customer = c.customer and o.id = c.id`,
)

/** Options in a batch's book. The lane enters none; it puts their ends there. */
export const options: BookTable<OptionKey, OptionRow> = {
  load: findOptions,
  textOf: ({ id }) => id,
  keyOf: (option) => option,
  save: (_added, changed) => (changed.length > 0 ? [endOptions(changed)] : []),
}

const INSERT = sql('insert_option', `insert into options (${NEW.names}) values (${NEW.slots})`)
const FIND = sql('find_option', `select ${OPTIONS.names} from options where customer = $1 and id = $2`, OPTIONS.ofRow)
const END = sql(
  'end_option',
  'update options set ended_at = $3, end_reason = $4, paid = $5, evidence = $6 where customer = $1 and id = $2',
)
const LIST_RUNNING = sql(
  'list_running_options_of_customer',
  `select ${OPTIONS.names} from options where customer = $1 and ended_at is null order by expires_at, id limit $2`,
  OPTIONS.ofRow,
)
const LIST = sql(
  'list_options',
  `select ${OPTIONS.names} from options where customer = $1 and (made_at, id) < ($2, $3::uuid)
   order by made_at desc, id desc limit $4`,
  OPTIONS.ofRow,
)
const LIST_DUE = sql(
  'list_options_to_settle',
  `select ${NEW.names} from options where ended_at is null and expires_at <= $1
     and (expires_at, customer, id) > ($2, $3::uuid, $4::uuid)
   order by expires_at, customer, id limit $5`,
  NEW.ofRow,
)
const SUM_DAY = sql(
  'sum_options_of_a_day',
  'select coalesce(sum(stake), 0)::int8 as staked from options where customer = $1 and day = $2',
  shapeOf({ staked: units('staked') }),
)

/** The result of all ended options of a customer. */
export interface OptionTotals {
  readonly count: number
  readonly staked: bigint
  readonly paid: bigint
  readonly won: number
  readonly lost: number
  /** Those whose stake was given back. */
  readonly returned: number
  readonly sold: number
}

const SUM_ALL = sql(
  'sum_options',
  `select count(*) as count, coalesce(sum(stake), 0)::int8 as staked, coalesce(sum(paid), 0)::int8 as paid,
     count(*) filter (where end_reason = 'won') as won, count(*) filter (where end_reason = 'lost') as lost,
     count(*) filter (where end_reason in ('tied', 'refunded')) as returned, count(*) filter (where end_reason = 'sold') as sold
   from options where customer = $1 and ended_at is not null`,
  shapeOf<OptionTotals>({
    count: int8('count'),
    staked: units('staked'),
    paid: units('paid'),
    won: int8('won'),
    lost: int8('lost'),
    returned: int8('returned'),
    sold: int8('sold'),
  }),
)

export async function insertOption(tx: LockedTx, option: NewOption): Promise<void> {
  await tx.run(INSERT, NEW.values(option))
}

export async function findOption(tx: Tx, customer: CustomerId, id: string): Promise<OptionRow | null> {
  const [option] = await tx.run(FIND, [customer, id])
  return option ?? null
}

export async function saveOptionEnd(tx: LockedTx, { customer, id }: OptionKey, end: OptionEnding): Promise<void> {
  await tx.run(END, [customer, id, end.at, end.how, end.paid, JSON.stringify(end.evidence)])
}

/** The options of a customer that run, the first to expire on top. */
export const listRunningOptions = (tx: Tx, customer: CustomerId, most: number): Promise<OptionRow[]> =>
  tx.run(LIST_RUNNING, [customer, most])

/** A customer's options, newest first, after a place. */
export const listOptionRows = (tx: Tx, customer: CustomerId, after: TimedPlace, most: number): Promise<OptionRow[]> =>
  tx.run(LIST, [customer, after.at, after.id, most])

/** A place among the options that are to be settled. */
export type DuePlace = Readonly<Record<'customer' | 'id', string>> & Pick<NewOption, 'expiresAt'>

/** The options that have expired by an instant of the source and are not settled, in order, after a place. */
export const listToSettle = (tx: Tx, until: Instant, after: DuePlace, most: number): Promise<NewOption[]> =>
  tx.run(LIST_DUE, [until, after.expiresAt, after.customer, after.id, most])

/** The cents that a customer has staked on a day. */
export async function sumStaked(tx: Tx, customer: CustomerId, day: number): Promise<bigint> {
  const [sum] = await tx.run(SUM_DAY, [customer, day])
  return sum?.staked ?? 0n
}

export async function sumOptions(tx: Tx, customer: CustomerId): Promise<OptionTotals> {
  const [sum] = await tx.run(SUM_ALL, [customer])
  return sum ?? { count: 0, staked: 0n, paid: 0n, won: 0, lost: 0, returned: 0, sold: 0 }
}

const LIST_ENDED = sql(
  'list_options_to_check',
  `select ${OPTIONS.names} from options where ended_at is not null and (customer, id) > ($1::uuid, $2::uuid)
   order by customer, id limit $3`,
  OPTIONS.ofRow,
)

/** The ended options of all customers after a given one, for the checks. */
export const listEndedOptions = (
  tx: Tx,
  after: Readonly<Record<'customer' | 'id', string>>,
  most: number,
): Promise<OptionRow[]> => tx.run(LIST_ENDED, [after.customer, after.id, most])
