import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import { PASSWORD_LEAST } from './accounts.contract.ts'
import { passwordLength, plainPassword } from '../base/password.ts'

/** Between a right password and the code that must follow it. */
export const STEP_MS = 5 * MINUTE
/** A set-up that was begun is gone on with for so long. */
export const SET_UP_MS = 30 * MINUTE
/** A link for a new password is in force for a day. */
export const RESET_MS = 24 * HOUR
/** After somebody else had a hand in getting in, withdrawals wait a day: the customer hears of it before money can leave. */
export const WAIT_AFTER_RESET_MS = 24 * HOUR
export const RECOVERY_CODES = 10

/** A code as it is compared: digits and letters alone, capitals, and no letter that is taken for a digit. */
export const plainStepCode = (written: string): string =>
  written
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

/** Six digits are a code of the app; anything else is tried as one of the ten. */
export const isAppCode = (plain: string): boolean => /^[0-9]{6}$/.test(plain)

/** How the app that makes the codes is told the secret: the address that its QR code holds. */
export const otpAddressFor = (phone: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(`Lonja:${phone}`)}?secret=${secret}&issuer=Lonja`

/** Whether what was begun at an instant may still be gone on with. */
export const isInTime = (begunAt: Instant, now: Instant, most: number): boolean =>
  now >= begunAt && now - begunAt <= most

export interface ResetLink {
  readonly endsAt: Instant
  readonly usedAt: Instant | null
  readonly revokedAt: Instant | null
}

type LinkRefusal = 'reset_link_unknown' | 'reset_link_used' | 'reset_link_expired'

/** Let a link be used, or refuse it. A newer link makes the one before it void: that one is no longer known. */
export function decideResetLink(link: ResetLink | null, now: Instant): { open: true } | Refused<LinkRefusal> {
  if (!link || link.revokedAt !== null) return refuse('reset_link_unknown')
  if (link.usedAt !== null) return refuse('reset_link_used')
  return now >= link.endsAt ? refuse('reset_link_expired') : { open: true }
}

/** What is wrong with the form of a reset, if anything; in the order of the fields. Spec section 5. */
export function checkReset({
  password,
  again,
}: {
  password: string
  again: string
}): Refused<'missing_information' | 'password_short' | 'passwords_differ'> | null {
  if (password.trim() === '') return refuse('missing_information', {}, 'password')
  if (again.trim() === '') return refuse('missing_information', {}, 'again')
  if (passwordLength(password) < PASSWORD_LEAST) return refuse('password_short', {}, 'password')
  return plainPassword(password) === plainPassword(again) ? null : refuse('passwords_differ', {}, 'again')
}
