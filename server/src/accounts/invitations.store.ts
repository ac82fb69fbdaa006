import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { StoredInvitation } from '@lonja/core/accounts/invitations.rules'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

/** An invitation as the console lists it. */
export interface InvitationRow extends StoredInvitation {
  readonly id: string
  readonly madeAt: Instant
  readonly madeBy: SeatId | null
  readonly lastUsedAt: Instant | null
}

interface Raw {
  id: string
  code: string
  uses: number
  made_at: bigint
  made_by: SeatId | null
  ends_at: bigint
  ended_at: bigint | null
  used: bigint
  last_used_at: bigint | null
}

const numberOr = (value: bigint | null): number | null => (value === null ? null : Number(value))

const toRow = (raw: Raw): InvitationRow => ({
  id: raw.id,
  code: raw.code,
  uses: raw.uses,
  used: Number(raw.used),
  madeAt: Number(raw.made_at),
  madeBy: raw.made_by,
  lastUsedAt: numberOr(raw.last_used_at),
  endsAt: Number(raw.ends_at),
  endedAt: numberOr(raw.ended_at),
})

const ROW = `i.id, i.code, i.uses, i.made_at, i.made_by, i.ends_at, i.ended_at,
  (select count(*) from invitation_uses u where u.code = i.code) as used,
  (select max(u.used_at) from invitation_uses u where u.code = i.code) as last_used_at`

const FIND = sql('find_invitation', `select ${ROW} from invitations i where i.code = $1`)
const FIND_BY_ID = sql('find_invitation_by_id', `select ${ROW} from invitations i where i.id = $1`)
const LIST = sql('list_invitations', `select ${ROW} from invitations i where i.id < $1 order by i.id desc limit $2`)
const LIST_OPEN = sql(
  'list_open_invitations',
  `select ${ROW} from invitations i where i.id < $1 and i.ended_at is null and i.ends_at > $3
     and i.uses > (select count(*) from invitation_uses u where u.code = i.code) order by i.id desc limit $2`,
)
const INSERT = sql(
  'insert_invitation',
  'insert into invitations (id, code, uses, made_at, made_by, ends_at) values ($1, $2, $3, $4, $5, $6)',
)
const SAVE_END = sql(
  'save_invitation_end',
  'update invitations set ended_at = $2 where id = $1 and ended_at is null returning id',
)
const INSERT_USE = sql(
  'insert_invitation_use',
  'insert into invitation_uses (code, n, customer, used_at) values ($1, $2, $3, $4)',
)

export async function findInvitation(tx: Tx, code: string): Promise<InvitationRow | null> {
  const [raw] = await tx.run<Raw>(FIND, [code])
  return raw ? toRow(raw) : null
}

export async function findInvitationById(tx: Tx, id: string): Promise<InvitationRow | null> {
  const [raw] = await tx.run<Raw>(FIND_BY_ID, [id])
  return raw ? toRow(raw) : null
}

/** Invitations before `before`, newest first: all of them, or only those that are still valid at `openAt`. */
export async function listInvitationRows(
  tx: Tx,
  { before, openAt, most }: { before: string | null; openAt: Instant | null; most: number },
): Promise<InvitationRow[]> {
  const page = [before ?? PAST_ALL_IDS, most]
  const rows = openAt === null ? tx.run<Raw>(LIST, page) : tx.run<Raw>(LIST_OPEN, [...page, openAt])
  return (await rows).map(toRow)
}

const COUNT = sql('count_invitations', 'select count(*) as codes from invitations')

export async function countInvitations(tx: Tx): Promise<number> {
  const [raw] = await tx.run<{ codes: bigint }>(COUNT)
  return Number(raw?.codes ?? 0n)
}

export type NewInvitation = Pick<InvitationRow, 'id' | 'code' | 'uses' | 'madeAt' | 'madeBy' | 'endsAt'>

export async function insertInvitation(tx: Tx, made: NewInvitation): Promise<void> {
  const { id, code, uses, madeAt, madeBy, endsAt } = made
  await tx.run(INSERT, [id, code, uses, madeAt, madeBy, endsAt])
}

/** Ends a code; false if it had ended. */
export const saveInvitationEnd = async (tx: Tx, id: string, now: Instant): Promise<boolean> =>
  (await tx.run(SAVE_END, [id, now])).length > 0

/** Inserts the n-th use of a code. Throws a duplicate (SQLSTATE 23505) if another sign-up took it. */
export async function insertInvitationUse(
  tx: Tx,
  code: string,
  n: number,
  customer: CustomerId,
  now: Instant,
): Promise<void> {
  await tx.run(INSERT_USE, [code, n, customer, now])
}
