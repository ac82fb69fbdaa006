import { isAway } from '@lonja/kit/connection'
import { placeFor } from '@lonja/kit/nav.rules'
import { currentSession } from '@lonja/kit/session'
import { ROUTES } from '../routes.ts'
import { fetchScreen } from './screens.ts'

/*
 * Fetches the code of pages before they are opened, so that a page is drawn in the first frame: the page of a link as
 * soon as a finger touches it, and all pages one by one while the browser is idle.
 */

/** Fetch the page of the link under a finger or the pointer; the tap ends some 100 ms later. */
export function fetchAtTouch(): void {
  addEventListener('pointerdown', ({ target }) => fetchFor(target), { capture: true, passive: true })
  addEventListener('focusin', ({ target }) => fetchFor(target), { passive: true })
}

function fetchFor(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest('a') : null
  const address = link?.getAttribute('href')
  if (address?.startsWith('#/')) void fetchScreen(placeFor(address).path)
}

/** The pause before each page: some sixty pages at once would keep a phone's processor from what its owner does. */
const PACE_MS = 1_000

/** Fetch every page that this person may open, one after the other. A person who saves data is left alone. */
export async function fetchWhileIdle(): Promise<void> {
  if (savesData()) return
  for (const [path, { screen, caller }] of Object.entries(ROUTES)) {
    if (!screen) continue
    await new Promise((resolve) => setTimeout(resolve, PACE_MS))
    await idle()
    if (isAway()) return
    if (caller === 'anyone' || currentSession() !== null) await fetchScreen(path)
  }
}

const savesData = (): boolean =>
  (navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/** An idle period of the browser. Safari has none: a short pause stands for it. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 50)
  })
