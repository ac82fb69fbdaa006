import { createWriteStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { VERSION } from '@lonja/core/base/version'
import { frameOf, hashing, MAGIC } from './frames.ts'
import { CannotOpen } from '../base/cannot.ts'

/** The header of a backup file, before its tables. */
export interface BackupHead {
  readonly magic: typeof MAGIC
  readonly format: 1
  readonly release: string
  readonly madeAt: string
  readonly migrations: readonly { readonly number: number; readonly name: string; readonly sha256: string }[]
  /** The number of rows by table in the same snapshot, which the restored house must have. */
  readonly rows: Readonly<Record<string, number>>
  /** The texts of the data folder's files, by name. They include the house's secret, unless it was left out. */
  readonly files: Readonly<Record<string, string>>
}

export interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** The secret that opens the sealed columns of the database. */
export const SECRET_FILE = 'secret.key'
export const FILES: readonly string[] = [SECRET_FILE, 'audit-heads.log']
/** The files in which earlier releases kept the logins of the first start and the links of the first seats. */
export const RETIRED_FILES: readonly string[] = ['first.json', 'first-seats.json']

export interface BackupOptions {
  readonly url: string
  readonly role: string | null
  readonly folder: string | null
  /** A secret set by the environment, which is in no file; otherwise null. */
  readonly secret: string | null
  readonly withSecret: boolean
}

/**
 * Writes all data of a house into one file while the house runs. All tables are read in one snapshot. Only its owner
 * can read the file, and an interrupted backup leaves no file.
 */
export async function backUp(file: string, options: BackupOptions): Promise<BackupHead> {
  const client = new pg.Client({
    connectionString: options.url,
    connectionTimeoutMillis: 10_000,
    application_name: 'lonja backup',
    ...(options.role ? { options: `-c role=${options.role}` } : {}),
  })
  client.on('error', () => {}) // The running statement rejects with the error itself.
  const half = `${file}.new`
  // Read the files before the snapshot, so that every audit head in them is in the snapshot.
  const files = filesOf(options)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables = await listTables(client)
    const head = await headOf(client, tables, files)
    const out = createWriteStream(half, { mode: 0o600 })
    await pipeline(Readable.from(framesFor(client, head, tables)), createGzip({ level: 3 }), out)
    await client.query('commit')
    renameSync(half, file)
    return head
  } catch (error) {
    rmSync(half, { force: true })
    const { code = '' } = error as { code?: string }
    if (!WRITING.has(code)) throw error
    throw new CannotOpen(`${file} cannot be written (${code}): choose a folder that is there and has room.`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {}) // The connection is already closed.
  }
}

const WRITING = new Set(['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EROFS', 'ENOTDIR'])

/**
 * Lists all tables with their stored columns, without the record of migrations, which a restored house writes itself.
 */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and c.table_name <> 'schema_migrations'
     group by c.table_name order by c.table_name`,
  )
  return rows
}

/** The number of rows of each table, in the client's snapshot. */
export async function countRows(client: pg.Client, tables: readonly BackupTable[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::float8 as n from ${pg.escapeIdentifier(name)}`)
    counts[name] = rows[0]?.n ?? 0
  }
  return counts
}

async function headOf(
  client: pg.Client,
  tables: readonly BackupTable[],
  files: BackupHead['files'],
): Promise<BackupHead> {
  const done = await client.query<BackupHead['migrations'][number]>(
    'select number, name, sha256 from schema_migrations order by number',
  )
  const madeAt = await client.query<{ at: Date }>('select now() as at')
  const rows = await countRows(client, tables)
  const at = madeAt.rows[0]?.at.toISOString() ?? ''
  return { magic: MAGIC, format: 1, release: VERSION, madeAt: at, migrations: done.rows, rows, files }
}

function filesOf({ folder, secret, withSecret }: BackupOptions): Record<string, string> {
  const files: Record<string, string> = {}
  for (const name of FILES) {
    const path = folder === null ? null : join(folder, name)
    if (path !== null && existsSync(path)) files[name] = readFileSync(path, 'utf8')
  }
  if (secret !== null) files[SECRET_FILE] = secret
  if (!withSecret) delete files[SECRET_FILE]
  return files
}

async function* framesFor(client: pg.Client, head: BackupHead, tables: readonly BackupTable[]): AsyncGenerator<Buffer> {
  const hash = hashing()
  const written = (frame: Buffer): Buffer => {
    hash.add(frame)
    return frame
  }
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
  yield written(frameOf('H', json(head)))
  for (const table of tables) {
    yield written(frameOf('T', json(table)))
    for await (const piece of client.query(copyTo(copyText(table, 'to stdout')))) {
      yield written(frameOf('D', piece as Buffer))
    }
  }
  yield frameOf('Z', json({ sha256: hash.end() }))
}

/**
 * The COPY statement of a table. It names the columns, since a house migrated elsewhere may have them in another order.
 */
export const copyText = ({ name, columns }: BackupTable, way: 'to stdout' | 'from stdin'): string =>
  `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) ${way}`
