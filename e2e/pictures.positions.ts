import { opened, type Alteration, type PictureScreen } from './pictures.entry.ts'

/*
 * One position, the closed ones with their filters, and the sheet that sells all of them.
 */

const POSITION = '/subPackages/portfolio/position?listing={held}'
/** The read of the sheet that sells all positions, and the button that opens it. */
const SALES = '/portfolio/sales-preview'
const SELL_ALL: NonNullable<PictureScreen['press']> = [['portfolio', 'closeAll']]
const CLOSED = '/pages/trade/index?tab=closed'

interface NamedRow {
  readonly name: string
}

/** A position of nine digits in a company with a long name. */
const LARGE: Alteration = {
  path: '/portfolio/positions',
  change: (data) => {
    const { rows, ...rest } = data as { readonly rows: readonly NamedRow[] }
    const name = 'Compañía Hispanoamericana de Infraestructuras y Energías del Mediterráneo'
    const figures = { shares: '123456789', held: '23456789', cost: '987654321.09', averageCost: '8.0001' }
    return { ...rest, rows: rows.map((row) => ({ ...row, name, ...figures })) }
  },
}

/** Three positions that cannot be sold now, each for its own reason, and one that waits for the open. */
const STOPPED: Alteration = {
  path: SALES,
  change: (data) => {
    const { rows, ...rest } = data as { readonly rows: readonly object[] }
    const reasons = [
      { obstacle: 'market_halted', resumesAt: Date.UTC(2026, 10, 23, 9) },
      { obstacle: 'held', held: '12', selling: '0', estimate: null },
      { obstacle: 'price_stale' },
      { waitsUntil: Date.UTC(2026, 10, 23, 8) },
      { held: '2', selling: '10' },
    ]
    return { ...rest, rows: rows.map((row, at) => ({ ...row, ...reasons[at] })) }
  },
}

export const POSITION_SCREENS: readonly PictureScreen[] = [
  { name: 'position', path: POSITION, who: 'person' },
  { name: 'position-large', path: POSITION, who: 'person', alters: LARGE, states: ['full'] },
  { name: 'position-none', path: '/subPackages/portfolio/position?listing={index}', who: 'person', states: ['full'] },
  opened('position-exit', POSITION, ['portfolio', 'putExitHere']),
  opened('closed-filters', CLOSED, ['portfolio', 'filters']),
  {
    name: 'closed-filtered',
    path: `${CLOSED}&currency=EUR&from=2026-01-01&result=losses`,
    who: 'person',
    states: ['full'],
  },
  { name: 'closed-none', path: `${CLOSED}&to=2020-01-01&listing={held}`, who: 'person', states: ['full'] },
  {
    name: 'sell-all',
    path: '/pages/trade/index',
    who: 'person',
    press: SELL_ALL,
    states: ['full'],
  },
  {
    name: 'sell-all-loading',
    path: '/pages/trade/index',
    who: 'person',
    press: SELL_ALL,
    alters: { path: SALES, state: 'loading' },
    states: ['full'],
  },
  {
    name: 'sell-all-failed',
    path: '/pages/trade/index',
    who: 'person',
    press: SELL_ALL,
    alters: { path: SALES, state: 'failed' },
    states: ['full'],
  },
  {
    name: 'sell-all-stopped',
    path: '/pages/trade/index',
    who: 'person',
    press: SELL_ALL,
    alters: STOPPED,
    states: ['full'],
  },
  opened('sell-all-ask', '/pages/trade/index', ...SELL_ALL, 'dialog [data-look=filled]'),
]
