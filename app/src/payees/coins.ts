import type { Currency, RateE6 } from '@lonja/core/base/amount'
import type { Coin } from '@lonja/core/payees/chains'
import { readRateFor, trimmedCoins } from '@lonja/core/payees/rates'
import type { Formats } from '@lonja/kit/formats'

/** An amount of coins in the reader's format without trailing zeros, with at least two decimals. */
export function coinText(amountE8: bigint, unitsText: (units: bigint, places: number) => string): string {
  const { units, places } = trimmedCoins(amountE8)
  return unitsText(units, places)
}

/** A coin's current rate as a line: `1 ETH ≈ 2.342,51 €`, `1,00 € = 1,280675 USDC`; null for euros without a rate. */
export function rateText(
  coin: Coin,
  cash: Currency,
  eurUsd: RateE6 | null,
  f: Pick<Formats, 'amount' | 'units'>,
): string | null {
  const read = readRateFor(coin, cash, eurUsd)
  if (read === null) return null
  const is = read.exact ? '=' : '≈'
  return read.one === 'coin'
    ? `1 ${coin} ${is} ${f.amount(read.cash)}`
    : `${f.amount({ asset: cash, units: 100n })} ${is} ${coinText(read.coinsE8, f.units)} ${coin}`
}
