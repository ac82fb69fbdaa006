import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { CustomerId } from '@lonja/core/base/ids'
import { keyFor, type HouseSecret } from '../secrets/secret.ts'

/** The key that wraps the keys of sealed bytes, derived from the house's secret, which is not in the database. */
export type WrappingKey = Buffer

export const wrappingKeyFor = (secret: HouseSecret): WrappingKey => keyFor(secret, 'pictures')

/** Sealed bytes with their own key, which is wrapped. Only the house can open them. */
export interface SealedBytes {
  readonly bytes: Buffer
  readonly key: Buffer
}

/** The owner and name of sealed bytes. Bytes of another owner or name do not open. */
export interface About {
  readonly what: string
  readonly customer: CustomerId
  readonly id: string
}

const FORM = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
const KEY = 32

const tied = (kind: 'bytes' | 'key', { what, customer, id }: About): Buffer =>
  Buffer.from(`lonja ${what} ${kind} ${customer} ${id}`)

/** AES-256-GCM: nonce, tag, encrypted bytes. */
function encrypted(key: Buffer, plain: Buffer, about: Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(FORM, key, nonce).setAAD(about)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Decrypts; null if the tag does not match every bit. */
function decrypted(key: Buffer, sent: Buffer, about: Buffer): Buffer | null {
  if (sent.length < NONCE + TAG) return null
  const decipher = createDecipheriv(FORM, key, sent.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(about).setAuthTag(sent.subarray(NONCE, NONCE + TAG))
  try {
    return Buffer.concat([decipher.update(sent.subarray(NONCE + TAG)), decipher.final()])
  } catch {
    return null // The tag does not match: nothing else throws here.
  }
}

/** Seals bytes under a new key of their own. */
export function sealed(wrapping: WrappingKey, about: About, plain: Buffer): SealedBytes {
  const key = randomBytes(KEY)
  const bytes = encrypted(key, plain, tied('bytes', about))
  return { bytes, key: encrypted(wrapping, key, tied('key', about)) }
}

/** Opens sealed bytes; null if a single bit of them, of their key or of `about` differs. */
export function unsealed(wrapping: WrappingKey, about: About, { bytes, key }: SealedBytes): Buffer | null {
  const opened = decrypted(wrapping, key, tied('key', about))
  return opened?.length === KEY ? decrypted(opened, bytes, tied('bytes', about)) : null
}
