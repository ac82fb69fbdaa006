import type { Instant } from '@lonja/core/base/instant'
import type { Role } from '@lonja/core/base/contract'
import { recordAct } from '../audit/audit.actions.ts'
import { forgetDevices } from '../door/devices.store.ts'
import type { ActingSeat } from '../door/seats.ts'
import { lockCustomers, type LockedTx } from '../database/locks.ts'
import { withdrawChangesOf } from './changes.store.ts'
import { saveSeatSessionsEnd } from './seat-sessions.store.ts'
import { saveSeatEnd, type SeatRow } from './seats.store.ts'

/**
 * Ends a seat and all its sessions at once. `by` is the admin's seat; null at the command line. False if the seat had
 * ended.
 */
export async function endSeatNow(
  tx: LockedTx,
  seat: SeatRow,
  by: ActingSeat | null,
  now: Instant,
  more: { readonly proposedBy?: number } = {},
): Promise<boolean> {
  if (by === null) await lockCustomers(tx, [seat.id])
  if (!(await saveSeatEnd(tx, seat.id, now))) return false
  await withdrawChangesOf(tx, seat.id, now)
  const sessions = await saveSeatSessionsEnd(tx, seat.id, null, now)
  await forgetDevices(tx, seat.id)
  // An act at the command line is recorded in the chain of the seat itself.
  const own = { id: seat.id, number: seat.number, role: seat.roles[0] as Role }
  const detail = { seat: seat.number, sessions, commandLine: by === null, ...more }
  const about = { kind: 'seat', id: seat.id }
  await recordAct(tx, { customer: null, seat: by ?? own, act: 'seat_ended', about, detail, at: now })
  return true
}
