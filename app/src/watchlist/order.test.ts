import { expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { moved, sortWatches, type Sortable } from './order.ts'

const row = (name: string, last: bigint | null, previous: bigint | null): Sortable => ({
  name,
  last: last === null ? null : priceE4(last),
  previousClose: previous === null ? null : priceE4(previous),
})
const rows = [row('Ñandú', 100n, 100n), row('Óbolo', null, 90n), row('Nube', 300n, 200n), row('Zas', 50n, 100n)]
const names = (by: 'own' | 'name' | 'last' | 'change', down: boolean) =>
  sortWatches(rows, { by, down }, 'es-ES').map(({ name }) => name)

// prettier-ignore
test.each([
  ['own',    true,  ['Ñandú', 'Óbolo', 'Nube', 'Zas']],
  ['name',   false, ['Nube', 'Ñandú', 'Óbolo', 'Zas']],
  ['last',   true,  ['Nube', 'Ñandú', 'Zas', 'Óbolo']],
  ['last',   false, ['Zas', 'Ñandú', 'Nube', 'Óbolo']],
  ['change', true,  ['Nube', 'Ñandú', 'Zas', 'Óbolo']],
  ['change', false, ['Zas', 'Ñandú', 'Nube', 'Óbolo']],
] as const)('by %s, down %s', (by, down, order) => {
  expect(names(by, down)).toEqual(order)
})

// prettier-ignore
test.each([
  [0, 2, 'bca'], [2, 0, 'cab'], [1, 1, 'abc'], [0, 9, 'bca'], [2, -5, 'cab'], [7, 0, 'abc'],
])('from %s to %s', (from, to, order) => {
  expect(moved([...'abc'], from, to).join('')).toBe(order)
})
