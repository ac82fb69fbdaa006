import type { ReactNode } from 'react'
import { useFormats } from '@lonja/kit/formats'
import { DockLines } from '@lonja/kit/parts/DockLines'
import { Keypad, useKeypadField, type KeypadSide } from '@lonja/kit/parts/Keypad'
import { useText } from '@lonja/kit/text'
import styles from './OrderTicket.module.css'

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
export function TicketDock({ short, children, button, put, prices }: DockProps) {
  const t = useText('orders')
  const f = useFormats()
  const isTyping = useKeypadField() !== null
  return (
    <>
      <DockLines short={short} tight={isTyping}>
        {children}
      </DockLines>
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
