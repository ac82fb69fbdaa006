import * as z from 'zod/mini'
import { codeInLog, invitationState, INVITATIONS_PAGE } from '@lonja/core/accounts/invitations.rules'
import { endInvitation, listInvitations, makeInvitationCode } from '@lonja/core/accounts/invitations.staff.contract'
import { refuse } from '@lonja/core/base/refusal'
import { Id } from '@lonja/core/base/wire'
import { recordAct } from '../audit/audit.actions.ts'
import type { NumbersOf } from '../door/seats.ts'
import { onStaffRead, onStaffWrite } from '../door/serve.staff.ts'
import type { Route } from '../door/serve.ts'
import { makeInvitationIn } from './invitations.ts'
import { findInvitationById, listInvitationRows, saveInvitationEnd } from './invitations.store.ts'

/** Invitation codes at the console, with the rules of the command line. */
export const invitationsRoutes = (numbersOf: NumbersOf): Route[] => [
  onStaffRead(listInvitations, async ({ tx, now }, { which, cursor, limit = INVITATIONS_PAGE }) => {
    const before = cursor !== undefined && z.safeParse(Id, cursor).success ? cursor : null
    const openAt = which === 'open' ? now : null
    const rows = await listInvitationRows(tx, { before, openAt, most: limit + 1 })
    const page = rows.slice(0, limit)
    const numbers = await numbersOf(
      tx,
      page.flatMap(({ madeBy }) => madeBy ?? []),
    )
    return {
      rows: page.map(({ madeBy, ...row }) => ({
        ...row,
        state: invitationState(row, now),
        madeBy: madeBy === null ? null : (numbers.get(madeBy) ?? null),
      })),
      cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  }),

  onStaffWrite(makeInvitationCode, {
    handle: async ({ tx, seat, now }, { uses, days }) => {
      const invitation = await makeInvitationIn(tx, { uses, days, now, madeBy: seat.id })
      const detail = { code: codeInLog(invitation.code), uses, endsAt: invitation.endsAt }
      const about = { kind: 'invitation', id: invitation.id }
      await recordAct(tx, { customer: null, seat, act: 'invitation_made', about, detail, at: now })
      return invitation
    },
  }),

  onStaffWrite(endInvitation, {
    handle: async ({ tx, seat, now }, { id }) => {
      const invitation = await findInvitationById(tx, id)
      if (!invitation) return refuse('unknown_invitation')
      if (!(await saveInvitationEnd(tx, id, now))) return { ended: false }
      const detail = { code: codeInLog(invitation.code), used: invitation.used }
      const about = { kind: 'invitation', id }
      await recordAct(tx, { customer: null, seat, act: 'invitation_ended', about, detail, at: now })
      return { ended: true }
    },
  }),
]
