import { useState, type ReactNode } from 'react'
import { useTextSize } from '../session.ts'
import { CaretDownIcon, CaretUpIcon } from './late-icons.tsx'
import styles from './DockLines.module.css'

/** The text size from which all lines of a dock would leave no room for its form. */
const LARGE = 150

export const useHasLargeText = (): boolean => useTextSize() >= LARGE

/** The lines above the button of a dock. In large text, and if it is `tight`, those that matter most, which open to all. */
export function DockLines(props: {
  /** The lines that stay: a label with its figure. */
  short: readonly (readonly [label: string, figure: string])[]
  tight?: boolean
  /** All lines. */
  children: ReactNode
}) {
  const { short, tight = false, children } = props
  const isShort = useHasLargeText() || tight
  const [isOpen, setOpen] = useState(false)
  const Caret = isOpen ? CaretDownIcon : CaretUpIcon
  return (
    <>
      {isShort && (
        <button type="button" className={styles.short} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {short.map(([label, figure]) => (
            <span key={label}>
              {label} <strong>{figure}</strong>
            </span>
          ))}
          <Caret size={24} />
        </button>
      )}
      {(!isShort || isOpen) && children}
    </>
  )
}
