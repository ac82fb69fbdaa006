import {
  priceE4,
  cents,
  rateE6,
  wholeShares,
  type PriceE4,
  type Cents,
  type RateE6,
  type Shares,
} from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { IdOf } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Column } from './columns.ts'
import type { Row } from './db.ts'
import type { Cells } from './statement.ts'

/** A cell from the database: a text on a line; from the pool a text, a number, a flag, bytes or a JSON value. */
type Cell = string | bigint | number | boolean | Buffer | object

/** A cell of a row, by its position in the list of columns or by its name in the result. */
type CellAt = (at: number, name: string) => Cell | null

/** The encoding of a value in a column: the type to write, and the decoder of a cell. */
interface Codec<Value> {
  readonly type: Column<never>['type']
  readonly read: (cell: Cell) => Value
}

/** A column with its name in results, and its value in a field. */
interface PlacedColumn {
  readonly column: string
  readonly name: string
  readonly type: Column<never>['type']
  readonly of: (field: unknown) => unknown
}

/** The columns of a field: one, or those of a group. */
export interface TableColumns<Value> {
  readonly columns: readonly PlacedColumn[]
  /** The value in the cells from a position on. */
  readonly read: (cellAt: CellAt, at: number) => Value
}

/** The columns of each field of a value. */
export type Fields<Value> = { readonly [Field in keyof Value]-?: TableColumns<Value[Field]> }

/** The column of a field is the field itself, also where it is null. Most are, and the lane writes many. */
const itself = (field: unknown): unknown => field

const describe =
  <Value>({ type, read }: Codec<Value>) =>
  (column: string): TableColumns<Value> => ({
    columns: [{ column, name: column, type, of: itself }],
    read: (cellAt, at) => read(cellAt(at, column) as Cell),
  })

const int8Of = (cell: Cell): bigint => BigInt(cell as string | bigint)

/** An id in a row's cell, of the kind that its place wants. */
export const idIn = <Kind extends string>(cell: string | null | undefined): IdOf<Kind> => cell as IdOf<Kind>

/** An id of the kind that the field has. */
export const uuid = <Kind extends string>(column: string): TableColumns<IdOf<Kind>> =>
  describe<IdOf<Kind>>({ type: 'uuid', read: (cell) => cell as IdOf<Kind> })(column)
/** A number, or one from a closed list, which the database enforces. */
export const int4 = <Value extends number>(column: string): TableColumns<Value> =>
  describe<Value>({ type: 'int4', read: (cell) => Number(cell) as Value })(column)
/** Units of an asset that another column or the caller names. */
export const units = describe<bigint>({ type: 'int8', read: int8Of })
export const cash = describe<Cents>({ type: 'int8', read: (cell) => cents(int8Of(cell)) })
export const shares = describe<Shares>({ type: 'int8', read: (cell) => wholeShares(int8Of(cell)) })
export const price = describe<PriceE4>({ type: 'int8', read: (cell) => priceE4(int8Of(cell)) })
export const rate = describe<RateE6>({ type: 'int8', read: (cell) => rateE6(int8Of(cell)) })
/** An instant in milliseconds, or the number of an entry. */
export const instant = describe<Instant>({ type: 'int8', read: Number })
/** A number that is wider than an int4, such as a count or a duration. */
export const int8 = describe<number>({ type: 'int8', read: Number })
export const flag = describe<boolean>({ type: 'bool', read: (cell) => cell === true || cell === 't' })
/** Bytes. A line gives them in hex, behind two characters that say so. */
export const bytes = describe<Buffer>({
  type: 'bytea',
  read: (cell) => (typeof cell === 'string' ? Buffer.from(cell.slice(2), 'hex') : (cell as Buffer)),
})
/** A text from a closed list, which the database enforces, or any text. */
export const word = <Word extends string>(column: string): TableColumns<Word> =>
  describe<Word>({ type: 'text', read: (cell) => cell as Word })(column)
/** A list of texts, which only ordinary statements write and read. */
export const list = <Word extends string>(column: string): TableColumns<readonly Word[]> =>
  describe<readonly Word[]>({ type: 'text', read: (cell) => cell as readonly Word[] })(column)
/** A JSON object or list. */
export const json = <Value extends object>(column: string): TableColumns<Value> =>
  describe<Value>({
    type: 'jsonb',
    read: (cell) => (typeof cell === 'string' ? JSON.parse(cell) : cell) as Value,
  })(column)

/** Nullable columns: a group is null where any of its columns is. */
export const orNull = <Value>({ columns, read }: TableColumns<Value>): TableColumns<Value | null> => ({
  columns: columns.map((each) =>
    each.of === itself ? each : { ...each, of: (value) => (value === null ? null : each.of(value)) },
  ),
  read: (cellAt, at) => (columns.some(({ name }, n) => cellAt(at + n, name) === null) ? null : read(cellAt, at)),
})

/** A column that is read under another name, where a join selects two of the same name. */
export const renamed = <Value>({ columns, read }: TableColumns<Value>, name: string): TableColumns<Value> => ({
  columns: columns.map((each) => ({ ...each, name })),
  read: (cellAt, at) => read((n) => cellAt(n, name), at),
})

/** A column whose values have a type of their own, which `of` gives them: their cells are those of the codec. */
export const typed = <Stored, Value extends Stored>(
  { columns, read }: TableColumns<Stored>,
  of: (stored: Stored) => Value,
): TableColumns<Value> => ({ columns, read: (cellAt, at) => of(read(cellAt, at)) })

/** Several columns as one field, an object. */
export function group<Value extends object>(fields: Fields<Value>): TableColumns<Value> {
  const parts = partsOf(fields)
  return {
    columns: parts.flatMap(({ field, part }) =>
      part.columns.map((each) => {
        const own = (value: unknown): unknown => (value as Value)[field]
        return { ...each, of: each.of === itself ? own : (value: unknown) => each.of(own(value)) }
      }),
    ),
    read: (cellAt, at) => valueOf(parts, cellAt, at),
  }
}

interface Part<Value> {
  readonly field: keyof Value
  readonly part: TableColumns<Value[keyof Value]>
  /** The position of its first column. */
  readonly first: number
}

function partsOf<Value extends object>(fields: Fields<Value>): Part<Value>[] {
  let next = 0
  return (Object.entries(fields) as [keyof Value, TableColumns<Value[keyof Value]>][]).map(([field, part]) => {
    const first = next
    next += part.columns.length
    return { field, part, first }
  })
}

function valueOf<Value extends object>(parts: readonly Part<Value>[], cellAt: CellAt, at: number): Value {
  const value: Partial<Value> = {}
  for (const { field, part, first } of parts) value[field] = part.read(cellAt, at + first)
  return value as Value
}

/**
 * A table described once. Its columns serve to insert, to read a pool row by name, and to read a line's cells by
 * position.
 */
export interface Table<Value> {
  /** `customer, id, …` */
  readonly names: string
  /** The parameters of an ordinary insert of one row: `$1, $2, …`. */
  readonly slots: string
  /** The names under an alias of the table, as a join selects them: `o.customer, o.id as order_id, …`. */
  under(alias: string): string
  readonly columns: readonly Column<Value>[]
  /** The parameters' values for one row. */
  values(value: Value): unknown[]
  /** The value of cells that were selected by `names` or `under`. */
  ofCells(cells: Cells): Value
  /** The value of a row with all columns. */
  ofRow(row: Row): Value
}

/** Describes a table by the fields of its values. */
export function tableOf<Value extends object>(fields: Fields<Value>): Table<Value> {
  const parts = partsOf(fields)
  const all = group(fields).columns
  return {
    names: all.map(({ column }) => column).join(', '),
    slots: all.map((_each, at) => `$${at + 1}`).join(', '),
    under: (alias) =>
      all.map(({ column, name }) => `${alias}.${column}${name === column ? '' : ` as ${name}`}`).join(', '),
    columns: all.map(({ type, of }) => ({ type, of })),
    values: (value) => all.map(({ type, of }) => parameterOf(type, of(value))),
    ofCells: (cells) => valueOf(parts, (at) => cells[at] ?? null, 0),
    ofRow: (row) => valueOf(parts, cellsOf(row), 0),
  }
}

/** The reading of rows that are not rows of one table: of a join, a count, or some columns of a table. */
export function shapeOf<Value extends object>(fields: Fields<Value>): (row: Row) => Value {
  const parts = partsOf(fields)
  return (row) => valueOf(parts, cellsOf(row), 0)
}

/** The reading of rows of one column, or of one group of columns. */
export const cellOf =
  <Value>({ read }: TableColumns<Value>) =>
  (row: Row): Value =>
    read(cellsOf(row), 0)

/** The cells of a pool row by name. A column that was not selected is a mistake, not a null. */
function cellsOf(row: Row): CellAt {
  const cells = row as unknown as Readonly<Record<string, Cell | null>>
  return (_at, name) => {
    const cell = cells[name]
    assert(cell !== undefined, `a row has the column ${name}`)
    return cell
  }
}

/** The pool would send a list inside JSON as an array of PostgreSQL. */
const parameterOf = (type: PlacedColumn['type'], value: unknown): unknown =>
  type === 'jsonb' && value !== null ? JSON.stringify(value) : value
