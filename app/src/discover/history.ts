/** The recent searches on this device: newest first, no duplicates, at most ten. */
export const HISTORY_KEY = 'searchHistory'
const MOST = 10

/** Read the stored history; anything malformed gives an empty one. */
export function historyIn(stored: string | null): readonly string[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(read) ? read.filter((words): words is string => typeof words === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** The history with `words` added at the front. Unchanged if they are too short to mean anything. */
export function remembered(history: readonly string[], words: string): readonly string[] {
  const query = words.trim()
  if (query.length < 1) return history
  const same = (other: string) => other.toLocaleLowerCase() === query.toLocaleLowerCase()
  return [query, ...history.filter((other) => !same(other))].slice(0, MOST)
}
