import { cx } from './cx.ts'
import type { Icon } from './icons.tsx'
import styles from './IconButton.module.css'

/** An icon button of 24 px with a touch target of 44. `label` names its act; `dot` shows that something is waiting. */
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
