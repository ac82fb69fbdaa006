import styles from './Switch.module.css'

/** On or off, at once: a native checkbox that looks like a switch, 44 px of touch. `label` says what it switches. */
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
