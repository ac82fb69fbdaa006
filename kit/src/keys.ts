import { useId, useLayoutEffect } from 'react'
import { DIALOG, actFor, activeOf, type KeyAct, type KeyLayer, type Press } from './keys.rules.ts'
import { storeOf, useStore } from './store.ts'
import { readStored, storeText } from './stored.ts'

/*
 * The console's keyboard shortcuts. Parts of the screen register keys while they are mounted; one listener handles
 * them, and the key bar shows the same list.
 */

const layers = new Map<string, KeyLayer>()
const shown = storeOf<readonly KeyAct[]>([])
const letters = storeOf(readStored('letterKeys') !== 'off')

/** The keys that are active now, in order of their levels. */
export const useKeysNow = (): readonly KeyAct[] => useStore(shown)

/** Whether single-character keys are active. A person may switch them off on this device (WCAG 2.1.4). */
export const useLetterKeys = (): boolean => useStore(letters)
export function switchLetterKeys(on: boolean): void {
  storeText('letterKeys', on ? 'on' : 'off')
  letters.set(on)
}

/**
 * Register keys while the part is mounted. Level 0 is the frame, 1 the page, 2 whatever is opened on it, 3 a dialog: while
 * one is open, its keys alone are active.
 */
export function useKeys(acts: readonly KeyAct[], level: 0 | 1 | 2 | typeof DIALOG = 1): void {
  const id = useId()
  useLayoutEffect(() => {
    layers.set(id, { level, acts })
    tell()
  })
  useLayoutEffect(
    () => () => {
      layers.delete(id)
      tell()
    },
    [id],
  )
}

/** The layers that are active: a dialog's alone, if one has keys. */
const active = (): KeyLayer[] => activeOf([...layers.values()])

/** Redraw only if a key or its words changed. */
function tell(): void {
  const now = active()
    .sort((one, other) => other.level - one.level)
    .flatMap(({ acts }) => acts)
  const before = shown.get()
  const same = now.length === before.length && now.every((act, n) => isSame(before[n], act))
  if (!same) shown.set(now)
}

const isSame = (one: KeyAct | undefined, { key, label, full }: KeyAct): boolean =>
  one?.key === key && one.label === label && one.full === full

/** Listen to this window's keyboard. An open dialog keeps its keys to itself. */
export function followKeys(): void {
  addEventListener('keydown', (event) => {
    // A held key repeats only for the arrows.
    const held = event.repeat && !event.key.startsWith('Arrow')
    if (event.defaultPrevented || event.isComposing || held) return
    const current = active()
    // A dialog without keys of its own keeps those of the page behind it from acting.
    if (document.querySelector('dialog[open]') && !current.some(({ level }) => level === DIALOG)) return
    const act = actFor(pressOf(event), current, letters.get())
    if (!act) return
    event.preventDefault()
    act.act()
  })
}

const CHOOSING = ['radio', 'range']
const PRESSED = ['checkbox', 'button', 'submit', 'file']

function pressOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Press {
  return { key, ctrlKey, metaKey, altKey, place: target instanceof HTMLElement ? placeOf(target) : 'page' }
}

function placeOf(element: HTMLElement): Press['place'] {
  if (element instanceof HTMLInputElement) {
    if (CHOOSING.includes(element.type)) return 'choosing'
    return PRESSED.includes(element.type) ? 'button' : 'typing'
  }
  if (element instanceof HTMLTextAreaElement || element.isContentEditable) return 'typing'
  if (element instanceof HTMLSelectElement) return 'typing'
  return element.closest('button, a[href], summary') ? 'button' : 'page'
}
