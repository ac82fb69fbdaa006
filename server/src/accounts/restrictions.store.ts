import type { RESTRICTION_REASONS } from '@lonja/core/accounts/restrictions.rules'
import type { AccountSearch } from '@lonja/core/accounts/search.rules'
import type { RestrictionLevel, Role } from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { cellOf, flag, instant, int4, orNull, shapeOf, tableOf, uuid, word, type Fields } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { Statement } from '../database/statement.ts'
import { BEFORE_ALL_IDS } from '../base/ids.ts'

/** A restriction of an account. */
export interface Restriction {
  readonly id: string
  readonly level: RestrictionLevel
  readonly reason: (typeof RESTRICTION_REASONS)[number]
  /** Null at the command line. */
  readonly role: Role | null
  /** True if the customer imposed it, by saying that somebody else was getting in. */
  readonly byCustomer: boolean
  readonly madeAt: Instant
  readonly untilAt: Instant
}

export interface NewRestriction extends Restriction {
  readonly customer: CustomerId
  readonly seat: SeatId | null
  /** The number of people who decided it; null at the command line. */
  readonly people: 1 | 2 | null
}

const FIELDS: Fields<Restriction> = {
  id: uuid('id'),
  level: int4('level'),
  reason: word('reason'),
  role: orNull(word('role')),
  byCustomer: flag('by_customer'),
  madeAt: instant('made_at'),
  untilAt: instant('until_at'),
}
const RESTRICTIONS = tableOf<Restriction>(FIELDS)
const MADE = tableOf<NewRestriction>({
  ...FIELDS,
  customer: uuid('customer'),
  seat: orNull(uuid('seat')),
  people: orNull(int4('people')),
})

const FIND = sql(
  'find_restriction',
  `select ${RESTRICTIONS.names} from restrictions where customer = $1 and lifted_at is null and until_at > $2`,
)
const IS_TAKEN = sql(
  'is_restriction_taken',
  'select exists (select from restrictions where customer = $1 and id = $2) as taken',
  cellOf(flag('taken')),
)
const LIFT = sql(
  'lift_restriction',
  'update restrictions set lifted_at = $2 where customer = $1 and lifted_at is null returning until_at',
  cellOf(FIELDS.untilAt),
)
const INSERT = sql('insert_restriction', `insert into restrictions (${MADE.names}) values (${MADE.slots})`)

/** The restriction in force; null for none. */
export async function findRestriction(tx: Tx, customer: CustomerId, now: Instant): Promise<Restriction | null> {
  const [row] = await tx.run(FIND, [customer, now])
  return row ? RESTRICTIONS.ofRow(row) : null
}

const READ = sql('read_restriction', `select ${RESTRICTIONS.names} from restrictions where customer = $1 and id = $2`)

/** A restriction of this customer, in force or past. Asserts that it exists. */
export async function readRestriction(tx: Tx, customer: CustomerId, id: string): Promise<Restriction> {
  const [row] = await tx.run(READ, [customer, id])
  assert(row !== undefined, 'a restriction stays')
  return RESTRICTIONS.ofRow(row)
}

/** Whether a restriction of this customer, in force or past, has this id. */
export async function isRestrictionTaken(tx: Tx, customer: CustomerId, id: string): Promise<boolean> {
  const [isTaken] = await tx.run(IS_TAKEN, [customer, id])
  return isTaken === true
}

/** Lifts the customer's restrictions; true if one was in force. */
export async function saveLift(tx: Tx, customer: CustomerId, now: Instant): Promise<boolean> {
  const ends = await tx.run(LIFT, [customer, now])
  return ends.some((untilAt) => untilAt > now)
}

export async function insertRestriction(tx: Tx, restriction: NewRestriction): Promise<void> {
  await tx.run(INSERT, MADE.values(restriction))
}

const LIST_ALONE = sql(
  'list_restrictions_alone',
  `select made_at, least(until_at, coalesce(lifted_at, until_at)) as ended_at from restrictions
   where customer = $1 and people = 1 and until_at > $2`,
  shapeOf({ from: FIELDS.madeAt, to: instant('ended_at') }),
)

/** The restrictions of one person alone that reach beyond an instant: from their start to their end or lifting. */
export async function listAlone(
  tx: Tx,
  customer: CustomerId,
  since: Instant,
): Promise<{ readonly from: Instant; readonly to: Instant }[]> {
  return tx.run(LIST_ALONE, [customer, since])
}

/** A restricted account in a list of staff, before masking. */
export interface RestrictedRow extends NewRestriction {
  readonly phone: string
  readonly displayName: string | null
}

const OWNERS = tableOf<Pick<RestrictedRow, 'phone' | 'displayName'>>({
  phone: word('phone'),
  displayName: orNull(word('display_name')),
})

/** Each kind of search has a statement of its own, as the list of customers has. */
const listing = (name: string, where: string) =>
  sql(
    name,
    `select ${MADE.under('r')}, ${OWNERS.under('c')} from restrictions r join customers c on c.id = r.customer
     where r.lifted_at is null and r.until_at > $1 and (r.until_at, r.customer) > ($2, $3) and ${where}
     order by r.until_at, r.customer limit $4`,
  )
const LIST = listing('list_restricted', 'true')
const LISTS_FOUND = {
  number: listing('list_restricted_by_number', 'right(c.id::text, 6) = $5'),
  id: listing('list_restricted_by_id', 'c.id = $5::uuid'),
} as const

/** The cursor of the list: the end and the customer of the last row of the page before. */
export interface RestrictedPlace {
  readonly at: Instant
  readonly id: string
}

/** The accounts that are restricted now, the first to end on top; all for null, else of one account. */
export async function listRestrictedRows(
  tx: Tx,
  find: AccountSearch | null,
  { after, most, now }: { after: RestrictedPlace | null; most: number; now: Instant },
): Promise<RestrictedRow[]> {
  const { at, id } = after ?? { at: 0, id: BEFORE_ALL_IDS }
  const [statement, values] = find === null ? [LIST, []] : foundBy(find)
  const rows = await tx.run(statement, [now, at, id, most, ...values])
  return rows.map((row) => ({ ...MADE.ofRow(row), ...OWNERS.ofRow(row) }))
}

const foundBy = (find: AccountSearch): [Statement, string[]] =>
  'id' in find ? [LISTS_FOUND.id, [find.id]] : [LISTS_FOUND.number, [find.number]]
