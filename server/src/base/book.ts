import type { Instant } from '@lonja/core/base/instant'
import type { LoadSet } from './columns.ts'
import type { Cells, Sent } from './statement.ts'

/** A batch, as it is written: an id of its own, and when it was decided. */
export interface Batch {
  readonly id: string
  readonly at: Instant
}

/** How one table stands in a batch's book: read by key, found by key, and saved where it changed. */
export interface Shelf<Key, Value> {
  readonly load: LoadSet<Key, Value>
  /** A key as one text, and the key that a value stands under. */
  textOf(key: Key): string
  keyOf(value: Value): Key
  /** Tells values of one key apart, where a key has several. */
  idOf?(value: Value): string
  /** Statements for what is new and what was there before. */
  save(added: readonly Value[], changed: readonly Value[]): Sent[]
}

/** How rows that are only ever added are saved. */
export interface Log<Row> {
  save(rows: readonly Row[], batch: Batch): Sent[]
}

/** What a command must know: one key on one shelf. */
export interface Wanted {
  readonly shelf: AnyShelf
  readonly key: unknown
}

/** A shelf of whatever key and value: the book keeps many kinds side by side, and `on` gives each its types back. */
type AnyShelf = Shelf<unknown, unknown>
type AnyLog = Log<unknown>

export const want = <Key, Value>(shelf: Shelf<Key, Value>, key: Key): Wanted => ({
  shelf,
  key,
})

export interface OpenShelf<Key, Value> {
  /** The value under a key, as the last command left it. */
  find(key: Key): Value | undefined
  /** All values under a key, where a key has several. */
  list(key: Key): readonly Value[]
  put(value: Value): void
}

/** The batch's working set: what it read, with what its commands changed, one after the other. */
export interface Book {
  on<Key, Value>(shelf: Shelf<Key, Value>): OpenShelf<Key, Value>
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
  is: 'same' | 'added' | 'changed'
}

interface Opened {
  readonly shelf: Shelf<unknown, unknown>
  /** What commands are given of it: made once a batch. */
  readonly face: OpenShelf<unknown, unknown>
  readonly wanted: Map<string, unknown>
  readonly slots: Map<string, Slot[]>
}

export function openBook(): Book {
  const opened = new Map<AnyShelf, Opened>()
  const logs = new Map<AnyLog, unknown[]>()
  let loading: Opened[] = []
  let changes = 0

  const open = (shelf: AnyShelf): Opened => {
    const found = opened.get(shelf)
    if (found) return found
    const slots = new Map<string, Slot[]>()
    const face: Opened['face'] = {
      find: (key) => slots.get(shelf.textOf(key))?.[0]?.value,
      list: (key) => slots.get(shelf.textOf(key))?.map(({ value }) => value) ?? [],
      put: (value) => put(shelf, slots, value),
    }
    const made = { shelf, face, wanted: new Map(), slots }
    opened.set(shelf, made)
    return made
  }

  function put(shelf: AnyShelf, slots: Opened['slots'], value: unknown): void {
    changes += 1
    const key = shelf.textOf(shelf.keyOf(value))
    const own = slots.get(key)
    if (!own) return void slots.set(key, [{ value, is: 'added' }])
    const id = shelf.idOf?.(value)
    const slot = shelf.idOf ? own.find((other) => shelf.idOf?.(other.value) === id) : own[0]
    if (!slot) return void own.push({ value, is: 'added' })
    slot.value = value
    if (slot.is === 'same') slot.is = 'changed'
  }

  return {
    on: <Key, Value>(shelf: Shelf<Key, Value>) => open(shelf).face as OpenShelf<Key, Value>,
    append: (log, row) => {
      changes += 1
      const rows = logs.get(log)
      if (rows) rows.push(row)
      else logs.set(log, [row])
    },
    changes: () => changes,
    want: ({ shelf, key }) => {
      const here = open(shelf)
      here.wanted.set(here.shelf.textOf(key), key)
    },
    loads: () => {
      loading = [...opened.values()].filter(({ wanted }) => wanted.size > 0)
      return loading.map(({ shelf, wanted }) => shelf.load.for([...wanted.values()]))
    },
    take: (answers) => loading.forEach((here, at) => fillShelf(here, answers[at] ?? [])),
    saves: (batch) => [
      ...[...opened.values()].flatMap((here) => savesOf(here)),
      ...[...logs].flatMap(([log, rows]) => log.save(rows, batch)),
    ],
  }
}

function fillShelf({ shelf, slots }: Opened, rows: readonly Cells[]): void {
  for (const cells of rows) {
    const value = shelf.load.read(cells)
    const key = shelf.textOf(shelf.keyOf(value))
    const own = slots.get(key)
    if (own) own.push({ value, is: 'same' })
    else slots.set(key, [{ value, is: 'same' }])
  }
}

function savesOf({ shelf, slots }: Opened): Sent[] {
  const added: unknown[] = []
  const changed: unknown[] = []
  for (const own of slots.values()) {
    for (const { value, is } of own) {
      if (is === 'added') added.push(value)
      else if (is === 'changed') changed.push(value)
    }
  }
  return added.length + changed.length > 0 ? shelf.save(added, changed) : []
}
