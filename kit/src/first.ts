/*
 * What is there before the app's code is. The page says what was fixed when its house opened, and it has asked for its
 * first reads: their answers wait here, each for the one call that asks the same.
 */

declare global {
  var lonjaFirst: Map<string, Promise<Response>> | undefined
  var lonjaLost: (() => void) | undefined
}

/** The app cannot be opened: the first paint, which still stands, says so, and a tap on it asks for all of it again. */
export const sayLost = (): void => globalThis.lonjaLost?.()

/** An answer that nobody took by then is old: reads are fresh for as long. */
const FRESH_MS = 15_000

/** The answer that is on its way already, taken once; null where the call must be made. */
export function takeFirst(address: string): Promise<Response> | null {
  const answer = globalThis.lonjaFirst?.get(address)
  globalThis.lonjaFirst?.delete(address)
  return answer && performance.now() < FRESH_MS ? answer : null
}

/** What the page itself says of its house. */
export interface HouseFacts {
  readonly source: string
  readonly label: string
  readonly listings: number
}

/** Null where the page was not handed out by a house. */
export function houseFacts(): HouseFacts | null {
  const { source, label, listings } = document.documentElement.dataset
  return source === undefined ? null : { source, label: label ?? '', listings: Number(listings) }
}
