import { useId, useState, type ReactNode, type Ref } from 'react'
import { cx } from './cx.ts'
import { CircleIcon, WarningCircleFillIcon } from './late-icons.tsx'
import { CheckCircleFillIcon, EyeIcon, EyeSlashIcon } from './page-icons.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Field.module.css'
import { usePartWords } from './words.tsx'

const MAX_LENGTH = 140
const COUNTER_FROM = 0.8

/** A requirement of a field, shown during typing: an open circle, then a green tick. */
export interface FieldCheck {
  readonly done: boolean
  readonly text: string
}

/** The parts around any input: its label, the text beside it, and the line below. */
export interface FieldFrame {
  label: string
  /** The label is read out but not shown. */
  labelHidden?: boolean
  /** In a grid of its parent: the box is a cell, and what is said of it spans the line below. */
  inRow?: boolean
  /** At the label's right: `Máx 60 con tu dinero`, or a link. */
  labelRight?: ReactNode
  /** Red with an icon, at the place of the error; it stays until corrected. */
  error?: string | null | undefined
  hint?: ReactNode
  checks?: readonly FieldCheck[]
  /** A green tick inside. */
  ok?: boolean
  /** Before the text, such as `+34`; after it, such as `€`. */
  prefix?: string
  unit?: string | undefined
}

export interface FieldProps extends FieldFrame {
  value: string
  onChange: (value: string) => void
  /** A password can be revealed. `area` has several lines. The value of a `date` is `2026-11-22`, or empty. */
  type?: 'text' | 'password' | 'tel' | 'email' | 'search' | 'area' | 'date'
  name?: string
  /** 140 by default; a countdown appears after four fifths. */
  maxLength?: number
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search'
  autoComplete?: string
  autoCapitalize?: 'none' | 'characters'
  placeholder?: string
  disabled?: boolean
  /** Focused first in a dialog or a sheet, so that typing can start at once. */
  firstFocus?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement | HTMLTextAreaElement>
}

/** A labelled text field. */
export function Field(props: FieldProps) {
  const { value, onChange, type = 'text', maxLength = MAX_LENGTH, ref } = props
  const words = usePartWords()
  const [revealed, setRevealed] = useState(false)
  const id = useId()
  const shared = {
    id,
    className: styles.input,
    value,
    name: props.name,
    maxLength,
    inputMode: props.inputMode,
    autoComplete: props.autoComplete,
    autoCapitalize: props.autoCapitalize ?? (type === 'password' ? 'none' : undefined),
    placeholder: props.placeholder,
    disabled: props.disabled,
    'data-first-focus': props.firstFocus ? 'field' : undefined,
    onBlur: props.onBlur,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
    'aria-invalid': props.error ? true : undefined,
    'aria-describedby': `${id}-note`,
  }
  const reveal = (
    <IconButton
      icon={revealed ? EyeSlashIcon : EyeIcon}
      label={revealed ? words.conceal : words.reveal}
      pressed={revealed}
      accent={revealed}
      size={22}
      onClick={() => setRevealed(!revealed)}
    />
  )
  return (
    <Frame {...props} id={id} counter={counterFor(value, maxLength)} right={type === 'password' ? reveal : undefined}>
      {type === 'area' ? (
        <textarea {...shared} rows={4} ref={ref as Ref<HTMLTextAreaElement>} />
      ) : (
        <input
          {...shared}
          type={type === 'password' && revealed ? 'text' : type}
          spellCheck={type === 'text' ? undefined : false}
          ref={ref as Ref<HTMLInputElement>}
        />
      )}
    </Frame>
  )
}

const counterFor = (value: string, maxLength: number): string | null =>
  value.length >= maxLength * COUNTER_FROM ? `${value.length}/${maxLength}` : null

/** The frame of an input, used by every kind of field with the input as its child. */
export function Frame(
  props: FieldFrame & { id: string; counter?: string | null; right?: ReactNode; tall?: boolean; children: ReactNode },
) {
  const { id, label, labelHidden, labelRight, error, hint, checks, ok, prefix, unit, counter } = props
  return (
    <div className={cx(styles.field, props.inRow && styles.inRow)} data-own-swipe>
      <div className={cx(styles.head, labelHidden && 'said')}>
        <label className={props.tall ? styles.quiet : styles.name} htmlFor={id}>
          {label}
        </label>
        {labelRight !== undefined && <span className={styles.beside}>{labelRight}</span>}
      </div>
      <div className={cx(styles.box, props.tall && styles.tall, Boolean(error) && styles.wrong)}>
        {prefix !== undefined && <span className={styles.prefix}>{prefix}</span>}
        {props.children}
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
        {ok && !error && <CheckCircleFillIcon size={20} className={styles.tick} />}
        {props.right}
      </div>
      <div className={styles.notes} id={`${id}-note`}>
        {/* Announced when it appears, and read again when the field gets the focus. */}
        <div role="alert">
          {error && (
            <p className={styles.error}>
              <WarningCircleFillIcon size={16} />
              {error}
            </p>
          )}
        </div>
        {!error && checks && checks.length > 0 && <Checks checks={checks} />}
        {!error && hint !== undefined && <div className={styles.hint}>{hint}</div>}
        {counter && <p className={styles.counter}>{counter}</p>}
      </div>
    </div>
  )
}

function Checks({ checks }: { checks: readonly FieldCheck[] }) {
  return (
    <ul className={styles.checks} aria-live="polite">
      {checks.map(({ done, text }, index) => (
        <li key={index} className={done ? styles.done : undefined}>
          {done ? <CheckCircleFillIcon size={16} /> : <CircleIcon size={16} />}
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Focus the first invalid field of a form. */
export function focusFirstError(form: ParentNode | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
