import type { Asset } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { Entry } from '@lonja/core/ledger/ledger.rules'
import type { Log } from '../database/book.ts'
import { int4s, int8s, saveSet, texts, uuids, type Column } from '../database/columns.ts'

/** The most lines and assets that one row of a posting has. A posting that needs more takes further rows under its number. */
export const LINES_MOST = 6
const ASSETS_MOST = 3

const LETTERS = ['a', 'b', 'c'] as const

/** One row of a posting: its lines as entries, and the assets that they move in the order in which they come. */
interface PostingRow {
  readonly entries: readonly [Entry, ...Entry[]]
  readonly assets: readonly Asset[]
}

/** Splits the entries of a posting into rows, each as full as it can be. */
function rowsOf(entries: readonly Entry[]): PostingRow[] {
  const rows: { entries: [Entry, ...Entry[]]; assets: Asset[] }[] = []
  for (const entry of entries) {
    const { asset, posting } = entry
    const row = rows.at(-1)
    const isKnown = row?.assets.includes(asset) ?? false
    const fits =
      row?.entries[0].posting === posting &&
      row.entries.length < LINES_MOST &&
      (isKnown || row.assets.length < ASSETS_MOST)
    if (!row || !fits) {
      rows.push({ entries: [entry], assets: [asset] })
      continue
    }
    row.entries.push(entry)
    if (!isKnown) row.assets.push(asset)
  }
  return rows
}

/** What stood of a row's asset before the row: before the first of its lines that moves it. */
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

/** A hold is written by what is held alone: as much leaves what is free. */
const freeOf = (entry: Entry): bigint | null => (isHold(entry) ? null : changeOf(entry.freeBefore, entry.freeAfter))

/** The columns of each asset, in the order of the letters. */
const assetColumns = LETTERS.flatMap((_letter, at): Column<PostingRow>[] => [
  texts(({ assets }) => assets[at] ?? null),
  int8s((row) => before(row, at)?.freeBefore ?? null),
  int8s((row) => before(row, at)?.heldBefore ?? null),
])

/** The columns of each line, in order. */
const lineColumns = Array.from({ length: LINES_MOST }, (_none, at): Column<PostingRow>[] => {
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
}).flat()

const insertPostings = saveSet<PostingRow>(
  'insert_postings',
  [
    uuids(({ entries: [{ customer }] }) => customer),
    int8s(({ entries: [{ version }] }) => version),
    int8s(({ entries: [{ posting }] }) => posting),
    int4s(({ entries }) => entries.length),
    texts(({ entries: [{ causeKind }] }) => causeKind),
    uuids(({ entries: [{ cause }] }) => cause),
    int8s(({ entries: [{ at }] }) => at),
    ...assetColumns,
    ...lineColumns,
  ],
  `insert into postings (
     customer, first, posting, lines, cause_kind, cause, made_at,
     asset_a, free_a, held_a, asset_b, free_b, held_b, asset_c, free_c, held_c,
     of_1, kind_1, account_1, free_1, held_1, of_2, kind_2, account_2, free_2, held_2,
     of_3, kind_3, account_3, free_3, held_3, of_4, kind_4, account_4, free_4, held_4,
     of_5, kind_5, account_5, free_5, held_5, of_6, kind_6, account_6, free_6, held_6
   ) select * from $rows as rows`,
)

/** The postings of a batch, each given by its entries in order. */
export const postings: Log<readonly Entry[]> = {
  save: (all) => {
    const rows = all.flatMap(rowsOf)
    assert(
      rows.every(({ entries }) => entries.every(isOfOne)),
      'the lines of a row are of one posting and one cause, and numbered in order',
    )
    return [insertPostings(rows)]
  },
}

const isOfOne = (entry: Entry, at: number, [first]: readonly Entry[]): boolean =>
  first !== undefined &&
  entry.customer === first.customer &&
  entry.version === first.version + at &&
  entry.cause === first.cause &&
  entry.causeKind === first.causeKind &&
  entry.at === first.at
