import { stringify } from 'csv-stringify/sync'
import { Zip, ZipDeflate } from 'fflate'
import { guardedCell } from '@lonja/core/base/cells'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { sql, type Tx } from './db.ts'
import { takeTurns } from '../base/turns.ts'

/*
 * The export of all data of one customer. It lists the tables from the database's own catalogue: each table with a
 * column `customer` is included, so a new feature needs no change here.
 */

interface Table {
  readonly name: string
  readonly whose: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
  /** The query of its rows, if they stand in no table of its name. */
  readonly query?: string
}

/** Public rows on which rows of a customer rest, as a feature adds them to the archive: its query names the customer of each. */
export type RowsBeside = Required<Omit<Table, 'whose'>>

/** Tables that name a customer and are left out, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  customers_lock: 'a lock',
  kept_answers: 'answers for repeated requests, which repeat other tables and are purged after 30 days',
  restriction_notes: 'notes are between staff',
  entry_sums: 'sums that the entries give',
  postings: 'the view `entries` has their lines',
}

/** The keys of views, which have no primary key. */
const KEYS_OF_VIEWS: Readonly<Record<string, readonly string[]>> = {
  entries: ['customer', 'version'],
  fund_events: ['customer', 'moved'],
  ipo_application_terms: ['application', 'place'],
}

/** Columns with secrets, which would grant access, or with values that only the house compares. */
const SECRET = /secret|hash|fingerprint|opened_|_key$|sealed|nonce|^turn$/

const FIND_TABLES = sql(
  'find_customers_tables',
  `select c.table_name as name,
     array_agg(c.column_name::text order by c.ordinal_position) filter (where c.data_type <> 'bytea') as columns,
     (select coalesce(array_agg(k.column_name::text order by k.ordinal_position), '{}') from information_schema.key_column_usage k
        where k.table_schema = c.table_schema and k.table_name = c.table_name and k.constraint_name like '%\\_pkey') as key
   from information_schema.columns c
   where c.table_schema = current_schema()
     and has_column_privilege(format('%I.%I', c.table_schema, c.table_name), c.column_name, 'select')
   group by c.table_schema, c.table_name
   having bool_or(c.column_name = 'customer' and c.data_type = 'uuid') or c.table_name = 'customers'
   order by c.table_name`,
)

/** The tables of the archive, from the catalogue. */
export async function tablesOfCustomers(tx: Tx): Promise<Table[]> {
  const rows = await tx.run<{ name: string; columns: string[]; key: string[] }>(FIND_TABLES)
  return rows
    .filter(({ name }) => !(name in LEFT_OUT))
    .map(({ name, columns, key }) => ({
      name,
      whose: name === 'customers' ? 'id' : 'customer',
      columns: columns.filter((column) => !SECRET.test(column)),
      key: KEYS_OF_VIEWS[name] ?? (key.length > 0 ? key : ['customer']),
    }))
}

const PIECE = 2_000

/**
 * Yields a customer's rows of one table as texts, in the order of the table's key. A cursor reads the table once,
 * however many chunks the rows come in.
 */
async function* rowsOf(
  tx: Tx,
  { name, whose, columns, key, query }: Table,
  customer: CustomerId,
): AsyncGenerator<Row[]> {
  const quoted = (column: string): string => `"${column}"`
  const select = `select ${columns.map((column) => `${quoted(column)}::text`).join(', ')} from ${query ? `(${query}) as beside` : quoted(name)}
    where ${quoted(whose)} = $1 order by ${key.map(quoted).join(', ')}`
  const cursor = quoted(`all_${name}`)
  await tx.run({ name: `declare_all_${name}`, text: `declare ${cursor} no scroll cursor for ${select}` }, [customer])
  for (;;) {
    const rows = await tx.run<Row>({ name: `fetch_all_${name}`, text: `fetch ${PIECE} from ${cursor}` })
    yield rows
    if (rows.length < PIECE) break
  }
  await tx.run({ name: `close_all_${name}`, text: `close ${cursor}` })
}

type Row = Readonly<Record<string, string | null>>

/**
 * A ZIP archive of all data of a customer, each table as JSON and as CSV. It is read in the snapshot of `tx` and
 * compressed while it is read. It leaves out passwords, tokens and the contents of encrypted files, and says so.
 */
export async function everythingOf(
  tx: Tx,
  customer: CustomerId,
  { mark, now, beside = [] }: { mark: string; now: Instant; beside?: readonly RowsBeside[] },
): Promise<AsyncIterable<Uint8Array>> {
  const packed: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    packed.push(piece)
  })
  const open = (name: string) => {
    const file = new ZipDeflate(name, { level: 3 })
    file.mtime = new Date(now)
    zip.add(file)
    return file
  }
  const about = open('READ ME.txt')
  about.push(Buffer.from(`${mark}\n\n${ABOUT}\n${new Date(now).toISOString()}\n`), true)
  for (const table of [...(await tablesOfCustomers(tx)), ...beside.map((rows) => ({ ...rows, whose: 'customer' }))]) {
    const rows: Row[] = []
    for await (const piece of rowsOf(tx, table, customer)) {
      rows.push(...piece)
      await takeTurns()
    }
    await put(open(`json/${table.name}.json`), jsonOf(rows))
    await put(open(`csv/${table.name}.csv`), csvOf(table, rows))
  }
  zip.end()
  return piecesOf(packed)
}

const ABOUT = `Everything that this house keeps of your account: one file for each table, as JSON and as CSV.
Amounts are whole cents or shares, prices ten-thousandths, moments (…_at) milliseconds since 1970 (UTC).
Money and shares move in \`entries\`, line by line; \`fund_events\` adds them up: one row for each thing that happened.
Left out are passwords, tokens and other secrets, which are kept as hashes, and the contents of encrypted files.
`

async function put(file: ZipDeflate, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    file.push(Buffer.from(piece))
    await takeTurns()
  }
  file.push(new Uint8Array(0), true)
}

const PACKED_AT_ONCE = 500

function* inParts(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += PACKED_AT_ONCE) yield rows.slice(from, from + PACKED_AT_ONCE)
}

function* jsonOf(rows: readonly Row[]): Generator<string> {
  yield '['
  let isFirst = true
  for (const part of inParts(rows)) {
    yield `${isFirst ? '' : ','}\n${part.map((row) => JSON.stringify(row)).join(',\n')}`
    isFirst = false
  }
  yield '\n]\n'
}

function* csvOf({ columns }: Table, rows: readonly Row[]): Generator<string> {
  yield stringify([[...columns]])
  for (const part of inParts(rows))
    yield stringify(part.map((row) => columns.map((column) => guardedCell(row[column] ?? ''))))
}

async function* piecesOf(packed: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of packed) yield piece
}
