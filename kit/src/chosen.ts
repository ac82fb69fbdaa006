import { useState } from 'react'
import { useKeys } from './keys.ts'

/** The selected row of a table, changed by pointer or arrow keys. The first key press selects the first row. */
export function useChosen<Row>(rows: readonly Row[], idOf: (row: Row) => string, label: string) {
  const [id, setId] = useState<string | null>(null)
  const at = rows.findIndex((row) => idOf(row) === id)
  const move = (by: 1 | -1): void => {
    const next = rows[at < 0 ? 0 : at + by]
    if (next) setId(idOf(next))
  }
  useKeys([
    { key: 'ArrowUp', label, act: () => move(-1) },
    { key: 'ArrowDown', label, act: () => move(1) },
    { key: 'j', label, act: () => move(1), quiet: true },
    { key: 'k', label, act: () => move(-1), quiet: true },
  ])
  return { id: at < 0 ? null : id, row: rows[at] ?? null, choose: setId }
}
