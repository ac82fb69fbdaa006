import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { CircleNotchIcon, type Icon } from './icons.tsx'
import styles from './Button.module.css'

export interface ButtonProps {
  /** What will happen: `Comprar 10 BVE a mercado`. */
  label: string
  /** A second, smaller line: `unos 84,20 €`. */
  second?: string | undefined
  /** One filled button a screen; then soft, outline, text. */
  look?: 'filled' | 'soft' | 'outline' | 'text'
  /** 44 px and 14 px letters, for buttons in a row or a card. */
  small?: boolean
  /** On its way: turns, and takes no second tap. */
  busy?: boolean
  /** What it says while it is on its way: `Enviando`. */
  busyLabel?: string | undefined
  /** It cannot be pressed yet, and says for what it waits: `vuelve con la conexión`. */
  waitsFor?: string | undefined
  disabled?: boolean
  icon?: Icon
  /** A link that looks like a button. */
  href?: string | undefined
  type?: 'button' | 'submit'
  onClick?: (() => void) | undefined
  describedBy?: string
}

/** A button. It stays focusable while it waits, so that a screen reader hears why. */
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
      </span>
      {second !== undefined && <span className={styles.second}>{second}</span>}
    </>
  )
  if (href !== undefined && !off) {
    return (
      <a className={className} href={href} onClick={onClick}>
        {content}
      </a>
    )
  }
  return (
    <button
      type={type}
      className={className}
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

/** Buttons side by side, in equal widths; they stack where their words have no room. */
export const Buttons = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>
