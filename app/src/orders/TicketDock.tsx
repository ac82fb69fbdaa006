import { useState, type ReactNode } from 'react'
import { useFormats } from '@lonja/kit/formats'
import { Keypad, useKeypadField, type KeypadSide } from '@lonja/kit/parts/Keypad'
import { CaretDownIcon, CaretUpIcon } from '@lonja/kit/parts/late-icons'
import { useTextSize } from '@lonja/kit/session'
import { useText } from '@lonja/kit/text'
import styles from './OrderTicket.module.css'
import short from './TicketDock.module.css'

/** The text size from which the lines of the preview, or the bar of kinds, would leave no room for the form. */
const LARGE = 150

export const useHasLargeText = (): boolean => useTextSize() >= LARGE

interface DockProps {
  /** The lines that stay in large text and beside our keys: a label with its figure. */
  short: readonly (readonly [label: string, figure: string])[]
  /** All lines. */
  children: ReactNode
  button: ReactNode
  /** Put a percentage of the most shares. */
  put: (percent: number) => void
  /** The keys beside the fields of prices, by the names of the fields. */
  prices: Readonly<Record<string, readonly KeypadSide[]>>
}

/** The dock of a form of an order: its preview, always in sight, the one button that names the act, and our number keys. */
export function TicketDock({ short: lines, children, button, put, prices }: DockProps) {
  const t = useText('orders')
  const f = useFormats()
  const hasLargeText = useHasLargeText()
  const isTyping = useKeypadField() !== null
  const isTight = hasLargeText || isTyping
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {isTight && <Short lines={lines} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
      {(!isTight || isOpen) && children}
      <div className={styles.foot}>
        {button}
        <Keypad
          label={t('numberPad')}
          side={[
            ...[25, 50, 75].map((percent) => ({
              label: f.rate(BigInt(percent * 100), 0),
              onPress: () => put(percent),
            })),
            { label: t('max'), onPress: () => put(100) },
          ]}
          sides={prices}
        />
      </div>
    </>
  )
}

/** In large text and beside our keys: the lines that matter most, which open to all lines. */
function Short({ lines, isOpen, onToggle }: { lines: DockProps['short']; isOpen: boolean; onToggle: () => void }) {
  const Caret = isOpen ? CaretDownIcon : CaretUpIcon
  return (
    <button type="button" className={short.short} aria-expanded={isOpen} onClick={onToggle}>
      {lines.map(([label, figure]) => (
        <span key={label}>
          {label} <strong>{figure}</strong>
        </span>
      ))}
      <Caret size={24} />
    </button>
  )
}
