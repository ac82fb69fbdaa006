import { useId, useState } from 'react'
import { cx } from './cx.ts'
import { CaretUpDownIcon, CheckIcon } from './page-icons.tsx'
import styles from './Select.module.css'
import { Sheet } from './Sheet.tsx'

export interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly note?: string | undefined
  readonly disabled?: boolean
}

interface SelectProps<Value extends string> {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A native choice: as a line of the page (`Válida … Hasta el cierre de hoy`), or as a `boxed` field under its label. */
export function Select<Value extends string>(props: SelectProps<Value> & { boxed?: boolean; disabled?: boolean }) {
  const { label, options, value, onChange, boxed, disabled } = props
  const id = useId()
  return (
    <div className={cx(styles.select, boxed && styles.boxed)}>
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

/** The same choice in a sheet, for options that need a note: rows of 44 px, six in sight. Mount it to open it. */
function OptionSheet<Value extends string>(props: SelectProps<Value> & { onClose: () => void }) {
  const { label, options, value, onChange, onClose } = props
  const name = useId()
  const [before] = useState(value)
  const choose = (next: Value) => {
    onChange(next)
    onClose()
  }
  return (
    <Sheet title={label} onClose={onClose}>
      <div className={styles.options} role="radiogroup" aria-label={label}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              checked={option.value === value}
              disabled={option.disabled}
              data-first-focus={option.value === before || undefined}
              onChange={() => onChange(option.value)}
              onClick={(event) => event.detail > 0 && choose(option.value)}
              onKeyDown={(event) => event.key === 'Enter' && choose(option.value)}
            />
            <span className={styles.words}>
              <span>{option.label}</span>
              {option.note !== undefined && <small>{option.note}</small>}
            </span>
            {option.value === value && <CheckIcon size={20} className={styles.mark} />}
          </label>
        ))}
      </div>
    </Sheet>
  )
}
