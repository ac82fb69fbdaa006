import type { Role } from '@lonja/core/base/contract'
import { assert } from '@lonja/core/base/assert'
import type { SeatId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import {
  secondAdmins,
  SEAT_CHANGE_LIVES,
  type AdminSeat,
  type SeatChange,
  type SeatChangeAct,
} from '@lonja/core/staff/changes.rules'
import type { SeatOrigins } from '@lonja/core/staff/hands.rules'
import { SEAT_LINK_LIVES } from '@lonja/core/staff/staff.rules'
import { recordAct } from '../audit/audit.actions.ts'
import { newId } from '../base/ids.ts'
import type { Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'
import type { ActingSeat } from '../door/seats.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import { insertChange, listOpenChanges, withdrawChangesOf, type SeatChangeRow } from './changes.store.ts'
import { findOrigins } from './hands.store.ts'
import { endSeatNow } from './seats.actions.ts'
import { findSeat, listSeatRows, saveLinkEnd, saveSeatRoles, type SeatRow } from './seats.store.ts'

/** True if a second admin has to confirm what this one changes at other seats. */
export async function takesTwo(tx: Tx, own: SeatId): Promise<boolean> {
  const { origins } = await findOrigins(tx, null)
  return takesTwoAmong(own, await listSeatRows(tx), origins)
}

/** The same among all seats, where they have been read. */
export function takesTwoAmong(own: SeatId, seats: readonly SeatRow[], origins: SeatOrigins): boolean {
  const admin = seats.find(({ id }) => id === own)
  assert(admin !== undefined, 'a session is of a seat')
  return secondAdmins(admin, seats, origins).length > 0
}

/** The part of a proposal that its caller decides. */
interface ProposalTerms {
  readonly act: SeatChangeAct
  readonly seat: SeatRow | null
  readonly link: string | null
  readonly roles: readonly Role[] | null
}

/** Stores a change that waits for a second admin, and records it. Returns its id. */
export async function proposeChange(
  { tx, seat: by, now }: StaffWriteContext,
  { act, seat, link, roles }: ProposalTerms,
): Promise<string> {
  const id = newId()
  const before = act === 'roles' && seat ? seat.roles : null
  const endsAt = now + SEAT_CHANGE_LIVES
  await insertChange(tx, {
    id,
    act,
    seat: seat?.id ?? null,
    link,
    before,
    roles,
    proposedBy: by.id,
    madeAt: now,
    endsAt,
  })
  const detail = { ...(seat ? { seat: seat.number } : {}), ...(roles ? { roles: roles.join(' ') } : {}) }
  const about = { kind: 'seat_change', id }
  await recordAct(tx, { customer: null, seat: by, act: `seat_${act}_proposed`, about, detail, at: now })
  return id
}

/** Whether a change of this seat already waits for a second admin. */
export const isChangeOpen = async (tx: Tx, seat: SeatId, act: SeatChangeAct, now: Instant): Promise<boolean> =>
  (await listOpenChanges(tx, now)).some((change) => change.seat === seat && change.act === act)

/** A stored change as its rules need it. */
export async function changeFrom(
  row: SeatChangeRow,
  findIt: (id: SeatId) => Promise<AdminSeat | null> | AdminSeat | null,
): Promise<SeatChange> {
  const [seat, proposedBy] = [row.seat && (await findIt(row.seat)), await findIt(row.proposedBy)]
  assert(proposedBy !== null, 'a change was proposed by a seat')
  return { state: row.state, endsAt: row.endsAt, before: row.before, seat, proposedBy }
}

/** Changes the roles of a seat, and records it. `more` is further detail of the act. */
export async function changeRolesNow(tx: LockedTx, { seat, roles, by, now, more }: RolesChange): Promise<void> {
  await saveSeatRoles(tx, seat.id, roles)
  if (!roles.includes('admin')) await withdrawChangesOf(tx, seat.id, now)
  const detail = { seat: seat.number, before: seat.roles.join(' '), after: roles.join(' '), ...more }
  const about = { kind: 'seat', id: seat.id }
  await recordAct(tx, { customer: null, seat: by, act: 'seat_roles_changed', about, detail, at: now })
}

interface RolesChange {
  readonly seat: SeatRow
  readonly roles: readonly Role[]
  readonly by: ActingSeat
  readonly now: Instant
  readonly more?: { readonly proposedBy: number }
}

/** Carries out a change that was confirmed. The act names both admins. */
export async function carryOut(
  { tx, seat: by, now }: StaffWriteContext,
  { act, seat: id, link, roles, proposedBy }: SeatChangeRow,
): Promise<void> {
  const proposer = await findSeat(tx, proposedBy)
  const more = { proposedBy: proposer?.number ?? 0 }
  if (act === 'link') {
    assert(link !== null && roles !== null, 'a proposed link is a link with roles')
    const endsAt = now + SEAT_LINK_LIVES
    await saveLinkEnd(tx, link, endsAt)
    const detail = { roles: roles.join(' '), endsAt, ...more }
    const about = { kind: 'seat_link', id: link }
    return recordAct(tx, { customer: null, seat: by, act: 'seat_link_made', about, detail, at: now })
  }
  const seat = id && (await findSeat(tx, id))
  assert(seat !== null, 'a change of a seat names it')
  if (act === 'end') return void (await endSeatNow(tx, seat, by, now, more))
  assert(roles !== null, 'a change of roles says which')
  return changeRolesNow(tx, { seat, roles, by, now, more })
}
