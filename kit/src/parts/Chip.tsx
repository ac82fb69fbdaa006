import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useChosenInSight } from './chosen-sight.ts'
import { cx } from './cx.ts'
import type { Icon } from './icons.tsx'
import { CheckIcon, XIcon } from './page-icons.tsx'
import styles from './Chip.module.css'

/** A filter choice, or an act in a row of acts (`25%`, `Máx`): drawn 32 to 36 px high with a touch target of 44. */
export function Chip(props: {
  label: string
  onClick: () => void
  chosen?: boolean
  count?: number | undefined
  /** Shows a cross when selected; a tap removes it. */
  removable?: boolean
  /** An act instead of a choice: soft, and as wide as its place. */
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

/** The part of the next chip, or of the edge, that stays visible after the selected one. */
const ROOM_AFTER = 16

/** Chips in one line that scrolls sideways and starts at the selected one; `spread` shares the width between acts. */
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

/** A state in words and colour: `Pendiente`, `✓ Ejecutada`, `✕ Rechazada`. */
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
