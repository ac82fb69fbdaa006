import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { Id, Moment, Page, pageOf } from '../base/wire.ts'

/** Bounds for an invitation's uses and days, at the console as at the command line. */
export const INVITATION_USES_MOST = 100_000
export const INVITATION_DAYS_MOST = 3_650

export const INVITATION_STATES = ['open', 'used_up', 'expired', 'ended'] as const

/** Invitation codes, newest first. They are shown whole because they are made to be handed out. */
export const listInvitations = read({
  path: '/staff/invitations/list',
  caller: 'seat',
  roles: ['operations', 'admin'],
  summary: 'Invitation codes, newest first; all of them, or those that still open an account',
  input: z.strictObject({ ...Page, which: z.enum(['open', 'all']) }),
  reply: pageOf(
    z.object({
      id: Id,
      code: z.string(),
      state: z.enum(INVITATION_STATES),
      uses: z.int(),
      used: z.int(),
      madeAt: Moment,
      endsAt: Moment,
      endedAt: z.nullable(Moment),
      lastUsedAt: z.nullable(Moment),
      /** The number of the seat that created it; null for the command line or the first start. */
      madeBy: z.nullable(z.int()),
    }),
  ),
})

export const makeInvitationCode = write({
  path: '/staff/invitations/make',
  caller: 'seat',
  roles: ['operations', 'admin'],
  key: 'header',
  summary: 'A new invitation code, for so many accounts and so many days',
  input: z.strictObject({
    uses: z.int().check(z.gte(1), z.lte(INVITATION_USES_MOST)),
    days: z.int().check(z.gte(1), z.lte(INVITATION_DAYS_MOST)),
  }),
  reply: z.object({ id: Id, code: z.string(), endsAt: Moment }),
})

/** End an invitation. Customers who registered with it stay; nobody else can use it. */
export const endInvitation = write({
  path: '/staff/invitations/end',
  caller: 'seat',
  roles: ['operations', 'admin'],
  key: 'header',
  summary: 'End an invitation code before its time',
  input: z.strictObject({ id: Id }),
  /** False if it had been ended before. */
  reply: z.object({ ended: z.boolean() }),
  refusals: ['unknown_invitation'],
})

export const invitationsCalls = { listInvitations, makeInvitationCode, endInvitation }
