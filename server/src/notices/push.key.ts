import { createECDH, type JsonWebKeyInput } from 'node:crypto'
import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import { CannotOpen } from '../base/cannot.ts'
import type { Db } from '../database/db.ts'
import { seal, unseal } from '../secrets/sealing.ts'
import { keyFor, type HouseSecret } from '../secrets/secret.ts'
import { findPushKey, insertPushKey } from './push.store.ts'

/** The key by which push services know this house (VAPID, RFC 8292): a pair of P-256. */
export interface PushKey {
  /** An uncompressed point, 65 bytes: what a browser asks its push service with. */
  readonly publicKey: Buffer
  /** As JSON Web Key, to sign with. */
  readonly privateJwk: JsonWebKeyInput['key']
}

const ABOUT = 'push key'

/** The house's key, made at the first start. Whoever asked for notices by it keeps getting them as long as it stays the same. */
export async function openPushKey(db: Db, secret: HouseSecret, now: Instant): Promise<PushKey> {
  const sealing = keyFor(secret, ABOUT)
  const kept = await db.write(async (tx) => {
    const found = await findPushKey(tx)
    if (found) return found
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const sealedPrivate = seal(sealing, ABOUT, padded(pair.getPrivateKey()))
    await insertPushKey(tx, { publicKey: pair.getPublicKey(), sealedPrivate }, now)
    const made = await findPushKey(tx)
    assert(made !== null, 'a key that was made is kept')
    return made
  })
  const plain = unseal(sealing, ABOUT, kept.sealedPrivate)
  if (plain === null) {
    throw new CannotOpen(
      'The key for web push does not open with this secret of the house: put secret.key, or SECRET_KEY, back as it was.',
    )
  }
  const { publicKey } = kept
  const [x, y, d] = [publicKey.subarray(1, 33), publicKey.subarray(33), plain].map((part) => part.toString('base64url'))
  return { publicKey, privateJwk: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: d ?? '' } }
}

/** A private key has 32 bytes, whatever it begins with. */
const padded = (key: Buffer): Buffer => Buffer.concat([Buffer.alloc(32 - key.length), key])
