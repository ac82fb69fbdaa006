import { createHash } from 'node:crypto'
import { MINUTE } from '@lonja/core/base/instant'
import { dayOf, DAY_MS } from '@lonja/core/calendar/days'
import { signedLine } from '@lonja/server/audit/audit.signing'
import { openLog } from '@lonja/server/base/log'
import { configFrom } from '@lonja/server/config/config'
import { visitDatabase } from '@lonja/server/database/database'
import { openDb } from '@lonja/server/database/db'
import { insertBlocks } from '@lonja/server/proof/leaf.store'
import { closeDay, contentOf, rootBetween, rootKeysOf } from '@lonja/server/proof/roots.actions'
import { insertRoot, listNewestRoots } from '@lonja/server/proof/roots.store'
import { readSecret } from '@lonja/server/secrets/secret'

/**
 * Signs a root over everything that an open or stopped house has done, up to now, so that its receipts show their leaves. A house
 * itself signs whole days, of which a picture cannot wait for the end.
 */
export async function signNow(dataDir: string): Promise<void> {
  const config = configFrom({ ...process.env, DATA_DIR: dataDir })
  const database = await visitDatabase(config, openLog('error'))
  const db = openDb(database.url, { max: 1 })
  try {
    const keys = rootKeysOf(readSecret(config.secretKey, dataDir))
    const now = Date.now()
    await closeDay(db, keys, now, { settledAfterMs: 0, callLastsMs: -DAY_MS })
    const [before] = await db.read((tx) => listNewestRoots(tx, 1))
    const stretch = { from: before ? (contentOf(before.line)?.until ?? 0) : 0, until: now }
    const { blocks, ...root } = await db.read((tx) => rootBetween(tx, keys, stretch))
    const day = dayOf(Math.floor(now / DAY_MS))
    const previous = before ? createHash('sha256').update(before.line).digest('hex') : ''
    const line = signedLine(keys.signing, JSON.stringify({ day, ...stretch, ...root, previous, at: now + MINUTE }))
    await db.write(async (tx) => {
      await insertRoot(tx, { day, line })
      await insertBlocks(tx, day, blocks)
    })
  } finally {
    await db.close()
    await database.stop()
  }
}
