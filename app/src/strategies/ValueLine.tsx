import type { Currency } from '@lonja/core/base/amount'
import { DAY_MS } from '@lonja/core/calendar/days'
import { useFormats } from '@lonja/kit/formats'
import { LateLineChart } from '@lonja/kit/parts/LateLineChart'
import { useText } from '@lonja/kit/text'

interface Point {
  readonly at: number
  readonly value: bigint
  /** The value of a purchase that is held. */
  readonly held?: bigint
}

/**
 * The value over time against the amount it began with. Its points are of the minutes of sessions alone, so they stand at equal
 * distances: nights and weekends take no room.
 */
export function ValueLine(props: {
  points: readonly Point[]
  budget: bigint
  currency: Currency
  summary: string
  height?: number
}) {
  const { points, budget, currency, summary, height = 170 } = props
  const t = useText('strategies')
  const f = useFormats()
  const [begin, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const momentOf = (place: number): string => {
    const at = points[Math.round(place)]?.at ?? begin
    return end - begin <= DAY_MS ? f.clock(at) : f.shortDay(at)
  }
  const write = (value: number) => f.amount({ asset: currency, units: BigInt(Math.round(value)) })
  if (points.length < 2) return null
  return (
    <LateLineChart
      summary={summary}
      points={points.map(({ value, held }, place) => ({
        at: place,
        value: Number(value),
        average: held === undefined ? undefined : Number(held),
      }))}
      sessions={[{ from: 0, to: points.length - 1 }]}
      previous={Number(budget)}
      height={height}
      words={{ high: t('curveHigh'), low: t('curveLow'), previous: t('budget'), average: t('lineHeld') }}
      formatValue={write}
      formatTime={momentOf}
    />
  )
}
