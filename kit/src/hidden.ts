import { storeOf, useStore } from './store.ts'
import { readStored, storeText } from './stored.ts'

const hidden = storeOf(readStored('hideFigures') === '1')

/** True while figures are covered on this device, for use in public; the same on every page. */
export const useFiguresHidden = (): boolean => useStore(hidden)

export function hideFigures(hide: boolean): void {
  storeText('hideFigures', hide ? '1' : '0')
  hidden.set(hide)
}
