import type { RESTRICTION_REASONS } from '@lonja/core/accounts/accounts.staff.contract'
import type { Role } from '@lonja/core/base/contract'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { instant, orNull, tableOf, uuid, word, type Fields } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

/** A restriction of an account. */
export interface Restriction {
  readonly id: string
  readonly reason: (typeof RESTRICTION_REASONS)[number]
  /** Null at the command line. */
  readonly role: Role | null
  readonly madeAt: Instant
  readonly untilAt: Instant
}

export interface NewRestriction extends Restriction {
  readonly customer: CustomerId
  readonly seat: SeatId | null
}

const FIELDS: Fields<Restriction> = {
  id: uuid('id'),
  reason: word('reason'),
  role: orNull(word('role')),
  madeAt: instant('made_at'),
  untilAt: instant('until_at'),
}
const RESTRICTIONS = tableOf<Restriction>(FIELDS)
const MADE = tableOf<NewRestriction>({ ...FIELDS, customer: uuid('customer'), seat: orNull(uuid('seat')) })

const FIND = sql(
  'find_restriction',
  `select ${RESTRICTIONS.names} from restrictions where customer = $1 and lifted_at is null and until_at > $2`,
)
const IS_TAKEN = sql(
  'is_restriction_taken',
  'select exists (select from restrictions where customer = $1 and id = $2) as taken',
)
const LIFT = sql(
  'lift_restriction',
  'update restrictions set lifted_at = $2 where customer = $1 and lifted_at is null returning until_at',
)
const INSERT = sql('insert_restriction', `insert into restrictions (${MADE.names}) values (${MADE.slots})`)

/** The restriction in force; null for none. */
export async function findRestriction(tx: Tx, customer: CustomerId, now: Instant): Promise<Restriction | null> {
  const [row] = await tx.run(FIND, [customer, now])
  return row ? RESTRICTIONS.ofRow(row) : null
}

/** Whether a restriction of this customer, in force or past, has this id. */
export async function isRestrictionTaken(tx: Tx, customer: CustomerId, id: string): Promise<boolean> {
  const [row] = await tx.run<{ taken: boolean }>(IS_TAKEN, [customer, id])
  return row?.taken === true
}

/** Lifts the customer's restrictions; true if one was in force. */
export async function saveLift(tx: Tx, customer: CustomerId, now: Instant): Promise<boolean> {
  const rows = await tx.run<{ until_at: bigint }>(LIFT, [customer, now])
  return rows.some(({ until_at }) => Number(until_at) > now)
}

export async function insertRestriction(tx: Tx, made: NewRestriction): Promise<void> {
  await tx.run(INSERT, MADE.values(made))
}
