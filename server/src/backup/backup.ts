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

/** What the file says of itself before its tables. */
export interface BackupHead {
  readonly magic: typeof MAGIC
  readonly format: 1
  readonly release: string
  readonly madeAt: string
  readonly migrations: readonly { readonly number: number; readonly name: string; readonly sha256: string }[]
  /** Rows by table, of the same moment: what a restored house must have. */
  readonly rows: Readonly<Record<string, number>>
  /** Files of the data folder that belong to it, as texts by name. The house's secret is one, unless it was left out. */
  readonly files: Readonly<Record<string, string>>
}

export interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** What of a data folder goes with the database: the secret that opens what is sealed in it, and what the first start made. */
export const SECRET_FILE = 'secret.key'
/** Links of the first seats that nobody has claimed yet: whoever has them gets in. */
const LINKS_FILE = 'first-seats.json'
export const FILES: readonly string[] = [SECRET_FILE, LINKS_FILE, 'first.json', 'audit-heads.log']

export interface BackupOptions {
  readonly url: string
  readonly role: string | null
  readonly folder: string | null
  /** A secret that was set by the environment stands in no file. */
  readonly secret: string | null
  readonly withSecret: boolean
}

/**
 * Writes all of a house into one file, while it runs: every table in one snapshot, so that it is the house of one moment. The file
 * is readable by its owner alone, and is there whole or not at all.
 */
export async function backUp(file: string, options: BackupOptions): Promise<BackupHead> {
  const client = new pg.Client({
    connectionString: options.url,
    connectionTimeoutMillis: 10_000,
    application_name: 'lonja backup',
    ...(options.role ? { options: `-c role=${options.role}` } : {}),
  })
  client.on('error', () => {}) // The statement under way hears of it by its own rejection.
  const half = `${file}.new`
  // Before the snapshot: what was signed by then is in it.
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
    await client.end().catch(() => {}) // It is gone already.
  }
}

const WRITING = new Set(['ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EROFS', 'ENOTDIR'])

/** Every table but the record of migrations, which a restored house writes by itself; with the columns that are stored. */
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

/** How many rows each table has, in the snapshot of the client. */
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
  if (!withSecret) for (const name of [SECRET_FILE, LINKS_FILE]) delete files[name]
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

/** The COPY of a table, by its columns' names: their order may be another in a house that was migrated elsewhere. */
export const copyText = ({ name, columns }: BackupTable, way: 'to stdout' | 'from stdin'): string =>
  `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) ${way}`
