import { useState, type ReactNode } from 'react'
import { dayAfter, readDay } from '../day-filter.ts'
import { useFormats } from '../formats.tsx'
import { usePartWords } from './words.tsx'
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

/** A day that shows which figure is the month. */
const LAST_OF_A_YEAR = Date.parse('2026-12-31T12:00:00Z')

/**
 * A calendar day, or none, in the console's form of a date and not in the browser's. It filters when it is submitted, when the field
 * is left, and by the arrows up and down, which go to the next and the previous day.
 */
export function DayFilter(props: { label: string; value: string; onChange: (day: string) => void }) {
  const { label, value, onChange } = props
  const f = useFormats()
  const words = usePartWords()
  const textOf = (day: string): string => (day === '' ? '' : f.dayBeside(Date.parse(`${day}T12:00:00Z`)))
  const [typed, setTyped] = useState({ from: value, text: textOf(value), left: false })
  const now = typed.from === value ? typed : { from: value, text: textOf(value), left: false }
  const day = readDay(now.text)
  const take = (next: string): void => {
    setTyped({ from: next, text: textOf(next), left: false })
    if (next !== value) onChange(next)
  }
  const done = (): void => (day === null ? setTyped({ ...now, left: true }) : take(day))
  const wrong = day === null && now.left
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
          size={11}
          maxLength={14}
          autoComplete="off"
          placeholder={f.dayBeside(LAST_OF_A_YEAR)}
          aria-invalid={wrong}
          value={now.text}
          onChange={(event) => setTyped({ from: value, text: event.target.value, left: false })}
          onBlur={done}
          onKeyDown={(event) => {
            const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
            if (by === undefined || day === null || day === '') return
            event.preventDefault()
            take(dayAfter(day, by))
          }}
        />
      </label>
      <span role="alert" className={styles.wrong}>
        {wrong && words.dayUnread}
      </span>
    </form>
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
