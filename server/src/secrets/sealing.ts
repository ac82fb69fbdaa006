import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/*
 * Encrypts small secrets at rest: AES-256-GCM under a key that the database never sees. `about` is the id of the thing
 * that a secret belongs to. A secret sealed for one thing cannot be opened as another's.
 */

const NONCE = 12
const TAG = 16

export function seal(key: Buffer, about: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The decrypted secret; null if a bit was changed, or if it belongs to another thing or key. */
export function unseal(key: Buffer, about: string, sealed: Buffer): Buffer | null {
  if (sealed.length < NONCE + TAG) return null
  const opening = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
  opening.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  try {
    return Buffer.concat([opening.update(sealed.subarray(NONCE + TAG)), opening.final()])
  } catch {
    return null // A secret that does not open is a result for the caller, not an error.
  }
}
