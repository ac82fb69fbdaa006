import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { CircleNotchIcon, type Icon } from './icons.tsx'
import { KeyCap } from './KeyCap.tsx'
import styles from './Button.module.css'

export interface ButtonProps {
  /** The act: `Comprar 10 BVE a mercado`. */
  label: string
  /** A second, smaller line: `unos 84,20 €`. */
  second?: string | undefined
  /** One filled button per screen; then soft, outline, text. */
  look?: 'filled' | 'soft' | 'outline' | 'text'
  /** The key that does the same, drawn beside the label: `N`, `Ctrl+Enter`. */
  keyCap?: string | undefined
  /** 44 px high with 14 px text, for buttons in a row or a card. */
  small?: boolean
  /** Under way: shows a spinner and ignores taps. */
  busy?: boolean
  /** The label while busy: `Enviando`. */
  busyLabel?: string | undefined
  /** Disabled, with the reason: `vuelve con la conexión`. */
  waitsFor?: string | undefined
  disabled?: boolean
  icon?: Icon
  /** A link that looks like a button. */
  href?: string | undefined
  type?: 'button' | 'submit'
  onClick?: (() => void) | undefined
  describedBy?: string
}

/** A button. It stays focusable while it waits, so that a screen reader announces the reason. */
export function Button(props: ButtonProps) {
  const { label, look = 'filled', small, busy, busyLabel, waitsFor, disabled, href, type = 'button', onClick } = props
  const off = disabled === true || waitsFor !== undefined
  const second = busy ? undefined : (waitsFor ?? props.second)
  const className = cx(styles.button, styles[look], small && styles.small, off && styles.off, busy && styles.busy)
  const content = (
    <>
      <span className={styles.label}>
        {busy ? <CircleNotchIcon size={18} className={styles.turn} /> : props.icon && <props.icon size={18} />}
        {busy ? (busyLabel ?? label) : label}
        {props.keyCap !== undefined && !off && !busy && <KeyCap of={props.keyCap} />}
      </span>
      {second !== undefined && <span className={styles.second}>{second}</span>}
    </>
  )
  if (href !== undefined && !off) {
    return (
      <a className={className} data-look={look} href={href} onClick={onClick}>
        {content}
      </a>
    )
  }
  return (
    <button
      type={type}
      className={className}
      data-look={look}
      aria-disabled={off || busy ? true : undefined}
      aria-busy={busy || undefined}
      aria-describedby={props.describedBy}
      onClick={(event) => {
        if (off || busy) event.preventDefault()
        else onClick?.()
      }}
    >
      {content}
    </button>
  )
}

/** Buttons side by side in equal widths. They stack if their labels do not fit. */
export const Buttons = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>
