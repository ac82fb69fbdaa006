import { createPublicKey } from 'node:crypto'
import { refuse, type Refused } from '@lonja/core/base/refusal'
import { beginPush, endPush, readPush } from '@lonja/core/notices/push.contract'
import { DEVICES_MAX, decideEndpoint } from '@lonja/core/notices/push.rules'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import type { PushKey } from './push.key.ts'
import { countOtherDevices, dropDevice, findDevice, saveDevice } from './push.store.ts'

export interface PushOptions {
  /** The house's key; null if this house sends no pushes. */
  readonly key: PushKey | null
  /** For tests only: allows an address that is not on the internet. */
  readonly alsoAllow?: (endpoint: string) => boolean
}

export const pushRoutes = ({ key, alsoAllow = () => false }: PushOptions): Route[] => [
  onRead(readPush, async ({ tx, customer, session }) => ({
    key: key && key.publicKey.toString('base64url'),
    on: key !== null && (await findDevice(tx, { customer, session })) !== null,
  })),

  onWrite(beginPush, async ({ tx, customer, session, now, publish }, input) => {
    if (key === null) return refuse('push_off')
    const place = alsoAllow(input.endpoint) ? { endpoint: input.endpoint } : decideEndpoint(input.endpoint)
    if ('refused' in place) return place
    const keys = keysOf(input)
    if ('refused' in keys) return keys
    const device = { customer, session, ...place, ...keys }
    if ((await countOtherDevices(tx, device)) >= DEVICES_MAX) {
      return refuse('too_many_devices', { most: String(DEVICES_MAX) })
    }
    await saveDevice(tx, device, now)
    publish('sessions')
    return { on: true as const }
  }),

  onWrite(endPush, async ({ tx, customer, session, publish }) => {
    if (await dropDevice(tx, { customer, session })) publish('sessions')
    return { on: false as const }
  }),
]

/** Reads a P-256 point and 16 random bytes (RFC 8291, section 3), or refuses them. */
function keysOf(keys: { p256dh: string; auth: string }): { key: Buffer; auth: Buffer } | Refused<'push_keys'> {
  const [key, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  if (!isPoint(key)) return refuse('push_keys', {}, 'p256dh')
  return auth.length === 16 ? { key, auth } : refuse('push_keys', {}, 'auth')
}

function isPoint(key: Buffer): boolean {
  if (key.length !== 65 || key[0] !== 4) return false
  const [x, y] = [key.subarray(1, 33).toString('base64url'), key.subarray(33).toString('base64url')]
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return true
  } catch {
    return false // A point off the curve throws: bad input of the caller, not a fault.
  }
}
