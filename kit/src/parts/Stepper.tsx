import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFigureText } from './figure-input.ts'
import type { Icon } from './icons.tsx'
import { MinusIcon, PlusIcon, WarningCircleFillIcon } from './late-icons.tsx'
import styles from './Stepper.module.css'
import { figureText, usePartWords } from './words.tsx'

const REPEAT_AFTER_MS = 500
const REPEAT_EVERY_MS = 200

export interface StepperProps {
  label: string
  labelRight?: ReactNode
  /** Whole shares or lots, or a figure with `decimals` digits after the sign; null while the text is not readable. */
  value: bigint | null
  decimals?: number
  onChange: (value: bigint | null) => void
  min?: bigint
  max?: bigint | undefined
  step?: bigint
  /** Beside another field: a smaller figure, both buttons at the right. */
  compact?: boolean
  /** Uses our own `Keypad` where the screen has one. */
  keypad?: boolean
  error?: string | null | undefined
  disabled?: boolean
}

/** A quantity: minus, the figure, plus. A held button repeats every 200 ms after 500; arrow and Page keys step too. */
export function Stepper(props: StepperProps) {
  const { label, labelRight, value, onChange, min = 1n, max, step = 1n, compact, disabled, decimals = 0 } = props
  const words = usePartWords()
  const id = useId()
  const { input, problem } = useFigureText({ value, decimals, onChange, keypad: props.keypad === true })
  const error = props.error ?? figureText(words, problem)
  const latest = useLatest(value)
  const stepBy = (by: bigint) => {
    const within = steppedFrom(latest.current, by, min, max)
    latest.current = within
    onChange(within)
  }
  const keys: Record<string, bigint> = { ArrowUp: step, ArrowDown: -step, PageUp: 10n * step, PageDown: -10n * step }
  const field = (
    <input
      {...input}
      id={id}
      className={styles.figure}
      role="spinbutton"
      aria-valuemin={Number(min) / 10 ** decimals}
      aria-valuemax={max === undefined ? undefined : Number(max) / 10 ** decimals}
      aria-valuenow={value === null ? undefined : Number(value) / 10 ** decimals}
      aria-valuetext={input.value}
      aria-invalid={error ? true : undefined}
      aria-describedby={`${id}-note`}
      disabled={disabled}
      onKeyDown={(event) => {
        const by = keys[event.key]
        if (by === undefined) return
        event.preventDefault()
        stepBy(by)
      }}
    />
  )
  const off = { less: disabled === true || (value ?? min + 1n) <= min, more: disabled === true || atMost(value, max) }
  const less = <StepButton icon={MinusIcon} label={words.less} off={off.less} onStep={() => stepBy(-step)} />
  return (
    <div className={styles.stepper} data-own-swipe>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {labelRight !== undefined && <span>{labelRight}</span>}
      </div>
      <div className={cx(styles.box, compact && styles.compact, Boolean(error) && styles.wrong)}>
        {!compact && less}
        {field}
        {compact && less}
        <StepButton icon={PlusIcon} label={words.more} off={off.more} onStep={() => stepBy(step)} />
      </div>
      <div role="alert" id={`${id}-note`}>
        {error && (
          <p className={styles.error}>
            <WarningCircleFillIcon size={16} />
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

/** One step from a value within its bounds; from no value, the minimum. */
function steppedFrom(value: bigint | null, by: bigint, min: bigint, max: bigint | undefined): bigint {
  const next = value === null ? min : value + by
  return next < min ? min : max !== undefined && next > max ? max : next
}

const atMost = (value: bigint | null, max: bigint | undefined): boolean =>
  max !== undefined && value !== null && value >= max

/** The value of the last render that was shown, for timers that outlive it. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** Steps on a tap, and repeatedly while held. The focus does not move, so that the keypad stays. */
function StepButton(props: { icon: Icon; label: string; off: boolean; onStep: () => void }) {
  const { icon: Shape, label, off, onStep } = props
  const latest = useLatest(onStep)
  const held = useRef({ timer: 0, repeated: false })
  const stop = () => clearTimeout(held.current.timer)
  const repeat = () => {
    held.current.repeated = true
    latest.current()
    held.current.timer = window.setTimeout(repeat, REPEAT_EVERY_MS)
  }
  return (
    <button
      type="button"
      className={styles.sign}
      aria-label={label}
      aria-disabled={off || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        stop()
        held.current = { timer: window.setTimeout(repeat, REPEAT_AFTER_MS), repeated: false }
      }}
      onMouseDown={(event) => event.preventDefault()}
      onPointerUp={stop}
      onPointerCancel={stop}
      onPointerLeave={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        stop()
        if (!held.current.repeated && !off) onStep()
        held.current.repeated = false
      }}
    >
      <Shape size={20} />
    </button>
  )
}
