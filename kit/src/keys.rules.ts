/*
 * Acts of the keyboard as pure rules: which key a press is, and which act it means. Keys are named as on the cap: `a`, `?`,
 * `1`, `ArrowDown`, `Enter`, `Escape`, `Ctrl+Enter`.
 */

export interface KeyAct {
  readonly key: string
  /** What it does, in words: it stands beside the key wherever the key is shown. */
  readonly label: string
  readonly act: () => void
  /** Also while somebody types: with Ctrl, or Escape. */
  readonly whileTyping?: boolean
  /** Not in the bar at the foot, only in the sheet of all keys. */
  readonly quiet?: boolean
}

/** The acts of one part of the screen; where two name the same key, the higher level is meant. */
export interface KeyLayer {
  readonly level: number
  readonly acts: readonly KeyAct[]
}

export interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** Where it was pressed. */
  readonly place: 'typing' | 'choosing' | 'button' | 'page'
}

/** A letter, a figure or a sign: what a person who speaks to the computer may press without meaning to. */
const isCharacter = (key: string): boolean => key.length === 1

/** The key's name; null where other keys are held that this console leaves to the browser. */
export function nameOf({ key, ctrlKey, metaKey, altKey }: Press): string | null {
  if (altKey) return null
  const name = isCharacter(key) ? key.toLowerCase() : key
  return ctrlKey || metaKey ? (name === 'Enter' ? 'Ctrl+Enter' : null) : name
}

/** The act that a press means; null for none. `letters` false: keys of one character do nothing (WCAG 2.1.4). */
export function actFor(press: Press, layers: readonly KeyLayer[], letters: boolean): KeyAct | null {
  const name = nameOf(press)
  if (name === null || (!letters && isCharacter(name))) return null
  // What the browser itself does with the key in such a place comes first.
  if (press.place === 'button' && (name === 'Enter' || name === ' ')) return null
  if (press.place === 'choosing' && name.startsWith('Arrow')) return null
  const known = layers
    .toSorted((one, other) => other.level - one.level)
    .flatMap(({ acts }) => acts)
    .find(({ key }) => key === name)
  return known && (press.place !== 'typing' || known.whileTyping) ? known : null
}
