import type { Instant } from '@lonja/core/base/instant'
import type { LoadSet } from './columns.ts'
import type { Cells, Sent } from './statement.ts'

/** A batch, as it is written: an id of its own, and when it was decided. */
export interface Batch {
  readonly id: string
  readonly at: Instant
}

/** Every key begins with the customer's id. */
export interface Keyed {
  readonly customer: string
}

/**
 * A value whose row was read in this transaction, and where that row stands (its ctid): saved there, it need not be looked up
 * again. The row stays where it is, since nobody else writes it while its customer is locked.
 */
export interface Changed<Value> {
  readonly value: Value
  readonly row: string
}

/** How one table stands in a batch's book: read by key, found by key, and saved where it changed. */
export interface Shelf<Key extends Keyed, Value> {
  /** Its statement answers each row's `ctid` last. */
  readonly load: LoadSet<Key, Value>
  /** A key as one text among its customer's, and the key that a value stands under. */
  textOf(key: Key): string
  keyOf(value: Value): Key
  /** Tells values of one key apart, where a key has several. */
  idOf?(value: Value): string
  /** Statements for what is new and what was there before. */
  save(added: readonly Value[], changed: readonly Changed<Value>[]): Sent[]
}

/** How rows that are only ever added are saved. */
export interface Log<Row> {
  save(rows: readonly Row[], batch: Batch): Sent[]
}

/** What a command must know: one key on one shelf. */
export interface Wanted {
  readonly shelf: AnyShelf
  readonly key: Keyed
}

/** A shelf of whatever key and value: the book keeps many kinds side by side, and `on` gives each its types back. */
type AnyShelf = Shelf<Keyed, unknown>
type AnyLog = Log<unknown>

export const want = <Key extends Keyed, Value>(shelf: Shelf<Key, Value>, key: Key): Wanted => ({
  shelf,
  key,
})

export interface OpenShelf<Key extends Keyed, Value> {
  /** The value under a key, as the last command left it. */
  find(key: Key): Value | undefined
  /** All values under a key, where a key has several. */
  list(key: Key): readonly Value[]
  put(value: Value): void
  /** How many of a customer's values are new in this batch. */
  added(customer: string): number
}

/** The batch's working set: what it read, with what its commands changed, one after the other. */
export interface Book {
  on<Key extends Keyed, Value>(shelf: Shelf<Key, Value>): OpenShelf<Key, Value>
  /** A row that is only ever added. */
  append<Row>(log: Log<Row>, row: Row): void
  /** How many changes so far: tells whether a command changed anything. */
  changes(): number
  want(wanted: Wanted): void
  loads(): Sent[]
  take(answers: readonly (readonly Cells[])[]): void
  saves(batch: Batch): Sent[]
}

interface Slot {
  value: unknown
  /** Where its row was read; null for what is new. */
  readonly row: string | null
  changed: boolean
}

/** What a book has under one key. */
interface Place {
  readonly key: Keyed
  readonly own: Slot[]
}

interface Opened {
  readonly shelf: AnyShelf
  /** What commands are given of it: made once a batch. */
  readonly face: OpenShelf<Keyed, unknown>
  /** By customer, then by the key's text: a text of both together would be put together anew for each look. */
  readonly places: Map<string, Map<string, Place>>
  /** How many new values each customer has. */
  readonly added: Map<string, number>
  count: number
}

export function openBook(): Book {
  const opened = new Map<AnyShelf, Opened>()
  const logs = new Map<AnyLog, unknown[]>()
  let loading: Opened[] = []
  let changes = 0

  const open = (shelf: AnyShelf): Opened => {
    const found = opened.get(shelf)
    if (found) return found
    const made = openShelf(shelf, () => {
      changes += 1
    })
    opened.set(shelf, made)
    return made
  }

  return {
    on: <Key extends Keyed, Value>(shelf: Shelf<Key, Value>) => open(shelf).face as unknown as OpenShelf<Key, Value>,
    append: (log, row) => {
      changes += 1
      const rows = logs.get(log)
      if (rows) rows.push(row)
      else logs.set(log, [row])
    },
    changes: () => changes,
    want: ({ shelf, key }) => void placeFor(open(shelf), key),
    loads: () => {
      loading = [...opened.values()].filter(({ count }) => count > 0)
      return loading.map((here) => here.shelf.load.for(keysOf(here)))
    },
    take: (answers) => loading.forEach((here, at) => fillShelf(here, answers[at] ?? [])),
    saves: (batch) => [
      ...[...opened.values()].flatMap((here) => savesOf(here)),
      ...[...logs].flatMap(([log, rows]) => log.save(rows, batch)),
    ],
  }
}

function openShelf(shelf: AnyShelf, changed: () => void): Opened {
  const places: Opened['places'] = new Map()
  const find = (key: Keyed): Place | undefined => places.get(key.customer)?.get(shelf.textOf(key))
  const here: Opened = {
    shelf,
    places,
    added: new Map(),
    count: 0,
    face: {
      find: (key) => find(key)?.own[0]?.value,
      list: (key) => find(key)?.own.map(({ value }) => value) ?? [],
      put: (value) => {
        changed()
        put(here, value)
      },
      added: (customer) => here.added.get(customer) ?? 0,
    },
  }
  return here
}

/** The place of a key, made where there is none yet. */
function placeFor(here: Opened, key: Keyed): Place {
  const text = here.shelf.textOf(key)
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

function put(here: Opened, value: unknown): void {
  const { shelf, added } = here
  const key = shelf.keyOf(value)
  const { own } = placeFor(here, key)
  const id = shelf.idOf?.(value)
  const slot = shelf.idOf ? own.find((other) => shelf.idOf?.(other.value) === id) : own[0]
  if (!slot) {
    own.push({ value, row: null, changed: true })
    added.set(key.customer, (added.get(key.customer) ?? 0) + 1)
    return
  }
  slot.value = value
  slot.changed = true
}

function keysOf({ places }: Opened): Keyed[] {
  const keys: Keyed[] = []
  for (const of of places.values()) for (const { key } of of.values()) keys.push(key)
  return keys
}

function fillShelf(here: Opened, rows: readonly Cells[]): void {
  const { load, keyOf } = here.shelf
  for (const cells of rows) {
    const value = load.read(cells)
    placeFor(here, keyOf(value)).own.push({ value, row: cells.at(-1) ?? null, changed: false })
  }
}

function savesOf(here: Opened): Sent[] {
  const added: unknown[] = []
  const changed: Changed<unknown>[] = []
  for (const of of here.places.values()) {
    for (const { own } of of.values()) {
      for (const { value, row, changed: wasChanged } of own) {
        if (row === null) added.push(value)
        else if (wasChanged) changed.push({ value, row })
      }
    }
  }
  return added.length + changed.length > 0 ? here.shelf.save(added, changed) : []
}
