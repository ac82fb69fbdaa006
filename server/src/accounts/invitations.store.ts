import type { Invitation } from '@lonja/core/accounts/accounts.rules'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../base/db.ts'

const FIND = sql(
  'find_invitation',
  `select code, uses, ends_at, (select count(*) from invitation_uses u where u.code = i.code) as used
   from invitations i where code = $1`,
)
const INSERT = sql(
  'insert_invitation',
  'insert into invitations (code, uses, made_at, ends_at) values ($1, $2, $3, $4)',
)
const INSERT_USE = sql(
  'insert_invitation_use',
  'insert into invitation_uses (code, n, customer, used_at) values ($1, $2, $3, $4)',
)

export async function findInvitation(tx: Tx, code: string): Promise<Invitation | null> {
  const [raw] = await tx.run<{ code: string; uses: number; ends_at: bigint; used: bigint }>(FIND, [code])
  return raw ? { code: raw.code, uses: raw.uses, used: Number(raw.used), endsAt: Number(raw.ends_at) } : null
}

const COUNT = sql('count_invitations', 'select count(*) as codes from invitations')

export async function countInvitations(tx: Tx): Promise<number> {
  const [raw] = await tx.run<{ codes: bigint }>(COUNT)
  return Number(raw?.codes ?? 0n)
}

export async function insertInvitation(tx: Tx, made: Omit<Invitation, 'used'>, now: Instant): Promise<void> {
  await tx.run(INSERT, [made.code, made.uses, now, made.endsAt])
}

/** The n-th use of a code. A duplicate (SQLSTATE 23505) where somebody else had it in the same moment. */
export async function insertInvitationUse(
  tx: Tx,
  code: string,
  n: number,
  customer: string,
  now: Instant,
): Promise<void> {
  await tx.run(INSERT_USE, [code, n, customer, now])
}
