import { bytesToHex } from '@noble/hashes/utils.js'
import type { IdOf } from './ids.ts'
import type { Instant } from './instant.ts'

/**
 * The id that follows from a hash of 32 bytes, in the form of a UUID of version 7 with an instant. Everybody
 * derives the same one, so nothing is created twice.
 */
export function idFromHash<Kind extends string>(hash: Uint8Array, at: Instant): IdOf<Kind> {
  const time = at.toString(16).padStart(12, '0')
  const random = bytesToHex(hash)
  const variant = '89ab'.charAt((hash[31] ?? 0) % 4)
  const text = `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`
  return text as IdOf<Kind>
}
