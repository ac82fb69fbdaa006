import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { cents } from '@lonja/core/base/amount'
import type { Instant } from '@lonja/core/base/instant'
import {
  MEGABYTES_MOST,
  OWN_HISTORY_MOST,
  OWN_ORDERS_PER_MINUTE_MOST,
  STATE_BYTES_MOST,
  STEPS_PER_EVENT_MOST,
  type OwnFaultCode,
} from '@lonja/core/strategies/own.rules'
import type { OwnSettings } from '@lonja/core/strategies/own.contract'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { preludeWith } from './sandbox.prelude.ts'
import { nearest, readSource, type Source } from './sandbox.source.ts'

/*
 * The sandbox of own strategies: QuickJS in WebAssembly. A runtime has no function of the house; texts of JSON go in and come
 * out. An event is limited by steps and bytes. After any fault the runtime is thrown away, and the next event has a new one.
 */

/** The runtime asks after so many turns of a loop, calls and returns whether it may go on. */
const STEPS_PER_ASKING = 10_000
const STACK_BYTES_MOST = 128 * 1024

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
  /** The state at its begin, as JSON. */
  readonly state: string
}

/** A text that compiles, in its sandbox. */
export interface Sandbox {
  readonly settings: SandboxSettings
  /** Lets it hear an event. A fault throws the runtime away; the next event begins a new one, which needs all bars. */
  hear(event: SandboxEvent): SandboxStep | OwnDiagnostic
  /** The steps of the event that took the most. */
  readonly steps: number
  close(): void
}

/** Hears when the runtime begins with a message, with the line to blame and the event's instant, and its end (null). */
export type Pulse = (line: number | null, at?: Instant) => void

export const isFault = (value: object): value is OwnDiagnostic => 'code' in value && 'line' in value

/** Loads the sandbox's program. One is loaded a thread; its runtimes share nothing. */
export const loadSandbox = (): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-ng-wasmfile-release-sync'))

/** Opens a text in a sandbox, or says what keeps it from beginning. */
export function openSandbox(
  program: QuickJSWASMModule,
  text: string,
  pulse: Pulse = () => {},
): Sandbox | { readonly diagnostics: readonly OwnDiagnostic[] } {
  const source = readSource(text)
  if ('diagnostics' in source) return source
  let runtime: Runtime | null = null
  /** True once the program itself has broken: nothing runs in it any more. */
  let isBroken = false
  let steps = 0
  const ask = (message: object, line: number, at: Instant = 0): object | OwnDiagnostic => {
    if (isBroken) return faultOf('sandbox', source.lines.bar)
    try {
      pulse(line, at)
      runtime ??= openRuntime(program, source)
      const answer = runtime.ask(JSON.stringify(message))
      steps = Math.max(steps, runtime.steps())
      if (!isFault(answer)) return answer
      runtime.close()
      runtime = null
      return answer
    } catch (error) {
      // The host's own stack is at its end, or the program has trapped: what it holds can't be relied on.
      isBroken = true
      runtime = null
      return faultOf(error instanceof RangeError ? 'too_deep' : 'sandbox', 0)
    } finally {
      pulse(null)
    }
  }
  const settings = ask({ on: 'settings' }, 1)
  if (isFault(settings)) {
    return { diagnostics: [settings] }
  }
  return {
    settings: settingsOf(settings as RawSettings),
    hear: (event) => {
      const line = event.bar ? source.lines.bar : source.lines.quote
      const answer = ask({ on: 'event', ...event }, line, (event.bar ?? event.quote)?.[0])
      if (isFault(answer)) return answer.line === 0 ? { ...answer, line } : answer
      const { state, orders, notes } = answer as RawStep
      if (Buffer.byteLength(state) > STATE_BYTES_MOST) {
        runtime?.close()
        runtime = null
        return { ...faultOf('state_too_large', line), message: String(Buffer.byteLength(state)) }
      }
      return {
        state,
        orders: orders.map(([side, shares, limit, stack]) => ({
          side,
          shares,
          limit,
          line: placeIn(stack, source)[0],
        })),
        notes: notes.map(([note, stack]) => ({ note, line: placeIn(stack, source)[0] })),
      }
    },
    get steps() {
      return steps
    },
    close: () => {
      runtime?.close()
      runtime = null
    },
  }
}

export const faultOf = (code: OwnFaultCode, line: number): OwnDiagnostic => ({
  code,
  line,
  column: 0,
  message: '',
  name: null,
  near: null,
})

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

/** A fault as the runtime tells it. */
interface Breach {
  readonly code: OwnFaultCode
  readonly name: string | null
  readonly message?: string
  readonly known: readonly string[]
  readonly stack: string
}

interface Runtime {
  ask(message: string): object | OwnDiagnostic
  /** The steps of the last message. */
  steps(): number
  close(): void
}

/** A runtime that has read the prelude and the text. */
function openRuntime(program: QuickJSWASMModule, source: Source): Runtime {
  const runtime = program.newRuntime()
  runtime.setMemoryLimit(MEGABYTES_MOST * 1024 * 1024)
  runtime.setMaxStackSize(STACK_BYTES_MOST)
  let askings = 0
  const isOver = (): boolean => askings > STEPS_PER_EVENT_MOST / STEPS_PER_ASKING
  runtime.setInterruptHandler(() => {
    askings++
    return isOver()
  })
  const context = runtime.newContext()
  const prelude = context.unwrapResult(context.evalCode(PRELUDE_CODE, PRELUDE, { type: 'module' }))
  const answer = context.getProp(prelude, 'answer')
  prelude.dispose()
  const failed = (error: QuickJSHandle): OwnDiagnostic => {
    // An event that is out of steps runs nothing more, not even what describes its fault: the place is read by the house.
    const wasOver = isOver()
    askings = 0
    const [name, message, stack] = (['name', 'message', 'stack'] as const).map((key) => textOf(context, error, key))
    error.dispose()
    return diagnosticOf(
      { code: wasOver ? 'too_slow' : 'threw', name: name ?? '', message: message ?? '', known: [], stack: stack ?? '' },
      source,
    )
  }
  askings = 0
  const compiled = context.evalCode(source.code, OWN, { type: 'module' })
  const fault = compiled.error ? failed(compiled.error) : null
  const text = compiled.error ? null : compiled.value.consume((exported) => context.getProp(exported, 'default'))
  return {
    ask: (message) => {
      if (fault || !text)
        return {
          ...(fault ?? faultOf('syntax', 0)),
          code: fault?.code === 'threw' ? 'syntax' : (fault?.code ?? 'syntax'),
        }
      askings = 0
      const sent = context.newString(message)
      const result = context.callFunction(answer, context.undefined, text, sent)
      sent.dispose()
      if (result.error) return failed(result.error)
      const reply = JSON.parse(context.getString(result.value)) as { breach?: Breach }
      result.value.dispose()
      return reply.breach ? diagnosticOf(reply.breach, source) : reply
    },
    steps: () => askings * STEPS_PER_ASKING,
    close: () => {
      text?.dispose()
      answer.dispose()
      context.dispose()
      runtime.dispose()
    },
  }
}

const PRELUDE = 'lonja.js'
const PRELUDE_CODE = preludeWith({ ordersMost: OWN_ORDERS_PER_MINUTE_MOST, historyMost: OWN_HISTORY_MOST })
const OWN = 'own.js'

/** A property of an error as a text. Its getter is the text's own code, and may throw. */
function textOf(context: QuickJSContext, error: QuickJSHandle, key: string): string {
  if (context.typeof(error) !== 'object') return key === 'message' ? context.getString(error) : ''
  const property = context.getProp(error, key)
  const text = context.typeof(property) === 'string' ? context.getString(property) : ''
  property.dispose()
  return text
}

/**
 * The limits that the engine tells by an error of its own. It has no other sign for them, and a text that throws the same
 * error only says of itself what is not so.
 */
const ENGINE_LIMITS: readonly (readonly [name: string, message: string, code: OwnFaultCode])[] = [
  ['InternalError', 'out of memory', 'too_much_memory'],
  ['InternalError', 'string too long', 'too_much_memory'],
  ['RangeError', 'Maximum call stack size exceeded', 'too_deep'],
]

function diagnosticOf({ code, name, message = '', known, stack }: Breach, source: Source): OwnDiagnostic {
  const [line, column] = placeIn(stack, source)
  if (code === 'too_slow') {
    const loop = loopAt(line, source)
    return { ...faultOf(code, loop), column: loop === line ? column : 0 }
  }
  if (code !== 'threw') return { code, line, column, message, name, near: name === null ? null : nearest(name, known) }
  const limit = ENGINE_LIMITS.find(([error, sentence]) => error === name && sentence === message)
  const sentence = name ? `${name}: ${message}` : message
  return { code: limit?.[2] ?? 'threw', line, column, message: sentence.slice(0, 300), name: null, near: null }
}

/**
 * The line of an endless loop. Where nothing in a loop has a place of its own, the engine names one before it: then it is the
 * first loop from there on.
 */
function loopAt(line: number, { loops }: Source): number {
  const isWithin = loops.some(({ first, last }) => line >= first && line <= last)
  return isWithin ? line : (loops.find(({ first }) => first >= line)?.first ?? line)
}

const PLACE = new RegExp(`${OWN}:(\\d+):(\\d+)`)

/** The line and the column of the text in a stack; 0 if it names none. */
function placeIn(stack: string, { offset }: Source): [line: number, column: number] {
  const [, line = '0', column = '0'] = PLACE.exec(stack) ?? []
  return [Number(line), line === '1' ? Math.max(Number(column) - offset, 1) : Number(column)]
}
