import type { Tone } from '@lonja/core/base/formats'
import { memo } from 'react'
import { cx } from './cx.ts'
import styles from './Sparkline.module.css'
import tones from './tones.module.css'

const WIDTH = 60
const HEIGHT = 26
const PAD = 1.5
/** The session is at most so many times as wide as its line, so that the first hours of a day are seen. */
const WIDER_MOST = 3

/**
 * A day's line in 60 × 26, coloured by its result, with the previous close dotted. `session` is the number of points of
 * the whole session; the line stops at now. Decorative only: the figures beside it carry the information.
 */
export const Sparkline = memo(function Sparkline(props: {
  points: readonly number[]
  previous?: number | undefined
  session?: number | undefined
  tone: Tone
  /** 44 px wide, for narrow columns. */
  narrow?: boolean | undefined
}) {
  const { points, previous, session, tone, narrow } = props
  const all = previous === undefined ? points : [...points, previous]
  const low = Math.min(...all)
  const span = Math.max(...all) - low || 1
  const y = (value: number) => (HEIGHT - PAD - ((value - low) / span) * (HEIGHT - 2 * PAD)).toFixed(1)
  const last = Math.max(Math.min((session ?? points.length) - 1, WIDER_MOST * (points.length - 1)), 1)
  const line = points.map((value, index) => `${((index / last) * WIDTH).toFixed(1)},${y(value)}`).join(' ')
  return (
    <svg
      className={cx(styles.spark, narrow && styles.narrow, tones[tone])}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden
      preserveAspectRatio="none"
    >
      {previous !== undefined && points.length > 0 && (
        <line className={styles.previous} x1="0" x2={WIDTH} y1={y(previous)} y2={y(previous)} />
      )}
      {points.length > 1 && <polyline className={styles.line} points={line} />}
    </svg>
  )
})
