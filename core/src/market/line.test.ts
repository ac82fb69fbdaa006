import { expect, test } from 'vitest'
import { priceE4 } from '../base/amount.ts'
import { lineText, pointsOf } from './line.ts'

// prettier-ignore
test.each([
  ['',                     []],
  ['10.00',                [100_000n]],
  ['0.0001 231.48 10.1234', [1n, 2_314_800n, 101_234n]],
] as const)('a line on the wire: "%s"', (text, prices) => {
  expect(lineText(prices.map((price) => priceE4(price)))).toBe(text)
  expect(pointsOf(text)).toEqual(prices.map((price) => Number(price) / 10_000))
})
