import type { CallName } from '@lonja/core/calls'
import { below, owners, type Row } from './access.cells.ts'
import {
  OWN_TEXT,
  backtestForm,
  ownBacktestForm,
  ownForm,
  ownRunForm,
  runForm,
} from '../strategies/strategies.testing.ts'

/** The rows of the access matrix for strategies: those of the house, backtests, runs, and customers' own. */

const nothing = () => ({})

export const STRATEGY_ROWS = {
  listStrategies: [owners(), nothing],
  listBacktests: [owners(), nothing],
  readBacktest: [owners('accepted', 'unknown_backtest'), ({ backtest }) => ({ id: backtest })],
  listBacktestTrades: [owners('accepted', 'unknown_backtest'), ({ backtest }) => ({ id: backtest })],
  downloadBacktest: [owners('accepted', 'unknown_backtest'), ({ backtest }) => ({ id: backtest })],
  startBacktest: [below(3, owners('backtest_no_prices')), () => backtestForm()],
  listRuns: [owners(), () => ({ state: 'open' })],
  readRun: [owners('accepted', 'unknown_run'), ({ run }) => ({ id: run })],
  listRunTrades: [owners('accepted', 'unknown_run'), ({ run }) => ({ id: run })],
  readRunResults: [owners(), nothing],
  startRun: [below(1, owners()), () => runForm()],
  pauseRun: [below(1, owners('accepted', 'unknown_run')), ({ run }) => ({ id: run })],
  resumeRun: [below(1, owners('accepted', 'unknown_run')), ({ run }) => ({ id: run })],
  stopRun: [below(3, owners('accepted', 'unknown_run')), ({ run }) => ({ id: run, sells: false })],
  removeBacktest: [below(3, owners('accepted', 'unknown_backtest')), ({ backtest }) => ({ id: backtest })],
  listOwnStrategies: [owners(), nothing],
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
  startOwnRun: [
    below(1, owners('accepted', 'unknown_own_strategy')),
    ({ ownStrategy }) => ownRunForm({ own: ownStrategy }),
  ],
  removeOwnStrategy: [below(3, owners('accepted', 'unknown_own_strategy')), ({ ownStrategy }) => ({ id: ownStrategy })],
} satisfies Partial<Record<CallName, Row>>
