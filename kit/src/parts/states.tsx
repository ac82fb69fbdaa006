import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { CircleNotchIcon, TrayIcon, WarningCircleIcon, type Icon } from './icons.tsx'
import styles from './states.module.css'
import { usePartWords } from './words.tsx'

/** Nothing there: 150 px, an icon, a sentence, and the way out where there is one. */
export function Empty(props: {
  text: string
  /** In smaller letters: why, and what else there is. */
  why?: string
  icon?: Icon
  action?: string | undefined
  href?: string
  onAction?: () => void
}) {
  const { text, why, icon: Shape = TrayIcon, action, href, onAction } = props
  return (
    <div className={styles.empty}>
      <Shape size={28} />
      <p>{text}</p>
      {why !== undefined && <p className={styles.why}>{why}</p>}
      {action !== undefined && <Button look="text" small label={action} href={href} onClick={onAction} />}
    </div>
  )
}

/** A page or a list that could not be had: what happened, what it means, and the way to try again. */
export function ErrorView(props: { title: string; text?: string | undefined; retry?: string; onRetry?: () => void }) {
  const words = usePartWords()
  return (
    <div className={styles.error} role="alert">
      <WarningCircleIcon size={32} className={styles.mark} />
      <h2>{props.title}</h2>
      {props.text !== undefined && <p>{props.text}</p>}
      {props.onRetry && <Button look="soft" label={props.retry ?? words.retry} onClick={props.onRetry} />}
    </div>
  )
}

/** A grey bar in the place and size of what will come, in the spec's pixels. */
export function Skeleton({ width, height = 14 }: { width: number | string; height?: number }) {
  const wide = typeof width === 'number' ? `calc(${width} * var(--s))` : width
  return (
    <i className={styles.skeleton} style={{ width: wide, height: `calc(${height} * var(--u) * 0.8)` }} aria-hidden />
  )
}

/**
 * Rows of a list before its data: same height, same places. They show after 200 ms, so a quick answer never flickers. `byDay`
 * keeps the place of the first day's head, `boxed` that of the icons.
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
 * Pieces of text before their data: a mark or a title beside the time, and the lines under it, one card as high as what comes.
 * `byDay` keeps the place of the first day's head.
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

/** A page on its way: nothing for 200 ms, then a turning mark. */
export function Loading({ text }: { text?: string }) {
  const words = usePartWords()
  return (
    <div className={cx(styles.loading, styles.late)} role="status" data-waiting>
      <CircleNotchIcon size={28} className={styles.turn} />
      <span className={text === undefined ? 'said' : undefined}>{text ?? words.loading}</span>
    </div>
  )
}
