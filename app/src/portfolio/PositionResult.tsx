import type { Currency } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { useFormats } from '@lonja/kit/formats'

/** Result and yield on one line: `+550,42 · +8,11%`; '-' without a price. */
export function PositionResult({
  currency,
  result,
  bps,
}: {
  currency: Currency
  result: bigint | null
  bps: bigint | null
}) {
  const f = useFormats()
  if (result === null) return '-'
  return (
    <span style={{ color: `var(--${toneFor(result)})` }} data-figure data-currency={currency}>
      {f.cents(result, 'results')} · {f.bps(bps)}
    </span>
  )
}
