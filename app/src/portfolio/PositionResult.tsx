import type { Currency } from '@lonja/core/base/amount'
import { toneFor } from '@lonja/core/base/formats'
import { useFormats } from '@lonja/kit/formats'
import tones from '@lonja/kit/parts/tones.module.css'

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
    <span className={tones[toneFor(result)]} data-figure data-currency={currency}>
      {f.cents(result, 'results')} · {f.bps(bps)}
    </span>
  )
}
