import * as z from 'zod/mini'
import { NEW_PASSWORD_REFUSALS } from '../base/password.ts'
import { PASSWORD_MOST } from '../accounts/accounts.contract.ts'
import { read, write } from '../base/contract.ts'
import { MarksField } from '../base/marks.ts'
import { Id, Moment } from '../base/wire.ts'
import { ReasonReply } from '../review/review.contract.ts'
import { RESET_STATES } from './resets.rules.ts'

/** 32 bytes in base64url: a device's secret, or its SHA-256. */
const Bytes32 = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const Secret = z.string().check(z.maxLength(PASSWORD_MOST))

const State = z.enum(RESET_STATES)

const Request = z.object({
  /** Eight letters and digits, to be said to support. It identifies the request and opens nothing. */
  code: z.string(),
  state: State,
  /** Browser and system of the device. */
  device: z.string(),
  askedAt: Moment,
  endsAt: Moment,
  /** The device may set a password from `opensAt` until before `closesAt`; null while nobody has let it through. */
  opensAt: z.nullable(Moment),
  closesAt: z.nullable(Moment),
  /** The reason of a refusal; null otherwise. */
  reason: z.nullable(ReasonReply),
})

/**
 * Ask for a new log-in password on this device. The device keeps a secret and sends its SHA-256 only. The answer and the work
 * are the same whether or not an account has the phone number. A newer request for the number replaces the one before. A repeat
 * with the same hash finds its request.
 */
export const askReset = write({
  path: '/accounts/ask-reset',
  caller: 'anyone',
  key: 'none',
  summary: 'Ask for a new log-in password on this device, and get a code to say to support',
  input: z.strictObject({ phone: z.string().check(z.maxLength(40)), secretHash: Bytes32, ...MarksField }),
  reply: Request,
  refusals: ['missing_information', 'phone_digits', 'too_many_tries'],
})

/** A read by POST, so that the hash is in no URL. */
export const readReset = read({
  method: 'POST',
  path: '/accounts/read-reset',
  caller: 'anyone',
  summary: 'The state of this device’s request for a new password',
  input: z.strictObject({ secretHash: Bytes32 }),
  reply: Request,
  refusals: ['unknown_reset'],
})

/** A repeat finds it withdrawn. A request that is over stays as it ended. */
export const withdrawReset = write({
  path: '/accounts/withdraw-reset',
  caller: 'anyone',
  key: 'none',
  summary: 'Withdraw this device’s request for a new password',
  input: z.strictObject({ secretHash: Bytes32 }),
  reply: Request,
  refusals: ['unknown_reset'],
})

/**
 * Set the new log-in password by the device's secret, once. Every session ends. Money out and new risk wait 24 hours, or for
 * the trading password. A second step stays required.
 */
export const finishReset = write({
  path: '/accounts/finish-reset',
  caller: 'anyone',
  key: 'none',
  summary: 'Set a new log-in password on the device that was let through',
  input: z.strictObject({ secret: Bytes32, password: Secret, again: Secret }),
  reply: z.object({ waitsUntil: Moment }),
  refusals: [
    'missing_information',
    ...NEW_PASSWORD_REFUSALS,
    'unknown_reset',
    'reset_not_open',
    'reset_over',
    'too_many_tries',
  ],
})

/**
 * The requests for the own account that the customer can still stop. Those that were used come first, then the newest one, so
 * that no request hides another.
 */
export const listOwnResets = read({
  path: '/accounts/own-resets',
  caller: 'customer',
  summary: 'The requests for a new password of the own account that can still be stopped',
  topics: ['profile'],
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({
        id: Id,
        state: State,
        device: z.string(),
        askedAt: Moment,
        opensAt: z.nullable(Moment),
        usedAt: z.nullable(Moment),
        /** The end of the restriction, if the customer stopped it now. */
        restrictedUntil: Moment,
      }),
    ),
  }),
})

/**
 * Say “this was not me”: the request falls, and the account is restricted to level 3 by the customer's own act. After the
 * password was set, it no longer works either, and every session that began since ends. Two people lift the restriction.
 */
export const disownReset = write({
  path: '/accounts/disown-reset',
  caller: 'customer',
  restrictedFrom: null,
  key: 'header',
  summary:
    'Say that a new password was not asked for by oneself: the request falls, the account is closed to all but reading',
  /** A request as `listOwnResets` names it. */
  input: z.strictObject({ id: Id }),
  reply: z.object({ restrictedUntil: Moment, sessionsEnded: z.int() }),
  refusals: ['no_reset'],
})

export const resetsCalls = { askReset, readReset, withdrawReset, finishReset, listOwnResets, disownReset }
