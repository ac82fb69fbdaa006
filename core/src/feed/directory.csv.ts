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
    const found = quoted ?? plain
    if (!found) return null
    cells.push(quoted ? (found[1] ?? '').replaceAll('""', '"') : (found[1] ?? ''))
    if (found[2] === '') return cells
    rest = rest.slice(found[0].length)
  }
}
