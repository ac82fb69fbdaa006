import { never, reasoned } from './columns.never.ts'
import type { SteeringColumn } from './columns.ts'

const WRITER = 'server/src/strategies/queue.store.ts'

/** The columns of backtests. No outcome changes anything but what its customer reads. */
export const STRATEGY_COLUMNS: readonly SteeringColumn[] = [
  ...never('backtests', WRITER, {
    parameters: 'the parameters of the strategy, within their bounds, written once when the backtest is asked for',
    last_day: 'the last day of its period, written once',
  }),
  ...reasoned('backtests', WRITER, {
    outcome: 'what the rules made of past minutes; it is shown to its customer, and nothing follows from it',
    stop: 'the fault of a customer’s text with its line; it is shown to its customer, and nothing follows from it',
    trades: 'the lots that a backtest closed; they are shown to its customer, and nothing follows from them',
  }),
]
