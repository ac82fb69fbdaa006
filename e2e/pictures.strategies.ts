import { type PictureScreen } from './pictures.entry.ts'

/* Strategies: their lists, each with its words, and their backtests. */

const full = { who: 'person', states: ['full'] } as const
const one = (id: string) => `/subPackages/strategies/strategy?id=${id}`

/** The screens of strategies. */
export const STRATEGY_SCREENS: readonly PictureScreen[] = [
  {
    name: 'strategies',
    path: '/subPackages/home/dayTrading/dayTrading',
    who: 'person',
    states: ['full', 'loading', 'failed'],
  },
  { name: 'strategies-ai', path: '/subPackages/home/ai/ai', ...full },
  { name: 'strategy', path: one('grid'), who: 'person', states: ['full', 'loading', 'failed'] },
  { name: 'strategy-model', path: one('trained_model'), ...full },
  { name: 'strategy-unknown', path: one('none'), ...full },
]
