import { createECDH, sign } from 'node:crypto'
import ece from 'http_ece'
import { HOUR, SECOND, type Instant } from '@lonja/core/base/instant'
import type { PushMessage, PushPriority } from '@lonja/core/notices/push.rules'
import type { PushKey } from './push.key.ts'
import type { PushDevice } from './push.store.ts'

export interface Packing extends Pick<PushPriority, 'urgency'> {
  readonly key: PushKey
  readonly contact: string
  /** The seconds that the push service keeps the message for a device that is off. */
  readonly ttl: number
  readonly topic: string
  readonly now: Instant
}

/**
 * A message as posted to a push service (RFC 8030): encrypted for the device (RFC 8291, in the coding of RFC 8188) and
 * signed with the house's key (RFC 8292). The push service learns the time, the lifetime and the urgency, but not the
 * content.
 */
export function packed(
  { endpoint, key: dh, auth }: Pick<PushDevice, 'endpoint' | 'key' | 'auth'>,
  message: PushMessage,
  { key, contact, ttl, urgency, topic, now }: Packing,
): { headers: Record<string, string>; body: Buffer } {
  // Each message is encrypted with a key pair of its own.
  const own = createECDH('prime256v1')
  own.generateKeys()
  const plain = Buffer.from(JSON.stringify(message))
  const body = ece.encrypt(plain, { version: 'aes128gcm', privateKey: own, dh, authSecret: auth })
  const headers = {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    'content-length': String(body.length),
    authorization: `vapid t=${tokenFor(new URL(endpoint).origin, { key, contact, now })}, k=${key.publicKey.toString('base64url')}`,
    ttl: String(ttl),
    urgency,
    topic,
  }
  return { headers, body }
}

/** RFC 8292, section 2: at most a day. Half a day leaves room for a wrong clock. */
const TOKEN_MS = 12 * HOUR

/** The token that names the sender and the push service, signed with ES256 (RFC 7515, RFC 7518). */
function tokenFor(audience: string, { key, contact, now }: Pick<Packing, 'key' | 'contact' | 'now'>): string {
  const part = (of: object): string => Buffer.from(JSON.stringify(of)).toString('base64url')
  const exp = Math.floor((now + TOKEN_MS) / SECOND)
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: audience, exp, sub: contact })}`
  const by = { key: key.privateJwk, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const
  return `${text}.${sign('sha256', Buffer.from(text), by).toString('base64url')}`
}
