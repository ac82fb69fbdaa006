/** The first line of a recording's CSV file: its columns, or the reason why they cannot be read. */

/** The reason why the first bytes are no UTF-8 text; null if they may be. */
export function encodingFault(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const hasZeros = bytes.length > 1 && (first === 0 || second === 0)
  return isMarked || hasZeros ? 'the file is UTF-16: save it as UTF-8' : null
}

export const CR_ALONE = 'its lines end with CR alone: save it with line ends of LF or CRLF'

/** The names of the columns, or the reason why one of the wanted ones cannot be found. */
export function headingOf(line: string, wanted: readonly string[]): readonly string[] | string {
  if (line.includes('\r')) return CR_ALONE
  const names = line.split(',')
  const missing = wanted.find((name) => !names.includes(name))
  if (missing !== undefined) return whyMissing(line, names, missing)
  const twice = wanted.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  return twice === undefined ? names : `the column ${twice} is named twice: keep one of them`
}

function whyMissing(line: string, names: readonly string[], missing: string): string {
  for (const [separator, word] of [
    ['\t', 'tabs'],
    [';', 'semicolons'],
  ] as const) {
    if (!line.includes(',') && line.includes(separator)) {
      return `its columns are separated by ${word}: separate them by commas`
    }
  }
  if (names.includes(`"${missing}"`)) return `the heading has ${missing} in quotation marks: leave them out`
  if (names.some((name) => name.trim() === missing))
    return `the heading has a space beside ${missing}: write the names with commas alone`
  const other = names.find((name) => name.trim().toLowerCase() === missing)
  if (other !== undefined) return `the heading says ${other.trim()}: write ${missing}, in lower case`
  return `the column ${missing} is missing`
}
