import type { CustomerId, SeatId } from '@lonja/core/base/ids'
import type { StoredInvitation } from '@lonja/core/accounts/invitations.rules'
import type { Instant } from '@lonja/core/base/instant'
import { cellOf, instant, int4, int8, orNull, tableOf, uuid, word, type Fields } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import { PAST_ALL_IDS } from '../base/ids.ts'

/** An invitation as the console lists it. */
export interface InvitationRow extends StoredInvitation {
  readonly id: string
  readonly madeAt: Instant
  readonly madeBy: SeatId | null
  readonly lastUsedAt: Instant | null
}

type InvitationUse = Pick<InvitationRow, 'used' | 'lastUsedAt'>
export type NewInvitation = Pick<InvitationRow, 'id' | 'code' | 'uses' | 'madeAt' | 'madeBy' | 'endsAt'>

const FIELDS: Fields<NewInvitation> = {
  id: uuid('id'),
  code: word('code'),
  uses: int4('uses'),
  madeAt: instant('made_at'),
  madeBy: orNull(uuid('made_by')),
  endsAt: instant('ends_at'),
}
const MADE = tableOf<NewInvitation>(FIELDS)
const INVITATIONS = tableOf<Omit<InvitationRow, keyof InvitationUse>>({
  ...FIELDS,
  endedAt: orNull(instant('ended_at')),
})
const USES = tableOf<InvitationUse>({ used: instant('used'), lastUsedAt: orNull(instant('last_used_at')) })

const invitationFrom = (row: Row): InvitationRow => ({ ...INVITATIONS.ofRow(row), ...USES.ofRow(row) })

const ROW = `${INVITATIONS.under('i')},
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
const INSERT = sql('insert_invitation', `insert into invitations (${MADE.names}) values (${MADE.slots})`)
const SAVE_END = sql(
  'save_invitation_end',
  'update invitations set ended_at = $2 where id = $1 and ended_at is null returning id',
)
const INSERT_USE = sql(
  'insert_invitation_use',
  'insert into invitation_uses (code, n, customer, used_at) values ($1, $2, $3, $4)',
)

export async function findInvitation(tx: Tx, code: string): Promise<InvitationRow | null> {
  const [row] = await tx.run(FIND, [code])
  return row ? invitationFrom(row) : null
}

export async function findInvitationById(tx: Tx, id: string): Promise<InvitationRow | null> {
  const [row] = await tx.run(FIND_BY_ID, [id])
  return row ? invitationFrom(row) : null
}

/** Invitations before `before`, newest first: all of them, or only those that are still valid at `openAt`. */
export async function listInvitationRows(
  tx: Tx,
  { before, openAt, most }: { before: string | null; openAt: Instant | null; most: number },
): Promise<InvitationRow[]> {
  const page = [before ?? PAST_ALL_IDS, most]
  const rows = openAt === null ? tx.run(LIST, page) : tx.run(LIST_OPEN, [...page, openAt])
  return (await rows).map(invitationFrom)
}

const COUNT = sql('count_invitations', 'select count(*) as codes from invitations', cellOf(int8('codes')))

export async function countInvitations(tx: Tx): Promise<number> {
  const [codes] = await tx.run(COUNT)
  return codes ?? 0
}

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  await tx.run(INSERT, MADE.values(invitation))
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
