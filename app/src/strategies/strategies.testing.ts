import { cents, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { DAY_MS } from '@lonja/core/calendar/days'
import { STRATEGIES } from '@lonja/core/strategies/listed'
import { BACKTESTS_OPEN_MOST, BACKTESTS_STORED_MOST, BACKTEST_DAYS_MOST } from '@lonja/core/strategies/requests.rules'
import { BUDGET_LEAST, BUDGET_MOST, RUNS_OPEN_MOST } from '@lonja/core/strategies/running.rules'
import type { BacktestOutcome } from '@lonja/core/strategies/strategies.contract'
import { newId } from '@lonja/kit/ids'
import { accountFigures } from '../orders/market.testing.ts'
import type { BacktestStory } from './backtest.ts'
import type { RunStory } from './run.ts'
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
  runs: { off: false, openMost: RUNS_OPEN_MOST },
  source: 'practice',
  ...more,
})

const OPEN = Date.UTC(2026, 9, 1, 7)

/** A backtest of the grid on a share of Madrid, over. */
export const backtest = (more: Partial<BacktestStory> = {}): BacktestStory => ({
  id: newId(),
  strategy: 'grid',
  version: 1,
  listing: 'XMAD:BVE',
  from: '2026-10-01',
  to: '2026-10-30',
  budget: cents(10_000_00n),
  most: cents(10_000_00n),
  lossStop: cents(2_000_00n),
  parameters: [
    { name: 'levels', value: 7 },
    { name: 'distanceBps', value: 30 },
  ],
  own: null,
  stop: null,
  company: 'Bodegas Verano',
  currency: 'EUR',
  at: OPEN + 31 * DAY_MS,
  state: 'done',
  fault: null,
  endedAt: OPEN + 31 * DAY_MS + MINUTE,
  progress: { minutes: 11_220, all: 11_220 },
  outcome: null,
  ...more,
})

/** Its result: a loss, while the purchase that is held gained. */
export const outcome = (more: Partial<BacktestOutcome> = {}): BacktestOutcome => ({
  from: OPEN,
  to: OPEN + 30 * DAY_MS,
  minutes: 11_220,
  quoted: 10_874,
  own: {
    drawdown: { most: cents(1_536_50n), bps: 1_462 },
    value: cents(9_682_00n),
    result: cents(-318_00n),
    realised: cents(-318_00n),
    fees: cents(608_40n),
    spread: cents(187_20n),
    exposureBps: 4_210,
    fills: 624,
  },
  held: {
    drawdown: { most: cents(987_00n), bps: 987 },
    value: cents(10_641_00n),
    result: cents(641_00n),
    realised: cents(0n),
    fees: cents(9_99n),
    spread: cents(2_86n),
    exposureBps: 10_000,
    fills: 1,
  },
  curve: Array.from({ length: 120 }, (_point, n) => ({
    at: OPEN + n * 6 * HOUR,
    value: cents(BigInt(10_000_00 + Math.round(30_000 * Math.sin(n / 9) - n * 530))),
    held: cents(BigInt(10_000_00 + Math.round(40_000 * Math.sin(n / 23) + n * 260))),
  })),
  trades: 312,
  wins: 148,
  stopped: null,
  refusals: [],
  ...more,
})

/** A run of the grid that lost a little and has shares. */
export const run = (more: Partial<RunStory> = {}): RunStory => ({
  id: newId(),
  strategy: 'grid',
  version: 1,
  own: null,
  stop: null,
  listing: 'XMAD:BVE',
  budget: cents(1_000_00n),
  most: cents(800_00n),
  lossStop: cents(200_00n),
  parameters: [
    { name: 'levels', value: 5 },
    { name: 'distanceBps', value: 50 },
  ],
  company: 'Bodegas Verano',
  currency: 'EUR',
  at: OPEN,
  state: 'running',
  reason: null,
  sells: false,
  endedAt: null,
  drawdown: { most: cents(124_00n), bps: 1_240 },
  value: cents(980_70n),
  result: cents(-19_30n),
  realised: cents(-12_10n),
  fees: cents(3_20n),
  cash: cents(631_10n),
  shares: wholeShares(20n),
  cost: cents(356_80n),
  orders: 14,
  fills: 13,
  late: 0,
  refusals: [],
  curve: Array.from({ length: 60 }, (_point, n) => ({
    at: OPEN + n * HOUR,
    value: cents(BigInt(1_000_00 + Math.round(4_000 * Math.sin(n / 7) - n * 90))),
  })),
  ...more,
})

/** The figures of a customer with so much free cash in euros. */
export const figuresWith = (free: bigint): ReplyOf<typeof readFigures> => ({
  byCurrency: [accountFigures('EUR', free), accountFigures('USD', 0n)],
  display: accountFigures('EUR', free),
  rate: null,
  at: OPEN,
  margin: null,
  unpriced: [],
})
