import * as z from 'zod/mini'
import { ROLES, read, write } from '../base/contract.ts'
import { SeatId } from '../base/ids.ts'
import { Id, Moment } from '../base/wire.ts'
import { SEAT_CHANGES } from './changes.rules.ts'
import { RoleName } from './staff.contract.ts'

/** The refusals of a confirmation. */
const CONFIRMING_REFUSALS = ['change_over', 'own_change', 'let_in_by', 'seat_too_new', 'seat_changed'] as const

const Roles = z.array(RoleName).check(z.minLength(1), z.maxLength(ROLES.length))

/** All seats, and the one-time links that are still open. */
export const listSeats = read({
  path: '/staff/seats/list',
  caller: 'seat',
  roles: ['admin', 'auditor'],
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
        /** True if a second admin confirmed its link, or said that another person sits there. */
        confirmed: z.boolean(),
        /** True if the asking admin can confirm it. */
        confirmable: z.boolean(),
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
        /** `waiting`: for the confirmation of a second admin. */
        state: z.enum(['waiting', 'open', 'used', 'expired', 'revoked']),
        /**
         * The number of the seat that created the link (null for the command line or the first start), and of the seat
         * that it created.
         */
        madeBy: z.nullable(z.int()),
        usedBy: z.nullable(z.int()),
      }),
    ),
    /** Changes that wait for a second admin, newest first. */
    changes: z.array(
      z.object({
        id: Id,
        act: z.enum(SEAT_CHANGES),
        /** The seat that changes; null for a link. */
        seat: z.nullable(z.object({ id: SeatId, number: z.int(), name: z.string() })),
        /** Its roles at the proposal, and afterwards; none after an end, and none before a link. */
        before: z.array(RoleName),
        roles: z.array(RoleName),
        proposedBy: z.int(),
        own: z.boolean(),
        madeAt: Moment,
        endsAt: Moment,
        /** Why the asking admin cannot confirm it; null if they can. */
        refused: z.nullable(z.enum(CONFIRMING_REFUSALS)),
      }),
    ),
    /** True if a second admin confirms what the asking admin changes at other seats; with one admin it is immediate. */
    takesTwo: z.boolean(),
    /** Whether two people decide where this house requires it; false in a house run by one person. */
    twoPerson: z.boolean(),
  }),
})

/**
 * Create a one-time link for a new seat, for 24 hours. Its secret is in this answer only and is stored nowhere. With a
 * second admin the link waits for their confirmation, and its time begins then.
 */
export const makeSeatLink = write({
  path: '/staff/seats/invite',
  caller: 'seat',
  roles: ['admin'],
  key: 'none',
  summary: 'A one-time link by which somebody takes a seat of these roles',
  input: z.strictObject({ roles: Roles }),
  /** The path after the house's own address. */
  reply: z.object({ id: Id, path: z.string(), endsAt: Moment, waits: z.boolean() }),
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

/**
 * Change the roles of a seat: at once with one admin, otherwise a proposal for a second one. No admin can drop their own
 * admin role, so there is always one.
 */
export const changeSeatRoles = write({
  path: '/staff/seats/roles',
  caller: 'seat',
  roles: ['admin'],
  key: 'header',
  summary: 'Change what a seat may do, or propose it to a second admin',
  input: z.strictObject({ id: SeatId, roles: Roles }),
  /** The roles now, and the proposal that waits; null if it was done at once. */
  reply: z.object({ id: SeatId, roles: z.array(RoleName), change: z.nullable(Id) }),
  refusals: ['unknown_seat', 'own_admin', 'change_waits'],
})

/** End a seat: at once with one admin, otherwise a proposal for a second one. */
export const endSeat = write({
  path: '/staff/seats/end',
  caller: 'seat',
  roles: ['admin'],
  key: 'header',
  summary: 'End a seat and all its sessions, or propose it to a second admin',
  input: z.strictObject({ id: SeatId }),
  reply: z.object({ ended: z.boolean(), change: z.nullable(Id) }),
  refusals: ['unknown_seat', 'own_seat', 'change_waits'],
})

/** Confirm a change that another admin proposed. It is carried out at once. */
export const confirmSeatChange = write({
  path: '/staff/seats/confirm-change',
  caller: 'seat',
  roles: ['admin'],
  key: 'header',
  summary: 'Confirm, as the second admin, a link, other roles or the end of a seat',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id }),
  refusals: ['unknown_change', ...CONFIRMING_REFUSALS],
})

/** Take back a proposed change: its own admin, or another one who does not want it. */
export const withdrawSeatChange = write({
  path: '/staff/seats/withdraw-change',
  caller: 'seat',
  roles: ['admin'],
  key: 'header',
  summary: 'Take back a change of seats that waits for a second admin',
  input: z.strictObject({ id: Id }),
  reply: z.object({ id: Id }),
  refusals: ['unknown_change', 'change_over'],
})

/** Confirm that a person of its own sits in a seat that another admin alone has let in. */
export const confirmSeat = write({
  path: '/staff/seats/confirm',
  caller: 'seat',
  roles: ['admin'],
  key: 'header',
  summary: 'Confirm that another person sits in a seat that one admin alone has let in',
  input: z.strictObject({ id: SeatId }),
  reply: z.object({ id: SeatId }),
  refusals: ['unknown_seat', 'own_seat', 'seat_confirmed', 'let_in_by', 'seat_too_new'],
})

/** The sessions of a seat. */
export const listSessionsOfSeat = read({
  path: '/staff/seats/sessions-of',
  caller: 'seat',
  roles: ['admin', 'auditor'],
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
  confirmSeatChange,
  withdrawSeatChange,
  confirmSeat,
  listSessionsOfSeat,
  endSessionsOfSeat,
}
