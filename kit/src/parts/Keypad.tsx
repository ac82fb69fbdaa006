import { separatorsFor } from '@lonja/core/base/formats'
import { useEffect, useState } from 'react'
import { useFormats } from '../formats.tsx'
import { BackspaceIcon } from './late-icons.tsx'
import styles from './Keypad.module.css'
import { usePartWords } from './words.tsx'

export interface KeypadSide {
  readonly label: string
  readonly onPress: () => void
}

interface KeypadProps {
  label: string
  side?: readonly KeypadSide[]
  sides?: Readonly<Record<string, readonly KeypadSide[]>>
  always?: boolean
}

const NONE: readonly KeypadSide[] = []
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/**
 * Our own number keys, so that an order's preview and button stay visible during typing. It types into the focused
 * field that has `keypad` (on `NumberField` and `Stepper`) and is shown only while such a field has the focus, on touch
 * devices; `always` shows it on others too. `side` holds up to four acts on a number of shares: `25%`, `50%`, `75%`, `Máx`.
 * They are not shown beside a price or an amount, which they would not change. `sides` holds those of fields by their name.
 */
export function Keypad({ label, side = NONE, sides = {}, always }: KeypadProps) {
  const words = usePartWords()
  const { language } = useFormats()
  const { decimal } = separatorsFor(language)
  const field = useKeypadField()
  useInSight(field)
  if (field === null && !always) return null
  const whole = field?.dataset['keypad'] === '0'
  const acts = sides[field?.name ?? ''] ?? (whole || field === null ? side : NONE)
  const key = (text: string, face: React.ReactNode = text, name?: string) => (
    <button
      key={text}
      type="button"
      className={styles.key}
      aria-label={name}
      tabIndex={-1}
      onMouseDown={keepFocus}
      onClick={() => type(text)}
    >
      {face}
    </button>
  )
  return (
    <div className={styles.pad} role="group" aria-label={label} data-keys>
      <div className={styles.keys}>
        {DIGITS.map((digit) => key(digit))}
        {whole ? <span className={styles.key} /> : key(decimal)}
        {key('0')}
        {key('Backspace', <BackspaceIcon size={24} />, words.erase)}
      </div>
      {acts.length > 0 && (
        <div className={styles.side}>
          {acts.map(({ label: act, onPress }) => (
            <button
              key={act}
              type="button"
              className={styles.act}
              tabIndex={-1}
              onMouseDown={keepFocus}
              onClick={onPress}
            >
              {act}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** A key press must not move the focus off the field. */
const keepFocus = (event: React.MouseEvent) => event.preventDefault()

const keypadField = (of: Element | null): HTMLInputElement | null =>
  of instanceof HTMLInputElement && of.dataset['keypad'] !== undefined ? of : null

/**
 * The focused field that uses the keypad. It is kept for a moment after it loses the focus, so that the layout does not
 * shift under a tap.
 */
export function useKeypadField(): HTMLInputElement | null {
  const [field, setField] = useState<HTMLInputElement | null>(null)
  useEffect(() => {
    let timer = 0
    const follow = () => {
      clearTimeout(timer)
      const field = keypadField(document.activeElement)
      const touched = matchMedia('(pointer: coarse)').matches
      if (field && touched) setField(field)
      else timer = window.setTimeout(() => setField(null), 300)
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', follow)
    }
  }, [])
  return field
}

/** Moves to the field after the focused one that uses the keypad; after the last one, to the first. */
export function toNextField(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-keypad]:not(:disabled)')]
  const at = fields.findIndex((field) => field === document.activeElement)
  fields[(at + 1) % fields.length]?.focus()
}

/** Keep the field and the sentence at it above the keys: when they appear, and when an error or a longer preview moves it. */
function useInSight(field: HTMLInputElement | null): void {
  useEffect(() => {
    if (!field) return
    const show = () =>
      requestAnimationFrame(() => {
        // Last the field: where there is no room for both, it is the one in sight.
        const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
        const sentence = field.closest('[data-own-swipe]')?.parentElement?.querySelector('[data-sentence]')
        for (const below of [note, sentence]) below?.scrollIntoView({ block: 'nearest' })
        field.scrollIntoView({ block: 'nearest' })
      })
    show()
    // The dock grows by the keys a moment later, and the room above it shrinks.
    const room = new ResizeObserver(show)
    const dock = document.querySelector('[data-dock]')
    if (dock) room.observe(dock)
    field.addEventListener('input', show)
    return () => {
      room.disconnect()
      field.removeEventListener('input', show)
    }
  }, [field])
}

/** Type a key into the focused field as a keyboard would: at the caret, replacing the selection. */
function type(key: string): void {
  const field = keypadField(document.activeElement)
  if (!field) return
  const start = field.selectionStart ?? field.value.length
  const end = field.selectionEnd ?? start
  if (key === 'Backspace') field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end')
  else field.setRangeText(key, start, end, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}
