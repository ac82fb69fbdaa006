/*
 * Values that this browser stores between visits. Without storage (a private window, a test) they live as long as the
 * page.
 */

const memory = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

export function storeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    memory.set(key, text)
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    memory.delete(key)
  }
}

/** A value stored as JSON; null if it is missing or unreadable. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
