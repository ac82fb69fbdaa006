/** The rows of one block of a column. A block is never moved, so a long file needs no room for copies. */
const BLOCK = 1 << 16

/** Columns of numbers that grow row by row. The next row is written into `block` at `index`, then committed. */
export interface GrowingColumns {
  rows: number
  /** The first column's value in the newest row; minus infinity without rows. */
  newest: number
  /** An array for each column. */
  block: readonly Float64Array[]
  index: number
  readonly blocks: Float64Array[][]
}

export function growingColumns(width: number): GrowingColumns {
  const blocks: Float64Array[][] = Array.from({ length: width }, () => [])
  const columns: GrowingColumns = { rows: 0, newest: -Infinity, block: [], index: 0, blocks }
  addBlock(columns)
  return columns
}

function addBlock(columns: GrowingColumns): void {
  columns.block = columns.blocks.map((column) => {
    const block = new Float64Array(BLOCK)
    column.push(block)
    return block
  })
  columns.index = 0
}

/** Keeps the row that was written. */
export function commitRow(columns: GrowingColumns): void {
  columns.newest = columns.block[0]![columns.index]!
  columns.rows++
  columns.index++
  if (columns.index === BLOCK) addBlock(columns)
}

/** One column as an array of its exact length. Its blocks are given up, so each column can be asked for once. */
export function columnOf({ blocks, rows }: GrowingColumns, place: number): Float64Array {
  const whole = new Float64Array(rows)
  for (const [n, block] of (blocks[place] ?? []).entries()) {
    whole.set(block.subarray(0, Math.min(BLOCK, rows - n * BLOCK)), n * BLOCK)
  }
  blocks[place] = []
  return whole
}
