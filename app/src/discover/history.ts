/** What was searched for on this device: the newest first, each once, at most ten. */
export const HISTORY_KEY = 'searchHistory'
const MOST = 10

/** The history as it was kept; somebody else's text under our name is none. */
export function historyIn(kept: string | null): readonly string[] {
  try {
    const read: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(read) ? read.filter((words): words is string => typeof words === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** `words` at the front of the history. Too short to mean something: unchanged. */
export function remembered(history: readonly string[], words: string): readonly string[] {
  const said = words.trim()
  if (said.length < 1) return history
  const same = (other: string) => other.toLocaleLowerCase() === said.toLocaleLowerCase()
  return [said, ...history.filter((other) => !same(other))].slice(0, MOST)
}

export interface Piece {
  readonly text: string
  readonly hit: boolean
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** A name in pieces, those that were typed marked; accents and case do not matter. */
export function markHits(name: string, words: string): readonly Piece[] {
  const letters = [...name]
  const folded = letters.map(plain)
  const wanted = plain(words.trim())
  const at = wanted === '' ? -1 : folded.join('').indexOf(wanted)
  // Letters that fold to several (or none) move the place: only a name that folds letter by letter is marked.
  if (at < 0 || folded.some((letter) => letter.length !== 1)) return [{ text: name, hit: false }]
  const piece = (from: number, to: number | undefined, hit: boolean): Piece => ({
    text: letters.slice(from, to).join(''),
    hit,
  })
  return [piece(0, at, false), piece(at, at + wanted.length, true), piece(at + wanted.length, undefined, false)].filter(
    ({ text }) => text !== '',
  )
}
