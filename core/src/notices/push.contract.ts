import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'

/** Letters of base64 in addresses (RFC 4648, section 5), without padding. */
const letters = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most))

/** Devices of one customer that notices are pushed to: what more would only be forgotten ones. */
export const DEVICES_MAX = 20

/** Web push on this device (this session): whether it is on, and by which key a browser asks its push service for it. */
export const readPush = read({
  path: '/notices/push',
  caller: 'customer',
  summary: 'Whether notices are pushed to this device, and the key to ask for it with',
  topics: ['sessions'],
  input: z.strictObject({}),
  reply: z.object({
    /** The public key of the house (VAPID, RFC 8292): an uncompressed point of P-256 in base64url. Null: this house pushes nothing. */
    key: z.nullable(z.string()),
    on: z.boolean(),
  }),
})

/** Push notices to this device from now on, as its browser's push service takes them in (RFC 8030, RFC 8291). One device a session. */
export const beginPush = write({
  path: '/notices/push/begin',
  caller: 'customer',
  key: 'header',
  summary: 'Push notices to this device',
  input: z.strictObject({
    /** Where the push service takes messages for this device. */
    endpoint: z.string().check(z.maxLength(1_000)),
    /** What messages are encrypted for: the device's public key and its authentication secret. */
    p256dh: letters(100),
    auth: letters(40),
  }),
  reply: z.object({ on: z.literal(true) }),
  refusals: ['push_off', 'push_endpoint', 'push_keys', 'too_many_devices'],
})

/** Push nothing more to this device. A repeat finds it done. */
export const endPush = write({
  path: '/notices/push/end',
  caller: 'customer',
  key: 'header',
  summary: 'Push no more notices to this device',
  input: z.strictObject({}),
  reply: z.object({ on: z.literal(false) }),
})

export const pushCalls = { readPush, beginPush, endPush }
