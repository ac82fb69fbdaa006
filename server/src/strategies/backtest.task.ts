import * as z from 'zod/mini'
import { assert } from '@lonja/core/base/assert'
import type { FeeTableVersion } from '@lonja/core/orders/fees.rules'
import { backtestSteps } from '@lonja/core/strategies/backtest.rules'
import { findStrategy } from '@lonja/core/strategies/listed'
import { outcomeOf, tradesOf } from '@lonja/core/strategies/outcome.rules'
import type { RunTerms } from '@lonja/core/strategies/running.rules'
import { BacktestOutcome, BacktestTrade } from '@lonja/core/strategies/strategies.contract'
import type { MinuteColumns } from './minutes.actions.ts'
import type { StoredOutcome } from './queue.store.ts'

/** The input of a thread that works a backtest out. A strategy is code, so it goes by its name and version. */
export interface BacktestTask {
  readonly run: RunTerms
  readonly minutes: MinuteColumns
  readonly history: number
  readonly feeTable: FeeTableVersion
}

/** The stored form of trades. */
export const StoredTrades = z.array(BacktestTrade)

/** Works a backtest out to its stored form. `hear` is told the minutes that it has gone through. */
export function work(
  { run, minutes, history, feeTable }: BacktestTask,
  hear: (minutes: number) => void,
): StoredOutcome {
  const strategy = findStrategy(run.strategy, run.version)
  assert(strategy !== null, 'a listed strategy stays listed')
  const steps = backtestSteps({ strategy, run, minutes, history, feeTable })
  for (;;) {
    const step = steps.next()
    if (!step.done) hear(step.value - history)
    else
      return {
        outcome: JSON.stringify(z.encode(BacktestOutcome, outcomeOf(step.value, minutes, history))),
        trades: JSON.stringify(z.encode(StoredTrades, tradesOf(step.value))),
      }
  }
}
