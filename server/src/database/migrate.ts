import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { CannotOpen } from '../base/cannot.ts'

/** One step of the database's schema: plain SQL, run once, never changed afterwards. */
export interface Migration {
  readonly number: number
  /** The file's name: `0001_base.sql`. */
  readonly name: string
  readonly text: string
  readonly sha256: string
}

const FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))
const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/

/** The migrations of a folder in order. Refuses two with one number, and a file with another form of name. */
export function migrationsIn(folder: string = FOLDER): Migration[] {
  const migrations = readdirSync(folder)
    .sort()
    .map((name) => {
      const number = NAME.exec(name)?.[1]
      if (!number)
        throw new CannotOpen(`${join(folder, name)} is not a migration: its name must be like 0001_base.sql.`)
      const text = readFileSync(join(folder, name), 'utf8')
      return { number: Number(number), name, text, sha256: createHash('sha256').update(text).digest('hex') }
    })
  const twice = migrations.find(({ number }, at) => migrations[at - 1]?.number === number)
  if (twice) throw new CannotOpen(`Two migrations have the number of ${twice.name}: each has its own.`)
  return migrations
}

/** Replaces `:server` in a migration by the role of the server's own sessions. A cast (`::server`) is left alone. */
const withRole = (text: string, serverRole: string): string =>
  text.replace(/(?<![:\w]):server\b/g, () => pg.escapeIdentifier(serverRole))

/**
 * Migrates the database to the schema of this code, as the owner of its tables, and returns the names of the migrations
 * it ran. Each file is a transaction. A database that is newer than the code, or whose history differs from the files,
 * is left alone. Nodes that start at once take turns: each file is recorded in its own transaction, under a lock of the
 * record.
 */
export async function migrate(ownerUrl: string, serverRole: string, migrations = migrationsIn()): Promise<string[]> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'lonja migrate',
  })
  client.on('error', () => {}) // The running statement rejects with the error itself.
  await client.connect()
  try {
    await makeRecord(client, serverRole)
    checkPast(await listDone(client), migrations)
    const run: string[] = []
    for (const migration of migrations) {
      if (await runOnce(client, serverRole, migration, migrations)) run.push(migration.name)
    }
    return run
  } finally {
    await client.end()
  }
}

interface MigrationRow {
  readonly number: number
  readonly name: string
  readonly sha256: string
}

const DUPLICATES = ['23505', '42P07', '42710']

/** Creates the record of migrations. If two nodes create it at once, the second finds it. */
async function makeRecord(client: pg.Client, serverRole: string): Promise<void> {
  const text = `
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      applied_at timestamptz not null default now()
    );
    grant select on schema_migrations to :server`
  const { rowCount } = await client.query(
    "select from pg_tables where tablename = 'schema_migrations' and schemaname = current_schema()",
  )
  if (rowCount) return
  await client.query(withRole(text, serverRole)).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || !DUPLICATES.includes(error.code ?? '')) throw error
  })
}

async function listDone(client: pg.Client): Promise<MigrationRow[]> {
  return (await client.query<MigrationRow>('select number, name, sha256 from schema_migrations order by number')).rows
}

function checkPast(done: readonly MigrationRow[], migrations: readonly Migration[]): void {
  for (const { number, name, sha256 } of done) {
    const known = migrations.find((migration) => migration.number === number)
    if (!known) {
      throw new CannotOpen(
        `The database is newer than this code: it has ${name}. Start the release that made it, or a later one.`,
      )
    }
    if (known.sha256 !== sha256) {
      throw new CannotOpen(
        `${known.name} was changed after it was run on this database: put the file back; changes go into a new one.`,
      )
    }
  }
}

/** Runs one migration, unless another node has run it in the meantime. */
async function runOnce(
  client: pg.Client,
  serverRole: string,
  { number, name, text, sha256 }: Migration,
  migrations: readonly Migration[],
): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('lock table schema_migrations in exclusive mode')
    const done = await listDone(client)
    checkPast(done, migrations)
    const isNew = !done.some((earlier) => earlier.number === number)
    if (isNew) {
      await client.query(withRole(text, serverRole))
      await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
        number,
        name,
        sha256,
      ])
    }
    await client.query('commit')
    return isNew
  } catch (error) {
    await client.query('rollback').catch(() => {}) // The connection is lost, and with it the transaction.
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new CannotOpen(
      `The migration ${name} failed${lineOf(withRole(text, serverRole), error)} and changed nothing: ${error.message}`,
      {
        cause: error,
      },
    )
  }
}

/** The line at which the database stopped parsing, if it reports one. */
function lineOf(text: string, { position }: pg.DatabaseError): string {
  return position ? ` in line ${text.slice(0, Number(position)).split('\n').length}` : ''
}
