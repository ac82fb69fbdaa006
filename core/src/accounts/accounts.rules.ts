import { formatDate } from '../base/dates.ts'
import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { checkStrength, passwordLength, plainPassword, type PasswordFacts } from '../base/password.ts'
import { refuse, refuseBlank, type Refused } from '../base/refusal.ts'
import { PHONE_DIGITS } from './accounts.contract.ts'

export const PASSWORD_LEAST = 6

/** A phone number in stored form: digits only. */
export const plainPhone = (written: string): string => written.replace(/\s/g, '')

const PHONE = new RegExp(`^[0-9]{${PHONE_DIGITS.least},${PHONE_DIGITS.most}}$`)

/** True if a phone number, in whatever form, has as many digits as one has. */
export const isPhone = (written: string): boolean => PHONE.test(plainPhone(written))

type WeakRefusal = 'password_common' | 'password_guessable'
type FormRefusal = 'missing_information' | 'phone_digits' | 'password_short' | WeakRefusal | 'passwords_differ'

/** Validate the sign-up form, in the order of its fields. Spec section 5. */
export function checkRegistration(
  form: { phone: string; password: string; again: string; invitation: string },
  isCommon: boolean,
): Refused<FormRefusal> | null {
  const { phone, password, again, invitation } = form
  const missing = refuseBlank({ phone, password, again, invitation })
  if (missing) return missing
  if (!isPhone(phone)) return refuse('phone_digits', {}, 'phone')
  return checkNewPassword(password, again, { phone: plainPhone(phone), isCommon })
}

/** Validate the log-in form. */
export function checkLogIn(form: {
  phone: string
  password: string
}): Refused<'missing_information' | 'phone_digits'> | null {
  const missing = refuseBlank({ phone: form.phone, password: form.password })
  if (missing) return missing
  return isPhone(form.phone) ? null : refuse('phone_digits', {}, 'phone')
}

/**
 * Validate a new password: at least 6 characters (spec section 5), not among the first guesses, and the repetition is the
 * same.
 */
export function checkNewPassword(
  password: string,
  again: string,
  facts: PasswordFacts,
): Refused<'password_short' | WeakRefusal | 'passwords_differ'> | null {
  if (passwordLength(password) < PASSWORD_LEAST) return refuse('password_short', {}, 'password')
  const weak = checkStrength(password, facts)
  if (weak) return weak
  return plainPassword(password) === plainPassword(again) ? null : refuse('passwords_differ', {}, 'again')
}

/** An invitation code in stored form: capitals and digits only. */
export const plainCode = (written: string): string => written.toUpperCase().replace(/[^A-Z0-9]/g, '')

export interface Invitation {
  readonly code: string
  readonly uses: number
  readonly used: number
  readonly endsAt: Instant
  /** The instant at which it was ended early. */
  readonly endedAt?: Instant | null
}

type SignUpRefusal = 'invitation_unknown' | 'invitation_used_up' | 'invitation_expired' | 'phone_taken'

/**
 * Accept a valid sign-up by its invitation, or refuse it. Only an invited person learns that a phone number is taken.
 */
export function decideRegistration(
  invitation: Invitation | null,
  isPhoneTaken: boolean,
  now: Instant,
): { use: number } | Refused<SignUpRefusal> {
  if (!invitation) return refuse('invitation_unknown', {}, 'invitation')
  if (invitation.used >= invitation.uses) return refuse('invitation_used_up', {}, 'invitation')
  if (now >= Math.min(invitation.endsAt, invitation.endedAt ?? Infinity))
    return refuse('invitation_expired', {}, 'invitation')
  if (isPhoneTaken) return refuse('phone_taken', {}, 'phone')
  return { use: invitation.used + 1 } // From here on the sign-up must be accepted.
}

export interface PasswordForm {
  readonly old: string
  readonly password: string
  readonly again: string
}

export const checkPasswordForm = ({ old, password, again }: PasswordForm): Refused<'missing_information'> | null =>
  refuseBlank({ old, password, again })

type PasswordRefusal = 'wrong_password' | 'password_short' | WeakRefusal | 'passwords_differ'

/** Change the login password; the facts say whether the old one was right. */
export function decideLoginPassword(
  { old, password, again }: PasswordForm,
  isOldRight: boolean,
  facts: PasswordFacts,
): { change: true } | Refused<PasswordRefusal | 'password_unchanged'> {
  if (!isOldRight) return refuse('wrong_password', {}, 'old')
  const wrong = checkNewPassword(password, again, facts)
  if (wrong) return wrong
  if (plainPassword(old) === plainPassword(password)) return refuse('password_unchanged', {}, 'password')
  return { change: true }
}

/** Set the trading password the first time (checked by the login password), or change it (checked by the old one). */
export function decideTradingPassword(
  { password, again }: PasswordForm,
  isOldRight: boolean,
  isLoginPassword: boolean,
  facts: PasswordFacts,
): { change: true } | Refused<PasswordRefusal | 'same_as_login_password'> {
  if (!isOldRight) return refuse('wrong_password', {}, 'old')
  const wrong = checkNewPassword(password, again, facts)
  if (wrong) return wrong
  if (isLoginPassword) return refuse('same_as_login_password', {}, 'password')
  return { change: true }
}

/** New risk and money out wait for this time after a password reset. */
export const ACCESS_WAIT_MS = 24 * HOUR

/** The end of a wait that is not over; null from that instant on, or without a wait. */
export const accessWaitAt = (waitsUntil: Instant | null, now: Instant): Instant | null =>
  waitsUntil !== null && now < waitsUntil ? waitsUntil : null

/**
 * Refuse to set a first trading password while the account waits after a password reset: the log-in password that would confirm
 * it was set a moment ago. With an earlier trading password it can be changed, because that one confirms it.
 */
export function decideFirstTradingPassword(
  { hasTradingPassword, waitsUntil }: { readonly hasTradingPassword: boolean; readonly waitsUntil: Instant | null },
  now: Instant,
): Refused<'access_waits'> | null {
  const at = accessWaitAt(waitsUntil, now)
  return hasTradingPassword || at === null ? null : refuse('access_waits', { at: formatDate(at) })
}

/** A session ends 24 hours after its last use, and 30 days after it began. */
export const SESSION_IDLE = 24 * HOUR
export const SESSION_MOST = 30 * 24 * HOUR
const REFRESH_EVERY = 10 * MINUTE

export const sessionEndFor = (startedAt: Instant, seenAt: Instant): Instant =>
  Math.min(startedAt + SESSION_MOST, seenAt + SESSION_IDLE)

/** True if enough time has passed to store a session's last use again. */
export const needsSessionRefresh = (seenAt: Instant, now: Instant): boolean => now - seenAt >= REFRESH_EVERY

/** All but the last three digits hidden. */
export const maskedPhone = (phone: string): string => '•'.repeat(Math.max(0, phone.length - 3)) + phone.slice(-3)
