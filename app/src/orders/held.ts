import { isCurrency, tickerOf, type Amount } from '@lonja/core/base/amount'
import { useFormats } from '@lonja/kit/formats'

/** The held amounts in words: `812,40 US$ + 1.416,29 €`, or `10 KLD`. */
export function useHeldText(): (held: readonly Amount[]) => string {
  const f = useFormats()
  return (held) =>
    held
      .map((amount) =>
        isCurrency(amount.asset) ? f.amount(amount) : `${f.count(amount.units)} ${tickerOf(amount.asset)}`,
      )
      .join(' + ')
}
