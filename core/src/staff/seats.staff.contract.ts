import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'
import { SeatId } from '../base/ids.ts'
import { Id, Moment } from '../base/wire.ts'
import { RoleName } from './staff.contract.ts'

const Roles = z.array(RoleName).check(z.minLength(1), z.maxLength(5))

/** All seats, and the one-time links that are still open. */
export const listSeats = read({
  path: '/staff/seats/list',
  caller: 'seat',
  roles: ['admin'],
  summary: 'Every seat, and the one-time links that were made',
  input: z.strictObject({}),
  reply: z.object({
    seats: z.array(
      z.object({
        id: SeatId,
        number: z.int(),
        name: z.string(),
        roles: z.array(RoleName),
        hasCustomer: z.boolean(),
        claimedAt: Moment,
        /** The number of the seat that invited it; null for the command line or the first start. */
        seatedBy: z.nullable(z.int()),
        endedAt: z.nullable(Moment),
        /** The last use of any of its sessions, to five minutes; null if it never signed in. */
        seenAt: z.nullable(Moment),
        /** The number of open sessions. */
        sessions: z.int(),
        own: z.boolean(),
      }),
    ),
    links: z.array(
      z.object({
        id: Id,
        roles: z.array(RoleName),
        madeAt: Moment,
        endsAt: Moment,
        state: z.enum(['open', 'used', 'expired', 'revoked']),
        /**
         * The number of the seat that created the link (null for the command line or the first start), and of the seat
         * that it created.
         */
        madeBy: z.nullable(z.int()),
        usedBy: z.nullable(z.int()),
      }),
    ),
    /** Whether two people decide where this house requires it; false in a house run by one person. */
    twoPerson: z.boolean(),
  }),
})

/** Create a one-time link for a new seat. Its secret is in this answer only and is stored nowhere. */
export const makeSeatLink = write({
  path: '/staff/seats/invite',
  caller: 'seat',
  roles: ['admin'],
  key: 'none',
  summary: 'A one-time link by which somebody takes a seat of these roles',
  input: z.strictObject({ roles: Roles, days: z.int().check(z.gte(1), z.lte(30)) }),
  /** The path after the house's own address. */
  reply: z.object({ id: Id, path: z.string(), endsAt: Moment }),
})

export const revokeSeatLink = write({
  path: '/staff/seats/revoke-link',
  caller: 'seat',
  roles: ['admin'],
  key: 'header',
  summary: 'Take back a one-time link that nobody has used',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id }),
  refusals: ['unknown_link'],
})

/** No admin can drop their own admin role: another admin must do it. So there is always one. */
export const changeSeatRoles = write({
  path: '/staff/seats/roles',
  caller: 'seat',
  roles: ['admin'],
  key: 'header',
  summary: 'Change what a seat may do, from its next call on',
  input: z.strictObject({ id: SeatId, roles: Roles }),
  reply: z.object({ id: SeatId, roles: z.array(RoleName) }),
  refusals: ['unknown_seat', 'own_admin'],
})

export const endSeat = write({
  path: '/staff/seats/end',
  caller: 'seat',
  roles: ['admin'],
  key: 'header',
  summary: 'End a seat and all its sessions, at once',
  input: z.strictObject({ id: SeatId }),
  reply: z.object({ ended: z.boolean() }),
  refusals: ['unknown_seat', 'own_seat'],
})

/** The sessions of a seat. */
export const listSessionsOfSeat = read({
  path: '/staff/seats/sessions-of',
  caller: 'seat',
  roles: ['admin'],
  summary: 'The open sessions of one seat',
  input: z.strictObject({ id: SeatId }),
  reply: z.object({
    rows: z.array(z.object({ id: Id, device: z.string(), startedAt: Moment, seenAt: Moment, expiresAt: Moment })),
  }),
  refusals: ['unknown_seat'],
})

/** End all sessions of a seat. Its person must sign in again, with password and code. */
export const endSessionsOfSeat = write({
  path: '/staff/seats/end-sessions-of',
  caller: 'seat',
  roles: ['admin'],
  key: 'header',
  summary: 'End all sessions of another seat, at once; the seat itself stays',
  input: z.strictObject({ id: SeatId }),
  reply: z.object({ ended: z.int() }),
  refusals: ['unknown_seat', 'own_seat'],
})

export const seatsCalls = {
  listSeats,
  makeSeatLink,
  revokeSeatLink,
  changeSeatRoles,
  endSeat,
  listSessionsOfSeat,
  endSessionsOfSeat,
}
