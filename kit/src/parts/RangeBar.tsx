import styles from './RangeBar.module.css'

/** Where a figure stands between a low and a high: the ends named, a mark between them. `at` from 0 to 1; null where nothing is known. */
export function RangeBar(props: {
  label: string
  low: string
  high: string
  at: number | null
  /** The same in one sentence. */
  summary: string
}) {
  const { label, low, high, at, summary } = props
  return (
    <div className={styles.range} role="img" aria-label={summary}>
      <span className={styles.label}>{label}</span>
      <span className={styles.low}>{low}</span>
      <span className={styles.bar}>
        {at !== null && <i style={{ left: `${(100 * Math.max(0, Math.min(1, at))).toFixed(1)}%` }} />}
      </span>
      <span className={styles.high}>{high}</span>
    </div>
  )
}
