import * as z from 'zod/mini'
import { ROLES, read, write } from '../base/contract.ts'
import { SeatId } from '../base/ids.ts'
import { MarkReply, MarksField } from '../base/marks.ts'
import { Id, Moment } from '../base/wire.ts'

export const RoleName = z.enum(ROLES)

const Text = z.string().check(z.maxLength(128))
/** A one-time link's secret, which is the part of the link after the `#`. */
const Link = z.string().check(z.maxLength(80))
const Code = z.string().check(z.maxLength(20))

const SeatSelf = z.object({
  id: SeatId,
  /** The number that customers see instead of a name, counted from 1. */
  number: z.int(),
  name: z.string(),
  roles: z.array(RoleName),
  /** True if it has linked its person's own customer account, which it never decides. */
  hasCustomer: z.boolean(),
  claimedAt: Moment,
})

const SeatSession = z.object({ token: z.string(), expiresAt: Moment, seat: SeatSelf, ...MarkReply })

/**
 * The seat that a one-time link creates, with a fresh secret for its one-time codes. Reading does not use up the link;
 * each answer has another secret.
 */
export const readSeatLink = read({
  path: '/staff/seats/link',
  method: 'POST',
  caller: 'anyone',
  summary: 'What a one-time link of staff opens, and the set-up of its one-time codes',
  input: z.strictObject({ link: Link }),
  reply: z.object({
    roles: z.array(RoleName),
    endsAt: Moment,
    /**
     * The secret in base32, shown as text and as a QR code by `otpauthFor`. Six digits, 30 seconds, SHA-1 (RFC 6238).
     */
    secret: z.string(),
    /** The same secret, sealed, to be sent back with the claim. */
    setUp: z.string(),
  }),
  refusals: ['unknown_link', 'link_used', 'link_expired', 'link_waits', 'too_many_tries'],
})

/** Claim the seat of a one-time link. The code proves that the secret of `setUp` reached the person's device. */
export const claimSeat = write({
  path: '/staff/seats/claim',
  caller: 'anyone',
  key: 'none',
  summary: 'Take the seat of a one-time link, with a name, a password and a one-time code',
  input: z.strictObject({
    link: Link,
    setUp: z.string().check(z.maxLength(400)),
    name: Text,
    password: Text,
    again: Text,
    code: Code,
    /** The phone number of the person's own customer account, if any; the seat never decides that account. */
    phone: z.optional(z.string().check(z.maxLength(40))),
    ...MarksField,
  }),
  reply: SeatSession,
  refusals: [
    'missing_information',
    'unknown_link',
    'link_used',
    'link_expired',
    'link_waits',
    'name_too_long',
    'seat_password_short',
    'password_common',
    'password_guessable',
    'passwords_differ',
    'password_is_name',
    'unknown_phone',
    'set_up_expired',
    'wrong_code',
    'name_taken',
    'too_many_tries',
  ],
})

/** An unknown name, a wrong password, a wrong code and an ended seat get the same answer after the same time. */
export const signInSeat = write({
  path: '/staff/seats/sign-in',
  caller: 'anyone',
  key: 'none',
  summary: 'Sign in as a seat with name, password and one-time code',
  input: z.strictObject({ name: Text, password: Text, code: Code, ...MarksField }),
  reply: SeatSession,
  refusals: ['missing_information', 'wrong_sign_in', 'too_many_tries'],
})

export const signOutSeat = write({
  path: '/staff/seats/sign-out',
  caller: 'seat',
  roles: ROLES,
  key: 'none',
  summary: 'End the seat’s session that makes the call',
  input: z.strictObject({}),
  reply: z.object({}),
})

export const readSeat = read({
  path: '/staff/seats/self',
  caller: 'seat',
  roles: ROLES,
  summary: 'The seat that asks: its name, number and roles',
  input: z.strictObject({}),
  reply: SeatSelf,
})

/** The names of all seats, also of ended ones, for colleagues. Customers read numbers alone. */
export const listColleagues = read({
  path: '/staff/seats/colleagues',
  caller: 'seat',
  roles: ROLES,
  summary: 'The names of the seats by their numbers',
  input: z.strictObject({}),
  reply: z.object({ rows: z.array(z.object({ number: z.int(), name: z.string() })) }),
})

export const listSeatSessions = read({
  path: '/staff/seats/sessions',
  caller: 'seat',
  roles: ROLES,
  summary: 'Sessions of the seat that are signed in',
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({ id: Id, device: z.string(), startedAt: Moment, seenAt: Moment, expiresAt: Moment, own: z.boolean() }),
    ),
  }),
})

export const endSeatSession = write({
  path: '/staff/seats/end-session',
  caller: 'seat',
  roles: ROLES,
  key: 'header',
  summary: 'End one session of the seat, or all but the calling one',
  input: z.strictObject({ id: z.union([Id, z.literal('others')]) }),
  reply: z.object({ ended: z.int() }),
  refusals: ['unknown_session'],
})

export const staffCalls = {
  readSeatLink,
  claimSeat,
  signInSeat,
  signOutSeat,
  readSeat,
  listColleagues,
  listSeatSessions,
  endSeatSession,
}
