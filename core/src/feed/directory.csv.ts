/** The cells of one line of CSV: a cell in quotation marks may hold commas, and two of them stand for one. Null where one is not closed. */
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
