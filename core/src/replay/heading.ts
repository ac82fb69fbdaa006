import { faultOf, type FileFault } from './faults.ts'

/** The first line of a recording's CSV file: its columns, or the reason why they cannot be read. */

/** The reason why the first bytes are no UTF-8 text; null if they may be. */
export function encodingFault(bytes: Uint8Array): FileFault | null {
  const [first, second] = bytes
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const hasZeros = bytes.length > 1 && (first === 0 || second === 0)
  return isMarked || hasZeros ? faultOf('utf16') : null
}

export const CR_ALONE: FileFault = faultOf('cr_alone')

/** The names of the columns, or the reason why one of the wanted ones cannot be found. */
export function headingOf(line: string, columns: readonly string[]): readonly string[] | FileFault {
  if (line.includes('\r')) return CR_ALONE
  const names = line.split(',')
  const missing = columns.find((name) => !names.includes(name))
  if (missing !== undefined) return whyMissing(line, names, missing)
  const twice = columns.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  return twice === undefined ? names : faultOf('column_twice', { column: twice })
}

function whyMissing(line: string, names: readonly string[], column: string): FileFault {
  for (const [separator, fault] of [
    ['\t', 'tabs'],
    [';', 'semicolons'],
  ] as const) {
    if (!line.includes(',') && line.includes(separator)) return faultOf(fault)
  }
  if (names.includes(`"${column}"`)) return faultOf('column_quoted', { column })
  if (names.some((name) => name.trim() === column)) return faultOf('column_spaced', { column })
  const other = names.find((name) => name.trim().toLowerCase() === column)
  if (other !== undefined) return faultOf('column_case', { text: other.trim(), column })
  return faultOf('column_missing', { column })
}
