import { resolve } from 'node:path'
import { argumentsIn } from './arguments.ts'
import { backUp, SECRET_FILE } from '../backup/backup.ts'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { configFrom } from '../config/config.ts'
import { readDotEnv } from '../config/dotenv.ts'
import { visitDatabase } from '../database/database.ts'
import { usualFolder } from '../cluster/folder.ts'
import { openLog } from '../base/log.ts'

/** `npm run backup -- FILE`: writes all data of a house into one file, beside an open or closed house. */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const { values, words } = argumentsIn(args, { 'without-secret': 'flag' }, { words: 1 })
    const [file] = words
    if (file === undefined) {
      throw new CannotOpen(
        'Say where to: npm run backup -- FILE (and --without-secret to leave out what opens sealed contents).',
      )
    }
    readDotEnv()
    const config = configFrom(process.env)
    const folder = config.dataDir ?? usualFolder(config.databaseUrl === null, () => {})
    const database = await visitDatabase(config, openLog(config.logLevel))
    try {
      const { url, role, what } = database
      const withSecret = values['without-secret'] !== true
      const head = await backUp(resolve(file), { url, role, folder, secret: config.secretKey, withSecret })
      const rows = Object.values(head.rows).reduce((sum, count) => sum + count, 0)
      console.log(
        `${what}, as it was at ${head.madeAt}: ${rows} rows in ${Object.keys(head.rows).length} tables, in ${file}.`,
      )
      console.log(head.files[SECRET_FILE] === undefined ? WITHOUT : WITH)
    } finally {
      await database.stop()
    }
  })

const WITH =
  'The house’s secret is in it: whoever has the file can read everything, also coming prices of the practice market. Keep it where only you get at it.'
const WITHOUT =
  'The house’s secret is NOT in it: without secret.key (or SECRET_KEY) a restored house cannot read seeds that are not yet published, one-time codes, nor pictures that were sent. Keep that apart.'
