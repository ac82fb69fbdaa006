import { storeOf, useStore } from './store.ts'
import { useText } from './text.ts'

/*
 * Whether the house can be reached. The browser's own word counts when it says no; when it says yes, the last call or the
 * stream knows better.
 */

/** Since when nothing was heard from the house; null while it answers. */
export interface Away {
  /** Null where nothing was heard since the app was opened: then nothing on the screen is old. */
  readonly since: number | null
}

const away = storeOf<Away | null>(null)
let heardAt: number | null = null

/** An answer came, of whatever kind, or a frame of the stream. */
export function heard(): void {
  heardAt = Date.now()
  if (away.get()) away.set(null)
}

/** A call or the stream did not get through. What is on the screen is as old as the last thing heard. */
export function notHeard(): void {
  if (!away.get()) away.set({ since: heardAt })
}

export const useAway = (): Away | null => useStore(away)

/** For what a button waits that needs the house: `vuelve con la conexión`; undefined while the house answers. */
export function useWaitForHouse(): string | undefined {
  const t = useText('connection')
  return useAway() ? t('waits') : undefined
}

export const isAway = (): boolean => away.get() !== null
export const followAway = (changed: () => void): (() => void) => away.follow(changed)

/** Listen to the browser. `retry` is asked to look again when it says that the network is back. */
export function followBrowser(retry: () => void): void {
  addEventListener('offline', notHeard)
  addEventListener('online', retry)
  if (!navigator.onLine) notHeard()
}
