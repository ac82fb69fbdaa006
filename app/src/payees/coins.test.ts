import { expect, test } from 'vitest'
import { rateE6, type Amount, type Currency } from '@lonja/core/base/amount'
import { formatAmount, formatUnits } from '@lonja/core/base/formats'
import type { Coin } from '@lonja/core/payees/chains'
import { coinText, rateText } from './coins.ts'

const SPANISH = {
  amount: (of: Amount) => formatAmount(of, 'tur'),
  units: (units: bigint, places: number) => formatUnits(units, places, 'tur'),
}

// prettier-ignore
test.each([
  [200_000_000_000n, '2.000,00'],
  [5_000_000n, '0,05'],
  [1_234_500n, '0,012345'],
  [1n, '0,00000001'],
  [0n, '0,00'],
])('%d hundred-millionths', (amount, text) => {
  expect(coinText(amount, SPANISH.units)).toBe(text)
})

// prettier-ignore
test.each<[Coin, Currency, string | null]>([
  ['ETH',  'EUR', '1 ETH ≈ 2.342,51 €'],
  ['BTC',  'USD', '1 BTC = 60.000,00 US$'],
  ['USDC', 'EUR', '1,00 € = 1,280675 USDC'],
  ['USDT', 'USD', '1,00 US$ = 1,00 USDT'],
])('the rate of %s in %s reads in the direction of a person', (coin, cash, text) => {
  expect(rateText(coin, cash, rateE6(1_280_675n), SPANISH)?.replaceAll('\u00a0', ' ')).toBe(text)
})
