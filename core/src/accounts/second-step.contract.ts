import * as z from 'zod/mini'
import { NEW_PASSWORD_REFUSALS } from '../base/password.ts'
import { read, write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { MarkReply, MarksField } from '../base/marks.ts'
import { Moment } from '../base/wire.ts'
import { PASSWORD_MOST } from './accounts.contract.ts'

const Secret = z.string().check(z.maxLength(PASSWORD_MOST))
/** Six digits from the authenticator app, or one of the ten recovery codes; spaces and dashes are ignored. */
const Code = z.string().check(z.maxLength(40))
/** The server's own data, sealed, for the client to send back. The server does not store it. */
const Sealed = z.string().check(z.maxLength(600))

const Session = z.object({ token: z.string(), userId: CustomerId, expiresAt: Moment, ...MarkReply })

/**
 * The second step of signing in. `logIn` keeps its shape: for an account with a second step it refuses with
 * `second_step_needed`, and the detail's `step` is sent here with a code within five minutes.
 */
export const finishLogIn = write({
  path: '/accounts/finish-log-in',
  caller: 'anyone',
  key: 'none',
  summary: 'The second step of signing in: a one-time code or a recovery code',
  input: z.strictObject({ step: Sealed, code: Code, ...MarksField }),
  reply: Session,
  refusals: ['missing_information', 'step_expired', 'wrong_code', 'too_many_tries'],
})

export const readSecondStep = read({
  path: '/accounts/second-step',
  caller: 'customer',
  summary: 'Whether signing in takes a one-time code, and how many recovery codes are left',
  topics: ['profile'],
  input: z.strictObject({}),
  reply: z.object({ setAt: z.nullable(Moment), recoveryLeft: z.int() }),
})

/**
 * Create a new secret for one-time codes, to be typed or scanned. It takes effect once a code from it has been
 * confirmed. An existing second step stays until a code removes it, so that the password alone never replaces it.
 */
export const beginSecondStep = write({
  path: '/accounts/begin-second-step',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'none',
  summary: 'Begin to set up one-time codes, confirmed by the log-in password',
  input: z.strictObject({ password: Secret }),
  reply: z.object({ secret: z.string(), address: z.string(), setUp: z.string() }),
  refusals: ['missing_information', 'wrong_password', 'second_step_set', 'too_many_tries'],
})

/** The ten recovery codes are answered once only: the server stores only their hashes. */
export const setSecondStep = write({
  path: '/accounts/set-second-step',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'none',
  summary: 'From now on signing in takes a one-time code',
  input: z.strictObject({ setUp: Sealed, code: Code }),
  reply: z.object({ recovery: z.array(z.string()) }),
  refusals: ['missing_information', 'step_expired', 'second_step_set', 'wrong_code', 'too_many_tries'],
})

export const makeRecoveryCodes = write({
  path: '/accounts/recovery-codes',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'none',
  summary: 'Ten new recovery codes; those before them are void',
  input: z.strictObject({ code: Code }),
  reply: z.object({ recovery: z.array(z.string()) }),
  refusals: ['missing_information', 'second_step_unset', 'wrong_code', 'too_many_tries'],
})

export const removeSecondStep = write({
  path: '/accounts/remove-second-step',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'none',
  summary: 'From now on signing in takes the password alone',
  input: z.strictObject({ password: Secret, code: Code }),
  reply: z.object({ removed: z.literal(true) }),
  refusals: ['missing_information', 'second_step_unset', 'wrong_password', 'wrong_code', 'too_many_tries'],
})

const Link = z.string().check(z.maxLength(100))

/** A read by POST, so that the link's secret is in no URL. */
export const readResetLink = read({
  method: 'POST',
  path: '/accounts/reset-link',
  caller: 'anyone',
  summary: 'Whether a link for a new password is in force, and until when',
  input: z.strictObject({ link: Link }),
  reply: z.object({ endsAt: Moment, phone: z.string() }),
  refusals: ['reset_link_unknown', 'reset_link_used', 'reset_link_expired', 'too_many_tries'],
})

/** Set a new password by a link of the operator. Every session ends; money out and new risk wait 24 hours. A second step stays. */
export const resetPassword = write({
  path: '/accounts/reset-password',
  caller: 'anyone',
  key: 'none',
  summary: 'Set a new log-in password by a one-time link of the operator',
  input: z.strictObject({ link: Link, password: Secret, again: Secret }),
  reply: z.object({ waitsUntil: Moment }),
  refusals: [
    'missing_information',
    ...NEW_PASSWORD_REFUSALS,
    'reset_link_unknown',
    'reset_link_used',
    'reset_link_expired',
    'too_many_tries',
  ],
})

export const secondStepCalls = {
  finishLogIn,
  readSecondStep,
  beginSecondStep,
  setSecondStep,
  makeRecoveryCodes,
  removeSecondStep,
  readResetLink,
  resetPassword,
}
