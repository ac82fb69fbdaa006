import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'

/** The secret of a device, and its SHA-256: 32 bytes each, in base64url. */
export interface DeviceSecret {
  readonly secret: string
  readonly secretHash: string
}

const base64url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes)

/** The SHA-256 of a secret as the device sends it. The browser's own SHA-256 is missing on pages without TLS. */
export const secretHashOf = (secret: string): string => base64url(sha256(utf8ToBytes(secret)))

/** The secret from 32 random bytes. */
export function deviceSecretFrom(random: Uint8Array): DeviceSecret {
  const secret = base64url(random)
  return { secret, secretHash: secretHashOf(secret) }
}
