// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { show, withHouse } from '../screens.testing.tsx'
import { DataTable, type DataColumn } from './DataTable.tsx'

withHouse()

const AT = '27/11/2026 10:04:05'
const COLUMNS: readonly DataColumn<{ readonly id: string }>[] = [
  { id: 'at', label: 'Hora', cell: () => AT },
  { id: 'due', label: 'Plazo', cell: () => `Antes de ${AT}, por dos personas` },
  { id: 'number', label: 'Número', cell: ({ id }) => id },
]

test('an instant is one word that never wraps, alone and within a sentence; other texts wrap', () => {
  const page = show(<DataTable label="Filas" columns={COLUMNS} rows={[{ id: 'R 7K2M 91QX' }]} keyOf={({ id }) => id} />)
  const cells = page.getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([AT, `Antes de ${AT}, por dos personas`, 'R 7K2M 91QX'])
  const words = cells.map((cell) => [...cell.querySelectorAll('[class*=whole]')].map(({ textContent }) => textContent))
  expect(words).toEqual([[AT], [AT], []])
})
