import type { QuickJSWASMModule } from 'quickjs-emscripten-core'
import * as z from 'zod/mini'
import { assert } from '@lonja/core/base/assert'
import type { FeeTableVersion } from '@lonja/core/orders/fees.rules'
import { backtestSteps } from '@lonja/core/strategies/backtest.rules'
import { biasSteps, type BiasEffort } from '@lonja/core/strategies/bias'
import type { Strategy } from '@lonja/core/strategies/events'
import { findStrategy } from '@lonja/core/strategies/listed'
import { outcomeOf, tradesOf } from '@lonja/core/strategies/outcome.rules'
import type { RunTerms } from '@lonja/core/strategies/running.rules'
import { BacktestOutcome, BacktestTrade, OwnStop } from '@lonja/core/strategies/strategies.contract'
import { COLUMNS, type MinuteColumns } from './minutes.actions.ts'
import { ownStrategy } from './own.strategy.ts'
import type { StoredOutcome } from './queue.store.ts'
import { openSandbox, type Pulse } from './sandbox.ts'

/**
 * The input of a thread that works a backtest out. A strategy of the house is code, so it goes by its name and version; one
 * of a customer goes as its text.
 */
export interface BacktestTask {
  readonly text: string | null
  readonly run: RunTerms
  readonly minutes: MinuteColumns
  readonly history: number
  readonly feeTable: FeeTableVersion
}

/** The stored form of trades. */
export const StoredTrades = z.array(BacktestTrade)

/**
 * Works a backtest out to its stored form. `hear` is told the minutes that it has gone through. A customer's text runs in the
 * program of the sandbox.
 */
export function work(
  task: BacktestTask,
  hear: (minutes: number) => void,
  program: QuickJSWASMModule | null = null,
  pulse?: Pulse,
): StoredOutcome {
  const { run, minutes, history, feeTable, text } = task
  const own = text !== null && program ? ownOf(program, text, run.version, pulse) : null
  const strategy = own?.strategy ?? findStrategy(run.strategy, run.version)
  assert(strategy !== null, 'a listed strategy stays listed')
  const steps = backtestSteps({ strategy, run, minutes, history, feeTable })
  let step = steps.next()
  for (; !step.done; step = steps.next()) hear(step.value - history)
  const outcome = outcomeOf(step.value, minutes, history)
  const stop = own?.stop() ?? null
  const biases = own && !stop ? biasesOf(own, minutes) : null
  return {
    outcome: JSON.stringify(z.encode(BacktestOutcome, own ? { ...outcome, biases } : outcome)),
    trades: JSON.stringify(z.encode(StoredTrades, tradesOf(step.value))),
    stop: stop && JSON.stringify(z.encode(OwnStop, stop)),
  }
}

/** A text as the strategy of a backtest. */
interface OwnCode {
  readonly strategy: Strategy
  /** The fault that stopped it; null for none. */
  stop(): OwnStop | null
  /** The events that its sandbox has heard. */
  heard(): number
}

function ownOf(program: QuickJSWASMModule, text: string, version: number, pulse?: Pulse): OwnCode {
  const sandbox = openSandbox(program, text, pulse)
  assert(!('diagnostics' in sandbox), 'a text is compiled before its backtest begins')
  let stop: OwnStop | null = null
  let heard = 0
  const strategy = ownStrategy(sandbox, version, {
    answered: () => heard++,
    stopped: (fault) => (stop ??= fault),
  })
  return { strategy: strategy as Strategy, stop: () => stop, heard: () => heard }
}

/** The minutes after twice its history in which a text is tested for biases, and the events that the tests let it hear at most. */
const TESTED_MINUTES = 400
const TESTED_EVENTS_MOST = 80_000
const EFFORT: BiasEffort = { cutsDecided: 6, cutsOther: 2, starts: 3 }

/** What the tests of `bias.ts` say of a customer's text, in the last minutes; null if they take too long. */
function biasesOf({ strategy, heard }: OwnCode, minutes: MinuteColumns): BacktestOutcome['biases'] {
  const from = Math.max(minutes.at.length - 2 * strategy.warmUp({}) - TESTED_MINUTES, 0)
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, minutes[name].subarray(from)]))
  const before = heard()
  const steps = biasSteps(() => strategy, { ...minutes, ...columns }, {}, EFFORT)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return [...step.value]
    if (heard() - before > TESTED_EVENTS_MOST) return null
  }
}
