import { expect, test } from 'vitest'
import { priceE4, rateE6 } from '@lonja/core/base/amount'
import { sortPositions, sumsOf, type Position } from './positions.ts'

const position = (name: string, shares: bigint, cost: bigint, last: bigint | null) =>
  ({ name, shares, cost, last: last === null ? null : priceE4(last) }) as Position

test('positions stand by value, by yield or by name, and without a price last', () => {
  const rows = [
    position('Ámbar', 1n, 10_00n, 50_000n),
    position('Zinc', 100n, 900_00n, 100_000n),
    position('Olmo', 5n, 1_00n, null),
    position('Bruma', 10n, 20_00n, 60_000n),
  ]
  const names = (by: 'value' | 'result' | 'name') =>
    sortPositions(rows, by, ({ last }) => last, 'es-ES').map(({ name }) => name)
  expect(names('value')).toEqual(['Zinc', 'Bruma', 'Ámbar', 'Olmo'])
  expect(names('result')).toEqual(['Bruma', 'Zinc', 'Ámbar', 'Olmo'])
  expect(names('name')).toEqual(['Ámbar', 'Bruma', 'Olmo', 'Zinc'])
})

test('sums are in the display currency, at the newest prices', () => {
  const rows = [
    { ...position('A', 10n, 100_00n, 100_000n), currency: 'EUR', marketValue: 100_00n },
    { ...position('B', 10n, 200_00n, 200_000n), currency: 'USD', marketValue: 200_00n },
    { ...position('C', 1n, 5_00n, null), currency: 'EUR', marketValue: null },
  ] as Position[]
  const newest = ({ last }: Position) => last && priceE4(last + 10_000n)
  const rate = rateE6(1_250_000n)
  // A is worth 110.00, B 210.00 USD or 168.00, C counts at cost.
  expect(sumsOf(rows, 'EUR', rate, newest)).toEqual({ value: 283_00n, result: 18_00n, since: 18_00n })
  expect(sumsOf(rows, 'EUR', null, newest).value).toBe(115_00n)
})
