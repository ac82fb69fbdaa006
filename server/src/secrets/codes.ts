import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { SECOND, type Instant } from '@lonja/core/base/instant'

/** One-time codes as authenticator apps make them: RFC 6238 with SHA-1, six digits, a new one every 30 seconds. */
const DIGITS = 6
const STEP = 30 * SECOND
/** The tolerance in steps for a clock that is behind or ahead. */
const WINDOW = 1

const SECRET_BYTES = 20

/** A new secret for codes: 160 bits, as RFC 4226 recommends. */
export const newCodeSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** The secret in base32, for an authenticator app. */
export const codeSecretText = (secret: Buffer): string => secretOf(secret).base32

const secretOf = (secret: Buffer): Secret =>
  new Secret({ buffer: secret.buffer.slice(secret.byteOffset, secret.byteOffset + secret.length) as ArrayBuffer })

const codesOf = (secret: Buffer): TOTP =>
  new TOTP({ secret: secretOf(secret), digits: DIGITS, period: STEP / SECOND, algorithm: 'SHA1' })

/**
 * The step of a code; null if the code is not valid now. A code works once: store the step, and refuse codes up to it.
 */
export function codeStepFor(secret: Buffer, code: string, now: Instant): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const ahead = codesOf(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return ahead === null ? null : Math.floor(now / STEP) + ahead
}

/** The code that the person's app shows at an instant. */
export const codeAt = (secret: Buffer, at: Instant): string => codesOf(secret).generate({ timestamp: at })
