import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { eur, priceE4, type PriceE4 } from './amount.ts'
import { Cents, Count, Id, Listing, Money, Price, Quantity, Rate, Shares, numberText } from './wire.ts'

const HOSTILE = [
  '', ' ', '-', '+1', '1e3', '0x10', '1.000,5', '1,5', '.5', '5.', '00', '01', 'NaN', 'Infinity', '١٢', '１２', '1 000', '1\n',
  '9'.repeat(30), '9223372036854775808', null, undefined, 1, 1.5, true, [], {}, ['1'],
] // prettier-ignore

describe('hostile figures are refused, not guessed at', () => {
  test.each(HOSTILE)('%j', (figure) => {
    for (const shape of [Cents, Price, Rate, Shares]) expect(z.safeDecode(shape, figure as string).success).toBe(false)
  })
  test.each(['0', '-1', '1.5', '1000000000000'])('%j shares', (figure) => {
    expect(z.safeDecode(Shares, figure).success).toBe(false)
  })
  test.each(['-1', '1.23456', '100000000000'])('a price of %j', (figure) => {
    expect(z.safeDecode(Price, figure).success).toBe(false)
  })
})

// prettier-ignore
test.each<[string, bigint]>([
  ['0.00', 0n], ['0.01', 1n], ['-0.01', -1n], ['1.00', 100n], ['-1234.56', -123_456n], ['999999999999999.99', 99_999_999_999_999_999n],
])('%s is %s cents and back', (text, cents) => {
  expect(z.decode(Cents, text)).toBe(cents)
  expect(z.encode(Cents, cents)).toBe(text)
})

// prettier-ignore
test.each<[string, bigint]>([['10.05', 100_500n], ['0.0001', 1n], ['0.12', 1_200n], ['231.4812', 2_314_812n], ['231.40', 2_314_000n], ['5.00', 50_000n]])(
  'a price of %s is %s and back', (text, units) => {
    expect(z.decode(Price, text)).toBe(units)
    expect(z.encode(Price, units as PriceE4)).toBe(text)
  },
)

test('encoded values decode to themselves', () => {
  const units = fc.bigInt(0n, 10n ** 14n)
  fc.assert(fc.property(units, (value) => z.decode(Price, z.encode(Price, priceE4(value))) === value))
  fc.assert(fc.property(units, (value) => z.decode(Cents, z.encode(Cents, -value)) === -value))
  fc.assert(fc.property(units, (value) => z.decode(Count, z.encode(Count, value)) === value))
})

test('cash and shares say what they are', () => {
  expect(z.encode(Money, eur(-5n))).toEqual({ amount: '-0.05', currency: 'EUR' })
  expect(z.decode(Money, { amount: '12.3', currency: 'USD' })).toEqual({ asset: 'USD', units: 1_230n })
  expect(z.encode(Quantity, { asset: 'XMAD:BBV', units: 10n })).toEqual({ asset: 'XMAD:BBV', units: '10' })
  expect(z.decode(Quantity, { asset: 'EUR', units: '10.00' })).toEqual(eur(1_000n))
  expect(z.safeDecode(Quantity, { asset: 'XMAD:BBV', units: '1.50' }).success).toBe(false)
})

test.each(['XNYS:', 'XPAR:ABC', 'XNYS:abc', 'XNYS:ABC;', 'ABC', ''])('%j is no listing', (text) => {
  expect(z.safeDecode(Listing, text as 'XNYS:ABC').success).toBe(false)
})

test('an id is a UUID of version 7', () => {
  expect(z.safeDecode(Id, '0199f3a0-0000-7000-8000-000000000000').success).toBe(true)
  expect(z.safeDecode(Id, '0199f3a0-0000-4000-8000-000000000000').success).toBe(false)
})

test('a number in a query keeps to its bounds', () => {
  const limit = numberText(1, 100)
  expect(z.decode(limit, '100')).toBe(100)
  for (const text of ['0', '101', '-1', '1.0', '1e1']) expect(z.safeDecode(limit, text).success).toBe(false)
})
