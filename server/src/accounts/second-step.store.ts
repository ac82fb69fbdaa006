import type { Role } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import {
  bytes,
  cellOf,
  group,
  instant,
  int4,
  int8,
  orNull,
  tableOf,
  uuid,
  word,
  type Fields,
} from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'

export interface SecondStep {
  readonly sealedCode: Buffer
  /** The time step of the last code that was taken. */
  readonly codeStep: number
  readonly setAt: Instant
}

const STEPS = tableOf<SecondStep>({
  sealedCode: bytes('sealed_code'),
  codeStep: instant('code_step'),
  setAt: instant('set_at'),
})

const FIND = sql('find_second_step', `select ${STEPS.names} from second_steps where customer = $1 and ended_at is null`)
const SAVE = sql(
  'save_second_step',
  `insert into second_steps (${STEPS.names}, customer) values (${STEPS.slots}, $4)
   on conflict (customer) do update set sealed_code = $1, code_step = $2, set_at = $3, ended_at = null`,
)
const SAVE_STEP = sql(
  'save_code_step_of_customer',
  'update second_steps set code_step = $2 where customer = $1 and code_step < $2 returning customer',
)
const END = sql(
  'end_second_step',
  'update second_steps set ended_at = $2 where customer = $1 and ended_at is null returning customer',
)

/** A customer's second step; null where none is set. */
export async function findSecondStep(tx: Tx, customer: CustomerId): Promise<SecondStep | null> {
  const [row] = await tx.run(FIND, [customer])
  return row ? STEPS.ofRow(row) : null
}

export async function saveSecondStep(tx: Tx, customer: CustomerId, step: SecondStep): Promise<void> {
  await tx.run(SAVE, [...STEPS.values(step), customer])
}

/** Saves that a code was taken; false if it or a later one was taken before. */
export async function saveCodeStep(tx: Tx, customer: CustomerId, step: number): Promise<boolean> {
  return (await tx.run(SAVE_STEP, [customer, step])).length > 0
}

/** Removes the second step; false if there was none. */
export async function saveSecondStepEnd(tx: Tx, customer: CustomerId, now: Instant): Promise<boolean> {
  return (await tx.run(END, [customer, now])).length > 0
}

const INSERT_RECOVERY = sql(
  'insert_recovery_codes',
  `insert into recovery_codes (customer, set_at, n, code_hash)
   select $1, greatest($2::int8, (select max(set_at) + 1 from recovery_codes where customer = $1)), n, code_hash
   from unnest($3::bytea[]) with ordinality as codes (code_hash, n)`,
)
const USE_RECOVERY = sql(
  'use_recovery_code',
  `update recovery_codes set used_at = $3 where customer = $1 and code_hash = $2 and used_at is null
   and set_at = (select max(set_at) from recovery_codes where customer = $1) returning n`,
)
const COUNT_RECOVERY = sql(
  'count_recovery_codes',
  `select count(*) as left from recovery_codes where customer = $1 and used_at is null
   and set_at = (select max(set_at) from recovery_codes where customer = $1)`,
  cellOf(int8('left')),
)

/** Inserts new recovery codes and voids the earlier ones, even at the same millisecond of the clock. */
export async function insertRecoveryCodes(
  tx: Tx,
  customer: CustomerId,
  hashes: readonly Buffer[],
  now: Instant,
): Promise<void> {
  await tx.run(INSERT_RECOVERY, [customer, now, hashes])
}

/** Uses a valid recovery code; false for an unknown or used one. */
export async function spendRecoveryCode(tx: Tx, customer: CustomerId, hash: Buffer, now: Instant): Promise<boolean> {
  return (await tx.run(USE_RECOVERY, [customer, hash, now])).length > 0
}

export async function countRecoveryCodes(tx: Tx, customer: CustomerId): Promise<number> {
  const [left] = await tx.run(COUNT_RECOVERY, [customer])
  return left ?? 0
}

/** The seat that made a link of an older release. */
interface ResetSeat {
  readonly number: number
  readonly role: Role
}

export interface Reset {
  readonly id: string
  readonly customer: CustomerId
  /** Null for every link that the operator makes; an older release let seats make them. */
  readonly seat: ResetSeat | null
  readonly madeAt: Instant
  readonly endsAt: Instant
  readonly usedAt: Instant | null
  readonly revokedAt: Instant | null
}

export type NewReset = Pick<Reset, 'id' | 'customer' | 'madeAt' | 'endsAt'> & { readonly secretHash: Buffer }

const RESET_FIELDS: Fields<Pick<Reset, 'id' | 'customer' | 'madeAt' | 'endsAt'>> = {
  id: uuid('id'),
  customer: uuid('customer'),
  madeAt: instant('made_at'),
  endsAt: instant('ends_at'),
}
const NEW_RESETS = tableOf<NewReset>({ ...RESET_FIELDS, secretHash: bytes('secret_hash') })
const RESETS = tableOf<Reset>({
  ...RESET_FIELDS,
  seat: orNull(group<ResetSeat>({ number: int4('seat_number'), role: word('role') })),
  usedAt: orNull(instant('used_at')),
  revokedAt: orNull(instant('revoked_at')),
})

const INSERT_RESET = sql(
  'insert_password_reset',
  `insert into password_resets (${NEW_RESETS.names}) values (${NEW_RESETS.slots})`,
)
const REVOKE_RESETS = sql(
  'revoke_password_resets',
  'update password_resets set revoked_at = $2 where customer = $1 and used_at is null and revoked_at is null',
)
const REVOKE_EVERY_RESET = sql(
  'revoke_every_password_reset',
  `update password_resets set revoked_at = $1 where used_at is null and revoked_at is null and ends_at > $1 returning id`,
)
const FIND_RESET = sql('find_password_reset', `select ${RESETS.names} from password_resets where secret_hash = $1`)
const USE_RESET = sql('use_password_reset', 'update password_resets set used_at = $2 where id = $1 and used_at is null')

/** Inserts a new link of a customer and voids the unused ones. */
export async function insertResetLink(tx: Tx, link: NewReset): Promise<void> {
  await saveResetsEnd(tx, link.customer, link.madeAt)
  await tx.run(INSERT_RESET, NEW_RESETS.values(link))
}

/** Voids the unused links of all customers; returns how many. */
export const saveEndOfEveryReset = async (tx: Tx, now: Instant): Promise<number> =>
  (await tx.run(REVOKE_EVERY_RESET, [now])).length

/** Voids the unused links of a customer. */
export async function saveResetsEnd(tx: Tx, customer: CustomerId, now: Instant): Promise<void> {
  await tx.run(REVOKE_RESETS, [customer, now])
}

export async function findResetLink(tx: Tx, secretHash: Buffer): Promise<Reset | null> {
  const [row] = await tx.run(FIND_RESET, [secretHash])
  return row ? RESETS.ofRow(row) : null
}

export async function saveResetLinkUse(tx: Tx, id: string, now: Instant): Promise<void> {
  await tx.run(USE_RESET, [id, now])
}
