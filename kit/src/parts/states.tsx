import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { CircleNotchIcon, TrayIcon, WarningCircleIcon, type Icon } from './icons.tsx'
import styles from './states.module.css'
import { usePartWords } from './words.tsx'

/** An empty state of 150 px: an icon, a sentence, and an act if there is one. */
export function Empty(props: {
  text: string
  /** In smaller text: the reason, and alternatives. */
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

/** A page or list that failed to load: the error, its meaning, and a button to retry. */
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

/** A grey bar in the place and size of the content, in spec pixels. */
export function Skeleton({ width, height = 14 }: { width: number | string; height?: number }) {
  const wide = typeof width === 'number' ? `calc(${width} * var(--s))` : width
  return (
    <i className={styles.skeleton} style={{ width: wide, height: `calc(${height} * var(--u) * 0.8)` }} aria-hidden />
  )
}

/** A loading page: nothing for 200 ms, then a spinner; `now` if 200 ms have passed already. */
export function Loading({ text, now = false }: { text?: string; now?: boolean }) {
  const words = usePartWords()
  return (
    <div className={cx(styles.loading, !now && styles.late)} role="status" data-waiting>
      <CircleNotchIcon size={28} className={styles.turn} />
      <span className={text === undefined ? 'said' : undefined}>{text ?? words.loading}</span>
    </div>
  )
}
