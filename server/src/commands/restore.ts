import { resolve } from 'node:path'
import { argumentsIn } from './arguments.ts'
import { SECRET_FILE } from '../backup/backup.ts'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { systemClock } from '../base/clock.ts'
import { openDb } from '../database/db.ts'
import { openLog } from '../base/log.ts'
import { restoreInto } from '../backup/restore.ts'
import { endAccess } from '../restored.ts'
import { printAudit, printLedger, PATIENCE_MS } from './verify.ts'

/**
 * `npm run restore -- FILE --into FOLDER`: restores a house from a backup, ends its sessions and links, and checks its
 * books.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const { values, words } = argumentsIn(args, { into: 'text' }, { words: 1 })
    const [file] = words
    const { into = '' } = values
    if (file === undefined || into === '') {
      throw new CannotOpen(
        'Say what and where to: npm run restore -- FILE --into FOLDER (a folder that is empty or not there).',
      )
    }
    const folder = resolve(into)
    const { head, url, migrated, stop } = await restoreInto(resolve(file), folder, openLog('warn'))
    try {
      console.log(`The house as it was at ${head.madeAt}, in ${folder}:`)
      for (const name of migrated) console.log(`  ${name} was run on it`)
      const db = openDb(url, { max: 1, applicationName: 'lonja restore', statementMs: PATIENCE_MS })
      try {
        const ended = await endAccess(db, systemClock.now())
        console.log(
          `  ended: ${ended.sessions} sessions of customers, ${ended.seatSessions} of seats, ${ended.links} open one-time links, ${ended.requests} requests for a new password; everybody signs in again`,
        )
        if (ended.links > 0) console.log('  npm run seat makes a new link for a seat.')
        await printLedger(db)
        // The key that checks the log is derived from the secret.
        if (head.files[SECRET_FILE] === undefined) console.log(WITHOUT)
        else await printAudit(db, { dataDir: folder, databaseUrl: null, secretKey: null })
      } finally {
        await db.close()
      }
      console.log(`Open it with DATA_DIR=${folder} npm start.`)
    } finally {
      await stop()
    }
  })

const WITHOUT = 'The backup has no secret: put secret.key into the folder, or set SECRET_KEY, before the house opens.'
