/**
 * The cells of one CSV line: a quoted cell may contain commas, and doubled quotes stand for one. Null for an unclosed
 * quote.
 */
export function csvCells(line: string): string[] | null {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*(,|$)/.exec(rest)
    const plain = quoted ? null : /^([^",]*)(,|$)/.exec(rest)
    const cell = quoted ?? plain
    if (!cell) return null
    cells.push(quoted ? (cell[1] ?? '').replaceAll('""', '"') : (cell[1] ?? ''))
    if (cell[2] === '') return cells
    rest = rest.slice(cell[0].length)
  }
}
