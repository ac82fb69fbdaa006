import { cx } from './cx.ts'
import type { Icon } from './icons.tsx'
import styles from './IconButton.module.css'

/** A button that is an icon, 24 px in 44 of touch. `label` is what it does; `dot` says that something waits behind it. */
export function IconButton(props: {
  icon: Icon
  label: string
  onClick: () => void
  size?: number
  accent?: boolean
  pressed?: boolean
  dot?: boolean
  disabled?: boolean
  expanded?: boolean
}) {
  const { icon: Shape, label, onClick, size = 24, accent, pressed, dot, disabled, expanded } = props
  return (
    <button
      type="button"
      className={cx(styles.button, accent && styles.accent)}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      <Shape size={size} />
      {dot && <span className={styles.dot} />}
    </button>
  )
}
