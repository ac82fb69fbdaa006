import { Skeleton } from './states.tsx'
import styles from './RangeBar.module.css'

/**
 * A figure's position between a low and a high: labelled ends with a mark between them. Without the ends it shows a
 * placeholder of the same height.
 */
export function RangeBar(props: {
  label: string
  ends?: readonly [low: string, high: string]
  /** From 0 to 1; null if the figure is unknown. */
  at?: number | null
  /** The same as one sentence. */
  summary: string
}) {
  const { label, ends, at = null, summary } = props
  const waits = <Skeleton width={44} />
  return (
    <div className={styles.range} role="img" aria-label={summary}>
      <span className={styles.label}>{label}</span>
      <span className={styles.end}>{ends?.[0] ?? waits}</span>
      <span className={styles.bar}>
        {at !== null && <i style={{ left: `${(100 * Math.max(0, Math.min(1, at))).toFixed(1)}%` }} />}
      </span>
      <span className={styles.end}>{ends?.[1] ?? waits}</span>
    </div>
  )
}
