import { useId, type ReactNode } from 'react'
import styles from './toggles.module.css'

interface ToggleProps {
  label: ReactNode
  note?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** On or off, at once. */
export const Switch = (props: ToggleProps) => <Toggle {...props} look="switch" />

/** A yes that is sent with its form. */
export const Checkbox = (props: ToggleProps & { error?: string | null | undefined }) => <Toggle {...props} look="box" />

function Toggle(props: ToggleProps & { look: 'switch' | 'box'; error?: string | null | undefined }) {
  const { label, note, checked, onChange, disabled, look, error } = props
  const id = useId()
  return (
    <label className={styles.toggle} data-look={look}>
      <span className={styles.words}>
        <span>{label}</span>
        {note !== undefined && (
          <span className={styles.note} id={`${id}-note`}>
            {note}
          </span>
        )}
        {error && (
          <span className={styles.error} id={`${id}-error`} role="alert">
            {error}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        className={styles[look]}
        role={look === 'switch' ? 'switch' : undefined}
        checked={checked}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
