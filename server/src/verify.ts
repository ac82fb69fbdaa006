import { orOneLine } from './base/cannot.ts'
import { besideHouse } from './base/database.ts'
import { verifyLedger } from './ledger/ledger.verify.ts'

/** A house with millions of entries takes its time: nobody waits for a check but the one who asked for it. */
const PATIENCE_MS = 30 * 60_000

/** `npm run verify`: every balance rebuilt from its entries, and the whole ledger law tried, beside an open house or a shut one. */
export const run = (): Promise<void> =>
  orOneLine(async () => {
    await besideHouse(
      'verify',
      async (db, database) => {
        console.log(`The books of ${database.what}:`)
        const { breaches, laws, counts } = await verifyLedger(db)
        for (const [what, count] of Object.entries(counts)) console.log(`  ${what.padEnd(10)} ${count}`)
        for (const { law, cases } of breaches) console.error(`  BROKEN: ${law} (${cases} against it)`)
        if (breaches.length > 0) process.exitCode = 1
        else console.log(`All ${laws} laws hold: every balance follows from its entries.`)
      },
      { statementMs: PATIENCE_MS },
    )
  })
