import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import type { Statement } from './statement.ts'
import type { Query, Row, Tx } from './db.ts'

/** The server's sources, without tests and their support. */
const SOURCES = fileURLToPath(new URL('../', import.meta.url))
/** Statements of transactions and cursors, which cannot be prepared; their tests run them. */
const CONTROL = /^(begin|commit|rollback|declare|fetch|close)\b/
const NAMES = /\bsql\(\s*['`]([a-z0-9_]+)['`]/g

/**
 * A statement that gives way to a row by one unique index. Two servers that insert the same row at once may meet at another index of
 * the table first, and then PostgreSQL raises an error.
 */
const GIVES_WAY_BY_ONE = /^\s*insert into (\w+)[^;]* on conflict \([^)]*\)[^;]* do nothing/
const UNIQUE_INDEXES = `
  select c.relname as name, count(*)::int as indexes from pg_index i join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relnamespace = current_schema()::regnamespace group by c.relname`

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((path) => ({ path, file: join(SOURCES, path), text: readFileSync(join(SOURCES, path), 'utf8') }))
  .filter(({ text }) => /\bsql\(/.test(text))
const isOfTests = ({ path }: { path: string }) => /\.(test|testing|long)\.ts$/.test(path) || /^testing\b/.test(path)
const files = sources.filter((source) => !isOfTests(source))
const namesIn = (all: typeof sources) => all.flatMap(({ text }) => [...text.matchAll(NAMES)].map(([, name]) => name))

let house: TestHouse
/** The statements that the house's own files name, loaded anew: tests of this process name some of their own. */
let listOfHouse: () => readonly Statement[]
beforeAll(async () => {
  house = await openTestHouse()
  vi.resetModules()
  listOfHouse = (await import('./db.ts')).listStatements
  for (const { file } of files) await import(file)
  // Joins the statement that counts the tables of the books.
  await (await import('../books.ts')).verifyBooks(house.db)
})
afterAll(() => house.close())

/** The database's complaint about a statement; null if it can plan it. Its parameters get their types as in a trip. */
async function complaintAbout(tx: Tx, { name, text }: { name: string; text: string }): Promise<string | null> {
  await tx.run({ name: 'begin_plan', text: 'savepoint plan' })
  try {
    await tx.run({ name: `plan_${name}`, text: `prepare planned as ${text}` })
    await tx.run({ name: 'drop_plan', text: 'deallocate planned' })
    return null
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    await tx.run({ name: 'end_plan', text: 'rollback to savepoint plan' })
  }
}

/** The columns that are read of a row, as far as the reading comes with cells that mean nothing. */
function columnsReadBy({ read }: Query<unknown>): Set<string> {
  const columns = new Set<string>()
  const get = (_row: unknown, column: string): string => {
    columns.add(column)
    return '0'
  }
  try {
    read(new Proxy({}, { get }) as Row)
  } catch {
    // Some values are checked after all their columns were read.
  }
  return columns
}

/** The columns that a statement returns; null if it does not run without values for its parameters. */
async function columnsOf(client: pg.Client, { text }: Statement): Promise<Set<string> | null> {
  const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  await client.query('savepoint columns')
  try {
    const { fields } = await client.query({ text, values: Array.from({ length: parameters }, () => null) })
    return new Set(fields.map(({ name }) => name))
  } catch {
    return null
  } finally {
    await client.query('rollback to savepoint columns')
  }
}

describe('the statements of the house', () => {
  test('are all known to this test: each that a source names was loaded', () => {
    const named = namesIn(files)
    const loaded = new Set(listOfHouse().map(({ name }) => name))
    expect(named.filter((name) => name !== undefined && !loaded.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(300)
  })

  test('are understood by this PostgreSQL, against the migrated tables', async () => {
    const complaints = await house.db.write(async (tx) => {
      const complaints: string[] = []
      for (const statement of listOfHouse().filter(({ text }) => !CONTROL.test(text))) {
        const complaint = await complaintAbout(tx, statement)
        if (complaint !== null) complaints.push(complaint)
      }
      return complaints
    })
    expect(complaints).toEqual([])
  })

  test('return the columns by which their rows are read', async () => {
    const client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    await client.query('begin')
    const missing: string[] = []
    let checked = 0
    for (const statement of listOfHouse().filter(({ text }) => !CONTROL.test(text))) {
      const columns = 'read' in statement ? await columnsOf(client, statement) : null
      if (columns === null) continue
      checked += 1
      const expected = [...columnsReadBy(statement as Query<unknown>)].filter((column) => !columns.has(column))
      missing.push(...expected.map((column) => `${statement.name} does not return ${column}`))
    }
    await client.query('rollback')
    await client.end()
    expect(missing).toEqual([])
    expect(checked).toBeGreaterThan(200)
  })

  test('that leave the row of another server as it is do so by each unique index of the table', async () => {
    const client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    const { rows } = await client.query<{ name: string; indexes: number }>(UNIQUE_INDEXES)
    await client.end()
    const indexesOf = new Map(rows.map(({ name, indexes }) => [name, indexes]))
    const named = listOfHouse().flatMap(({ name, text }) => {
      const table = GIVES_WAY_BY_ONE.exec(text)?.[1]
      return table === undefined ? [] : [{ name, indexes: indexesOf.get(table) }]
    })
    expect(named.filter(({ indexes }) => indexes !== 1)).toEqual([])
    expect(named.length).toBeGreaterThan(10)
  })
})
