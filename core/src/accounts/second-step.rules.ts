import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { refuse, refuseBlank, type Refused } from '../base/refusal.ts'
import { checkNewPassword } from './accounts.rules.ts'

/** The time limit between a right password and its one-time code. */
export const STEP_MS = 5 * MINUTE
/** The time limit for finishing a second-step set-up. */
export const SET_UP_MS = 30 * MINUTE
/** A password reset link is valid for a day. */
export const RESET_MS = 24 * HOUR
/** The wait for withdrawals after the operator removed a lost second step, so that the customer is notified before money can leave. */
export const WAIT_AFTER_RESET_MS = 24 * HOUR
export const RECOVERY_CODES = 10

/**
 * A code in the form in which it is compared: capitals and digits only, with letters that look like digits replaced.
 */
export const plainStepCode = (written: string): string =>
  written
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

/** True for six digits, a code of the authenticator app. Anything else is tried as a recovery code. */
export const isAppCode = (plain: string): boolean => /^[0-9]{6}$/.test(plain)

/** The otpauth address for the authenticator app's QR code, with the secret. */
export const otpAddressFor = (phone: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(`Lonja:${phone}`)}?secret=${secret}&issuer=Lonja`

/** True if something begun at an instant may still be continued. */
export const isInTime = (begunAt: Instant, now: Instant, most: number): boolean =>
  now >= begunAt && now - begunAt <= most

export interface ResetLink {
  readonly endsAt: Instant
  readonly usedAt: Instant | null
  readonly revokedAt: Instant | null
}

type LinkRefusal = 'reset_link_unknown' | 'reset_link_used' | 'reset_link_expired'

/** Accept a reset link, or refuse it. A newer link voids the one before it, which then counts as unknown. */
export function decideResetLink(link: ResetLink | null, now: Instant): { open: true } | Refused<LinkRefusal> {
  if (!link || link.revokedAt !== null) return refuse('reset_link_unknown')
  if (link.usedAt !== null) return refuse('reset_link_used')
  return now >= link.endsAt ? refuse('reset_link_expired') : { open: true }
}

/** Validate the reset form, in the order of its fields. Spec section 5. */
export function checkReset(
  { password, again }: { password: string; again: string },
  isCommon: boolean,
): Refused<
  'missing_information' | 'password_short' | 'password_common' | 'password_guessable' | 'passwords_differ'
> | null {
  const missing = refuseBlank({ password, again })
  if (missing) return missing
  // The phone number is known once the link is.
  return checkNewPassword(password, again, { phone: null, isCommon })
}
