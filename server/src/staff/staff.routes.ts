import { assert } from '@lonja/core/base/assert'
import { refuse } from '@lonja/core/base/refusal'
import {
  claimSeat,
  endSeatSession,
  listColleagues,
  listSeatSessions,
  readSeat,
  readSeatLink,
  signInSeat,
  signOutSeat,
} from '@lonja/core/staff/staff.contract'
import { recordAct } from '../audit/audit.actions.ts'
import { forgetDevice, forgetDevicesBut } from '../door/devices.store.ts'
import { onStaffRead, onStaffWrite } from '../door/serve.staff.ts'
import { onEntry, type Route } from '../door/serve.ts'
import {
  findDeviceOfSeatSession,
  listLiveSeatSessions,
  saveSeatSessionEnd,
  saveSeatSessionsEnd,
} from './seat-sessions.store.ts'
import { findSeat, listSeatNames } from './seats.store.ts'
import { claim, answerSeatLink, selfOf, signInAsSeat, type StaffParts } from './staff.actions.ts'

/** Signing in to the console, and the calls of a seat on itself. */
export const staffRoutes = (parts: StaffParts): Route[] => [
  onEntry(readSeatLink, (request, house) => answerSeatLink(request, house, parts)),

  onEntry(claimSeat, (request, house) => claim(request, house, parts)),

  onEntry(signInSeat, (request, house) => signInAsSeat(request, house, parts)),

  onStaffWrite(signOutSeat, {
    handle: async ({ tx, seat, session, now }) => {
      await saveSeatSessionEnd(tx, seat.id, session, now)
      await recordAct(tx, { customer: null, seat, act: 'seat_signed_out', about: null, detail: {}, at: now })
      return {}
    },
  }),

  onStaffRead(readSeat, async ({ tx, seat }) => {
    const row = await findSeat(tx, seat.id)
    assert(row !== null, 'a session is of a seat')
    return selfOf(row)
  }),

  onStaffRead(listColleagues, async ({ tx }) => ({ rows: await listSeatNames(tx) })),

  onStaffRead(listSeatSessions, async ({ tx, seat, session, now }) => {
    const rows = await listLiveSeatSessions(tx, seat.id, now)
    return { rows: rows.map(({ endsAt, ...row }) => ({ ...row, expiresAt: endsAt, own: row.id === session })) }
  }),

  onStaffWrite(endSeatSession, {
    handle: async ({ tx, seat, session, now }, { id }) => {
      const ended =
        id === 'others'
          ? await saveSeatSessionsEnd(tx, seat.id, session, now)
          : Number(await saveSeatSessionEnd(tx, seat.id, id, now))
      if (id !== 'others' && ended === 0) return refuse('unknown_session')
      if (id === 'others') await forgetDevicesBut(tx, seat.id, await findDeviceOfSeatSession(tx, seat.id, session))
      else await forgetDevice(tx, seat.id, await findDeviceOfSeatSession(tx, seat.id, id))
      const detail = { ended }
      await recordAct(tx, { customer: null, seat, act: 'seat_sessions_ended', about: null, detail, at: now })
      return { ended }
    },
  }),
]
