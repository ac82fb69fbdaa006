import type { QuickJSWASMModule } from 'quickjs-emscripten-core'
import type { Instant } from '@lonja/core/base/instant'
import type { FeeTableVersion } from '@lonja/core/orders/fees.rules'
import type { Json, SessionSpan, Strategy } from '@lonja/core/strategies/events'
import type { Hearing, HearingRun } from '@lonja/core/strategies/hearing.rules'
import { hearPast, type PastMinute, type PastRun } from '@lonja/core/strategies/past.rules'
import type { BarColumns } from '@lonja/core/strategies/simulation.rules'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { hearTick, type Tick } from '@lonja/core/strategies/ticks.rules'
import type { OwnText } from './live.actions.ts'
import { ownStrategy, type OwnState } from './own.strategy.ts'
import { faultOf } from './sandbox.runtime.ts'
import { openSandbox, type Pulse, type Sandbox } from './sandbox.ts'

/*
 * A run of an own strategy hears by the rules of all runs, in a thread: the run goes there as plain data with its text, and
 * comes back after the event. Nothing of a run stays in the thread, so any other thread goes on from the same data.
 */

/** A run as plain data. */
export type PlainRun = Pick<HearingRun, 'terms' | 'phase' | 'memory' | 'standing'>

/** The instants up to which a run has heard, and the events that came too late. */
interface Through {
  readonly barsThrough: Instant
  readonly quotesThrough: Instant
  readonly late: number
}

/** A tick of one listing, as one row, with the functions of a tick replaced by their answers for it. */
export interface PlainTick extends Pick<Tick, 'quotes' | 'marketNow' | 'feeTable'> {
  readonly bars: BarColumns
  readonly session: SessionSpan
  /** The server's time of the minute and of the quote. */
  readonly wallOfBar: Instant
  readonly wallOfQuote: Instant
}

export type OwnWork =
  | { readonly kind: 'open' }
  | (Through & {
      readonly kind: 'past'
      readonly run: PlainRun
      /** The minutes that it hears as history, oldest first. The answer may come before the last of them. */
      readonly minutes: readonly PastMinute[]
      readonly marketNow: Instant
      readonly feeTable: FeeTableVersion
    })
  | (Through & { readonly kind: 'tick'; readonly run: PlainRun; readonly tick: PlainTick })

export type OwnTask = OwnText & { readonly work: OwnWork }

export type OwnAnswer =
  /** It compiles: its state at the start, and the minutes of history that it wants. */
  | { readonly opened: Json; readonly warmUp: number }
  /** The run after an event or after some history; no effect on history. */
  | (Through & { readonly memory: Json; readonly effect: Hearing | null })
  /** The text does not compile, or broke its sandbox. */
  | { readonly fault: OwnDiagnostic }

/** The texts that a thread has open, at most: the least used one is closed for a further one. */
const OPEN_MOST = 24

interface OpenText {
  readonly sandbox: Sandbox
  readonly strategy: Strategy
}

/** Hears tasks one after the other. Each text has a program of WebAssembly of its own, so none meets what another broke. */
export function openTexts(
  load: () => Promise<QuickJSWASMModule>,
  { pulse, isLong }: { readonly pulse?: Pulse; readonly isLong: () => () => boolean },
): (task: OwnTask) => Promise<OwnAnswer> {
  const texts = new Map<string, OpenText>()
  const close = (version: string): void => {
    texts.get(version)?.sandbox.close()
    texts.delete(version)
  }
  const textOf = async ({ version, text }: OwnText): Promise<OpenText | OwnDiagnostic> => {
    const known = texts.get(version)
    // The one that was used last stands last.
    texts.delete(version)
    if (known) texts.set(version, known)
    if (known) return known
    const sandbox = openSandbox(await load(), text, pulse)
    if ('diagnostics' in sandbox) return sandbox.diagnostics[0] ?? faultOf('sandbox', 0)
    const [oldest] = texts.keys()
    if (texts.size >= OPEN_MOST && oldest !== undefined) close(oldest)
    // The version of a strategy is in the terms of its run.
    const opened = { sandbox, strategy: ownStrategy(sandbox, 1) as unknown as Strategy }
    texts.set(version, opened)
    return opened
  }
  return async (task) => {
    try {
      const opened = await textOf(task)
      if ('code' in opened) return { fault: opened }
      const answer = heardBy(opened.strategy, task.work, isLong())
      if ('memory' in answer && hasStopped(answer.memory)) close(task.version)
      return answer
    } catch {
      close(task.version)
      return { fault: faultOf('sandbox', 0) }
    }
  }
}

/** True for the state of a text that a fault has stopped. */
export const hasStopped = (memory: Json): boolean => ((memory as OwnState | null)?.stop ?? null) !== null

const SETUP = { parameters: {} }

function heardBy(strategy: Strategy, work: OwnWork, isLong: () => boolean): OwnAnswer {
  if (work.kind === 'open') return { opened: strategy.begin(SETUP), warmUp: strategy.warmUp({}) }
  const run = { ...work.run, strategy, setup: SETUP }
  const { barsThrough, quotesThrough, late } = work
  if (work.kind === 'past') return heardPast({ run, barsThrough, quotesThrough, late }, work, isLong)
  const { tick } = work
  const [step] = hearTick([{ row: 0, run, barsThrough, quotesThrough }], {
    ...tick,
    sessionOf: () => tick.session,
    wallTimeOf: (at) => (at === tick.quotes.at[0] ? tick.wallOfQuote : tick.wallOfBar),
  })
  if (!step) return { memory: run.memory, barsThrough, quotesThrough, late, effect: null }
  const { run: heard, row: _row, ...through } = step.ticking
  return { ...through, memory: heard.memory, late, effect: step.effect }
}

/** Some history: at least a minute of it, then as much as does not take long, and no more after a fault. */
function heardPast(
  before: PastRun,
  { minutes, ...facts }: Extract<OwnWork, { kind: 'past' }>,
  isLong: () => boolean,
): OwnAnswer {
  let after = before
  for (const minute of minutes) {
    after = hearPast(after, [minute], facts)
    if (hasStopped(after.run.memory) || isLong()) break
  }
  const { run, barsThrough, quotesThrough, late } = after
  return { memory: run.memory, barsThrough, quotesThrough, late, effect: null }
}
