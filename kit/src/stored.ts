/*
 * What this browser keeps between visits. Where it keeps nothing (a private window, a test) the words live as long as
 * the page does.
 */

const kept = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return kept.get(key) ?? null
  }
}

export function storeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    kept.set(key, text)
  }
}

export function dropStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    kept.delete(key)
  }
}

/** What was stored as JSON, or null where there is nothing or nothing that can be read. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
