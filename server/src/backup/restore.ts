import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { assert } from '@lonja/core/base/assert'
import { checkFile, framesOf, MAGIC } from './frames.ts'
import { copyText, countRows, FILES, listTables, RETIRED_FILES, type BackupHead, type BackupTable } from './backup.ts'
import { CannotOpen } from '../base/cannot.ts'
import { writeKept } from '../base/kept.ts'
import { SERVER } from '../cluster/cluster.ts'
import { openFolder } from '../cluster/folder.ts'
import type { Log } from '../base/log.ts'
import { migrate, migrationsIn, type Migration } from '../database/migrate.ts'
import { openPostgres, type Postgres } from '../cluster/postgres.ts'

/** A house restored from a backup. Its database runs until `stop`. */
export interface RestoredHouse {
  readonly head: BackupHead
  readonly url: string
  /** The migrations of this release that the backup did not have. */
  readonly migrated: readonly string[]
  stop(): Promise<void>
}

/** The migrations of the backup's house. Refuses the backup if this code lacks one or has it with another text. */
function migrationsOf({ migrations }: BackupHead, file: string): Migration[] {
  const known = migrationsIn()
  return migrations.map(({ number, name, sha256 }) => {
    const own = known.find((migration) => migration.number === number)
    if (own?.sha256 === sha256) return own
    throw new CannotOpen(
      `${file} is of another release (${name} differs or is missing): restore it with the release that made it, or a later one.`,
    )
  })
}

/**
 * Restores a backup into an empty or new folder. The file is checked first, and a later failure leaves the folder
 * empty. The database gets the backup's schema, is filled, and is then migrated to this release.
 */
export async function restoreInto(file: string, folder: string, log: Log): Promise<RestoredHouse> {
  const head = await readBackup(file)
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new CannotOpen(
      `${folder} is not empty: a backup is restored into a new folder, so that nothing is overwritten.`,
    )
  }
  const { release } = openFolder(folder, true, () => {})
  let postgres: Postgres | null = null
  try {
    postgres = await openPostgres({ folder, log })
    const { ownerUrl, stop } = postgres
    await putBack(file, head, { postgres, folder })
    const migrated = await migrate(ownerUrl, SERVER)
    const stopBoth = async (): Promise<void> => {
      await stop()
      release()
    }
    return { head, url: postgres.url, migrated, stop: stopBoth }
  } catch (error) {
    await postgres?.stop()
    release()
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
    throw error
  }
}

/**
 * Checks the whole file and returns its header. Refuses a file that is damaged, truncated, or of an unknown release.
 */
export async function readBackup(file: string): Promise<BackupHead> {
  const head = readHead((await checkFile(file)).content, file)
  migrationsOf(head, file)
  return head
}

/** Restores a backup into an empty database and a folder, with the schema of the release that made it. */
export async function putBack(
  file: string,
  head: BackupHead,
  { postgres, folder }: { postgres: Postgres; folder: string },
): Promise<void> {
  await migrate(postgres.ownerUrl, SERVER, migrationsOf(head, file))
  await fill(file, asAdmin(postgres), head)
  for (const [name, text] of Object.entries(head.files)) if (FILES.includes(name)) writeKept(join(folder, name), text)
}

function readHead(content: Buffer, file: string): BackupHead {
  const head = JSON.parse(content.toString('utf8')) as BackupHead
  // Restore only the files that a backup contains, so that a forged backup cannot write any other file.
  if (head.magic === MAGIC && head.format === 1 && Object.keys(head.files).every(isKnown)) return head
  throw new CannotOpen(`${file} is not a backup that this release can read: take the release that made it.`)
}

/** Backups of earlier releases also hold the logins of the first start. They are not put back. */
const isKnown = (name: string): boolean => FILES.includes(name) || RETIRED_FILES.includes(name)

/** The address of the house's database for the admin role, which may fill tables in any order. */
const asAdmin = ({ adminUrl }: Postgres): string => adminUrl.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, '$1lonja')

async function fill(file: string, url: string, head: BackupHead): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'lonja restore' })
  client.on('error', () => {}) // The running statement rejects with the error itself.
  await client.connect()
  try {
    await client.query('begin')
    // Rows arrive table by table, so foreign keys are not checked here. The verifying command checks references
    // afterwards.
    await client.query('set local session_replication_role = replica')
    const tables = await listTables(client)
    await copyTables(client, file)
    const rows = await countRows(client, tables)
    for (const [name, count] of Object.entries(head.rows)) {
      assert(
        rows[name] === count,
        `the restored table ${name} has the rows that the backup had: ${rows[name]} of ${count}`,
      )
    }
    await client.query('commit')
  } finally {
    await client.end().catch(() => {}) // The connection is already closed.
  }
}

async function copyTables(client: pg.Client, file: string): Promise<void> {
  let rows: PassThrough | null = null
  let copied: Promise<void> = Promise.resolve()
  const end = async (): Promise<void> => {
    rows?.end()
    await copied
  }
  for await (const { kind, content } of framesOf(file)) {
    if (kind === 'T') {
      await end()
      const table = JSON.parse(content.toString('utf8')) as BackupTable
      rows = new PassThrough()
      copied = pipeline(rows, client.query(copyFrom(copyText(table, 'from stdin'))))
      copied.catch(() => {}) // The code that awaits `copied` gets the error.
    }
    if (kind === 'D' && rows && !rows.write(Buffer.from(content))) {
      await Promise.race([new Promise((resolve) => rows?.once('drain', resolve)), copied])
    }
  }
  await end()
}
