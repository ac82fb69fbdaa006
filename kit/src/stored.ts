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

/** Store a text for later visits. False if the browser cannot: nothing is stored then. */
export function storeLasting(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function storeText(key: string, text: string): void {
  if (!storeLasting(key, text)) memory.set(key, text)
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
