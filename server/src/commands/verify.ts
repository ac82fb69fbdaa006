import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { headsFile } from '../audit/audit.jobs.ts'
import { signingKeyOf } from '../audit/audit.signing.ts'
import { verifyAudit } from '../audit/audit.verify.ts'
import { exitOnCannotOpen } from '../base/cannot.ts'
import { configFrom, type Config } from '../config/config.ts'
import { systemClock } from '../base/clock.ts'
import { withHouseDatabase } from '../database/database.ts'
import type { Db } from '../database/db.ts'
import { usualFolder } from '../cluster/folder.ts'
import { newId } from '../base/ids.ts'
import { readSecret } from '../secrets/secret.ts'
import { verifyBooks } from '../books.ts'
import type { AgainstLaw } from '../ledger/ledger.verify.ts'
import { insertVerification, type Verification } from '../proof/health.store.ts'

/** The statement timeout of the check: a house with millions of entries takes long, and nobody else waits for it. */
export const PATIENCE_MS = 30 * 60_000

/**
 * `npm run verify`: rebuilds every balance from its entries, checks all laws of the ledger, and checks the audit log
 * row by row against its hashes and signed heads, beside an open or closed house.
 */
export const run = (): Promise<void> =>
  exitOnCannotOpen(async () => {
    await withHouseDatabase(
      'verify',
      async (db, database) => {
        console.log(`The books of ${database.what}:`)
        const beganAt = systemClock.now()
        const ledger = await printLedger(db)
        const audit = await printAudit(db, configFrom(process.env))
        await writeDown(db, { id: newId(), beganAt, endedAt: systemClock.now(), ...ledger, audit })
      },
      { statementMs: PATIENCE_MS },
    )
  })

/**
 * Stores the result, which the console has shown. A database of an older version has no table for it, so nothing is
 * stored there.
 */
async function writeDown(db: Db, found: Verification): Promise<void> {
  await db
    .write((tx) => insertVerification(tx, found))
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error
    })
}

const UNDEFINED_TABLE = '42P01'

export async function printLedger(db: Db): Promise<Pick<Verification, 'laws' | 'breaches'>> {
  const { breaches, laws, counts } = await verifyBooks(db)
  for (const [what, count] of Object.entries(counts)) console.log(`  ${what.padEnd(10)} ${count}`)
  for (const { law, cases, rows } of breaches) {
    console.error(`  BROKEN: ${law} (${cases} against it)`)
    for (const row of rows) console.error(`    ${rowText(row)}`)
    if (cases > rows.length) console.error(`    and ${cases - rows.length} more`)
  }
  if (breaches.length > 0) process.exitCode = 1
  else console.log(`All ${laws} laws hold: every balance follows from its entries.`)
  return { laws, breaches }
}

/** A breach of a law in one line: the customer, the entry or posting, its cause, and the difference. */
function rowText({ customer, number, causeKind, cause, differs }: AgainstLaw): string {
  const parts = [
    customer === null ? 'the house' : `customer ${customer}`,
    ...(number === null ? [] : [`entry ${number}`]),
    ...(cause === null ? [] : [`${causeKind} ${cause}`]),
  ]
  return `${parts.join(', ')}: ${differs}`
}

export async function printAudit(
  db: Db,
  { dataDir, databaseUrl, secretKey }: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>,
): Promise<Verification['audit']> {
  const folder = dataDir ?? usualFolder(databaseUrl === null, () => {})
  if (secretKey === null && !existsSync(join(folder, 'secret.key'))) {
    console.error(`  The audit log was not checked: the house's secret is neither in SECRET_KEY nor in ${folder}.`)
    process.exitCode = 1
    return null
  }
  const key = signingKeyOf(readSecret(secretKey, folder))
  const { chains, rows, broken, wrong } = await verifyAudit(db, { key, file: headsFile(folder) })
  for (const sentence of wrong) console.error(`  BROKEN: ${sentence}`)
  for (const { chain, n, why } of broken) console.error(`  BROKEN: row ${n} of the audit chain ${chain}: ${WHY[why]}`)
  if (wrong.length + broken.length > 0) process.exitCode = 1
  else console.log(`The audit log is whole: ${rows} rows in ${chains} chains, as they were written and signed.`)
  return { rows, faults: wrong.length + broken.length }
}

const WHY = {
  missing: 'it is missing',
  changed: 'it was changed',
  not_linked: 'it is not bound to the row before it',
  head_differs: 'the chain does not end where its head says',
  signed_head_differs: 'it is not the row that was signed',
} as const
