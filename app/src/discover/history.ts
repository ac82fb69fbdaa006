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
