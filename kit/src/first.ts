/*
 * State prepared by the page before the app's code runs. The page carries the facts fixed when its house opened, and it
 * has sent the first reads. Their answers wait here, each for one call with the same URL.
 */

declare global {
  var lonjaFirst: Map<string, Promise<Response>> | undefined
  var lonjaLost: (() => void) | undefined
}

/**
 * Tell the first paint, which is still on the screen, that the app failed to load. It shows that, and a tap on it
 * reloads everything.
 */
export const reportLost = (): void => globalThis.lonjaLost?.()

/** An untaken answer expires after this time, as reads do. */
const FRESH_MS = 15_000

/** The answer already requested, taken once; null if the call must be made. */
export function takeFirst(address: string): Promise<Response> | null {
  const answer = globalThis.lonjaFirst?.get(address)
  globalThis.lonjaFirst?.delete(address)
  return answer && performance.now() < FRESH_MS ? answer : null
}

/** The house's facts as the page carries them. */
export interface HouseFacts {
  readonly source: string
  readonly label: string
  readonly listings: number
  /** The products that the operator has switched off. */
  readonly off: readonly string[]
}

/** Null if the page was not served by a house. */
export function houseFacts(): HouseFacts | null {
  const { source, label, listings, off } = document.documentElement.dataset
  if (source === undefined) return null
  return { source, label: label ?? '', listings: Number(listings), off: off?.split(' ') ?? [] }
}

/** True if nobody can enter a product here: no link leads to it, and its page says why. */
export const isOff = (product: string): boolean => houseFacts()?.off.includes(product) ?? false
