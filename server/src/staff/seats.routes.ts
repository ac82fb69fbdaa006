import type { Instant } from '@lonja/core/base/instant'
import { ROLES } from '@lonja/core/base/contract'
import { refuse } from '@lonja/core/base/refusal'
import {
  changeSeatRoles,
  endSeat,
  endSessionsOfSeat,
  listSeats,
  listSessionsOfSeat,
  makeSeatLink,
  revokeSeatLink,
} from '@lonja/core/staff/seats.staff.contract'
import type { ReplyOf } from '@lonja/core/base/contract'
import {
  decideConfirming,
  decideSeatConfirming,
  givesUpOwn,
  isWaiting,
  SEAT_CHANGE_LIVES,
} from '@lonja/core/staff/changes.rules'
import type { SecondFacts } from '@lonja/core/staff/hands.rules'
import { SEAT_LINK_LIVES, SEAT_LINKS_PAGE } from '@lonja/core/staff/staff.rules'
import { recordAct } from '../audit/audit.actions.ts'
import { forgetDevices } from '../door/devices.store.ts'
import { onStaffRead, onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import type { Tx } from '../database/db.ts'
import { changeFrom, changeRolesNow, isChangeOpen, proposeChange, takesTwo, takesTwoAmong } from './changes.actions.ts'
import { findChangeOfLink, listOpenChanges, lockChange, saveChangeEnd } from './changes.store.ts'
import { findOrigins } from './hands.store.ts'
import { endSeatNow } from './seats.actions.ts'
import { selfOf } from './staff.actions.ts'
import { findSeatActivity, listLiveSeatSessions, saveSeatSessionsEnd } from './seat-sessions.store.ts'
import { linkPathOf, makeLink, newLinkSecret } from './seat-links.ts'
import {
  findSeat,
  listLinkRows,
  listSeatRows,
  listSeatedBy,
  saveRevocation,
  type LinkRow,
  type SeatRow,
} from './seats.store.ts'

type SeatList = ReplyOf<typeof listSeats>

function stateOf(
  { isUsed, revokedAt, endsAt, isWaiting: waits }: LinkRow,
  now: Instant,
): SeatList['links'][number]['state'] {
  if (isUsed) return 'used'
  if (revokedAt !== null) return 'revoked'
  if (now >= endsAt) return 'expired'
  return waits ? 'waiting' : 'open'
}

/** An admin's calls on seats. The other seat is locked as a customer is, so that two admins at once take turns. */
export const seatsRoutes = ({ twoPerson }: { readonly twoPerson: boolean }): Route[] => [
  listOf(twoPerson),
  ...CHANGES,
  ...SESSIONS,
]

const listOf = (twoPerson: boolean): Route =>
  onStaffRead(listSeats, async ({ tx, seat: own, now }) => {
    const seen = await findSeatActivity(tx, now)
    const makers = new Map((await listSeatedBy(tx, null)).map(({ id, by }) => [id, by]))
    const rows = await listSeatRows(tx)
    const facts = { ...(await findOrigins(tx, null)), now }
    return {
      seats: rows.map((row) => ({
        ...selfOf(row),
        endedAt: row.endedAt,
        seatedBy: makers.get(row.id) ?? null,
        seenAt: seen.get(row.id)?.seenAt ?? null,
        sessions: seen.get(row.id)?.sessions ?? 0,
        own: row.id === own.id,
        confirmed: facts.origins.get(row.id)?.isConfirmed ?? false,
        confirmable: row.id !== own.id && row.endedAt === null && decideSeatConfirming(row, own, facts) === null,
      })),
      links: (await listLinkRows(tx, SEAT_LINKS_PAGE)).map((link) => ({
        id: link.id,
        roles: [...link.roles],
        madeAt: link.madeAt,
        endsAt: link.endsAt,
        state: stateOf(link, now),
        madeBy: link.maker,
        usedBy: link.user,
      })),
      changes: await changesOf(tx, rows, own, facts),
      takesTwo: takesTwoAmong(own.id, rows, facts.origins),
      twoPerson,
    }
  })

/** The changes that wait for a second admin, as the asking admin sees them. */
async function changesOf(
  tx: Tx,
  seats: readonly SeatRow[],
  own: Pick<SeatRow, 'id' | 'customer'>,
  facts: SecondFacts,
): Promise<SeatList['changes']> {
  const byId = new Map(seats.map((seat) => [seat.id, seat]))
  const shown: SeatList['changes'] = []
  for (const row of await listOpenChanges(tx, facts.now)) {
    const change = await changeFrom(row, (id) => byId.get(id) ?? null)
    if (!isWaiting(change, facts.now)) continue
    const { id, act, before, roles, proposedBy, madeAt, endsAt } = row
    const seat = row.seat && byId.get(row.seat)
    shown.push({
      id,
      act,
      seat: seat ? { id: seat.id, number: seat.number, name: seat.name } : null,
      before: [...(before ?? (seat ? seat.roles : []))],
      roles: [...(roles ?? [])],
      proposedBy: byId.get(proposedBy)?.number ?? 0,
      own: proposedBy === own.id,
      madeAt,
      endsAt,
      refused: decideConfirming(change, own, facts)?.refused ?? null,
    })
  }
  return shown
}

/** An admin's changes of seats: at once, or proposed to a second admin. */
const CHANGES: readonly Route[] = [
  onStaffWrite(makeSeatLink, {
    handle: async (context, { roles }) => {
      const { tx, seat, now } = context
      const secret = newLinkSecret()
      const ordered = ROLES.filter((role) => roles.includes(role))
      const waits = await takesTwo(tx, seat.id)
      const endsAt = now + (waits ? SEAT_CHANGE_LIVES : SEAT_LINK_LIVES)
      const id = await makeLink(tx, { secret, roles: ordered, madeBy: seat.id, now, endsAt })
      if (waits) await proposeChange(context, { act: 'link', seat: null, link: id, roles: ordered })
      else {
        const detail = { roles: ordered.join(' '), endsAt }
        const about = { kind: 'seat_link', id }
        await recordAct(tx, { customer: null, seat, act: 'seat_link_made', about, detail, at: now })
      }
      return { id, path: linkPathOf(secret), endsAt, waits }
    },
  }),

  onStaffWrite(revokeSeatLink, {
    handle: async ({ tx, seat, now }, { id }) => {
      const change = await findChangeOfLink(tx, id)
      const locked = change && (await lockChange(tx, change.id))
      if (!(await saveRevocation(tx, id, now))) return refuse('unknown_link')
      if (locked?.state === 'open') await saveChangeEnd(tx, locked.id, { state: 'withdrawn', by: seat.id, at: now })
      const about = { kind: 'seat_link', id }
      await recordAct(tx, { customer: null, seat, act: 'seat_link_revoked', about, detail: {}, at: now })
      return { id }
    },
  }),

  onStaffWrite(changeSeatRoles, {
    customerOf: (_tx, { id }) => id,
    handle: async (context, { id, roles }) => {
      const { tx, seat, now } = context
      const other = await findSeat(tx, id)
      if (!other || other.endedAt !== null) return refuse('unknown_seat')
      const ordered = ROLES.filter((role) => roles.includes(role))
      if (id === seat.id && !ordered.includes('admin')) return refuse('own_admin', {}, 'roles')
      if (!givesUpOwn(seat.id, other, ordered) && (await takesTwo(tx, seat.id))) {
        if (await isChangeOpen(tx, id, 'roles', now)) return refuse('change_waits')
        const change = await proposeChange(context, { act: 'roles', seat: other, link: null, roles: ordered })
        return { id, roles: [...other.roles], change }
      }
      await changeRolesNow(tx, { seat: other, roles: ordered, by: seat, now })
      return { id, roles: ordered, change: null }
    },
  }),

  onStaffWrite(endSeat, {
    customerOf: (_tx, { id }) => id,
    handle: async (context, { id }) => {
      const { tx, seat, now } = context
      if (id === seat.id) return refuse('own_seat')
      const other = await findSeat(tx, id)
      if (!other) return refuse('unknown_seat')
      if (other.endedAt === null && (await takesTwo(tx, seat.id))) {
        if (await isChangeOpen(tx, id, 'end', now)) return refuse('change_waits')
        return {
          ended: false,
          change: await proposeChange(context, { act: 'end', seat: other, link: null, roles: null }),
        }
      }
      return { ended: await endSeatNow(tx, other, seat, now), change: null }
    },
  }),
]

/** The calls on the sessions of other seats. */
const SESSIONS: readonly Route[] = [
  onStaffRead(listSessionsOfSeat, async ({ tx, now }, { id }) => {
    if (!(await findSeat(tx, id))) return refuse('unknown_seat')
    const rows = await listLiveSeatSessions(tx, id, now)
    return { rows: rows.map(({ endsAt, ...row }) => ({ ...row, expiresAt: endsAt })) }
  }),

  onStaffWrite(endSessionsOfSeat, {
    customerOf: (_tx, { id }) => id,
    handle: async ({ tx, seat, now }, { id }) => {
      if (id === seat.id) return refuse('own_seat')
      const other = await findSeat(tx, id)
      if (!other || other.endedAt !== null) return refuse('unknown_seat')
      const ended = await saveSeatSessionsEnd(tx, id, null, now)
      await forgetDevices(tx, id)
      const detail = { seat: other.number, ended }
      const about = { kind: 'seat', id }
      await recordAct(tx, { customer: null, seat, act: 'seat_signed_out_by_admin', about, detail, at: now })
      return { ended }
    },
  }),
]
