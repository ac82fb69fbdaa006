import { ours, page, type Route } from './route.ts'

/** The pages of strategies: the two of the spec, and our own. */
export const STRATEGY_ROUTES: Readonly<Record<string, Route>> = {
  '/subPackages/home/dayTrading/dayTrading': page(
    'strategies',
    'customer',
    () => import('./strategies/StrategyList.tsx').then((m) => m.IntradayStrategies),
    ['listing'],
  ),
  '/subPackages/home/ai/ai': page(
    'strategies',
    'customer',
    () => import('./strategies/StrategyList.tsx').then((m) => m.AiStrategies),
    ['listing'],
  ),
  '/subPackages/strategies/strategy': ours(
    'strategies',
    'customer',
    () => import('./strategies/StrategyPage.tsx').then((m) => m.StrategyPage),
    ['id', 'listing'],
  ),
  '/subPackages/strategies/test': ours(
    'strategies',
    'customer',
    () => import('./strategies/BacktestForm.tsx').then((m) => m.BacktestForm),
    ['strategy', 'listing', 'again'],
  ),
  '/subPackages/strategies/backtests': ours('strategies', 'customer', () =>
    import('./strategies/Backtests.tsx').then((m) => m.Backtests),
  ),
  '/subPackages/strategies/backtest': ours(
    'strategies',
    'customer',
    () => import('./strategies/BacktestPage.tsx').then((m) => m.BacktestPage),
    ['id'],
  ),
  '/subPackages/strategies/trades': ours(
    'strategies',
    'customer',
    () => import('./strategies/BacktestTrades.tsx').then((m) => m.BacktestTrades),
    ['id'],
  ),
  '/subPackages/strategies/apply': ours(
    'strategies',
    'customer',
    () => import('./strategies/RunForm.tsx').then((m) => m.RunForm),
    ['strategy', 'own', 'version', 'listing', 'test'],
  ),
  '/subPackages/strategies/runs': ours('strategies', 'customer', () =>
    import('./strategies/Runs.tsx').then((m) => m.Runs),
  ),
  '/subPackages/strategies/run': ours(
    'strategies',
    'customer',
    () => import('./strategies/RunPage.tsx').then((m) => m.RunPage),
    ['id'],
  ),
  '/subPackages/strategies/runTrades': ours(
    'strategies',
    'customer',
    () => import('./strategies/RunTrades.tsx').then((m) => m.RunTrades),
    ['id'],
  ),
  '/subPackages/strategies/own': ours('strategies', 'customer', () =>
    import('./strategies/own/OwnStrategies.tsx').then((m) => m.OwnStrategies),
  ),
  '/subPackages/strategies/text': {
    ...ours('strategies', 'customer', () => import('./strategies/own/OwnEditor.tsx').then((m) => m.OwnEditor), [
      'id',
      'from',
      'listing',
      'version',
      'line',
    ]),
    filters: ['from', 'listing', 'version', 'line'],
  },
  '/subPackages/strategies/shared': ours(
    'strategies',
    'customer',
    () => import('./strategies/own/SharedStrategy.tsx').then((m) => m.SharedStrategy),
    ['link'],
  ),
}
