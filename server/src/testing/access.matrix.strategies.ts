import type { CallName } from '@lonja/core/calls'
import { OWN_TEXT, backtestForm, ownBacktestForm, ownForm } from '../strategies/strategies.testing.ts'
import { below, owners, type Row } from './access.cells.ts'

/** The rows of the calls on strategies. */
export const STRATEGY_ROWS = {
  listStrategies: [owners(), () => ({})],
  listBacktests: [owners(), () => ({})],
  readBacktest: [owners('accepted', 'unknown_backtest'), ({ backtest }) => ({ id: backtest })],
  listBacktestTrades: [owners('accepted', 'unknown_backtest'), ({ backtest }) => ({ id: backtest })],
  startBacktest: [below(3, owners('backtest_no_prices')), () => backtestForm()],
  removeBacktest: [below(3, owners('accepted', 'unknown_backtest')), ({ backtest }) => ({ id: backtest })],
  listOwnStrategies: [owners(), () => ({})],
  readOwnStrategy: [owners('accepted', 'unknown_own_strategy'), ({ ownStrategy }) => ({ id: ownStrategy })],
  saveOwnStrategy: [
    below(3, owners('accepted', 'own_version_overtaken')),
    ({ ownStrategy }) => ownForm({ own: ownStrategy, after: 1 }),
  ],
  checkOwnStrategy: [owners(), () => ({ text: OWN_TEXT, try: null })],
  shareOwnStrategy: [
    below(3, owners('accepted', 'unknown_own_strategy')),
    ({ ownStrategy }) => ({ id: ownStrategy, version: 1 }),
  ],
  readSharedStrategy: [owners(), ({ ownLink }) => ({ link: ownLink })],
  unshareOwnStrategy: [
    below(3, owners('accepted', 'unknown_own_strategy')),
    ({ ownStrategy }) => ({ id: ownStrategy }),
  ],
  startOwnBacktest: [
    below(3, owners('backtest_no_prices', 'unknown_own_strategy')),
    ({ ownStrategy }) => ownBacktestForm({ own: ownStrategy }),
  ],
  removeOwnStrategy: [below(3, owners('accepted', 'unknown_own_strategy')), ({ ownStrategy }) => ({ id: ownStrategy })],
} satisfies Partial<Record<CallName, Row>>
