import * as z from 'zod/mini'
import { read, write } from '../base/contract.ts'

/** Characters of base64url (RFC 4648, section 5), without padding. */
const letters = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most))

/**
 * Web push on this device (this session): whether it is on, and the key with which a browser subscribes at its push
 * service.
 */
export const readPush = read({
  path: '/notices/push',
  caller: 'customer',
  summary: 'Whether notices are pushed to this device, and the key to ask for it with',
  topics: ['sessions'],
  input: z.strictObject({}),
  reply: z.object({
    /**
     * The house's public key (VAPID, RFC 8292): an uncompressed P-256 point in base64url. Null if this house sends no
     * push notices.
     */
    key: z.nullable(z.string()),
    on: z.boolean(),
  }),
})

/**
 * Start push on this device, with the subscription of its browser's push service (RFC 8030, RFC 8291). One device per
 * session.
 */
export const beginPush = write({
  path: '/notices/push/begin',
  caller: 'customer',
  restrictedFrom: null,
  key: 'header',
  summary: 'Push notices to this device',
  input: z.strictObject({
    /** The push service's endpoint for this device. */
    endpoint: z.string().check(z.maxLength(1_000)),
    /** The encryption keys of this device: its public key and its authentication secret. */
    p256dh: letters(100),
    auth: letters(40),
  }),
  reply: z.object({ on: z.literal(true) }),
  refusals: ['push_off', 'push_endpoint', 'push_keys', 'too_many_devices'],
})

/** Stop push on this device. A repeat finds it stopped. */
export const endPush = write({
  path: '/notices/push/end',
  caller: 'customer',
  restrictedFrom: null,
  key: 'header',
  summary: 'Push no more notices to this device',
  input: z.strictObject({}),
  reply: z.object({ on: z.literal(false) }),
})

export const pushCalls = { readPush, beginPush, endPush }
