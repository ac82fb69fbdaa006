import type { QuickJSWASMModule } from 'quickjs-emscripten-core'
import { cents } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import type { RunTerms } from '@lonja/core/strategies/running.rules'
import { openSimulation, passMinute } from '@lonja/core/strategies/simulation.rules'
import { OWN_STRATEGY, TRIAL_AMOUNT, TRIAL_EVENTS_SHOWN } from '@lonja/core/strategies/own.rules'
import type { OwnSettings, TrialReply } from '@lonja/core/strategies/own.contract'
import type { OwnDiagnostic, OwnStop } from '@lonja/core/strategies/strategies.contract'
import type { FeeTableVersion } from '@lonja/core/orders/fees.rules'
import { newId } from '../base/ids.ts'
import type { MinuteColumns } from './minutes.actions.ts'
import { ownStrategy } from './own.strategy.ts'
import { openSandbox, type Pulse, type Sandbox, type SandboxStep } from './sandbox.ts'

/** The task of a sandbox thread: compile a text, and run it over minutes if some are given. */
export interface SandboxTask {
  readonly text: string
  readonly hearing: null | {
    readonly minutes: MinuteColumns
    readonly history: number
    readonly feeTable: FeeTableVersion
  }
}

export interface TextCheck {
  readonly diagnostics: readonly OwnDiagnostic[]
  readonly settings: OwnSettings | null
  /** The number of minutes that it hears before it may ask for orders. */
  readonly warmUp: number
  readonly trial: TrialReply | null
}

/** Compiles a text, and runs it over the minutes by the rules of a backtest. */
export function tryText(program: QuickJSWASMModule, { text, hearing }: SandboxTask, pulse?: Pulse): TextCheck {
  const sandbox = openSandbox(program, text, pulse)
  if ('diagnostics' in sandbox) return { ...sandbox, settings: null, warmUp: 0, trial: null }
  const { span, history, intraday, most } = sandbox.settings
  const trial = hearing && trialOf(sandbox, hearing)
  const warmUp = ownStrategy(sandbox, 1).warmUp({})
  sandbox.close()
  return { diagnostics: [], settings: { span, history, intraday, most }, warmUp, trial }
}

function trialOf(sandbox: Sandbox, { minutes, history, feeTable }: NonNullable<SandboxTask['hearing']>): TrialReply {
  const first = minutes.at[history] ?? 0
  const events: TrialReply['events'][number][] = []
  const counts = { bar: 0, quote: 0, orders: 0 }
  let stop: OwnStop | null = null
  const answered = (on: 'bar' | 'quote', at: Instant, { orders, notes }: SandboxStep): void => {
    if (at < first) return
    counts[on]++
    counts.orders += orders.length
    for (const { side, shares, limit, line } of orders)
      events.push({ at, on, kind: side, shares, limit, line, note: null })
    for (const { note, line } of notes) events.push({ at, on, kind: 'note', shares: null, limit: null, line, note })
    events.splice(TRIAL_EVENTS_SHOWN)
  }
  const strategy = ownStrategy(sandbox, 1, { answered, stopped: (fault: OwnStop) => void (stop ??= fault) })
  const { most } = sandbox.settings
  const terms: RunTerms = {
    id: newId(),
    customer: newId(),
    listing: minutes.listing,
    strategy: OWN_STRATEGY,
    version: 1,
    parameters: {},
    budget: TRIAL_AMOUNT,
    lossStop: TRIAL_AMOUNT,
    most: most !== null && most < TRIAL_AMOUNT ? cents(most) : TRIAL_AMOUNT,
  }
  const simulation = openSimulation({ strategy, terms, minutes, feeTable })
  for (let n = 0; n < minutes.at.length && simulation.run.phase.state !== 'stopped'; n++)
    passMinute(simulation, n, n < history)
  const { memory } = simulation.run
  return {
    bars: counts.bar,
    quotes: counts.quote,
    orders: counts.orders,
    events,
    stop,
    steps: sandbox.steps(),
    stateBytes: Buffer.byteLength((memory as { state: string }).state),
  }
}
