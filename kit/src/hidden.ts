import { storeOf, useStore } from './store.ts'
import { readStored, storeText } from './stored.ts'

const hidden = storeOf(readStored('hideFigures') === '1')

/** Whether a person covers the figures on this device, as one does on a train: the same on every page. */
export const useFiguresHidden = (): boolean => useStore(hidden)

export function hideFigures(hide: boolean): void {
  storeText('hideFigures', hide ? '1' : '0')
  hidden.set(hide)
}
