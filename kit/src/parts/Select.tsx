import { useId } from 'react'
import { cx } from './cx.ts'
import { CaretUpDownIcon } from './late-icons.tsx'
import styles from './Select.module.css'

export interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly note?: string | undefined
  readonly disabled?: boolean
}

export interface SelectProps<Value extends string> {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/**
 * A native select: as a line of the page (`Válida … Hasta el cierre de hoy`), or as a `boxed` field under its label;
 * `tall` beside a figure that is.
 */
export function Select<Value extends string>(
  props: SelectProps<Value> & { boxed?: boolean; tall?: boolean; disabled?: boolean },
) {
  const { label, options, value, onChange, boxed, tall, disabled } = props
  const id = useId()
  return (
    <div className={cx(styles.select, boxed && styles.boxed, tall && styles.tall)}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.box}>
        <select
          id={id}
          className={styles.native}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <CaretUpDownIcon size={18} className={styles.mark} />
      </span>
    </div>
  )
}
