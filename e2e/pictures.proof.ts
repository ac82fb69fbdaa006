import { ACTION_FILES } from './pictures.altered.ts'
import { opened, type PictureScreen } from './pictures.entry.ts'

/** The screens that prove a price, an order by its leaf, and the corporate actions of a feed by their files. */
export const PROOF_SCREENS: readonly PictureScreen[] = [
  { name: 'price', path: '/subPackages/proof/price', who: 'anyone' },
  // A price in the history, which every house can check; and one of today, which none can check yet.
  {
    name: 'price-agrees',
    path: '/subPackages/proof/price?listing={share}&at=1776700805250',
    who: 'anyone',
    states: ['full'],
  },
  { name: 'leaf', path: '/subPackages/proof/leaf?id={bought}', who: 'person' },
  opened('leaf-checked', '/subPackages/proof/leaf?id={bought}', '[data-dock] button >> nth=1'),
  opened('leaf-exact', '/subPackages/proof/leaf?id={order}', ['proof', 'leafExact']),
  {
    name: 'action-files-none',
    path: '/subPackages/corporate/files',
    who: 'anyone',
    states: ['empty', 'loading', 'failed'],
  },
  {
    name: 'action-files',
    path: '/subPackages/corporate/files',
    who: 'anyone',
    states: ['full'],
    alters: ACTION_FILES,
  },
]
