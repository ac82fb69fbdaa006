import { cx } from './cx.ts'
import { Skeleton } from './states.tsx'
import styles from './states.module.css'
import { usePartWords } from './words.tsx'

/**
 * Placeholder rows of a list with the height of real ones. They appear after 200 ms, so that a quick answer never
 * flickers. `byDay` leaves room for the first day's heading, `boxed` for the icons.
 */
export function SkeletonRows(props: {
  rows?: number
  dense?: boolean
  line?: boolean
  byDay?: boolean
  boxed?: boolean
}) {
  const { rows = 8, dense, line = true, byDay, boxed } = props
  const words = usePartWords()
  return (
    <div className={cx(styles.rows, styles.late)} role="status" data-waiting>
      <span className="said">{words.loading}</span>
      {byDay && <i className={styles.day} aria-hidden />}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={cx(dense && styles.dense)}>
          {boxed && <i className={styles.box} aria-hidden />}
          <span>
            <Skeleton width={[108, 88, 122][row % 3] ?? 108} />
            <Skeleton width={[66, 54, 72][row % 3] ?? 66} height={11} />
          </span>
          {line && <Skeleton width={54} height={16} />}
          <span>
            <Skeleton width={58} />
            <Skeleton width={40} height={11} />
          </span>
        </div>
      ))}
    </div>
  )
}

/**
 * Placeholder cards for texts: a mark or a title beside the time, and the lines below, each as high as the content.
 * `byDay` leaves room for the first day's heading.
 */
export function SkeletonCards({ cards = 7, marked, byDay }: { cards?: number; marked?: boolean; byDay?: boolean }) {
  const words = usePartWords()
  return (
    <div className={cx(styles.cards, styles.late)} role="status" data-waiting>
      <span className="said">{words.loading}</span>
      {byDay && <i className={styles.day} aria-hidden />}
      {Array.from({ length: cards }, (_, card) => (
        <div key={card}>
          <span>
            <Skeleton width={marked ? 84 : ([150, 120, 172][card % 3] ?? 150)} height={marked ? 22 : 14} />
            <Skeleton width={48} height={11} />
          </span>
          <Skeleton width={['92%', '78%', '86%'][card % 3] ?? '92%'} height={marked ? 16 : 11} />
          <Skeleton width={marked ? 130 : (['64%', '40%', '52%'][card % 3] ?? 130)} height={11} />
        </div>
      ))}
    </div>
  )
}
