import { newId } from './client.ts'
import type { Alteration, PictureScreen } from './pictures.entry.ts'

/*
 * Corporate actions: the list of a listing, the record of each kind with what it did to one customer, and a position that
 * two of them have changed. The houses of pictures are too young for one of their own.
 */

const ACTION = `/subPackages/corporate/action?id=${newId()}`
const LIST = '/subPackages/corporate/actions?listing={share}'
const NAME = 'Compañía Hispanoamericana de Infraestructuras y Energías del Mediterráneo'
const DONE_AT = Date.UTC(2026, 10, 25, 16, 30, 1)

const action = {
  id: newId(),
  kind: 'split',
  listing: 'XMAD:CHI',
  name: NAME,
  currency: 'EUR',
  exDay: '2026-11-26',
  recordAt: DONE_AT - 1_000,
  announcedAt: DONE_AT - 7 * 86_400_000,
  doneAt: DONE_AT,
  withdrawnAt: null,
  ratio: { from: '10', to: '1' },
  amount: null,
  withholdingBps: null,
  successor: null,
  close: '1.2043',
}
const dividend = {
  ...action,
  id: newId(),
  kind: 'dividend',
  ratio: null,
  amount: '0.2500',
  withholdingBps: 1_900,
  close: null,
}
const ticker = { ...action, id: newId(), kind: 'symbol', ratio: null, close: null, successor: 'XMAD:CHE' }

const lot = (number: string, before: string, after: string, priceAfter: string, cost: string) => ({
  lot: newId(),
  number,
  sharesBefore: before,
  sharesAfter: after,
  priceBefore: '1.1800',
  priceAfter,
  costBefore: cost,
  costAfter: cost,
})
const own = {
  posting: 41,
  sharesBefore: '1234567',
  sharesAfter: '123456',
  gross: '0.00',
  withheld: '0.00',
  net: '0.00',
  cash: '8.43',
  cost: '8.26',
  realised: '0.17',
  orders: 1,
  adjusted: 2,
  at: DONE_AT,
  lots: [lot('K3Q5-BCBZ', '1234560', '123456', '11.8000', '1458247.39'), lot('NM9G-KCW3', '7', '0', '11.8000', '0.00')],
}
const paid = { ...own, lots: [], orders: 0, adjusted: 0, gross: '308641.75', withheld: '58641.94', net: '249999.81' }
const moved = {
  ...own,
  sharesAfter: own.sharesBefore,
  lots: [],
  orders: 0,
  cash: '0.00',
  cost: '0.00',
  realised: '0.00',
}
const coming = { ...dividend, id: newId(), exDay: '2026-12-04', doneAt: null }

const recordOf = (name: string, reply: object): PictureScreen => ({
  name,
  path: ACTION,
  who: 'person',
  states: ['full'],
  alters: { path: '/corporate/action', instead: reply },
})
const listed: Alteration = {
  path: '/corporate/list',
  instead: { rows: [coming, dividend, { ...ticker, exDay: '2026-06-11' }, { ...action, exDay: '2025-11-26' }] },
}
const owned: Alteration = {
  path: '/corporate/own',
  instead: {
    rows: [
      { action: dividend, own: paid },
      { action, own },
    ],
  },
}

export const CORPORATE_SCREENS: readonly PictureScreen[] = [
  { name: 'actions', path: LIST, who: 'anyone', states: ['empty', 'loading', 'failed'] },
  { name: 'actions-listed', path: LIST, who: 'anyone', states: ['full'], alters: listed },
  { name: 'action', path: ACTION, who: 'person', states: ['loading', 'failed'] },
  recordOf('action-split', { action, own }),
  recordOf('action-dividend', { action: dividend, own: paid }),
  recordOf('action-symbol', { action: ticker, own: moved }),
  recordOf('action-coming', { action: coming, own: null }),
  {
    name: 'position-actions',
    path: '/subPackages/portfolio/position?listing={held}',
    who: 'person',
    states: ['full'],
    alters: owned,
  },
]
