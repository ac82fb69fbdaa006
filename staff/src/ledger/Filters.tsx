import type { ReactNode } from 'react'
import styles from './Ledger.module.css'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** Filters of a list in one line, with the number of matches at the right. */
export function Filters({ children, beside }: { children: ReactNode; beside?: ReactNode }) {
  return (
    <div className={styles.filters}>
      {children}
      {beside !== undefined && <span className={styles.beside}>{beside}</span>}
    </div>
  )
}

/** One of a few options. */
export function ChoiceFilter<Value extends string>(props: {
  id?: string
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  const { id, label, choices, value, onChange } = props
  return (
    <select
      id={id}
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = choices.find((each) => each.value === event.target.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {choices.map((each) => (
        <option key={each.value} value={each.value}>
          {each.label}
        </option>
      ))}
    </select>
  )
}

/** A calendar day, or none. */
export function DayFilter(props: { label: string; value: string; onChange: (day: string) => void }) {
  const { label, value, onChange } = props
  return (
    <label>
      {label}
      <input type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  )
}
