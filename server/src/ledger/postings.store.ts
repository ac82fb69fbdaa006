import type { Asset } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Entry } from '@lonja/core/ledger/ledger.rules'
import type { Log } from '../database/book.ts'
import { int4s, int8s, saveSet, texts, uuids, type Column } from '../database/columns.ts'

/** The most lines and assets in one row of a posting. A larger posting takes further rows under its number. */
export const LINES_MOST = 6
const ASSETS_MOST = 3

const LETTERS = ['a', 'b', 'c'] as const

/** One row of a posting: its lines as entries, and the assets that they move, in order of appearance. */
interface PostingRow {
  readonly entries: readonly [Entry, ...Entry[]]
  readonly assets: readonly Asset[]
  readonly openOrders: number
}

/** A posting to save: its entries in order, and the number of the customer's open orders after it. */
export interface NewPosting {
  readonly entries: readonly Entry[]
  readonly openOrders: number
}

/** Splits the entries of a posting into rows, each as full as possible. */
function rowsOf({ entries, openOrders }: NewPosting): PostingRow[] {
  const rows: { entries: [Entry, ...Entry[]]; assets: Asset[]; openOrders: number }[] = []
  for (const entry of entries) {
    const { asset, posting } = entry
    const row = rows.at(-1)
    const isKnown = row?.assets.includes(asset) ?? false
    const fits =
      row?.entries[0].posting === posting &&
      row.entries.length < LINES_MOST &&
      (isKnown || row.assets.length < ASSETS_MOST)
    if (!row || !fits) {
      rows.push({ entries: [entry], assets: [asset], openOrders })
      continue
    }
    row.entries.push(entry)
    if (!isKnown) row.assets.push(asset)
  }
  return rows
}

/** The balance of a row's asset before the row: before the first of its lines that moves the asset. */
function before({ entries, assets }: PostingRow, at: number): Entry | undefined {
  const asset = assets[at]
  return asset === undefined ? undefined : entries.find((entry) => entry.asset === asset)
}

/** The letter of the asset that a line moves. */
function letterOf({ entries, assets }: PostingRow, at: number): string | null {
  const entry = entries[at]
  return entry ? (LETTERS[assets.indexOf(entry.asset)] ?? null) : null
}

const isHold = ({ counter }: Entry): boolean => counter === 'hold'
const changeOf = (from: bigint, to: bigint): bigint | null => (from === to ? null : to - from)

/** A hold is stored by the change of the held amount alone: the free amount changes by as much the other way. */
const freeOf = (entry: Entry): bigint | null => (isHold(entry) ? null : changeOf(entry.freeBefore, entry.freeAfter))

/** The columns of a row's asset, by its index. */
const assetColumns = (at: number): Column<PostingRow>[] => [
  texts(({ assets }) => assets[at] ?? null),
  int8s((row) => before(row, at)?.freeBefore ?? null),
  int8s((row) => before(row, at)?.heldBefore ?? null),
]

/** The columns of a row's line, by its index. */
function lineColumns(at: number): Column<PostingRow>[] {
  const line = <Cell>(of: (entry: Entry) => Cell) => {
    return ({ entries }: PostingRow): Cell | null => {
      const entry = entries[at]
      return entry ? of(entry) : null
    }
  }
  return [
    texts((row) => letterOf(row, at)),
    texts(line((entry) => (isHold(entry) ? null : entry.kind))),
    texts(line((entry) => (isHold(entry) ? null : entry.counter))),
    int8s(line(freeOf)),
    int8s(line(({ heldBefore, heldAfter }) => changeOf(heldBefore, heldAfter))),
  ]
}

/** A statement that inserts rows of at most so many assets and lines. */
function insertOf(name: string, letters: readonly string[], lines: readonly number[]) {
  const names = [
    ...letters.map((letter) => `asset_${letter}, free_${letter}, held_${letter}`),
    ...lines.map((n) => `of_${n}, kind_${n}, account_${n}, free_${n}, held_${n}`),
  ]
  return saveSet<PostingRow>(
    name,
    [
      uuids(({ entries: [{ customer }] }) => customer),
      int8s(({ entries: [{ version }] }) => version),
      int8s(({ entries: [{ posting }] }) => posting),
      int4s(({ entries }) => entries.length),
      texts(({ entries: [{ causeKind }] }) => causeKind),
      uuids(({ entries: [{ cause }] }) => cause),
      int8s(({ entries: [{ at }] }) => at),
      int4s(({ openOrders }) => openOrders),
      ...letters.flatMap((_letter, at) => assetColumns(at)),
      ...lines.flatMap((n) => lineColumns(n - 1)),
    ],
    `insert into postings (customer, first, posting, lines, cause_kind, cause, made_at, open_orders, ${names.join(', ')})
     select * from $rows as rows`,
  )
}

/** A statement costs by its columns, so each row takes the narrowest. Holds and releases have one line, fills four. */
const INSERTS = [
  { assets: 1, lines: 1, insert: insertOf('insert_postings_1', ['a'], [1]) },
  { assets: 2, lines: 4, insert: insertOf('insert_postings_4', ['a', 'b'], [1, 2, 3, 4]) },
  { assets: ASSETS_MOST, lines: LINES_MOST, insert: insertOf('insert_postings_6', LETTERS, [1, 2, 3, 4, 5, 6]) },
] as const

/** The postings of a batch. */
export const postings: Log<NewPosting> = {
  save: (all) => {
    const rows = all.flatMap(rowsOf)
    assert(
      rows.every(({ entries }) => entries.every(isOfOne)),
      'the lines of a row are of one posting and one cause, and numbered in order',
    )
    const fits = rows.map(({ entries, assets }) =>
      INSERTS.findIndex((each) => entries.length <= each.lines && assets.length <= each.assets),
    )
    return INSERTS.flatMap(({ insert }, at) => {
      const fitting = rows.filter((_row, row) => fits[row] === at)
      return fitting.length > 0 ? [insert(fitting)] : []
    })
  },
}

const isOfOne = (entry: Entry, at: number, [first]: readonly Entry[]): boolean =>
  first !== undefined &&
  entry.customer === first.customer &&
  entry.version === first.version + at &&
  entry.cause === first.cause &&
  entry.causeKind === first.causeKind &&
  entry.at === first.at
