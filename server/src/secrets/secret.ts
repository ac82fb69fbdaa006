import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CannotOpen } from '../base/cannot.ts'
import { readOwn, writeKept } from '../base/kept.ts'

/** The secret of the house: 32 bytes, from which every other key is derived, one for each purpose. */
export type HouseSecret = Buffer

/** The secret from the settings, or else the one in the data folder, which the first start makes. */
export function readSecret(set: string | null, dataFolder: string): HouseSecret {
  if (set) return Buffer.from(set, 'hex')
  const file = join(dataFolder, 'secret.key')
  if (!existsSync(file)) {
    // The seeds, pictures and codes of a house that has opened are sealed with the secret that is gone.
    if (existsSync(join(dataFolder, 'pg'))) {
      throw new CannotOpen(
        `${file} is missing, and with it the secret of this house: put it back from a backup, or set the SECRET_KEY that it opened with.`,
      )
    }
    writeKept(file, randomBytes(32).toString('hex'))
  }
  const text = readOwn(file).trim()
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex')
  throw new CannotOpen(`${file} is not a secret of the house: put it back from a backup.`)
}

/** A key for one purpose. It reveals neither the secret nor the key of another purpose. */
export const keyFor = (secret: HouseSecret, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `lonja ${purpose}`, 32))
