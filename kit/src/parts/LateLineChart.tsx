import { lazy, Suspense } from 'react'
import type { LineChartProps } from './LineChart.tsx'

const LineChart = lazy(() => import('./LineChart.tsx').then((m) => ({ default: m.LineChart })))

/** A line chart in its room, whose code is fetched with it: for pages that have more to show first. */
export function LateLineChart(props: LineChartProps) {
  const { height = 232 } = props
  return (
    <Suspense fallback={<div style={{ height: `calc(${height + 24} * var(--u))` }} data-waiting />}>
      <LineChart {...props} />
    </Suspense>
  )
}
