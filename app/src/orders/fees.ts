import type { Currency } from '@lonja/core/base/amount'
import type { Fees } from '@lonja/core/orders/fees.contract'
import { useFormats } from '@lonja/kit/formats'
import { useText } from '@lonja/kit/text'

type Table = Omit<Fees, 'next'>

/** A fee table in one line: its rate, its least fee in a currency, its version. */
export function useFeeText(currency: Currency): (table: Table) => string {
  const t = useText('orders')
  const f = useFormats()
  return ({ feeTable, feeBps, feeLeast }) => {
    const what = { percent: f.rate(BigInt(feeBps)), version: feeTable }
    const least = feeLeast[currency]
    return least > 0n
      ? t('feeTableLeast', { ...what, least: f.amount({ asset: currency, units: least }) })
      : t('feeTable', what)
  }
}

/** The sentence on how a fee table rounds. */
export function useRoundingText(): (table: Pick<Table, 'rounding'>) => string {
  const t = useText('orders')
  return ({ rounding }) => t(rounding === 'half_even' ? 'roundedEven' : 'roundedAgainst')
}
