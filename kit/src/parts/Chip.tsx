import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useChosenInSight } from './chosen-sight.ts'
import { cx } from './cx.ts'
import type { Icon } from './icons.tsx'
import { CheckIcon, XIcon } from './page-icons.tsx'
import styles from './Chip.module.css'

/** A choice among filters, or an act in a row of acts (`25%`, `Máx`): looks 32 to 36 px high, takes 44 of touch. */
export function Chip(props: {
  label: string
  onClick: () => void
  chosen?: boolean
  count?: number | undefined
  /** Chosen, it shows a cross: a tap takes it away again. */
  removable?: boolean
  /** An act rather than a choice: soft, and as wide as its place. */
  act?: boolean
  disabled?: boolean
}) {
  const { label, onClick, chosen, count, removable, act, disabled } = props
  return (
    <button
      type="button"
      className={cx(styles.chip, act && styles.act, chosen && styles.chosen)}
      aria-pressed={act ? undefined : chosen === true}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
      {count !== undefined && <span className={styles.count}>{count}</span>}
      {removable && chosen && <XIcon size={14} />}
    </button>
  )
}

/** What is seen after the chosen chip, of the next one or of the edge. */
const ROOM_AFTER = 16

/** Chips in one line that scrolls sideways, opened where the chosen one is seen; `spread` shares the width between acts. */
export function Chips({ label, spread, children }: { label: string; spread?: boolean; children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  useChosenInSight(line, '[aria-pressed=true]')
  useLayoutEffect(() => {
    const chosen = line.current?.querySelector('[aria-pressed=true]')
    if (!chosen || !line.current) return
    const hidden = chosen.getBoundingClientRect().right - line.current.getBoundingClientRect().right
    if (hidden > 0) line.current.scrollLeft = hidden + ROOM_AFTER
  }, [])
  return (
    <div
      ref={line}
      className={cx(styles.chips, spread && styles.spread)}
      role="group"
      aria-label={label}
      data-own-swipe
    >
      {children}
    </div>
  )
}

export type StatusTone = 'gain' | 'loss' | 'warn' | 'accent' | 'grey'

const STATUS_ICONS: Partial<Record<StatusTone, Icon>> = { gain: CheckIcon, loss: XIcon }

/** A state in a word, then in colour: `Pendiente`, `✓ Ejecutada`, `✕ Rechazada`. */
export function StatusChip(props: { label: string; tone: StatusTone; icon?: Icon | null }) {
  const { label, tone } = props
  const Shape = props.icon === undefined ? STATUS_ICONS[tone] : props.icon
  return (
    <span className={cx(styles.status, styles[tone])}>
      {Shape && <Shape size={14} />}
      {label}
    </span>
  )
}
