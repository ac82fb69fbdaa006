import { cents } from '@lonja/core/base/amount'
import { STRATEGIES } from '@lonja/core/strategies/listed'
import { BACKTESTS_OPEN_MOST, BACKTESTS_STORED_MOST, BACKTEST_DAYS_MOST } from '@lonja/core/strategies/requests.rules'
import { BUDGET_LEAST, BUDGET_MOST } from '@lonja/core/strategies/running.rules'
import type { StrategyFacts } from './strategy.ts'

/** The strategies as a house of practice prices answers them. */
export const strategyFacts = (more: Partial<StrategyFacts> = {}): StrategyFacts => ({
  strategies: STRATEGIES.map(({ id, version, name, intraday, parameters }) => ({
    id,
    version,
    name,
    intraday,
    parameters: Object.entries(parameters).map(([parameter, bounds]) => ({ name: parameter, ...bounds })),
  })),
  budget: { least: cents(BUDGET_LEAST), most: cents(BUDGET_MOST) },
  backtests: { daysMost: BACKTEST_DAYS_MOST, openMost: BACKTESTS_OPEN_MOST, storedMost: BACKTESTS_STORED_MOST },
  source: 'practice',
  ...more,
})
