import { assert } from '@lonja/core/base/assert'
import type { Role } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'

export interface SecondStep {
  readonly sealedCode: Buffer
  /** The time step of the last code that was taken. */
  readonly codeStep: number
  readonly setAt: Instant
}

const FIND = sql(
  'find_second_step',
  'select sealed_code, code_step, set_at from second_steps where customer = $1 and ended_at is null',
)
const SAVE = sql(
  'save_second_step',
  `insert into second_steps (customer, sealed_code, code_step, set_at) values ($1, $2, $3, $4)
   on conflict (customer) do update set sealed_code = $2, code_step = $3, set_at = $4, ended_at = null`,
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
  const [raw] = await tx.run<{ sealed_code: Buffer; code_step: bigint; set_at: bigint }>(FIND, [customer])
  return raw ? { sealedCode: raw.sealed_code, codeStep: Number(raw.code_step), setAt: Number(raw.set_at) } : null
}

export async function saveSecondStep(tx: Tx, customer: CustomerId, step: SecondStep): Promise<void> {
  await tx.run(SAVE, [customer, step.sealedCode, step.codeStep, step.setAt])
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
  const [row] = await tx.run<{ left: bigint }>(COUNT_RECOVERY, [customer])
  return Number(row?.left ?? 0)
}

/** The seat that made a link, as the notice names it. */
export interface ResetSeat {
  readonly number: number
  readonly role: Role
}

export interface Reset {
  readonly id: string
  readonly customer: CustomerId
  readonly seat: ResetSeat | null
  readonly madeAt: Instant
  readonly endsAt: Instant
  readonly usedAt: Instant | null
  readonly revokedAt: Instant | null
}

interface RawReset {
  id: string
  customer: CustomerId
  seat_number: number | null
  role: Role | null
  made_at: bigint
  ends_at: bigint
  used_at: bigint | null
  revoked_at: bigint | null
}

const instant = (at: bigint | null): Instant | null => (at === null ? null : Number(at))

const INSERT_RESET = sql(
  'insert_password_reset',
  `insert into password_resets (id, customer, secret_hash, seat_number, role, made_at, ends_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)
const REVOKE_RESETS = sql(
  'revoke_password_resets',
  'update password_resets set revoked_at = $2 where customer = $1 and used_at is null and revoked_at is null',
)
const FIND_RESET = sql('find_password_reset', 'select * from password_resets where secret_hash = $1')
const USE_RESET = sql('use_password_reset', 'update password_resets set used_at = $2 where id = $1 and used_at is null')

export type NewReset = Pick<Reset, 'id' | 'customer' | 'seat' | 'madeAt' | 'endsAt'> & { readonly secretHash: Buffer }

/** Inserts a new link of a customer and voids the unused ones. */
export async function insertReset(tx: Tx, { id, customer, secretHash, seat, madeAt, endsAt }: NewReset): Promise<void> {
  await saveResetsEnd(tx, customer, madeAt)
  await tx.run(INSERT_RESET, [id, customer, secretHash, seat?.number ?? null, seat?.role ?? null, madeAt, endsAt])
}

/** Voids the unused links of a customer. */
export async function saveResetsEnd(tx: Tx, customer: CustomerId, now: Instant): Promise<void> {
  await tx.run(REVOKE_RESETS, [customer, now])
}

export async function findReset(tx: Tx, secretHash: Buffer): Promise<Reset | null> {
  const [raw] = await tx.run<RawReset>(FIND_RESET, [secretHash])
  if (!raw) return null
  const { id, customer, seat_number, role } = raw
  assert((seat_number === null) === (role === null), 'a seat has its role')
  const seat = seat_number !== null && role !== null ? { number: seat_number, role } : null
  const [madeAt, endsAt] = [Number(raw.made_at), Number(raw.ends_at)]
  return { id, customer, seat, madeAt, endsAt, usedAt: instant(raw.used_at), revokedAt: instant(raw.revoked_at) }
}

export async function saveResetUse(tx: Tx, id: string, now: Instant): Promise<void> {
  await tx.run(USE_RESET, [id, now])
}
