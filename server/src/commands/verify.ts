import { OPTION_LAWS, checkOptions } from '../options/settlements.verify.ts'
import { BLOCK_LAWS, checkBlocks } from '../blocks/blocks.verify.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { headsFile } from '../audit/audit.jobs.ts'
import { signingKeyOf } from '../audit/audit.signing.ts'
import { verifyAudit } from '../audit/audit.verify.ts'
import type { Day } from '@lonja/core/base/instant'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { configFrom, type Config } from '../config/config.ts'
import { systemClock } from '../base/clock.ts'
import { CLOSE_OUT_LAWS, checkCloseOuts } from '../margin/closeouts.verify.ts'
import { ACTION_LAWS, checkActions } from '../corporate/corporate.verify.ts'
import { checkDraws, DRAW_LAWS } from '../ipo/draws.verify.ts'
import { checkPracticeOffers } from '../ipo/practice.verify.ts'
import { findOpening } from '../market/market.store.ts'
import { ACTION_FILE_LAWS, checkActionFiles } from '../news/action-files.verify.ts'
import { listActionFileRows } from '../news/action-files.store.ts'
import { withHouseDatabase } from '../database/database.ts'
import type { Db } from '../database/db.ts'
import { usualFolder } from '../cluster/folder.ts'
import { newId } from '../base/ids.ts'
import { NAMED_MOST } from '../ledger/laws.verify.ts'
import { rootKeysOf } from '../proof/roots.actions.ts'
import { checkRoots, ROOT_LAWS } from '../proof/roots.verify.ts'
import { listOffered } from '../ipo/listing.actions.ts'
import { openPast, type PastOptions } from '../market/market.past.ts'
import { checkCourses, COURSE_LAWS, type OrderUnchecked } from '../orders/courses.verify.ts'
import { argumentsIn } from './arguments.ts'
import { readSecret, type HouseSecret } from '../secrets/secret.ts'
import { verifyBooks } from '../books.ts'
import type { AgainstLaw, Breach } from '../ledger/ledger.verify.ts'
import { insertVerification, type Verification } from '../proof/health.store.ts'

/** The statement timeout of the check: a house with millions of entries takes long, and nobody else waits for it. */
export const PATIENCE_MS = 30 * 60_000

/**
 * `npm run verify`: rebuilds every balance from its entries, checks all laws of the ledger, works out every order anew
 * from the market, runs every draw again, and checks the audit log row by row against its hashes and signed heads, beside an open or closed
 * house. `--public` uses revealed seeds alone, as anybody can, and says how many orders have to wait for theirs. `--day
 * 2026-11-22` works out nothing but the signed root of that day.
 */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const { values } = argumentsIn(args, { public: 'flag', day: 'text' }, { words: 0 })
    const day = dayIn(values.day ?? null)
    await withHouseDatabase(
      'verify',
      async (db, database) => {
        console.log(`The books of ${database.what}:`)
        const beganAt = systemClock.now()
        const config = configFrom(process.env)
        const own = findSecret(config)
        if (day !== null) return void (await printRoots(db, own, day))
        const ledger = await printLedger(db)
        const courses = await printCourses(db, { config, secret: values.public ? null : own })
        const draws = await printDraws(db)
        const roots = await printRoots(db, own)
        const audit = await printAudit(db, config)
        const laws = ledger.laws + courses.laws + draws.laws + roots.laws
        const breaches = [...ledger.breaches, ...courses.breaches, ...draws.breaches, ...roots.breaches]
        await writeDown(db, { id: newId(), beganAt, endedAt: systemClock.now(), laws, breaches, audit })
      },
      { statementMs: PATIENCE_MS },
    )
  })

/**
 * Stores the result, which the console has shown. A database of an older version has no table for it, so nothing is
 * stored there.
 */
async function writeDown(db: Db, verification: Verification): Promise<void> {
  await db
    .write((tx) => insertVerification(tx, verification))
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error
    })
}

const UNDEFINED_TABLE = '42P01'

export async function printLedger(db: Db): Promise<Pick<Verification, 'laws' | 'breaches'>> {
  const { breaches, laws, counts } = await verifyBooks(db)
  for (const [what, count] of Object.entries(counts)) console.log(`  ${what.padEnd(10)} ${count}`)
  sayBroken(breaches)
  if (breaches.length === 0) console.log(`All ${laws} laws hold: every balance follows from its entries.`)
  return { laws, breaches }
}

function sayBroken(breaches: readonly Breach[]): void {
  for (const { law, cases, rows } of breaches) {
    console.error(`  BROKEN: ${law} (${cases} against it)`)
    for (const row of rows) console.error(`    ${rowText(row)}`)
    if (cases > rows.length) console.error(`    and ${cases - rows.length} more`)
  }
  if (breaches.length > 0) process.exitCode = 1
}

const SAY_EVERY = 100_000

/** Works out every order anew from its market. Without the house's secret only days whose seeds are revealed. */
export async function printCourses(
  db: Db,
  { config, secret }: Omit<PastOptions, 'db'>,
): Promise<Pick<Verification, 'laws' | 'breaches'>> {
  const past = await openPast({ db, config, secret, confirmed: listActionFileRows, offered: listOffered })
  if (!past) return { laws: 0, breaches: [] }
  const { checked, unchecked, breaches } = await checkCourses(db, past, (orders) => {
    if (orders % SAY_EVERY === 0) console.log(`  ${orders} orders worked out`)
  })
  const ofActions = [...(await checkActionFiles(db)), ...(await checkActions(db, past))]
  const ofCloseOuts = await checkCloseOuts(db, past)
  const ofOptions = await checkOptions(db, past)
  const ofBlocks = await checkBlocks(db, past)
  const all = [...breaches, ...ofActions, ...ofCloseOuts.breaches, ...ofBlocks, ...ofOptions.breaches]
  sayBroken(all)
  const laws = [COURSE_LAWS, ACTION_FILE_LAWS, ACTION_LAWS, CLOSE_OUT_LAWS, BLOCK_LAWS, OPTION_LAWS].reduce(
    (sum, own) => sum + Object.keys(own).length,
    0,
  )
  if (breaches.length === 0)
    console.log(`${checked} orders follow from their market: the terms, the first event that meets each, the end.`)
  for (const [why, count] of Object.entries(unchecked)) console.log(`  ${count} not checkable: ${NOT_CHECKABLE[why as OrderUnchecked]}`) // prettier-ignore
  if (ofCloseOuts.checked > 0 && ofCloseOuts.breaches.length === 0)
    console.log(
      `${ofCloseOuts.checked} close-outs follow from their market: the quotes of the minute, the equity, the lots.`,
    )
  if (ofCloseOuts.unchecked > 0)
    console.log(`  ${ofCloseOuts.unchecked} close-outs not checkable: their quotes are not known.`)
  return { laws, breaches: all }
}

/** Works every offer that came by itself out anew, and runs every draw again, by both implementations. */
export async function printDraws(db: Db): Promise<Pick<Verification, 'laws' | 'breaches'>> {
  const opening = await db.read(findOpening)
  const offers = opening ? await checkPracticeOffers(db, opening) : { checked: 0, breaches: [] }
  const draws = await checkDraws(db)
  const breaches = [...offers.breaches, ...draws.breaches]
  sayBroken(breaches)
  if (offers.checked > 0 && offers.breaches.length === 0) console.log(`${offers.checked} offers follow from their numbers and seeds.`) // prettier-ignore
  if (draws.checked > 0 && draws.breaches.length === 0) console.log(`${draws.checked} draws follow from their lists and beacons.`) // prettier-ignore
  return { laws: Object.keys(DRAW_LAWS).length, breaches }
}

function dayIn(written: string | null): Day | null {
  if (written === null || (/^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written))))
    return written as Day | null
  throw new CannotOpen(`--day is "${written}": give a day, such as 2026-11-22.`)
}

/** Works out the signed roots anew: of all days that are over, or of one, which it then shows. */
export async function printRoots(
  db: Db,
  secret: HouseSecret | null,
  day: Day | null = null,
): Promise<Pick<Verification, 'laws' | 'breaches'>> {
  if (secret === null) {
    console.log('  The roots of the days were not checked: they are signed and salted with the secret of the house.')
    return { laws: 0, breaches: [] }
  }
  const { checked, wrong } = await checkRoots(db, rootKeysOf(secret), day, (root) => {
    if (day !== null) console.log(`  ${root.day}: ${root.leaves} rows, root ${root.root}`)
  })
  const rows = wrong.map(({ differs }) => ({ customer: null, number: null, causeKind: null, cause: null, differs }))
  const [code, law] = ['day_roots', ROOT_LAWS.day_roots]
  const breaches = rows.length === 0 ? [] : [{ code, law, cases: rows.length, rows: rows.slice(0, NAMED_MOST) }]
  sayBroken(breaches)
  if (checked === 0)
    console.log(day === null ? '  No day has a root yet.' : `  ${day} has no root: a day is signed when it is over.`)
  else if (rows.length === 0)
    console.log(`The roots of ${checked} days hold: no row was added to a day that is over, and none is missing.`)
  return { laws: 1, breaches }
}

const NOT_CHECKABLE: Readonly<Record<OrderUnchecked, string>> = {
  not_revealed: 'the seed of their last day is not revealed yet',
  earlier_version: 'an earlier version of the practice market priced them',
  public_early: 'a wrong clock had revealed the seed of a day of theirs',
  other_files: 'REPLAY_DIR does not hold the files that the house replays',
  live_feed: 'a release before this one kept no events of the live feed',
  feed_gap: 'the live feed was not heard when they were placed, filled or ended',
  servers_differ: 'servers of the house had heard different quotes when their terms changed',
  earlier_release: 'they ended under a release that did not store up to which event they were decided',
  clock_stood: 'they were cancelled while the clock of the market stood, or with an account by an earlier release',
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
  const folder = folderOf({ dataDir, databaseUrl })
  const secret = findSecret({ dataDir, databaseUrl, secretKey })
  if (secret === null) {
    console.error(`  The audit log was not checked: the house's secret is neither in SECRET_KEY nor in ${folder}.`)
    process.exitCode = 1
    return null
  }
  const key = signingKeyOf(secret)
  const { chains, rows, broken, wrong } = await verifyAudit(db, { key, file: headsFile(folder) })
  for (const sentence of wrong) console.error(`  BROKEN: ${sentence}`)
  for (const { chain, n, why } of broken) console.error(`  BROKEN: row ${n} of the audit chain ${chain}: ${WHY[why]}`)
  if (wrong.length + broken.length > 0) process.exitCode = 1
  else console.log(`The audit log is whole: ${rows} rows in ${chains} chains, as they were written and signed.`)
  return { rows, faults: wrong.length + broken.length }
}

const folderOf = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string =>
  dataDir ?? usualFolder(databaseUrl === null, () => {})

/** The house's secret; null if it is not on this machine. */
function findSecret({
  secretKey,
  ...where
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>): HouseSecret | null {
  const folder = folderOf(where)
  return secretKey === null && !existsSync(join(folder, 'secret.key')) ? null : readSecret(secretKey, folder)
}

const WHY = {
  missing: 'it is missing',
  changed: 'it was changed',
  not_linked: 'it is not bound to the row before it',
  head_differs: 'the chain does not end where its head says',
  signed_head_differs: 'it is not the row that was signed',
} as const
