import { hash, randomBytes } from 'node:crypto'
import type { CustomerId, SeatId } from '@lonja/core/base/ids'

/** A decoded token: the customer it names, and the SHA-256 of its secret. The secret itself is stored nowhere. */
export interface Token {
  readonly customer: CustomerId
  readonly secretHash: Buffer
}

const FORM = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/
const SECRET_BYTES = 32

const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/**
 * Decodes a token: the customer's id, a dot, 32 bytes in base64url. Null for any other text. Does not check that its
 * session is live.
 */
export function findToken(text: unknown): Token | null {
  const [, customer, secret] = (typeof text === 'string' && FORM.exec(text)) || []
  return customer && secret ? { customer: customer as CustomerId, secretHash: hashOf(secret) } : null
}

/** A new token for a customer: its text for the phone, its hash for the session's row. */
export function newToken(customer: CustomerId): { text: string; token: Token } {
  const { text, secretHash } = newSecretOf(customer)
  return { text, token: { customer, secretHash } }
}

/** A new token for a seat, in the same form. */
export const newSeatToken = (seat: SeatId): { text: string; secretHash: Buffer } => newSecretOf(seat)

/** The seat that a token names. Its form does not tell whether it is a seat's, so this holds if a seat's session has it. */
export const seatOf = ({ customer }: Token): SeatId => customer as string as SeatId

function newSecretOf(owner: CustomerId | SeatId): { text: string; secretHash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return { text: `${owner}.${secret}`, secretHash: hashOf(secret) }
}

export type FindToken = (text: unknown) => Token | null

const KNOWN_MOST = 10_000

/** Decodes tokens as `findToken` does, with a cache of recent ones: a phone sends the same token with every call. */
export function tokensKnown(): FindToken {
  const known = new Map<string, Token>()
  return (text) => {
    if (typeof text !== 'string') return null
    const earlier = known.get(text)
    if (earlier) return earlier
    const token = findToken(text)
    if (!token) return null
    if (known.size >= KNOWN_MOST) known.clear()
    known.set(text, token)
    return token
  }
}
