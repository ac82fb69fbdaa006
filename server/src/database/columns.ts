import { sql } from './db.ts'
import type { Cells, PacketValue, BoundStatement } from './statement.ts'
import {
  beginPacket,
  endPacket,
  place,
  putAgain,
  putByte,
  putBytes,
  putInt16,
  putInt32,
  putInt64,
  putText,
  putUuid,
  setInt32,
} from './packet.ts'

/**
 * A statement for one row or a thousand takes each column as one array. Arrays are sent in PostgreSQL's binary form,
 * which the database reads several times faster than text and which needs no quoting.
 */

type Type = 'uuid' | 'int8' | 'int4' | 'bool' | 'text' | 'bytea' | 'jsonb' | 'tid'

/** One column: its type, and its value in a row. */
export interface Column<Value> {
  readonly type: Type
  readonly of: (row: Value) => unknown
}

type Of<Value, Cell> = (row: Value) => Cell

export const uuids = <Value>(of: Of<Value, string | null>): Column<Value> => ({ type: 'uuid', of })
export const texts = <Value>(of: Of<Value, string | null>): Column<Value> => ({ type: 'text', of })
/** Amounts are bigint, instants are numbers. */
export const int8s = <Value>(of: Of<Value, bigint | number | null>): Column<Value> => ({ type: 'int8', of })
export const int4s = <Value>(of: Of<Value, number | null>): Column<Value> => ({ type: 'int4', of })
export const byteas = <Value>(of: Of<Value, Buffer | null>): Column<Value> => ({ type: 'bytea', of })
/** Physical addresses of rows, as the database returned them: `(12,3)`. */
export const tids = <Value>(of: Of<Value, string>): Column<Value> => ({ type: 'tid', of })

const OIDS = { bool: 16, bytea: 17, int8: 20, int4: 23, text: 25, tid: 27, uuid: 2950, jsonb: 3802 } as const
const JSONB_VERSION = 1

/** Writes a column of some rows into the packet as a binary array. */
function putArray<Value>({ type, of }: Column<Value>, rows: readonly Value[]): void {
  putInt32(1) // one dimension
  const flag = place()
  putInt32(0)
  putInt32(OIDS[type])
  putInt32(rows.length)
  putInt32(1) // counted from one
  const whole = type === 'uuid' ? putUuids(of, rows) : putCells(type, of, rows)
  if (!whole) setInt32(flag, 1)
}

/** Returns true if no cell is null. An id that equals the one before, as neighbours often do, is copied. */
function putUuids<Value>(of: (row: Value) => unknown, rows: readonly Value[]): boolean {
  let whole = true
  let before: unknown = null
  let where = 0
  for (const row of rows) {
    const id = of(row)
    if (id === null) {
      whole = false
      putInt32(-1)
      continue
    }
    putInt32(16)
    if (id === before) putAgain(where, 16)
    else putUuid(id as string)
    before = id
    where = place() - 16
  }
  return whole
}

function putCells<Value>(type: Type, of: (row: Value) => unknown, rows: readonly Value[]): boolean {
  let whole = true
  for (const row of rows) {
    const cell = of(row)
    if (cell === null) {
      whole = false
      putInt32(-1)
    } else if (type === 'int8') {
      putInt32(8)
      putInt64(cell as bigint | number)
    } else putOpen(type, cell)
  }
  return whole
}

/** Writes a cell of another type or of variable length. The length is filled in afterwards. */
function putOpen(type: Type, cell: unknown): void {
  const start = place()
  putInt32(0)
  if (type === 'text') putText(cell as string)
  else if (type === 'bytea') putBytes(cell as Buffer)
  else if (type === 'int4') putInt32(cell as number)
  else if (type === 'bool') putByte(cell ? 1 : 0)
  else if (type === 'tid') putTid(cell as string)
  else {
    putByte(JSONB_VERSION)
    putText(JSON.stringify(cell))
  }
  setInt32(start, place() - start - 4)
}

/** Writes a row's block number and its position in the block. */
function putTid(text: string): void {
  const comma = text.indexOf(',')
  putInt32(Number(text.slice(1, comma)) | 0)
  putInt16(Number(text.slice(comma + 1, -1)))
}

/** A column of some rows as the value of a statement. */
export const arrayOf = <Value>(column: Column<Value>, rows: readonly Value[]): PacketValue => ({
  put: () => putArray(column, rows),
  toPostgres: () => {
    beginPacket()
    putArray(column, rows)
    return endPacket()
  },
})

/**
 * The rows of a set statement: `(select unnest($1::uuid[]), unnest($2::text[]))`. The table function `unnest` of
 * several arrays copies each array first, at twice the cost. PostgreSQL 15 requires an alias: `$rows as rows`.
 */
export const unnestOf = (columns: readonly Column<never>[]): string =>
  `(select ${columns.map(({ type }, at) => `unnest($${at + 1}::${type}[])`).join(', ')})`

/** A statement that writes any number of rows. `$rows` in its text is replaced by `unnestOf`. */
export function saveSet<Value>(
  name: string,
  columns: readonly Column<Value>[],
  text: string,
): (rows: readonly Value[]) => BoundStatement {
  const statement = sql(
    name,
    text.replace('$rows', () => unnestOf(columns)),
  )
  return (rows) => ({ statement, values: columns.map((column) => arrayOf(column, rows)) })
}

/**
 * A statement that reads by any number of keys, `$rows` in its text. `read` makes a value from a row's cells by
 * position.
 */
export interface LoadSet<Key, Value> {
  for(keys: readonly Key[]): BoundStatement
  readonly read: (cells: Cells) => Value
}

export function loadSet<Key, Value>(
  name: string,
  columns: readonly Column<Key>[],
  read: (cells: Cells) => Value,
  text: string,
): LoadSet<Key, Value> {
  return { for: saveSet(name, columns, text), read }
}
