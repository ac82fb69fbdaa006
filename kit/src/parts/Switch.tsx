import styles from './Switch.module.css'

/**
 * A setting that takes effect at once: a native checkbox drawn as a switch, with a touch target of 44 px. `label` names
 * the setting.
 */
export function Switch(props: { label: string; on: boolean; busy?: boolean; onChange: (on: boolean) => void }) {
  const { label, on, busy, onChange } = props
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        aria-label={label}
        aria-busy={busy || undefined}
        checked={on}
        aria-checked={on}
        onChange={(event) => !busy && onChange(event.target.checked)}
      />
      <i className={styles.track} />
    </label>
  )
}
