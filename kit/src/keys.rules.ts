/*
 * Keyboard shortcuts as pure rules: the key of a press, and its act. Keys are named as on the keycap: `a`, `?`, `1`,
 * `ArrowDown`, `Enter`, `Escape`, `Ctrl+Enter`.
 */

export interface KeyAct {
  readonly key: string
  /** The act's name, shown beside the key. */
  readonly label: string
  /** The act's name in the sheet of all keys, where several keys share a label. */
  readonly full?: string
  readonly act: () => void
  /** Active during typing too: with Ctrl, or Escape. */
  readonly whileTyping?: boolean
  /** Hidden in the bar at the foot, listed only in the sheet of all keys. */
  readonly quiet?: boolean
}

/** The shortcuts of one part of the screen. For the same key the higher level wins. */
export interface KeyLayer {
  readonly level: number
  readonly acts: readonly KeyAct[]
}

/** The level of a dialog's keys. */
export const DIALOG = 3

/** The layers that are active: while a dialog has keys, its layers alone. */
export function activeOf(layers: readonly KeyLayer[]): KeyLayer[] {
  const ofDialog = layers.filter(({ level }) => level === DIALOG)
  return ofDialog.length > 0 ? ofDialog : [...layers]
}

export interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** The kind of element that had the focus. */
  readonly place: 'typing' | 'choosing' | 'button' | 'page'
}

/** True for a single character, which speech input may type by accident. */
const isCharacter = (key: string): boolean => key.length === 1

/** The key's name; null with modifier keys that the console leaves to the browser. */
export function nameOf({ key, ctrlKey, metaKey, altKey }: Press): string | null {
  if (altKey) return null
  const name = isCharacter(key) ? key.toLowerCase() : key
  return ctrlKey || metaKey ? (name === 'Enter' ? 'Ctrl+Enter' : null) : name
}

/** The act of a press; null for none. `letters` false disables single-character keys (WCAG 2.1.4). */
export function actFor(press: Press, layers: readonly KeyLayer[], letters: boolean): KeyAct | null {
  const name = nameOf(press)
  if (name === null || (!letters && isCharacter(name))) return null
  // The browser's own use of the key takes precedence.
  if (press.place === 'button' && (name === 'Enter' || name === ' ')) return null
  if (press.place === 'choosing' && name.startsWith('Arrow')) return null
  const current = layers
    .toSorted((one, other) => other.level - one.level)
    .flatMap(({ acts }) => acts)
    .find(({ key }) => key === name)
  return current && (press.place !== 'typing' || current.whileTyping) ? current : null
}
