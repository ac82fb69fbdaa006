import { HOUR, type Instant } from '@lonja/core/base/instant'
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
import { recordAct } from '../audit/audit.actions.ts'
import { forgetDevices } from '../door/devices.store.ts'
import { onStaffRead, onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
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
  saveSeatRoles,
  type LinkRow,
} from './seats.store.ts'

const DAY = 24 * HOUR

const stateOf = ({ isUsed, revokedAt, endsAt }: LinkRow, now: Instant): 'used' | 'revoked' | 'expired' | 'open' =>
  isUsed ? 'used' : revokedAt !== null ? 'revoked' : now >= endsAt ? 'expired' : 'open'

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
    return {
      seats: (await listSeatRows(tx)).map((row) => ({
        ...selfOf(row),
        endedAt: row.endedAt,
        seatedBy: makers.get(row.id) ?? null,
        seenAt: seen.get(row.id)?.seenAt ?? null,
        sessions: seen.get(row.id)?.sessions ?? 0,
        own: row.id === own.id,
      })),
      links: (await listLinkRows(tx)).map((link) => ({
        id: link.id,
        roles: [...link.roles],
        madeAt: link.madeAt,
        endsAt: link.endsAt,
        state: stateOf(link, now),
        madeBy: link.maker,
        usedBy: link.user,
      })),
      twoPerson,
    }
  })

const CHANGES: readonly Route[] = [
  onStaffWrite(makeSeatLink, {
    handle: async ({ tx, seat, now }, { roles, days }) => {
      const secret = newLinkSecret()
      const endsAt = now + days * DAY
      const wanted = ROLES.filter((role) => roles.includes(role))
      const id = await makeLink(tx, { secret, roles: wanted, madeBy: seat.id, now, endsAt })
      const detail = { roles: wanted.join(' '), endsAt }
      const about = { kind: 'seat_link', id }
      await recordAct(tx, { customer: null, seat, act: 'seat_link_made', about, detail, at: now })
      return { id, path: linkPathOf(secret), endsAt }
    },
  }),

  onStaffWrite(revokeSeatLink, {
    handle: async ({ tx, seat, now }, { id }) => {
      if (!(await saveRevocation(tx, id, now))) return refuse('unknown_link')
      const about = { kind: 'seat_link', id }
      await recordAct(tx, { customer: null, seat, act: 'seat_link_revoked', about, detail: {}, at: now })
      return { id }
    },
  }),

  onStaffWrite(changeSeatRoles, {
    customerOf: (_tx, { id }) => id,
    handle: async ({ tx, seat, now }, { id, roles }) => {
      const other = await findSeat(tx, id)
      if (!other || other.endedAt !== null) return refuse('unknown_seat')
      const wanted = ROLES.filter((role) => roles.includes(role))
      if (id === seat.id && !wanted.includes('admin')) return refuse('own_admin', {}, 'roles')
      await saveSeatRoles(tx, id, wanted)
      const detail = { seat: other.number, before: other.roles.join(' '), after: wanted.join(' ') }
      const about = { kind: 'seat', id }
      await recordAct(tx, { customer: null, seat, act: 'seat_roles_changed', about, detail, at: now })
      return { id, roles: wanted }
    },
  }),

  onStaffWrite(endSeat, {
    customerOf: (_tx, { id }) => id,
    handle: async ({ tx, seat, now }, { id }) => {
      if (id === seat.id) return refuse('own_seat')
      const other = await findSeat(tx, id)
      if (!other) return refuse('unknown_seat')
      return { ended: await endSeatNow(tx, other, seat, now) }
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
