import { storeOf, useStore } from './store.ts'
import { useText } from './text.ts'

/*
 * Tracks whether the server can be reached. The browser's own `offline` counts; if it says `online`, the last call or
 * the stream decides.
 */

/** The last contact with the server; null while it answers. */
export interface Away {
  /** Null if there was no contact since the app opened: then nothing on the screen is outdated. */
  readonly since: number | null
}

const away = storeOf<Away | null>(null)
let heardAt: number | null = null

/** An answer of any kind or a stream frame arrived. */
export function markOnline(): void {
  heardAt = Date.now()
  if (away.get()) away.set(null)
}

/** A call or the stream failed. The data on the screen are as old as the last contact. */
export function markOffline(): void {
  if (!away.get()) away.set({ since: heardAt })
}

export const useAway = (): Away | null => useStore(away)

/** The reason why a button waits while the server is away: `vuelve con la conexión`; undefined while it answers. */
export function useWaitForHouse(): string | undefined {
  const t = useText('connection')
  return useAway() ? t('waits') : undefined
}

/** The same object while one absence lasts. */
export const awayNow = (): Away | null => away.get()
export const isAway = (): boolean => away.get() !== null
export const followAway = (changed: () => void): (() => void) => away.follow(changed)

/** Follow the browser's online events. `retry` is called when the network is back. */
export function followBrowser(retry: () => void): void {
  addEventListener('offline', markOffline)
  addEventListener('online', retry)
  if (!navigator.onLine) markOffline()
}
