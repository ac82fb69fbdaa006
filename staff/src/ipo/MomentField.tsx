import { Field } from '@lonja/kit/parts/Field'
import { useText } from '@lonja/kit/text'
import type { TypedMoment } from './draft.ts'
import styles from './offers.module.css'

/** A day and a time of day in Madrid. */
export function MomentField(props: {
  label: string
  value: TypedMoment
  onChange: (value: TypedMoment) => void
  hint?: string | undefined
  error?: string | undefined
}) {
  const { label, value, onChange, hint, error } = props
  const t = useText('offers')
  return (
    <div className={styles.moment}>
      <Field
        label={label}
        type="date"
        value={value.day}
        onChange={(day) => onChange({ ...value, day })}
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
