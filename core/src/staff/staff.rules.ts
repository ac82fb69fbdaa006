import { HOUR, MINUTE, type Instant } from '../base/instant.ts'
import { checkStrength, passwordLength, plainPassword } from '../base/password.ts'
import { refuse, refuseBlank, type Refused } from '../base/refusal.ts'

/** A seat's password is longer than a customer's, because it opens more than one account. */
export const SEAT_PASSWORD_LEAST = 12

export const SEAT_NAME_MOST = 40

/** A seat's session ends an hour after its last use, and 12 hours after it began. */
export const SEAT_IDLE = HOUR
export const SEAT_MOST = 12 * HOUR
/** Every one-time link for a seat creates it within this time. */
export const SEAT_LINK_LIVES = 24 * HOUR
/** Links on the list of links for new seats: the latest. */
export const SEAT_LINKS_PAGE = 200
/** The set-up of a seat's one-time codes must be finished within this time. */
export const SEAT_SET_UP_MS = 30 * MINUTE

const REFRESH_EVERY = 5 * MINUTE

export const seatEndFor = (startedAt: Instant, seenAt: Instant): Instant =>
  Math.min(startedAt + SEAT_MOST, seenAt + SEAT_IDLE)

/** True if enough time has passed to store a session's last use again. */
export const needsSeatSessionRefresh = (seenAt: Instant, now: Instant): boolean => now - seenAt >= REFRESH_EVERY

/** A name in stored form: Unicode-normalised, with single spaces. */
export const plainName = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** A one-time code in compared form: without the space that apps show in the middle. */
export const plainSeatCode = (written: string): string => written.replace(/[\s-]/g, '')

/** The otpauth address for the authenticator app's QR code, with the secret. */
export const otpauthFor = (name: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(`Lonja:${name}`)}?secret=${secret}&issuer=Lonja`

export interface ClaimForm {
  readonly link: string
  readonly setUp: string
  readonly name: string
  readonly password: string
  readonly again: string
  readonly code: string
  readonly phone?: string | undefined
}

type ClaimFormRefusal =
  | 'missing_information'
  | 'name_too_long'
  | 'seat_password_short'
  | 'password_common'
  | 'password_guessable'
  | 'passwords_differ'
  | 'password_is_name'

/** Validate the claim form, in the order of its fields. */
export function checkClaim(form: ClaimForm, isCommon: boolean): Refused<ClaimFormRefusal> | null {
  const { link, setUp, name, password, again, code } = form
  const fields = { link, setUp, name: plainName(name), password, again, code }
  const missing = refuseBlank(fields)
  if (missing) return missing
  if ([...plainName(name)].length > SEAT_NAME_MOST)
    return refuse('name_too_long', { most: String(SEAT_NAME_MOST) }, 'name')
  if (passwordLength(password) < SEAT_PASSWORD_LEAST)
    return refuse('seat_password_short', { least: String(SEAT_PASSWORD_LEAST) }, 'password')
  const weak = checkStrength(password, { phone: form.phone?.replace(/\D/g, '') ?? null, isCommon })
  if (weak) return weak
  if (plainPassword(password) !== plainPassword(again)) return refuse('passwords_differ', {}, 'again')
  const same = plainName(password).toLowerCase() === plainName(name).toLowerCase()
  return same ? refuse('password_is_name', {}, 'password') : null
}

/** Validate the sign-in form. */
export function checkSeatSignIn(form: {
  name: string
  password: string
  code: string
}): Refused<'missing_information'> | null {
  const { name, password, code } = form
  return refuseBlank({ name: plainName(name), password, code })
}

export interface SeatLink {
  readonly endsAt: Instant
  readonly revokedAt: Instant | null
  readonly isUsed: boolean
  /** True while another admin has not confirmed it. */
  readonly isWaiting: boolean
}

/** Decide whether a one-time link still creates a seat. A revoked link counts as unknown. */
export function decideLink(
  link: SeatLink | null,
  now: Instant,
): { open: true } | Refused<'unknown_link' | 'link_used' | 'link_waits' | 'link_expired'> {
  if (!link || (link.revokedAt !== null && !link.isUsed)) return refuse('unknown_link', {}, 'link')
  if (link.isUsed) return refuse('link_used', {}, 'link')
  if (now >= link.endsAt) return refuse('link_expired', {}, 'link')
  return link.isWaiting ? refuse('link_waits', {}, 'link') : { open: true }
}
