import { expect, test } from 'vitest'
import { eur, rateE6, usd, type Currency, type RateE6 } from '@lonja/core/base/amount'
import { richestOf } from './form.ts'

const RATE = rateE6(1_100_000n)

// prettier-ignore
test.each<[line: string, eurCents: bigint, usdCents: bigint, rate: RateE6 | null, currency: Currency]>([
  ['more cents of dollars, worth less in euro', 100_00n, 105_00n, RATE, 'EUR'],
  ['worth the same: the first stays',           100_00n, 110_00n, RATE, 'EUR'],
  ['a cent more in euro',                       100_00n, 110_02n, RATE, 'USD'],
  ['without a rate cents are compared',         100_00n, 105_00n, null, 'USD'],
])('a withdrawal begins in the currency that is worth more: %s', (_line, eurCents, usdCents, rate, currency) => {
  expect(richestOf({ free: [eur(eurCents), usd(usdCents)], rate })).toBe(currency)
})
