import { lazy, Suspense } from 'react'
import { AXIS_HEIGHT, LEVEL_HEIGHT, type LevelChartProps } from './level.ts'

const LevelChart = lazy(() => import('./LevelChart.tsx').then((m) => ({ default: m.LevelChart })))

/** A line against levels in its room, whose code is fetched with it. */
export const LateLevelChart = (props: LevelChartProps) => (
  <Suspense fallback={<LevelRoom />}>
    <LevelChart {...props} />
  </Suspense>
)

/** The room of such a line while its data are on their way. */
export const LevelRoom = () => <div style={{ height: `calc(${LEVEL_HEIGHT + AXIS_HEIGHT} * var(--u))` }} data-waiting />
