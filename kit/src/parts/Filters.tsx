import { useState, type ReactNode } from 'react'
import styles from './Filters.module.css'

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

/** Two filters that belong together, such as the first and the last day. */
export const FilterPair = ({ children }: { children: ReactNode }) => <span className={styles.pair}>{children}</span>

/** A short text that filters when it is submitted, or when the field is left. */
export function TextFilter(props: { label: string; value: string; most: number; onChange: (text: string) => void }) {
  const { label, value, most, onChange } = props
  const [typed, setTyped] = useState({ from: value, text: value })
  const text = typed.from === value ? typed.text : value
  const done = (): void => {
    if (text.trim() === value) return
    // From here on the text is that of the new value, so Back shows the value before.
    setTyped({ from: text.trim(), text: text.trim() })
    onChange(text.trim())
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        done()
      }}
    >
      <label>
        {label}
        <input
          size={most}
          maxLength={most}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setTyped({ from: value, text: event.target.value })}
          onBlur={done}
        />
      </label>
    </form>
  )
}
