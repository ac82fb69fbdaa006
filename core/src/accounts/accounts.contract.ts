import * as z from 'zod/mini'
import { NEW_PASSWORD_REFUSALS } from '../base/password.ts'
import { RESTRICTION_LEVELS, read, write } from '../base/contract.ts'
import { CustomerId } from '../base/ids.ts'
import { MarkReply, MarksField } from '../base/marks.ts'
import { CurrencyCode, Id, LanguageCode, Moment, line } from '../base/wire.ts'
import { RESTRICTION_REASONS } from './restrictions.rules.ts'

/** Spec sections 5 and 9: a phone number has 7 to 11 digits, a password at least 6 characters. */
export const PHONE_DIGITS = { least: 7, most: 11 } as const
export const PASSWORD_MOST = 128

const TextSize = z.literal([100, 125, 150, 200])

/** Accepts any text; the rule checks it with the spec's messages and in the spec's order. */
const Phone = z.string().check(z.maxLength(40))
const Secret = z.string().check(z.maxLength(PASSWORD_MOST))

const Session = z.object({ token: z.string(), userId: CustomerId, expiresAt: Moment, ...MarkReply })

export const register = write({
  path: '/accounts/register',
  caller: 'anyone',
  key: 'header',
  summary: 'Open an account with a phone number, a password twice and an invitation code',
  input: z.strictObject({
    phone: Phone,
    password: Secret,
    again: Secret,
    invitation: z.string().check(z.maxLength(40)),
    language: z.optional(LanguageCode),
    ...MarksField,
  }),
  reply: Session,
  refusals: [
    'missing_information',
    'phone_digits',
    ...NEW_PASSWORD_REFUSALS,
    'invitation_unknown',
    'invitation_used_up',
    'invitation_expired',
    'phone_taken',
    'too_many_tries',
  ],
})

/**
 * Log in. An unknown phone and a wrong password get the same answer after the same time. `second_step_needed` follows a
 * right password only; `finishLogIn` continues with the `step` in its detail.
 */
export const logIn = write({
  path: '/accounts/log-in',
  caller: 'anyone',
  key: 'none',
  summary: 'Sign in with phone and password',
  input: z.strictObject({ phone: Phone, password: Secret, ...MarksField }),
  reply: Session,
  refusals: [
    'missing_information',
    'phone_digits',
    'wrong_phone_or_password',
    'account_closed',
    'second_step_needed',
    'too_many_tries',
  ],
})

export const logOut = write({
  path: '/accounts/log-out',
  caller: 'customer',
  restrictedFrom: null,
  key: 'none',
  summary: 'End the session that makes the call',
  input: z.strictObject({}),
  reply: z.object({}),
})

export const listSessions = read({
  path: '/accounts/sessions',
  caller: 'customer',
  summary: 'Sessions that are signed in',
  topics: ['sessions'],
  input: z.strictObject({}),
  reply: z.object({
    rows: z.array(
      z.object({ id: Id, device: z.string(), startedAt: Moment, seenAt: Moment, expiresAt: Moment, own: z.boolean() }),
    ),
  }),
})

export const endSession = write({
  path: '/accounts/end-session',
  caller: 'customer',
  restrictedFrom: null,
  key: 'header',
  summary: 'End one session, or all but the calling one',
  input: z.strictObject({ id: z.union([Id, z.literal('others')]) }),
  reply: z.object({ ended: z.int() }),
  refusals: ['unknown_session'],
})

const Profile = z.object({
  userId: CustomerId,
  displayName: z.nullable(z.string()),
  /** All but the last three digits hidden. */
  phone: z.string(),
  language: LanguageCode,
  displayCurrency: CurrencyCode,
  textSize: TextSize,
  kyc: z.enum(['none', 'submitted', 'in_review', 'passed', 'refused']),
  hasTradingPassword: z.boolean(),
  notices: z.object({ orders: z.boolean(), signIns: z.boolean() }),
  joinedAt: Moment,
  /** The restriction in force; null for none. */
  restriction: z.nullable(
    z.object({ level: z.literal(RESTRICTION_LEVELS), reason: z.enum(RESTRICTION_REASONS), untilAt: Moment }),
  ),
  /** New risk and money out wait until then after a password reset, or until `endAccessWait`; null where nothing waits. */
  accessWaitsUntil: z.nullable(Moment),
  version: z.string(),
})

/** Spec section 7: GET /index/getUserInfoNew. */
export const readProfile = read({
  path: '/index/getUserInfoNew',
  caller: 'customer',
  summary: 'Names, phone (masked), language, display currency, flags',
  topics: ['profile'],
  input: z.strictObject({}),
  reply: Profile,
})

/** Spec section 7: POST /index/setUserInfo. Omitted fields stay unchanged. */
export const changeProfile = write({
  path: '/index/setUserInfo',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Change display name, language, display currency, text size or notice choices',
  input: z.strictObject({
    displayName: z.optional(z.nullable(line(60))),
    language: z.optional(LanguageCode),
    displayCurrency: z.optional(CurrencyCode),
    textSize: z.optional(TextSize),
    notices: z.optional(z.strictObject({ orders: z.boolean(), signIns: z.boolean() })),
  }),
  reply: Profile,
})

/**
 * Spec section 7: POST /user/updatePassword. Ends every session, the caller's too, and answers a token for a new one. The
 * answer is not stored: a repeat comes with a token that has ended.
 */
export const changeLoginPassword = write({
  path: '/user/updatePassword',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'none',
  summary: 'Change the log-in password',
  input: z.strictObject({ old: Secret, password: Secret, again: Secret }),
  /** `sessionsEnded` counts the other sessions. */
  reply: z.object({ sessionsEnded: z.int(), token: z.string(), userId: CustomerId, expiresAt: Moment }),
  refusals: ['missing_information', 'wrong_password', ...NEW_PASSWORD_REFUSALS, 'password_unchanged', 'too_many_tries'],
})

/**
 * Spec section 7: POST /index/setPayPassword. `old` is the login password the first time, afterwards the trading
 * password. While the account waits after a password reset, it is not set for the first time: the log-in password proves
 * nothing then.
 */
export const setTradingPassword = write({
  path: '/index/setPayPassword',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'header',
  summary: 'Set or change the trading password',
  input: z.strictObject({ old: Secret, password: Secret, again: Secret }),
  reply: z.object({ set: z.literal(true) }),
  refusals: [
    'missing_information',
    'wrong_password',
    ...NEW_PASSWORD_REFUSALS,
    'same_as_login_password',
    'access_waits',
    'too_many_tries',
  ],
})

/** End the wait after a password reset by the trading password, which only the customer knows. Without a wait nothing changes. */
export const endAccessWait = write({
  path: '/accounts/end-wait',
  caller: 'customer',
  restrictedFrom: 3,
  key: 'none',
  summary: 'Go on at once after a password reset, confirmed by the trading password',
  input: z.strictObject({ password: Secret }),
  reply: z.object({ accessWaitsUntil: z.null() }),
  refusals: ['missing_information', 'trading_password_needed', 'wrong_trading_password', 'too_many_tries'],
})

export const accountsCalls = {
  register,
  logIn,
  logOut,
  listSessions,
  endSession,
  readProfile,
  changeProfile,
  changeLoginPassword,
  setTradingPassword,
  endAccessWait,
}
