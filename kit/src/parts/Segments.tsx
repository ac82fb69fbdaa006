import { useId } from 'react'
import { cx } from './cx.ts'
import styles from './Segments.module.css'

export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: string
  /** A second, smaller line: `a 17,47 €`. */
  readonly second?: string | undefined
  readonly disabled?: boolean
}

/**
 * A choice of two to six visible options: a radio group drawn as one bar. `plain` has no background, for time spans.
 */
export function Segments<Value extends string>(props: {
  label: string
  labelShown?: boolean
  options: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  plain?: boolean
}) {
  const { label, labelShown, options, value, onChange, plain } = props
  const name = useId()
  return (
    <fieldset className={styles.group} data-own-swipe>
      <legend className={labelShown ? styles.legend : 'said'}>{label}</legend>
      <div className={cx(styles.bar, plain && styles.plain)}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.label}>{option.label}</span>
            {option.second !== undefined && <span className={styles.second}>{option.second}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
