import type { FigureProblem } from '@lonja/core/base/figures'
import { separatorsFor, trimmedPlaces } from '@lonja/core/base/formats'
import { useLayoutEffect, useRef, useState } from 'react'
import { useFormats } from '../formats.tsx'

export interface FigureInput {
  /** `units` with the last `decimals` digits after the decimal sign; null while the text is empty or unreadable. */
  value: bigint | null
  decimals: number
  onChange: (value: bigint | null, problem: FigureProblem | null) => void
  /** Uses our own `Keypad` where the screen has one, so that the phone's keyboard stays hidden. */
  keypad?: boolean
  onBlur?: () => void
}

const coarse = (): boolean => matchMedia('(pointer: coarse)').matches

/**
 * The text of a number input: plain while it is edited, formatted when it is left. A value from elsewhere (a chip, a
 * slider) replaces the typed text.
 */
export function useFigureText({ value, decimals, onChange, keypad, onBlur }: FigureInput) {
  const { language, units, readFigure } = useFormats()
  const { thousands, decimal } = separatorsFor(language)
  const shown = (of: bigint | null) => (of === null ? '' : shortUnits(of, decimals, units))
  const plain = (of: bigint | null) => shown(of).replaceAll(thousands, '')
  const [typed, setTyped] = useState<string | null>(null)
  const [lastValue, setLastValue] = useState(value)
  const [left, setLeft] = useState(false)
  /** The field until the frame after its focus, or until something is typed. */
  const entered = useRef<HTMLInputElement | null>(null)
  const selectEntered = (): void => {
    // Selecting moves the focus: a person who already tabbed on would be brought back.
    if (entered.current === document.activeElement) entered.current?.select()
  }
  // The plain text replaces the formatted one, and the caret goes to its end.
  useLayoutEffect(selectEntered)
  if (value !== lastValue) {
    setLastValue(value)
    if (typed !== null) setTyped(left ? null : plain(value))
  }
  const reading = typed === null ? null : readFigure(typed, decimals)
  const problem = reading && 'problem' in reading ? reading.problem : null
  const type = (text: string) => {
    entered.current = null
    const figure = phoneDecimal(typed ?? '', text, decimal)
    const answer = readFigure(figure, decimals)
    const next = 'units' in answer ? answer.units : null
    setTyped(figure)
    setLastValue(next)
    onChange(next, 'problem' in answer ? answer.problem : null)
  }
  return {
    problem: left ? problem : null,
    input: {
      type: 'text',
      inputMode: keypad && coarse() ? ('none' as const) : decimals > 0 ? ('decimal' as const) : ('numeric' as const),
      autoComplete: 'off',
      enterKeyHint: 'done' as const,
      'data-keypad': keypad ? decimals : undefined,
      value: typed ?? shown(value),
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => type(event.target.value),
      onFocus: (event: React.FocusEvent<HTMLInputElement>) => {
        setLeft(false)
        setTyped(typed ?? plain(value))
        entered.current = event.currentTarget
        // A tap puts the caret where it was made.
        requestAnimationFrame(() => {
          selectEntered()
          entered.current = null
        })
      },
      onBlur: () => {
        setLeft(true)
        if (problem === null || problem === 'empty') setTyped(null)
        onBlur?.()
      },
    },
  }
}

/** A price of four decimals or an amount of coins, shown without trailing zeros. */
function shortUnits(of: bigint, decimals: number, write: (units: bigint, decimals: number) => string): string {
  const short = trimmedPlaces(of, decimals)
  return write(short.units, short.places)
}

/**
 * A phone's number keyboard has the decimal sign of the phone's region, not of the shown language. Accept it as the
 * decimal sign.
 */
function phoneDecimal(before: string, after: string, decimal: string): string {
  const other = decimal === ',' ? '.' : ','
  const added = after.length === before.length + 1 && after.endsWith(other) && after.startsWith(before)
  return added && coarse() && !before.includes(decimal) ? before + decimal : after
}
