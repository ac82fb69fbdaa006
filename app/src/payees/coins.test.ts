import { expect, test } from 'vitest'
import { formatUnits } from '@lonja/core/base/formats'
import { coinText } from './coins.ts'

// prettier-ignore
test.each([
  [200_000_000_000n, '2.000,00'],
  [5_000_000n, '0,05'],
  [1_234_500n, '0,012345'],
  [1n, '0,00000001'],
  [0n, '0,00'],
])('%d hundred-millionths', (amount, text) => {
  expect(coinText(amount, (units, places) => formatUnits(units, places, 'tur'))).toBe(text)
})
