import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { LoadSet } from './columns.ts'
import type { Cells, BoundStatement } from './statement.ts'

/** The id and the time of decision that a batch writes into its rows. */
export interface Batch {
  readonly id: string
  readonly at: Instant
}

/** Every key begins with the customer's id. */
export interface CustomerKey {
  readonly customer: CustomerId
}

/**
 * A value whose row was read in this transaction, with the row's physical address (its ctid). The save uses the address
 * instead of a lookup. The address stays valid, since nobody else writes the row while its customer is locked.
 */
export interface ChangedRow<Value> {
  readonly value: Value
  readonly row: string
}

/** The access of a book to one table: load by key, find by key, and save the changes. */
export interface BookTable<Key extends CustomerKey, Value> {
  /** The statement returns each row's `ctid` last. */
  readonly load: LoadSet<Key, Value>
  /** The key as a text that is unique for its customer. */
  textOf(key: Key): string
  keyOf(value: Value): Key
  /** Distinguishes the values of one key, if a key can have several. */
  idOf?(value: Value): string
  /** True if its statements come before those of other tables. */
  readonly isFirst?: true
  /** The statements that save new and changed values. */
  save(added: readonly Value[], changed: readonly ChangedRow<Value>[]): BoundStatement[]
}

/** A table whose rows are only ever added. */
export interface Log<Row> {
  save(rows: readonly Row[], batch: Batch): BoundStatement[]
}

/** A value that a command needs: one key of one table. */
export interface NeededValue {
  readonly table: AnyTable
  readonly key: CustomerKey
}

/** A table of any key and value. The book holds many kinds, and `on` restores the types of each. */
type AnyTable = BookTable<CustomerKey, unknown>
type AnyLog = Log<unknown>

export const need = <Key extends CustomerKey, Value>(table: BookTable<Key, Value>, key: Key): NeededValue => ({
  table,
  key,
})

export interface OpenTable<Key extends CustomerKey, Value> {
  /** The value under a key, after the last command's changes. */
  find(key: Key): Value | undefined
  /** All values under a key that can have several. */
  list(key: Key): readonly Value[]
  put(value: Value): void
}

/** The working set of a batch: the data that it read, with the changes of its commands in order. */
export interface Book {
  on<Key extends CustomerKey, Value>(table: BookTable<Key, Value>): OpenTable<Key, Value>
  /** Adds a row to a log. */
  append<Row>(log: Log<Row>, row: Row): void
  /** The number of changes so far, to tell whether a command changed anything. */
  changes(): number
  need(needed: NeededValue): void
  loads(): BoundStatement[]
  take(answers: readonly (readonly Cells[])[]): void
  saves(batch: Batch): BoundStatement[]
}

interface Slot {
  value: unknown
  /** The row's ctid; null for a new value. */
  readonly row: string | null
  changed: boolean
}

/** The values of a book under one key. */
interface Place {
  readonly key: CustomerKey
  readonly own: Slot[]
}

interface TableState {
  readonly table: AnyTable
  /** The table as commands see it, made once for each batch. */
  readonly face: OpenTable<CustomerKey, unknown>
  /** By customer, then by the key's text. One joined text would have to be built anew for each lookup. */
  readonly places: Map<string, Map<string, Place>>
  count: number
}

export function openBook(): Book {
  const opened = new Map<AnyTable, TableState>()
  const logs = new Map<AnyLog, unknown[]>()
  let loading: TableState[] = []
  let changes = 0

  const open = (table: AnyTable): TableState => {
    const known = opened.get(table)
    if (known) return known
    const fresh = openTable(table, () => {
      changes += 1
    })
    opened.set(table, fresh)
    return fresh
  }

  return {
    on: <Key extends CustomerKey, Value>(table: BookTable<Key, Value>) =>
      open(table).face as unknown as OpenTable<Key, Value>,
    append: (log, row) => {
      changes += 1
      const rows = logs.get(log)
      if (rows) rows.push(row)
      else logs.set(log, [row])
    },
    changes: () => changes,
    need: ({ table, key }) => void placeFor(open(table), key),
    loads: () => {
      loading = [...opened.values()].filter(({ count }) => count > 0)
      return loading.map((here) => here.table.load.for(keysOf(here)))
    },
    take: (answers) => loading.forEach((here, at) => fillShelf(here, answers[at] ?? [])),
    saves: (batch) => [
      ...inOrder([...opened.values()]).flatMap((here) => savesOf(here)),
      ...[...logs].flatMap(([log, rows]) => log.save(rows, batch)),
    ],
  }
}

const inOrder = (tables: readonly TableState[]): readonly TableState[] =>
  tables.some(({ table }) => table.isFirst)
    ? [...tables.filter(({ table }) => table.isFirst), ...tables.filter(({ table }) => !table.isFirst)]
    : tables

function openTable(table: AnyTable, changed: () => void): TableState {
  const places: TableState['places'] = new Map()
  const find = (key: CustomerKey): Place | undefined => places.get(key.customer)?.get(table.textOf(key))
  const here: TableState = {
    table,
    places,
    count: 0,
    face: {
      find: (key) => find(key)?.own[0]?.value,
      list: (key) => find(key)?.own.map(({ value }) => value) ?? [],
      put: (value) => {
        changed()
        put(here, value)
      },
    },
  }
  return here
}

/** Finds or makes the place of a key. */
function placeFor(here: TableState, key: CustomerKey): Place {
  const text = here.table.textOf(key)
  let of = here.places.get(key.customer)
  if (!of) {
    of = new Map()
    here.places.set(key.customer, of)
  }
  let place = of.get(text)
  if (!place) {
    place = { key, own: [] }
    of.set(text, place)
    here.count += 1
  }
  return place
}

function put(here: TableState, value: unknown): void {
  const { table } = here
  const key = table.keyOf(value)
  const { own } = placeFor(here, key)
  const id = table.idOf?.(value)
  const slot = table.idOf ? own.find((other) => table.idOf?.(other.value) === id) : own[0]
  if (!slot) {
    own.push({ value, row: null, changed: true })
    return
  }
  slot.value = value
  slot.changed = true
}

function keysOf({ places }: TableState): CustomerKey[] {
  const keys: CustomerKey[] = []
  for (const of of places.values()) for (const { key } of of.values()) keys.push(key)
  return keys
}

function fillShelf(here: TableState, rows: readonly Cells[]): void {
  const { load, keyOf } = here.table
  for (const cells of rows) {
    const value = load.read(cells)
    placeFor(here, keyOf(value)).own.push({ value, row: cells.at(-1) ?? null, changed: false })
  }
}

function savesOf(here: TableState): BoundStatement[] {
  const added: unknown[] = []
  const changed: ChangedRow<unknown>[] = []
  for (const of of here.places.values()) {
    for (const { own } of of.values()) {
      for (const { value, row, changed: wasChanged } of own) {
        if (row === null) added.push(value)
        else if (wasChanged) changed.push({ value, row })
      }
    }
  }
  return added.length + changed.length > 0 ? here.table.save(added, changed) : []
}
