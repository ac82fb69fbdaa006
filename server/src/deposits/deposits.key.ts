import { randomBytes } from 'node:crypto'
import type { Instant } from '@lonja/core/base/instant'
import { keyName, readExtendedKey, type KeyProblem } from '@lonja/core/deposits/derive'
import { HDKey } from '@scure/bip32'
import { CannotOpen } from '../base/cannot.ts'
import type { Db } from '../database/db.ts'
import { findPracticeKey, insertDepositKey } from './addresses.store.ts'

/** The key from which this house's addresses are derived. */
export interface DepositKey {
  readonly name: string
  readonly key: HDKey
}

/**
 * The key that the operator set; null if none is set. Stops the house with one line if the key is invalid or not
 * allowed.
 */
export function configuredKey(text: string | null): DepositKey | null {
  if (text === null) return null
  const read = readExtendedKey(text.trim())
  if ('key' in read) return { name: keyName(read.key), key: read.key }
  throw new CannotOpen(`DEPOSIT_XPUB ${PROBLEMS[read.problem]}`)
}

// The key is never printed: it may be a private one.
const PROBLEMS: Readonly<Record<KeyProblem, string>> = {
  private:
    'is a private key, which could spend what is sent to it: give the public one (xpub, zpub, tpub or vpub), and keep the private one off this machine.',
  checksum: 'has a slip: its checksum does not fit. Copy the whole key again; it begins with xpub, zpub, tpub or vpub.',
  form: 'is no extended public key: give one that begins with xpub, zpub, tpub or vpub, or nothing at all for a practice key.',
}

/** The versions of a key of the test network (BIP 32). */
const TEST_NETWORK = { public: 0x043587cf, private: 0x04358394 }

/**
 * A public key of a practice house's own, from the operating system's randomness. Its private half is never stored, so
 * nobody can spend coins at its addresses. They are of test networks, where coins are worth nothing.
 */
export function newPracticeKey(): string {
  const seed = randomBytes(64)
  const master = HDKey.fromMasterSeed(seed, TEST_NETWORK)
  const account = master.derive("m/84'/1'/0'")
  const text = account.publicExtendedKey
  seed.fill(0)
  account.wipePrivateData()
  master.wipePrivateData()
  return text
}

/** The house's key, stored on its first use: the operator's, or the practice house's own. */
async function openDepositKey(db: Db, configured: DepositKey | null, now: Instant): Promise<DepositKey> {
  return db.write(async (tx) => {
    if (configured) {
      const { name, key } = configured
      await insertDepositKey(tx, { name, xpub: key.publicExtendedKey, origin: 'operator', madeAt: now })
      return configured
    }
    if (!(await findPracticeKey(tx))) {
      const xpub = newPracticeKey()
      await insertDepositKey(tx, { name: nameOf(xpub), xpub, origin: 'practice', madeAt: now })
    }
    const xpub = await findPracticeKey(tx)
    if (xpub === null) throw new Error('Assertion failed: a practice house has its key')
    return { name: nameOf(xpub), key: keyOf(xpub) }
  })
}

/** A stored key. */
function keyOf(xpub: string): HDKey {
  const read = readExtendedKey(xpub)
  if ('key' in read) return read.key
  throw new Error('Assertion failed: a key that was kept is one')
}

const nameOf = (xpub: string): string => keyName(keyOf(xpub))

/** Returns the same key to all callers. It is read once, and again only after a failure. */
export function depositKeyOpener(configured: DepositKey | null): (db: Db, now: Instant) => Promise<DepositKey> {
  let opened: Promise<DepositKey> | null = null
  return (db, now) => {
    opened ??= openDepositKey(db, configured, now).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
}
