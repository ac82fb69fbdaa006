import { createECDH, type JsonWebKeyInput } from 'node:crypto'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { CannotOpen } from '../base/cannot.ts'
import type { Db } from '../database/db.ts'
import { seal, unseal } from '../secrets/sealing.ts'
import { keyFor, type HouseSecret } from '../secrets/secret.ts'
import { findPushKey, insertPushKey } from './push.store.ts'

/** The key by which push services know this house (VAPID, RFC 8292): a P-256 pair. */
export interface PushKey {
  /** An uncompressed point of 65 bytes, which a browser passes to its push service. */
  readonly publicKey: Buffer
  /** The private key as a JSON Web Key, for signing. */
  readonly privateJwk: JsonWebKeyInput['key']
}

const ABOUT = 'push key'

/** The house's key, made at the first start. Devices that subscribed with it work only as long as it stays the same. */
export async function openPushKey(db: Db, secret: HouseSecret, now: Instant): Promise<PushKey> {
  const sealing = keyFor(secret, ABOUT)
  const stored = await db.write(async (tx) => {
    const earlier = await findPushKey(tx)
    if (earlier) return earlier
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const sealedPrivate = seal(sealing, ABOUT, padded(pair.getPrivateKey()))
    await insertPushKey(tx, { publicKey: pair.getPublicKey(), sealedPrivate }, now)
    const stored = await findPushKey(tx)
    assert(stored !== null, 'a key that was made is kept')
    return stored
  })
  const plain = unseal(sealing, ABOUT, stored.sealedPrivate)
  if (plain === null) {
    throw new CannotOpen(
      'The key for web push does not open with this secret of the house: put secret.key, or SECRET_KEY, back as it was.',
    )
  }
  const { publicKey } = stored
  const [x, y, d] = [publicKey.subarray(1, 33), publicKey.subarray(33), plain].map((part) => part.toString('base64url'))
  return { publicKey, privateJwk: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: d ?? '' } }
}

/** Pads a private key to 32 bytes, since leading zero bytes may be missing. */
const padded = (key: Buffer): Buffer => Buffer.concat([Buffer.alloc(32 - key.length), key])
