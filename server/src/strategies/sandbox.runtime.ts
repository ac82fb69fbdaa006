import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import {
  MEGABYTES_MOST,
  OWN_HISTORY_MOST,
  OWN_ORDERS_PER_MINUTE_MOST,
  STEPS_PER_EVENT_MOST,
  type OwnFaultCode,
} from '@lonja/core/strategies/own.rules'
import type { OwnDiagnostic } from '@lonja/core/strategies/strategies.contract'
import { preludeWith } from './sandbox.prelude.ts'
import { nearest, type Source } from './sandbox.source.ts'

/** The number of steps (turns of a loop, calls, returns) after which the runtime asks whether it may go on. */
const STEPS_PER_ASKING = 10_000
const STACK_BYTES_MOST = 128 * 1024

/** The memory of a program is counted in pages. Beside that of a text it has the engine's data and stack. */
const PAGE_BYTES = 65_536
const ENGINE_MEGABYTES = 6
/** The pages with which the program is compiled. It accepts no fewer. */
const PAGES_AT_START = 256
const PAGES_MOST = ((MEGABYTES_MOST + ENGINE_MEGABYTES) * 1024 * 1024) / PAGE_BYTES
/** A program grows by a twentieth at least. From here on it cannot, and may have no memory left for an error. */
const PAGES_FULL = Math.floor(PAGES_MOST / 1.05)

/** The part of WebAssembly that is used here. The types of Node.js leave it out. */
interface ProgramMemory {
  readonly buffer: ArrayBuffer
}
const { Memory } = (
  globalThis as unknown as {
    readonly WebAssembly: { readonly Memory: new (pages: { initial: number; maximum: number }) => ProgramMemory }
  }
).WebAssembly

/** The memory of a program, which cannot grow beyond its most. */
export const newMemory = (): ProgramMemory => new Memory({ initial: PAGES_AT_START, maximum: PAGES_MOST })

/** The bytes of a program's memory. They never become fewer. */
export const bytesOf = (program: QuickJSWASMModule): number =>
  (program.getWasmMemory() as ProgramMemory).buffer.byteLength

export const faultOf = (code: OwnFaultCode, line: number): OwnDiagnostic => ({
  code,
  line,
  column: 0,
  message: '',
  name: null,
  near: null,
})

export const isFault = (value: object): value is OwnDiagnostic => 'code' in value && 'line' in value

/** A fault as the runtime reports it. */
interface Breach {
  readonly code: OwnFaultCode
  readonly name: string | null
  readonly message?: string
  readonly known: readonly string[]
  readonly stack: string
}

export interface Runtime {
  ask(message: string): object | OwnDiagnostic
  /** The steps of the last message. */
  steps(): number
  close(): void
}

/** A runtime that has read the prelude and the text. */
export function openRuntime(program: QuickJSWASMModule, source: Source): Runtime {
  const runtime = program.newRuntime()
  runtime.setMaxStackSize(STACK_BYTES_MOST)
  let askings = 0
  const isFull = (): boolean => bytesOf(program) >= PAGES_FULL * PAGE_BYTES
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
    // An event that is out of steps runs no more code, not even to describe its fault, so the house reads the position.
    const wasOver = isOver()
    askings = 0
    const [name, message, stack] = (['name', 'message', 'stack'] as const).map((key) => textOf(context, error, key))
    error.dispose()
    const code = wasOver ? 'too_slow' : 'threw'
    const breach = { code, name: name ?? '', message: message ?? '', known: [], stack: stack ?? '' } as const
    return diagnosticOf(breach, source, isFull())
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
      return reply.breach ? diagnosticOf(reply.breach, source, isFull()) : reply
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
const OUT_OF_MEMORY = ['InternalError', 'out of memory', 'too_much_memory'] as const
const ENGINE_LIMITS: readonly (readonly [name: string, message: string, code: OwnFaultCode])[] = [
  OUT_OF_MEMORY,
  ['InternalError', 'string too long', 'too_much_memory'],
  ['RangeError', 'Maximum call stack size exceeded', 'too_deep'],
]

/** Without memory for an error, the engine throws one of these instead, which have no name. */
const NO_ERRORS: readonly string[] = ['null', '[uninitialized]']

function diagnosticOf(breach: Breach, source: Source, isFull: boolean): OwnDiagnostic {
  const isNone = isFull && breach.name === '' && NO_ERRORS.includes(breach.message ?? '')
  const { code, known, stack } = breach
  const [name, message = ''] = isNone ? OUT_OF_MEMORY : [breach.name, breach.message]
  const [line, column] = placeIn(stack, source)
  // A call of the house stands at its place; a loop of the text may not.
  if (code === 'too_slow' && !stack.trimStart().split('\n', 1)[0]?.includes(PRELUDE)) {
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
export function placeIn(stack: string, { offset }: Source): [line: number, column: number] {
  const [, line = '0', column = '0'] = PLACE.exec(stack) ?? []
  return [Number(line), line === '1' ? Math.max(Number(column) - offset, 1) : Number(column)]
}
