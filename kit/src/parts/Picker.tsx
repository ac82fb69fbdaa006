import { useId, useState, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { CaretUpDownIcon } from './late-icons.tsx'
import { CheckIcon } from './page-icons.tsx'
import styles from './Picker.module.css'
import type { Option, SelectProps } from './Select.tsx'
import select from './Select.module.css'
import { Sheet } from './Sheet.tsx'

/**
 * A choice in a sheet: rows of 44 px, six visible. A tap or Enter selects and closes; arrows only preview. Mount it to
 * open it.
 */
function Picker<Value extends string>(props: SelectProps<Value> & { onClose: () => void }) {
  const { label, options, value, onChange, onClose } = props
  const name = useId()
  const [before] = useState(value)
  return (
    <Sheet title={label} onClose={onClose}>
      <div className={cx(styles.rows, styles.inSheet)} role="radiogroup" aria-label={label}>
        {options.map((option) => (
          <PickerRow key={option.value} of={option} chosen={option.value === value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              disabled={option.disabled}
              data-first-focus={option.value === before ? 'field' : undefined}
              onChange={() => onChange(option.value)}
              onClick={(event) => event.detail > 0 && onClose()}
              onKeyDown={(event) => event.key === 'Enter' && onClose()}
            />
          </PickerRow>
        ))}
      </div>
    </Sheet>
  )
}

/** The line of a `Select` whose options need a note. It opens them in a sheet. */
export function PickerLine<Value extends string>(props: SelectProps<Value>) {
  const { label, options, value } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <div className={select.select}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <button
        type="button"
        id={`${id}-chosen`}
        className={styles.open}
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}-chosen`}
        onClick={() => setOpen(true)}
      >
        {chosen?.label}
        <CaretUpDownIcon size={18} className={select.mark} />
      </button>
      {open && <Picker {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** A multiple choice in a sheet: rows of 44 px, six visible, each with a tick that changes at once. */
export function PickerTicks<Value extends string>(props: {
  label: string
  options: readonly Option<Value>[]
  chosen: readonly Value[]
  onToggle: (value: Value, target: boolean) => void
}) {
  const { label, options, chosen, onToggle } = props
  return (
    <div className={styles.rows} role="group" aria-label={label}>
      {options.map((option) => (
        <PickerRow key={option.value} of={option} chosen={chosen.includes(option.value)}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            disabled={option.disabled}
            onChange={(event) => onToggle(option.value, event.target.checked)}
          />
        </PickerRow>
      ))}
    </div>
  )
}

function PickerRow(props: { of: Option<string>; chosen: boolean; children: ReactNode }) {
  const { of, chosen, children } = props
  return (
    <label className={cx(styles.row, chosen && styles.chosen)}>
      {children}
      <span className={styles.words}>
        <span>{of.label}</span>
        {of.note !== undefined && <small>{of.note}</small>}
      </span>
      {chosen && <CheckIcon size={20} className={styles.mark} />}
    </label>
  )
}
