import { never, reasoned } from './columns.never.ts'
import type { SteeringColumn } from './columns.ts'

const WRITER = 'server/src/strategies/queue.store.ts'
const RUNS = 'server/src/strategies/runs.store.ts'

/** The columns of backtests and runs. No outcome changes anything but what its customer reads. */
export const STRATEGY_COLUMNS: readonly SteeringColumn[] = [
  ...never('backtests', WRITER, {
    parameters: 'the parameters of the strategy, within their bounds, written once when the backtest is asked for',
    last_day: 'the last day of its period, written once',
  }),
  ...reasoned('backtests', WRITER, {
    outcome: 'what the rules made of past minutes; it is shown to its customer, and nothing follows from it',
    trades: 'the lots that a backtest closed; they are shown to its customer, and nothing follows from them',
  }),
  ...never('runs', RUNS, {
    parameters: 'the parameters of the strategy, within their bounds, written once when the run is started',
  }),
  ...reasoned('runs', RUNS, {
    memory: 'the state of the strategy after the events that it heard; the rules cap each order that follows from it',
    quotes_through: 'the instant of the last quote that it heard',
    tickets:
      'orders that the rules have capped and that are not placed yet; each is accepted or refused like any other',
    refusals:
      'how many of its orders were refused by each code; they are shown to its customer, and nothing follows from them',
    drawdown_bps: 'the worst fall of its value; it is shown to customers, and nothing follows from it',
    curve: 'its value by time; it is shown to its customer, and nothing follows from it',
  }),
]
