import { orOneLine } from './base/cannot.ts'
import { configFrom, readDotEnv } from './base/config.ts'
import { visitDatabase } from './base/database.ts'
import { openDb } from './base/db.ts'
import { openLog } from './base/log.ts'
import { verifyLedger } from './ledger/ledger.verify.ts'

/** A house with millions of entries takes its time: nobody waits for a check but the one who asked for it. */
const PATIENCE_MS = 30 * 60_000

/** `npm run verify`: every balance rebuilt from its entries, and the whole ledger law tried, beside an open house or a shut one. */
export const run = (): Promise<void> =>
  orOneLine(async () => {
    readDotEnv()
    const config = configFrom(process.env)
    const database = await visitDatabase(config, openLog(config.logLevel))
    const role = database.role ? { role: database.role } : {}
    const db = openDb(database.url, { max: 1, statementMs: PATIENCE_MS, applicationName: 'lonja verify', ...role })
    try {
      console.log(`The books of ${database.what}:`)
      const { breaches, laws, counts } = await verifyLedger(db)
      for (const [what, count] of Object.entries(counts)) console.log(`  ${what.padEnd(10)} ${count}`)
      for (const { law, cases } of breaches) console.error(`  BROKEN: ${law} (${cases} against it)`)
      if (breaches.length > 0) process.exitCode = 1
      else console.log(`All ${laws} laws hold: every balance follows from its entries.`)
    } finally {
      await db.close()
      await database.stop()
    }
  })
