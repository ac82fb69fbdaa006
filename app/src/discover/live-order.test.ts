import { expect, test } from 'vitest'
import { priceE4, type PriceE4 } from '@lonja/core/base/amount'
import { resorted } from './live-order.ts'
import type { ListedRow, SortColumnName } from './lists.ts'

const row = (listing: string, last: bigint | null, volume: bigint): ListedRow => ({
  listing: `XMAD:${listing}`,
  name: listing,
  currency: 'EUR',
  last: last === null ? null : priceE4(last),
  previousClose: priceE4(100n),
  volume,
  marketCap: null,
  line: '',
  unusual: null,
})
const ROWS = [row('A', 130n, 5n), row('B', 120n, 9n), row('C', 110n, 5n), row('D', null, 0n)]
const codes = (rows: readonly ListedRow[]): string => rows.map(({ name }) => name).join('')
const live = (last: PriceE4, volume: bigint | null = null) => ({ last, previousClose: priceE4(100n), volume })

// prettier-ignore
test.each<[SortColumnName, boolean, string]>([
  ['change', true,  'CABD'],
  ['change', false, 'BACD'],
  ['last',   true,  'CABD'],
  ['volume', true,  'CBAD'],
  ['volume', false, 'DABC'],
  ['name',   false, 'ABCD'],
  ['list',   true,  'ABCD'],
])('by %s, down %s, once the stream says that C is at 140 and traded most', (by, down, expected) => {
  const now = ({ name }: ListedRow) => (name === 'C' ? live(priceE4(140n), 99n) : null)
  expect(codes(resorted(ROWS, { by, down }, now))).toBe(expected)
})

test('an ordered list stays the same object, so that nothing is redrawn', () => {
  expect(resorted(ROWS, { by: 'change', down: true }, () => null)).toBe(ROWS)
})

test('equals stay as they came, whichever way', () => {
  const equals = [row('A', 110n, 1n), row('B', 110n, 1n), row('C', 120n, 1n)]
  expect(codes(resorted(equals, { by: 'change', down: true }, () => null))).toBe('CAB')
  expect(codes(resorted(equals, { by: 'change', down: false }, () => null))).toBe('ABC')
})
