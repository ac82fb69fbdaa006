import { useState } from 'react'
import { readDay } from '@lonja/kit/day-filter'
import { useFormats } from '@lonja/kit/formats'
import { Field } from '@lonja/kit/parts/Field'
import { useText } from '@lonja/kit/text'
import type { TypedMoment } from './draft.ts'
import styles from './offers.module.css'

/** A day that shows which figure is the month. */
const LAST_OF_A_YEAR = '2026-12-31'

/** A day and a time of day in Madrid. The day has the console's form of a date and not the browser's. */
export function MomentField(props: {
  label: string
  value: TypedMoment
  onChange: (value: TypedMoment) => void
  hint?: string | undefined
  error?: string | undefined
}) {
  const { label, value, onChange, hint, error } = props
  const t = useText('offers')
  const f = useFormats()
  const textOf = (day: string): string => (readDay(day) ? f.dayBeside(Date.parse(`${day}T12:00:00Z`)) : day)
  const [typed, setTyped] = useState({ day: value.day, text: textOf(value.day) })
  return (
    <div className={styles.moment}>
      <Field
        label={label}
        value={typed.day === value.day ? typed.text : textOf(value.day)}
        // A text that is no day stays as it is, and the form says so.
        onChange={(text) => {
          const day = readDay(text) ?? text
          setTyped({ day, text })
          onChange({ ...value, day })
        }}
        onBlur={() => setTyped({ day: value.day, text: textOf(value.day) })}
        placeholder={textOf(LAST_OF_A_YEAR)}
        hint={hint}
        error={error}
      />
      <Field
        label={t('timeOf', { date: label })}
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
        placeholder="18:00"
      />
    </div>
  )
}
