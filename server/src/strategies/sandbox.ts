import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { cents } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import { STATE_BYTES_MOST } from '@lonja/core/strategies/own.rules'
import type { OwnSettings } from '@lonja/core/strategies/own.contract'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { faultOf, isFault, newMemory, openRuntime, placeIn, type Runtime } from './sandbox.runtime.ts'
import { readSource, type Source } from './sandbox.source.ts'

/*
 * The sandbox of own strategies: QuickJS in WebAssembly. A runtime has no function of the house; texts of JSON go in and come
 * out. An event is limited by steps and bytes. After any fault the runtime is thrown away, and the next event has a new one.
 */

/** A bar or a quote as the runtime reads it, in ten-thousandths. */
export type BarRow = readonly [at: number, open: number, high: number, low: number, close: number, volume: number]
export type QuoteRow = readonly [at: number, bid: number, ask: number, bidSize: number, askSize: number]

export interface SandboxEvent {
  /** The bars before this event; null if the runtime has heard them all. */
  readonly reset: readonly BarRow[] | null
  /** The bar that is over with this event, or the quote. */
  readonly bar: BarRow | null
  readonly quote: QuoteRow | null
  readonly session: readonly [open: number, close: number]
  readonly own: readonly [shares: number, buying: number, selling: number, room: number]
  /** Its state, as JSON. */
  readonly state: string
}

export interface SandboxOrder {
  readonly side: 'buy' | 'sell'
  readonly shares: number
  readonly limit: number | null
  readonly line: number
}

export interface SandboxStep {
  readonly state: string
  readonly orders: readonly SandboxOrder[]
  readonly notes: readonly { readonly note: string; readonly line: number }[]
}

export interface SandboxSettings extends OwnSettings {
  readonly hears: { readonly bars: boolean; readonly quotes: boolean }
  /** The state at the start, as JSON. */
  readonly state: string
}

/** A text that compiles, in its sandbox. */
export interface Sandbox {
  readonly settings: SandboxSettings
  /** Runs an event. After a fault the runtime is discarded; the next event starts a new one, which needs all bars. */
  hear(event: SandboxEvent): SandboxStep | OwnDiagnostic
  /** The most steps that one event has taken. */
  steps(): number
  close(): void
}

/** Called when the runtime begins a message, with the line at fault if that does not end and the event's instant. Null: it ended. */
export type Pulse = (line: number | null, at?: Instant) => void

/**
 * Loads the sandbox's program, once in each thread. Its runtimes share nothing but its memory, which has a fixed most: the
 * engine's own limit counts a few bytes of each piece, whatever its size.
 */
export async function loadSandbox(): Promise<QuickJSWASMModule> {
  const loaded = await import('@jitl/quickjs-ng-wasmfile-release-sync')
  // The types of the package are those of CommonJS, where the variant is one level deeper.
  const variant = loaded.default as unknown as QuickJSSyncVariant
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: newMemory() }))
}

/** Opens a text in a sandbox, or returns the fault that prevents it. */
export function openSandbox(
  program: QuickJSWASMModule,
  text: string,
  pulse: Pulse = () => {},
): Sandbox | { readonly diagnostics: readonly OwnDiagnostic[] } {
  const source = readSource(text)
  if ('diagnostics' in source) return source
  const running = openRunning(program, source, pulse)
  const settings = running.ask({ on: 'settings' }, 1)
  if (isFault(settings)) return { diagnostics: [settings] }
  return {
    settings: settingsOf(settings as RawSettings),
    hear: (event) => {
      const line = event.bar ? source.lines.bar : source.lines.quote
      const answer = running.ask({ on: 'event', ...event }, line, (event.bar ?? event.quote)?.[0])
      if (isFault(answer)) return answer.line === 0 ? { ...answer, line } : answer
      const bytes = Buffer.byteLength((answer as RawStep).state)
      if (bytes <= STATE_BYTES_MOST) return stepOf(answer as RawStep, source)
      running.close()
      return { ...faultOf('state_too_large', line), message: String(bytes) }
    },
    steps: running.steps,
    close: running.close,
  }
}

/** The runtimes of a text, one after the other. */
function openRunning(program: QuickJSWASMModule, source: Source, pulse: Pulse) {
  let runtime: Runtime | null = null
  /** True once the program itself has failed. Nothing can run in it from then on. */
  let isBroken = false
  let steps = 0
  const close = (): void => {
    runtime?.close()
    runtime = null
  }
  const ask = (message: object, line: number, at: Instant = 0): object | OwnDiagnostic => {
    if (isBroken) return faultOf('sandbox', source.lines.bar)
    try {
      pulse(line, at)
      runtime ??= openRuntime(program, source)
      const answer = runtime.ask(JSON.stringify(message))
      steps = Math.max(steps, runtime.steps())
      if (isFault(answer)) close()
      return answer
    } catch (error) {
      // The host's stack overflowed or the program trapped, so its memory cannot be trusted.
      isBroken = true
      runtime = null
      return faultOf(error instanceof RangeError ? 'too_deep' : 'sandbox', 0)
    } finally {
      pulse(null)
    }
  }
  return { ask, close, steps: () => steps }
}

interface RawSettings {
  readonly span: number
  readonly history: number
  readonly intraday: boolean
  readonly most: number | null
  readonly bars: boolean
  readonly quotes: boolean
  readonly state: string
}

interface RawStep {
  readonly state: string
  readonly orders: readonly (readonly [side: 'buy' | 'sell', shares: number, limit: number | null, stack: string])[]
  readonly notes: readonly (readonly [note: string, stack: string])[]
}

const settingsOf = ({ span, history, intraday, most, bars, quotes, state }: RawSettings): SandboxSettings => ({
  span,
  history,
  intraday,
  most: most === null ? null : cents(BigInt(Math.max(Math.round(most * 100), 1))),
  hears: { bars, quotes },
  state,
})

const stepOf = ({ state, orders, notes }: RawStep, source: Source): SandboxStep => ({
  state,
  orders: orders.map(([side, shares, limit, stack]) => ({ side, shares, limit, line: placeIn(stack, source)[0] })),
  notes: notes.map(([note, stack]) => ({ note, line: placeIn(stack, source)[0] })),
})
