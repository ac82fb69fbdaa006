import { priceE4, cents, wholeShares, type PriceE4, type Cents, type Shares } from '@lonja/core/base/amount'
import type { IdOf } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Column } from './columns.ts'
import type { Row } from './db.ts'
import type { Cells } from './statement.ts'

/** A cell from the database: a text on a line; a text or a number from the pool. */
type Cell = string | bigint | number

/** The encoding of a value in a column: the type to write, and the decoder of a cell. */
interface Codec<Value> {
  readonly type: Column<never>['type']
  readonly read: (cell: Cell) => Value
}

/** A column of a table, with its name there. */
export interface TableColumn<Value> {
  readonly column: string
  readonly type: Column<never>['type']
  readonly read: (cell: Cell | null) => Value
}

const describe =
  <Value>({ type, read }: Codec<Value>) =>
  (column: string): TableColumn<Value> => ({ column, type, read: (cell) => read(cell as Cell) })

/** An id in a row's cell, of the kind that its place wants. */
export const idIn = <Kind extends string>(cell: string | null | undefined): IdOf<Kind> => cell as IdOf<Kind>

/** An id of the kind that the field has. */
export const uuid = <Kind extends string>(column: string): TableColumn<IdOf<Kind>> =>
  describe<IdOf<Kind>>({ type: 'uuid', read: (cell) => cell as IdOf<Kind> })(column)
export const int4 = describe<number>({ type: 'int4', read: Number })
/** Units of an asset that another column or the caller names. */
export const units = describe<bigint>({ type: 'int8', read: BigInt })
export const cash = describe<Cents>({ type: 'int8', read: (cell) => cents(BigInt(cell)) })
export const shares = describe<Shares>({ type: 'int8', read: (cell) => wholeShares(BigInt(cell)) })
export const price = describe<PriceE4>({ type: 'int8', read: (cell) => priceE4(BigInt(cell)) })
/** An instant in milliseconds, or the number of an entry. */
export const instant = describe<Instant>({ type: 'int8', read: Number })
/** A text from a closed list, which the database enforces. */
export const word = <Word extends string>(column: string): TableColumn<Word> =>
  describe<Word>({ type: 'text', read: (cell) => cell as Word })(column)

/** A nullable column. */
export const orNull = <Value>({ column, type, read }: TableColumn<Value>): TableColumn<Value | null> => ({
  column,
  type,
  read: (cell) => (cell === null ? null : read(cell)),
})

/**
 * A table described once. Its columns serve to insert, to read a pool row by name, and to read a line's cells by
 * position.
 */
export interface Table<Value> {
  /** `customer, id, …`, and the same under an alias of the table: `o.customer, o.id, …`. */
  readonly names: string
  under(alias: string): string
  readonly columns: readonly Column<Value>[]
  /** The value of cells that were selected by `names` or `under`. */
  ofCells(cells: Cells): Value
  /** The value of a row with all columns. */
  ofRow(row: Row): Value
}

/** Describes a table by the fields of its values, one column each. */
export function tableOf<Value extends object>(fields: {
  readonly [Field in keyof Value]-?: TableColumn<Value[Field]>
}): Table<Value> {
  const all = Object.entries(fields) as [keyof Value, TableColumn<Value[keyof Value]>][]
  const valueOf = (cellAt: (at: number, column: string) => Cell | null): Value => {
    const value: Partial<Value> = {}
    let at = 0
    for (const [field, { column, read }] of all) {
      value[field] = read(cellAt(at, column))
      at += 1
    }
    return value as Value
  }
  return {
    names: all.map(([, { column }]) => column).join(', '),
    under: (alias) => all.map(([, { column }]) => `${alias}.${column}`).join(', '),
    columns: all.map(([field, { type }]) => ({ type, of: (value) => value[field] })),
    ofCells: (cells) => valueOf((at) => cells[at] ?? null),
    ofRow: (row) => valueOf((_at, column) => (row[column] ?? null) as Cell | null),
  }
}
