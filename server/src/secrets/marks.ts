import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/*
 * The mark of a known device: 32 random bytes and a seal, both in base64url. The seal binds it to one account's name, so
 * that a made-up mark is recognised without the database.
 */

const SECRET_BYTES = 32
const SEAL_BYTES = 16
const FORM = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{22})$/

/** The name of an account before it is known who has it: a phone number, or the name of a seat. */
export const customerOwner = (phone: string): string => `customer ${phone}`
export const seatOwner = (name: string): string => `seat ${name.toLowerCase()}`

const sealOf = (key: Buffer, owner: string, secret: string): Buffer =>
  createHmac('sha256', key).update(`${owner}\n${secret}`).digest().subarray(0, SEAL_BYTES)

/** A new mark: its text for the device, its hash for the account's row. */
export function newMark(key: Buffer, owner: string): { text: string; markHash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const text = `${secret}.${sealOf(key, owner, secret).toString('base64url')}`
  return { text, markHash: hash('sha256', secret, 'buffer') }
}

/** The hash of the first mark that the house made for this owner; null if there is none. It may be forgotten since. */
export function markHashIn(key: Buffer, owner: string, marks: readonly string[] = []): Buffer | null {
  for (const mark of marks) {
    const [, secret, seal] = FORM.exec(mark) ?? []
    if (!secret || !seal) continue
    const bytes = Buffer.from(seal, 'base64url')
    if (timingSafeEqual(bytes, sealOf(key, owner, secret))) return hash('sha256', secret, 'buffer')
  }
  return null
}
