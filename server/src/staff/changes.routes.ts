import { refuse } from '@lonja/core/base/refusal'
import { decideConfirming, decideSeatConfirming, isWaiting } from '@lonja/core/staff/changes.rules'
import { confirmSeat, confirmSeatChange, withdrawSeatChange } from '@lonja/core/staff/seats.staff.contract'
import { recordAct } from '../audit/audit.actions.ts'
import { onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { carryOut, changeFrom } from './changes.actions.ts'
import { findChange, insertConfirmation, lockChange, saveChangeEnd } from './changes.store.ts'
import { findOrigins } from './hands.store.ts'
import { findSeat, saveRevocation } from './seats.store.ts'

/**
 * A second admin's calls on a proposed change. The seat that changes is locked first, then the change, so of two
 * confirmations, or of a confirmation and a withdrawal, one finds it over.
 */
export const changesRoutes: readonly Route[] = [
  onStaffWrite(confirmSeatChange, {
    customerOf: async (tx, { id }) => (await findChange(tx, id))?.seat ?? null,
    handle: async (context, { id }) => {
      const { tx, seat, now } = context
      const row = await lockChange(tx, id)
      if (!row) return refuse('unknown_change')
      const change = await changeFrom(row, (one) => findSeat(tx, one))
      const facts = { ...(await findOrigins(tx, [row.proposedBy, seat.id])), now }
      const refused = decideConfirming(change, seat, facts)
      if (refused) return refused
      await saveChangeEnd(tx, id, { state: 'confirmed', by: seat.id, at: now })
      await carryOut(context, row)
      return { id }
    },
  }),

  onStaffWrite(withdrawSeatChange, {
    handle: async ({ tx, seat, now }, { id }) => {
      const row = await lockChange(tx, id)
      if (!row) return refuse('unknown_change')
      if (!isWaiting(await changeFrom(row, (one) => findSeat(tx, one)), now)) return refuse('change_over')
      await saveChangeEnd(tx, id, { state: 'withdrawn', by: seat.id, at: now })
      if (row.link !== null) await saveRevocation(tx, row.link, now)
      const about = { kind: 'seat_change', id }
      await recordAct(tx, {
        customer: null,
        seat,
        act: 'seat_change_withdrawn',
        about,
        detail: { act: row.act },
        at: now,
      })
      return { id }
    },
  }),

  onStaffWrite(confirmSeat, {
    customerOf: (_tx, { id }) => id,
    handle: async ({ tx, seat, now }, { id }) => {
      if (id === seat.id) return refuse('own_seat')
      const other = await findSeat(tx, id)
      if (!other || other.endedAt !== null) return refuse('unknown_seat')
      const facts = { ...(await findOrigins(tx, [id, seat.id])), now }
      const refused = decideSeatConfirming(other, seat, facts)
      if (refused) return refused
      await insertConfirmation(tx, id, seat.id, now)
      const about = { kind: 'seat', id }
      const detail = { seat: other.number }
      await recordAct(tx, { customer: null, seat, act: 'seat_confirmed', about, detail, at: now })
      return { id }
    },
  }),
]
